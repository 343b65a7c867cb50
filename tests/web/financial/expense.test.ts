import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { formatCurrency as format, subtract } from '#domain/money.ts';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';
import { obstacles } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';

const LIST = '/home/forms/transactions/outcome?from=2026-11-01&to=2027-02-28';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(LIST, { as: 'financeiro' });
}, 60_000);
afterAll(() => app.stop());

/** Formats like the screen, with plain spaces. */
const formatCurrency = (value: string): string => format(value).replaceAll(/\s+/g, ' ');

const choose = async (label: string, typed: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.keyboard.type(typed);
  await page
    .getByRole('option', { name: new RegExp(typed, 'i') })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
};

const installmentValues = async (): Promise<string[]> => {
  const fields = page.getByLabel(/^Valor da parcela \d$/);
  return Promise.all(Array.from({ length: await fields.count() }, (_, index) => fields.nth(index).inputValue()));
};

/** Figures of the services, without the browser's cache. */
interface Books {
  itau: string;
  value: string;
  openValue: string;
}

const COMPANY = 'query { session { companies { id buildings { id name } } } }';
const BOOKS = `query ($companyId: ID!, $buildingId: ID!) {
  wallets(companyId: $companyId) { content { identifier balance { balance } } }
  transactions(companyId: $companyId, type: DEBIT, filter: {
    buildingId: $buildingId, dueDate: { start: "2026-11-01", end: "2027-03-01" }
  }) { totals { value openValue } }
}`;

const readBooks = async (): Promise<Books> => {
  const { data } = await app.ask('financeiro', COMPANY);
  const [company] = data.session.companies;
  const variables = { companyId: company.id, buildingId: company.buildings[0].id };
  const books = (await app.ask('financeiro', BOOKS, { variables })).data;
  const itau = books.wallets.content.find(({ identifier }: { identifier: string }) => identifier === 'Itaú');
  return { itau: itau.balance.balance, ...books.transactions.totals };
};

/** Returns the totals in the foot of the list. */
const totalsOnScreen = () => eventually(page.getByText('Total filtrado').locator('..'));
const drawer = () => eventually(page.locator('[aria-label="Concreteira Paulista Ltda"]').first());
const shows = (label: string, text: string): Promise<void> =>
  eventually(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
const assistant = () => page.getByRole('complementary', { name: 'Assistente' });
const savedId = () => new URL(page.url()).searchParams.get('id');

describe('An expense of R$ 10.000,00 in 3 installments over 2 buildings', () => {
  let before: Books;

  test('is entered by keyboard alone, beside its list', async () => {
    before = await readBooks();
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await page.keyboard.type('concreteira');
    await page.getByRole('option', { name: /Concreteira Paulista/ }).waitFor();
    await page.keyboard.press('Enter');
    for (const typed of ['NF 9.999', 'Concreto da laje', '10000']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.getByLabel('Número de parcelas').focus();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await eventually(installmentValues).toEqual(['3.333,33', '3.333,33', '3.333,34']);
    const days = ['20/11/2026', '20/12/2026', '20/01/2027'];
    for (const [index, day] of days.entries()) await shows(`Vencimento da parcela ${index + 1}`, day);
  });

  test('is apportioned to two buildings and their stages, exactly', async () => {
    // The whole value is on the chosen building by default.
    await shows('Obra do rateio 1', 'Residência Alto da Serra');
    await shows('Valor do rateio 1', '10.000,00');
    await choose('Etapa do rateio 1', 'Fundações');
    await page.getByRole('button', { name: 'Obra', exact: true }).click();
    await choose('Obra do rateio 2', 'Vila');
    await choose('Etapa do rateio 2', 'Fundações');
    await page.getByLabel('Percentual do rateio 1').fill('33,33');
    await page.keyboard.press('Tab');
    await shows('Valor do rateio 1', '3.333,00');
    await page.getByLabel('Valor do rateio 2').fill('6667');
    await page.keyboard.press('Tab');
    await page.getByText('confere com o total').nth(1).waitFor();
  });

  test('is stored with its attachment by Ctrl+S, and appears in the list at once', async () => {
    const buffer = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
    await page
      .getByLabel('Arquivos para anexar')
      .setInputFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer });
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Concreteira Paulista Ltda' }).waitFor();
    await page.getByText('nota.pdf').waitFor();
    await eventually(savedId).toMatch(/^\d+$/);
    await drawer().toContain('Em aberto R$ 10.000,00');
    const stored = await readBooks();
    // The list counts the shares of the chosen building: 33,33%.
    expect(subtract(stored.value, before.value)).toBe('3333.00');
    await page.getByText(`documentos · ${formatCurrency(stored.value)}`).waitFor();
    await totalsOnScreen().toContain(formatCurrency(stored.openValue));
  });

  test('is paid in part: 3.333,33 and 12,34 of interest leave Itaú, and every figure on the screen follows', async () => {
    await page.getByRole('button', { name: /^Abrir assistente/ }).click();
    await page.getByRole('button', { name: 'Registrar pagamento' }).click();
    await choose('Carteira', 'Itaú');
    await page.getByLabel('Juros e multa').fill('12,34');
    await page.keyboard.press('Tab');
    await page.getByText('R$ 3.345,67').waitFor();
    await page
      .getByRole('dialog', { name: /^Registrar pagamento/ })
      .getByRole('button', { name: 'Registrar pagamento' })
      .click();
    const balance = formatCurrency(subtract(before.itau, '3345.67'));
    await assistant().getByText(`Saldo de Itaú: ${balance}`).waitFor();
    const paid = await readBooks();
    expect(paid.itau).toBe(subtract(before.itau, '3345.67'));
    // The building's share of the interest is 4,11, and of the installment 1.111,00.
    expect(subtract(paid.value, before.value)).toBe('3337.11');
    expect(subtract(paid.openValue, before.openValue)).toBe('2222.00');
    await totalsOnScreen().toContain(formatCurrency(paid.value));
    await totalsOnScreen().toContain(formatCurrency(paid.openValue));
    await drawer().toContain('Pago R$ 3.345,67');
  });

  test('is open again when the payment is undone', async () => {
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await assistant().getByText(`desfeito`).first().waitFor();
    await assistant()
      .getByText(`Saldo de Itaú: ${formatCurrency(before.itau)}`)
      .waitFor();
    const undone = await readBooks();
    expect(undone.itau).toBe(before.itau);
    expect(subtract(undone.openValue, before.openValue)).toBe('3333.00');
    await totalsOnScreen().toContain(formatCurrency(undone.value));
    await drawer().toContain('Pago R$ 0,00');
  });

  test('is not accessible to the engineer, by screen, GraphQL or REST', async () => {
    const { data } = await app.ask('financeiro', COMPANY);
    const companyId = data.session.companies[0].id;
    const id = savedId();
    const theirs = await app.open(`${LIST}&id=${id}`, { as: 'engenheiro' });
    await theirs.getByRole('heading', { name: 'Sem acesso a Despesas' }).waitFor();
    expect(await theirs.getByText('Concreteira Paulista').count()).toBe(0);
    expect(await theirs.getByRole('link', { name: 'Despesas' }).count()).toBe(0);

    const query =
      'query ($companyId: ID!, $id: ID!) { transaction(companyId: $companyId, type: DEBIT, id: $id) { id grossValue } }';
    const answer = await app.ask('engenheiro', query, { variables: { companyId, id } });
    expect(answer.data?.transaction ?? null).toBeNull();
    expect(answer.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');

    const { api } = app.services;
    const token = await app.token('engenheiro');
    const reply = await api.get(`/api/v1/financial/company/${companyId}/debit/${id}`, { token });
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain('Concreto da laje');
  });
});

describe('The list and the form of expenses', () => {
  test.each([
    [1440, false],
    [1440, true],
    [390, false],
    [390, true],
  ] as const)('have no serious accessibility problem at %d px, dark: %s', async (width, dark) => {
    const own = await app.open(LIST, { as: 'financeiro', width, dark });
    await own.getByText('Vencida', { exact: true }).first().waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    await own.goto(`${app.url}${LIST}&id=${savedId()}`);
    await own.getByText('nota.pdf').waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    if (width !== 390) return;
    // Every action can be tapped on a phone.
    const foot = own.getByRole('dialog').locator('footer').getByRole('button');
    await eventually(() => obstacles(foot)).toEqual({ Excluir: '', 'Registrar pagamento': '', Salvar: '' });
  });

  test('keep a draft when the page is left, and restore it', async () => {
    const own = await app.open(`${LIST}&id=new`, { as: 'financeiro' });
    await own.getByLabel('Descrição').fill('Rascunho de ontem');
    await own.getByLabel('Valor bruto').fill('1234,5');
    await own.keyboard.press('Tab');
    await eventually(() => own.getByLabel('Valor bruto').inputValue()).toBe('1.234,50');
    await own.reload();
    await own.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await eventually(() => own.getByLabel('Descrição').inputValue()).toBe('Rascunho de ontem');
    await eventually(() => own.getByLabel('Valor bruto').inputValue()).toBe('1.234,50');
  });
});
