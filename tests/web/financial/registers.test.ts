import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { compare, formatCurrency } from '#domain/money.ts';
import { accessibilityProblems, startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { obstacles } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { HANDLED, Raw, startScriptedServices, type ScriptedServices } from '#tests/support/scriptedServices.ts';

const SUPPLIERS = '/home/forms/supplier';
const CATEGORIES = '/home/forms/transactions/category';
const BUILDINGS = '/home/forms/engineering/building';

const BUILDING_TOTALS = 'query ($companyId: ID!) { buildingTotals(companyId: $companyId) { all active inactive } }';

let app: TestApp;
let provider: ScriptedServices;
let companyId: string;

beforeAll(async () => {
  provider = await startScriptedServices();
  const address = { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo', uf: 'SP' };
  provider.on('GET /ws/01310100/json/', new Raw(200, address));
  for (const code of ['13000000', '13000001']) provider.on(`GET /ws/${code}/json/`, () => HANDLED);
  app = await startApp({ addresses: { url: `${provider.url}/ws` } });
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const text = (value: string) => formatCurrency(value).replaceAll('\u00a0', ' ');
const main = (page: Page) => eventually(page.getByRole('main'));
const shows = (page: Page, label: string, value: string): Promise<void> =>
  eventually(() => drawer(page).getByLabel(label).inputValue()).toBe(value);
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const drawer = (page: Page) => page.locator('section[role="dialog"]');
const row = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });

/**
 * Clicks a button from inside the page as soon as it is rendered: the address lookup times out after 5 s, and
 * Playwright on a loaded machine may need longer to find the button and click it.
 */
const pressWhenDrawn = (page: Page, name: string) =>
  page.evaluate((text) => {
    new MutationObserver((_changes, observer) => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
      if (!button) return;
      observer.disconnect();
      button.click();
    }).observe(document.body, { childList: true, subtree: true });
  }, name);

const ask = async (user: DemoUser, query: string, variables = {}) => {
  const { data, errors } = await app.ask(user, query, { variables: { companyId, ...variables } });
  expect(errors).toBeUndefined();
  return data;
};

describe('Fornecedores', () => {
  test('lists open amounts, creates one by keyboard with an address from its CEP, deactivates and activates it', async () => {
    const { partnerTotals } = await ask(
      'financeiro',
      `query ($companyId: ID!) { partnerTotals(companyId: $companyId, type: SUPPLIER) { active openValue overdueValue } }`,
    );
    const page = await app.open(SUPPLIERS, { as: 'financeiro', place: { companyId, buildingId: null } });
    await row(page, 'Concreteira Paulista Ltda').waitFor();
    await main(page).toContain(`${partnerTotals.active} fornecedores · ${text(partnerTotals.openValue)} a pagar`);
    await main(page).toContain('12.ABC.345/01DE-35');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('columnheader', { name: 'A pagar (R$)' }).click();
    await page.waitForURL(/sort=openValue/);
    await page.getByRole('columnheader', { name: 'A pagar (R$)' }).click();
    await page.waitForURL(/sort=openValue(%3A|:)desc/);
    const { partners } = await ask(
      'financeiro',
      `query ($companyId: ID!) { partners(companyId: $companyId, size: 500, filter: { type: SUPPLIER, active: true }) {
        content { name balance(companyId: $companyId) { openValue } } } }`,
    );
    type Owed = { name: string; balance: { openValue: string } };
    const [most] = [...(partners.content as Owed[])].sort((a, b) => compare(b.balance.openValue, a.balance.openValue));
    await page.waitForFunction(
      (name) => document.querySelector('[role="row"][row-index="0"]')?.textContent?.startsWith(name),
      most?.name ?? '',
    );

    // N opens a new form; input is masked, a wrong CNPJ is reported, the CEP fills in the address and moves the focus.
    await page.keyboard.press('n');
    await drawer(page).getByLabel('Nome ou razão social').waitFor();
    await page.keyboard.type('Pedreira Sertão Ltda');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12abc34501de36');
    await shows(page, 'CPF ou CNPJ', '12.ABC.345/01DE-36');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Informe um CPF ou CNPJ válido.').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Já existe um fornecedor com este CNPJ: Concreteira Paulista Ltda.').waitFor();
    await drawer(page).getByLabel('CPF ou CNPJ').fill('11222333000181');
    await drawer(page).getByLabel('Telefone').fill('19987654321');
    await drawer(page).getByLabel('CEP').pressSequentially('01310100');
    await page.waitForFunction(() => document.activeElement?.closest('.fui-Field')?.textContent?.startsWith('Número'));
    await shows(page, 'Rua ou avenida', 'Avenida Paulista');
    await shows(page, 'Cidade', 'São Paulo – SP');
    await page.keyboard.type('1000');
    await page.keyboard.press('Control+s');
    await toast(page, 'Fornecedor salvo');
    await page.waitForURL(/id=\d+/);
    const id = new URL(page.url()).searchParams.get('id');
    const { partner } = await ask(
      'financeiro',
      'query ($id: ID!) { partner(id: $id) { taxId phone city state streetNumber } }',
      { id },
    );
    expect(partner).toEqual({
      taxId: '11222333000181',
      phone: '19987654321',
      city: 'São Paulo',
      state: 'SP',
      streetNumber: '1000',
    });

    await drawer(page).getByRole('button', { name: 'Desativar' }).click();
    await toast(page, 'Fornecedor desativado');
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await toast(page, 'Fornecedor reativado');
    await drawer(page).getByRole('button', { name: 'Fechar' }).click();
    await drawer(page).waitFor({ state: 'detached' });
  }, 60_000);

  test('accepts a typed address when the CEP service fails, and finds a city without its accents', async () => {
    const page = await app.open(`${SUPPLIERS}?id=new`, { as: 'comprador' });
    await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'));
    await pressWhenDrawn(page, 'Preencher à mão');
    await drawer(page).getByLabel('CEP').pressSequentially('13000000');
    await drawer(page).getByText('Preencha o endereço abaixo.', { exact: true }).waitFor();
    await drawer(page).getByLabel('Cidade').click();
    await page.keyboard.type('mogi guacu');
    await page.getByRole('option', { name: 'Mogi Guaçu – SP' }).click();
    await shows(page, 'UF', 'SP');
    expect(await accessibilityProblems(page)).toEqual([]);
    // PURCHASE shows the suppliers, but not the amounts owed to them.
    await page.getByRole('gridcell').first().waitFor();
    await main(page).not.toContain('A pagar');
    // Without a response the lookup ends after 5 s with a message; typed input stays.
    await drawer(page).getByLabel('CEP').fill('13000001');
    const given = 'Falha na busca por informações de endereço. Preencha o endereço abaixo.';
    await drawer(page).getByText(given).waitFor({ timeout: 20_000 });
    await shows(page, 'Cidade', 'Mogi Guaçu – SP');
  });

  test('does not delete one in use, names the uses, and keeps search and view in the address', async () => {
    const page = await app.open(`${SUPPLIERS}?search=concreteira&active=all`, { as: 'financeiro' });
    await row(page, 'Concreteira Paulista Ltda').click();
    await drawer(page).getByRole('button', { name: 'Excluir' }).click();
    await page
      .getByRole('dialog', { name: /^Excluir/ })
      .getByRole('button', { name: 'Excluir' })
      .click();
    await page.getByText(/Este fornecedor não pode ser excluído: está em uso por \d+ despesas/).waitFor();
    await page.getByRole('button', { name: 'Cancelar' }).last().click();
    await page.goBack();
    await eventually(() => new URL(page.url()).search).toBe('?search=concreteira&active=all');
    await eventually(() => page.getByRole('row').count()).toBe(2);
  });

  test('shows cards on a phone, also in dark mode', async () => {
    const page = await app.open(SUPPLIERS, { as: 'financeiro', width: 390, dark: true });
    await page.getByRole('list', { name: 'Fornecedores' }).getByRole('button').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /Concreteira Paulista/ }).click();
    await drawer(page).getByLabel('Nome ou razão social').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('Categorias', () => {
  test('shows the statement lines, moves and renames a category, and undoes that', async () => {
    const page = await app.open(CATEGORIES, { as: 'financeiro' });
    const cost = page.getByRole('region', { name: 'Custo das obras' });
    const general = page.getByRole('region', { name: 'Despesas gerais' });
    await cost.getByRole('listitem').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('n');
    await drawer(page).getByLabel('Nome').waitFor();
    await page.keyboard.type('Sondagem');
    await drawer(page).getByLabel('Linha do demonstrativo').selectOption({ label: 'Custo das obras' });
    await page.keyboard.press('Control+s');
    await toast(page, 'Categoria salva');
    await cost.getByRole('button', { name: 'Sondagem', exact: true }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Mais ações de Sondagem' }).click();
    await page.getByRole('menuitem', { name: 'Mover para Despesas gerais' }).click();
    await general.getByRole('button', { name: 'Sondagem', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await cost.getByRole('button', { name: 'Sondagem', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Mais ações de Sondagem' }).click();
    await page.getByRole('menuitem', { name: 'Desativar' }).click();
    await toast(page, 'Categoria desativada');
    await cost.getByRole('button', { name: 'Sondagem', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Mostrar inativas' }).click();
    await cost.getByRole('button', { name: 'Sondagem', exact: true }).waitFor();

    // A row in use is not deleted; the reason is shown.
    await cost.getByRole('listitem').first().getByRole('button').first().click();
    await drawer(page).getByRole('button', { name: 'Excluir' }).click();
    await page
      .getByRole('dialog', { name: /^Excluir/ })
      .getByRole('button', { name: 'Excluir' })
      .click();
    await page.getByText(/Esta categoria não pode ser excluída: está em uso por/).waitFor();
  });

  test('is complete and accessible on a phone, also in dark mode, and offers only the types that the user may edit', async () => {
    const page = await app.open(`${CATEGORIES}?id=new`, { as: 'pagador', width: 390, dark: true });
    await drawer(page).getByLabel('Tipo').waitFor();
    await eventually(() => drawer(page).getByLabel('Tipo').locator('option').allInnerTexts()).toEqual(['Despesa']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('Obras', () => {
  test('creates one, which the switcher offers at once; deleting it by its name removes it from lists and choice', async () => {
    const page = await app.open(`${BUILDINGS}?id=new`, { as: 'admin' });
    await drawer(page).getByLabel('Nome da obra').waitFor();
    await page.keyboard.type('Galpão Norte');
    await page.keyboard.press('Control+s');
    await toast(page, 'Obra salva');
    await page.keyboard.press('Escape');
    const views = async () => (await page.getByRole('tab').allInnerTexts()).map((view) => view.replace(/\s+/g, ''));
    const { buildingTotals } = await ask('admin', BUILDING_TOTALS);
    const { all, active, inactive } = buildingTotals;
    await eventually(views).toEqual([`Ativas${active}`, `Inativas${inactive}`, `Todas${all}`]);
    expect(await accessibilityProblems(page)).toEqual([]);

    const switcher = page.getByRole('button', { name: /Empresa e obra/ });
    await switcher.click();
    await page.getByRole('button', { name: 'Galpão Norte', exact: true }).click();
    await eventually(switcher).toContain('Galpão Norte');

    await row(page, 'Galpão Norte').click();
    await drawer(page).getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: 'Excluir Galpão Norte?' });
    await question.getByRole('button', { name: 'Excluir', disabled: true }).waitFor();
    await question.getByRole('textbox').fill('galpao norte');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await toast(page, 'Obra excluída');
    await eventually(views).toContain(`Todas${all - 1}`);
    await drawer(page).waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector('nav')?.textContent?.includes('Todas as obras'));
    await row(page, 'Galpão Norte').waitFor({ state: 'detached' });
  });

  test('keeps one in use, names the uses, and offers to deactivate it', async () => {
    const page = await app.open(BUILDINGS, { as: 'admin', width: 390 });
    const cards = page.getByRole('list', { name: 'Obras' });
    await cards.getByRole('button').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await cards.getByRole('button').first().click();
    const heading = drawer(page).getByRole('heading', { level: 2 });
    await drawer(page).getByRole('button', { name: 'Excluir' }).waitFor();
    const foot = drawer(page).locator('footer').getByRole('button');
    await eventually(() => obstacles(foot)).toEqual({ Excluir: '', Desativar: '', Salvar: '' });
    const name = await heading.innerText();
    await drawer(page).getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: `Excluir ${name}?` });
    await question.getByRole('textbox').fill(name);
    await question.getByRole('button', { name: 'Excluir' }).click();
    await page.getByText(/Esta obra não pode ser excluída: está em uso por .*despesas/).waitFor();
    await question.getByRole('button', { name: 'Desativar' }).click();
    await toast(page, 'Obra desativada');
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await toast(page, 'Obra reativada');
  });

  test('is read-only for engineers, and other users have no such screen', async () => {
    const page = await app.open(BUILDINGS, { as: 'financeiro', dark: true });
    await page.getByRole('heading', { name: 'Sem acesso a Obras' }).waitFor();
    expect(await page.getByRole('link', { name: 'Obras' }).count()).toBe(0);
    const engineer = await app.open(BUILDINGS, { as: 'engenheiro', dark: true });
    await engineer.getByRole('gridcell').first().waitFor();
    await eventually(() => engineer.getByRole('row').count()).toBe(2);
    expect(await accessibilityProblems(engineer)).toEqual([]);
  });
});
