import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const GROUPS = '/home/forms/product-groups';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  // A tree of the test's own, whatever the demo company has.
  await app.services.seed.sql('update product_definitions set product_group_id = null');
  await app.services.seed.sql('delete from product_groups');
  page = await app.open(GROUPS, { as: 'comprador' });
}, 90_000);
afterAll(() => app.stop());

const tree = (of: Page) =>
  eventually(() =>
    of.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? '')),
  );
const item = (of: Page, label: string) => of.getByRole('treeitem', { name: label, exact: true });
const toast = (of: Page, words: string) => of.getByText(words, { exact: true }).first().waitFor();
const action = async (of: Page, name: string, label: string): Promise<void> => {
  await of.getByRole('button', { name: `Mais ações de ${name}` }).click();
  await of.getByRole('menuitem', { name: label }).click();
};
const shoot = async (of: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await of.screenshot({ path: `${folder}/${name}.png` });
};
/** The tree as the gateway has it. */
const stored = async (): Promise<string[]> => {
  const { data } = await app.ask('comprador', '{ productGroups(size: 500) { content { code name active } } }');
  return data.productGroups.content.map(({ code, name }: { code: string; name: string }) => `${code} ${name}`);
};

describe('Grupos de insumos', () => {
  test('are added at the top, inside and after each other, each named in its place', async () => {
    await page.getByRole('heading', { level: 1, name: 'Grupos de insumos' }).waitFor();
    await page.getByText('Nenhum grupo ainda').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('n');
    await page.getByLabel('Nome do novo grupo').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Informe o nome do grupo').waitFor();
    await page.keyboard.type('Elétrica');
    await page.keyboard.press('Enter');
    await tree(page).toEqual(['01 Elétrica']);
    await action(page, 'Elétrica', 'Adicionar depois');
    await page.getByLabel('Nome do novo grupo').waitFor();
    await page.keyboard.type('Hidráulica');
    await page.keyboard.press('Enter');
    await tree(page).toEqual(['01 Elétrica', '02 Hidráulica']);
    for (const name of ['Condutores', 'Tomadas']) {
      await action(page, 'Elétrica', 'Adicionar dentro');
      await page.getByLabel('Nome do novo grupo').waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await item(page, `01.0${name === 'Tomadas' ? 2 : 1} ${name}`).waitFor();
    }
    await tree(page).toEqual(['01 Elétrica', '01.01 Condutores', '01.02 Tomadas', '02 Hidráulica']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'groups-1440');
  }, 60_000);

  test('are renamed in place; a name that a neighbour has is refused there', async () => {
    await item(page, '01.02 Tomadas').focus();
    await page.keyboard.press('F2');
    const name = page.getByLabel('Nome de Tomadas');
    await name.fill('CONDUTORES');
    await page.keyboard.press('Enter');
    await page.getByText('Já existe um grupo com este nome neste lugar.').first().waitFor();
    await name.fill('Tomadas e interruptores');
    await page.keyboard.press('Enter');
    await item(page, '01.02 Tomadas e interruptores').waitFor();
    expect(await stored()).toContain('01.02 Tomadas e interruptores');
  });

  test('are moved by Alt and the arrows, told to screen readers, and moved back by the undo', async () => {
    await item(page, '01.02 Tomadas e interruptores').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await tree(page).toEqual(['01 Elétrica', '01.01 Tomadas e interruptores', '01.02 Condutores', '02 Hidráulica']);
    await eventually(page.getByRole('status').filter({ hasText: 'agora é' }).first()).toContain(
      'Tomadas e interruptores agora é 01.01',
    );
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await toast(page, 'Tomadas e interruptores agora é 01.02');
    await tree(page).toEqual(['01 Elétrica', '01.01 Condutores', '01.02 Tomadas e interruptores', '02 Hidráulica']);
    await item(page, '02 Hidráulica').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await tree(page).toEqual([
      ...['01 Elétrica', '01.01 Condutores', '01.02 Tomadas e interruptores', '01.03 Hidráulica'],
    ]);
    await item(page, '01.03 Hidráulica').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await eventually(stored).toEqual([
      ...['01 Elétrica', '01.01 Condutores', '01.02 Tomadas e interruptores', '02 Hidráulica'],
    ]);
  }, 30_000);

  test('are dragged onto another one, and not into themselves', async () => {
    await item(page, '02 Hidráulica').waitFor();
    await item(page, '01 Elétrica').dragTo(item(page, '01.01 Condutores'));
    await item(page, '01.01 Condutores').dragTo(item(page, '02 Hidráulica'));
    await tree(page).toEqual(['01 Elétrica', '01.01 Tomadas e interruptores', '02 Hidráulica', '02.01 Condutores']);
    expect(await stored()).toEqual([
      ...['01 Elétrica', '01.01 Tomadas e interruptores', '02 Hidráulica', '02.01 Condutores'],
    ]);
  });

  test('are closed by the left arrow, and stay closed when the screen is opened again', async () => {
    await item(page, '02 Hidráulica').focus();
    await page.keyboard.press('ArrowLeft');
    await tree(page).toEqual(['01 Elétrica', '01.01 Tomadas e interruptores', '02 Hidráulica']);
    await page.reload();
    await tree(page).toEqual(['01 Elétrica', '01.01 Tomadas e interruptores', '02 Hidráulica']);
    await page.getByRole('searchbox').fill('condut');
    await tree(page).toEqual(['02 Hidráulica', '02.01 Condutores']);
    await page.getByRole('searchbox').fill('');
    await tree(page).toEqual(['01 Elétrica', '01.01 Tomadas e interruptores', '02 Hidráulica']);
    await item(page, '02 Hidráulica').focus();
    await page.keyboard.press('ArrowRight');
    await item(page, '02.01 Condutores').waitFor();
  });

  test('with groups inside are kept, and the refusal says what is inside; an empty one is deleted', async () => {
    await item(page, '02 Hidráulica').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Excluir Hidráulica?' });
    await question.getByRole('button', { name: 'Excluir' }).click();
    await question.getByText(/está em uso por 1 subgrupo/).waitFor();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await item(page, '02.01 Condutores').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Excluir Condutores?' }).getByRole('button', { name: 'Excluir' }).click();
    await tree(page).toEqual(['01 Elétrica', '01.01 Tomadas e interruptores', '02 Hidráulica']);
    await page.context().close();
  });

  test('are moved by a menu on a phone, in the dark', async () => {
    const phone = await app.open(GROUPS, { as: 'comprador', width: 390, dark: true });
    await item(phone, '02 Hidráulica').waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    await action(phone, 'Tomadas e interruptores', 'Mover para…');
    const dialog = phone.getByRole('dialog', { name: 'Mover Tomadas e interruptores' });
    await dialog.getByLabel('Para dentro de').selectOption({ label: '02 Hidráulica' });
    expect(await accessibilityProblems(phone)).toEqual([]);
    await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
    await tree(phone).toEqual(['01 Elétrica', '02 Hidráulica', '02.01 Tomadas e interruptores']);
    await shoot(phone, 'groups-390-dark');
    await phone.context().close();
  });

  test('are only read by an engineer', async () => {
    const reader = await app.open(GROUPS, { as: 'engenheiro' });
    await item(reader, '02 Hidráulica').focus();
    await reader.keyboard.press('F2');
    await reader.keyboard.press('Alt+ArrowUp');
    await tree(reader).toEqual(['01 Elétrica', '02 Hidráulica', '02.01 Tomadas e interruptores']);
    expect(await reader.getByRole('button', { name: /Mais ações|Novo grupo/ }).count()).toBe(0);
    expect(await reader.getByRole('textbox').count()).toBe(0);
    // The palette offers no group, type or product to whoever may not save one.
    await reader.keyboard.press('Control+k');
    await reader.getByRole('combobox').fill('novo');
    await reader.getByRole('option').first().waitFor();
    const offered = await reader.getByRole('option').allInnerTexts();
    expect(offered.filter((text) => /insumo/.test(text))).toEqual([]);
    await reader.keyboard.press('Escape');
    // The address of a group opens what it is within, and goes to it.
    await item(reader, '02 Hidráulica').press('ArrowLeft');
    await tree(reader).toEqual(['01 Elétrica', '02 Hidráulica']);
    const [group] = await app.services.seed.sql<{ id: string }>(
      `select id from product_groups where name = 'Tomadas e interruptores'`,
    );
    await reader.goto(`${app.url}${GROUPS}?id=${group?.id}`);
    await tree(reader).toEqual(['01 Elétrica', '02 Hidráulica', '02.01 Tomadas e interruptores']);
    const focused = () => reader.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await eventually(focused).toBe('02.01 Tomadas e interruptores');
    await reader.context().close();
  });
});
