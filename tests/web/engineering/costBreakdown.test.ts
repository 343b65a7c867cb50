import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let companyId: string;
let house: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
  const [row] = await app.services.seed.sql<{ id: string }>(
    `select id::text from buildings where name = 'Residência Alto da Serra'`,
  );
  house = row?.id ?? '';
});
afterAll(() => app.stop());

const PATH = '/home/forms/transactions/costbreakdown';

const shown = (value: string): string => {
  const [whole = '0', cents = '00'] = value.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
};

/** Expenses of the house up to the demo's day, from the shares themselves; of one category, or of all. */
const spent = async (category?: string): Promise<string> => {
  const [row] = await app.services.seed.sql<{ value: string }>(
    `select sum(a.gross_value)::text as value from apportionments a
     join transactions t on t.id = a.transaction_id
     left join categories c on c.id = t.category_id
     where a.building_id = $1 and t.type = 'DEBIT' and t.competence_date <= '2026-11-20'
       and ($2::text is null or c.name = $2)`,
    [house, category ?? null],
  );
  return row?.value ?? '0.00';
};

const open = (search = '', options: { width?: 390; dark?: boolean; as?: 'admin' | 'engenheiro' } = {}) =>
  app.open(`${PATH}${search}`, { as: 'admin', place: { companyId, buildingId: house }, ...options });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');

test('Stages by category show what was spent, as the shares add up; a cell opens its figures and documents', async () => {
  const [total, contractors] = [await spent(), await spent('Empreiteiros')];
  const page = await open();
  await page.getByRole('heading', { name: 'Etapas × categorias' }).waitFor();
  const foot = page.locator('tr[data-key="total"]');
  await eventually(foot).toContain(shown(total));
  await eventually(foot).toContain(shown(contractors));
  await eventually(page.getByRole('main')).toContain(`realizado R$ ${shown(total)}`);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.locator('[data-cell="total/0"]').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Total × Empreiteiros' });
  await eventually(panel).toContain(shown(contractors));
  await panel.getByRole('link', { name: /^\d+ documentos$/ }).waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => focused(page)).toBe('total/0');
  await page.keyboard.press('ArrowUp');
  await eventually(() => focused(page)).toBe('loose/0');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForURL(/outcome\?.*category=\d+/);
  await eventually(page.getByRole('main')).toContain(shown(contractors));
  await page.close();
});

test('Categories unfold sideways and stages downwards, by keyboard too; the regime is in the address', async () => {
  const page = await open();
  await page.getByRole('button', { name: /^Outras \d+ categorias$/ }).click();
  await page.getByRole('columnheader', { name: 'Madeira e fôrmas' }).waitFor();
  expect(new URL(page.url()).searchParams.get('columns')).toBe('all');
  await page.getByRole('button', { name: 'Recolher categorias' }).click();
  await eventually(() => page.getByRole('columnheader', { name: 'Madeira e fôrmas' }).count()).toBe(0);
  await page.getByRole('button', { name: '3 Fundações' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('rowheader', { name: 'Estacas' }).waitFor();
  await page.getByRole('button', { name: 'Caixa', exact: true }).click();
  await page.waitForURL(/regime=cash/);
  await page.close();
});

test('Inputs of the estimate are given a category, which divides what is estimated', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Insumos e categorias' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insumos e categorias' });
  const typed = dialog.getByRole('combobox', { name: 'Categoria de Serviços sem insumos (preço digitado)' });
  await typed.selectOption({ label: 'Sem categoria' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar 1 grupo' }).click();
  await eventually(page.getByRole('main')).toContain('do orçado são de insumos sem categoria');
  await page.getByRole('button', { name: 'Dar categoria' }).click();
  await typed.selectOption({ label: 'Empreiteiros' });
  await dialog.getByRole('button', { name: 'Salvar 1 grupo' }).click();
  await eventually(() => page.getByText('do orçado são de insumos sem categoria').count()).toBe(0);
  await page.close();
});

test('On a phone each stage opens its categories, in dark mode', async () => {
  const page = await open('', { width: 390, dark: true });
  await page.getByRole('button', { name: /^3 Fundações/ }).click();
  await page
    .getByRole('button', { name: /Concreto e argamassa/ })
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const overflows = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await eventually(overflows).toBe(false);
  await page.close();
});
