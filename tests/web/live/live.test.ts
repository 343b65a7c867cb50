import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

/** Two people at the same screens, each in a browser of their own. */
let app: TestApp;
let companyId: string;
let buildingId: string;
const LIST = '/home/forms/transactions/outcome?search=AoVivo&sort=documentNumber';

beforeAll(async () => {
  app = await startApp();
  ({ companyId, buildingId } = (await app.ask('admin', '{ session { companyId buildingId } }')).data.session);
  // Nobody waits for the first of them.
  for (const number of [1, 2, 3]) await create(number);
}, 60_000);
afterAll(() => app.stop());

interface Made {
  id: string;
  version: number;
}

const ask = async (user: DemoUser, query: string, variables: object): Promise<Record<string, never>> => {
  const { data, errors } = await app.ask(user, query, { variables: { companyId, ...variables } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

const inputOf = (number: number, value: string) => ({
  description: `AoVivo ${number}`,
  documentNumber: `AV-${number}`,
  grossValue: value,
  emissionDate: '2026-11-01',
  installments: [{ dueDate: '2026-12-10', grossValue: value }],
  apportionments: [{ buildingId, grossValue: value }],
});

const CREATE = `mutation ($companyId: ID!, $input: TransactionInput!) {
  saved: createTransaction(companyId: $companyId, type: DEBIT, input: $input) { transaction { id version } } }`;
const UPDATE = `mutation ($companyId: ID!, $id: ID!, $version: Int!, $input: TransactionInput!) {
  saved: updateTransaction(companyId: $companyId, type: DEBIT, id: $id, version: $version, input: $input) {
    transaction { id version } } }`;
const DELETE = `mutation ($companyId: ID!, $id: ID!) { deleteTransaction(companyId: $companyId, type: DEBIT, id: $id) { id } }`;
const FIND = `query ($companyId: ID!) { transactions(companyId: $companyId, type: DEBIT, filter: { search: "AoVivo" }, size: 50) {
  content { id version documentNumber installments { id } } } }`;

async function create(number: number, value = '100.00'): Promise<Made> {
  const data = await ask('admin', CREATE, { input: inputOf(number, value) });
  return (data as unknown as { saved: { transaction: Made } }).saved.transaction;
}

type Listed = Made & { documentNumber: string; installments: { id: string }[] };
const find = async (number: number): Promise<Listed> => {
  const data = await ask('admin', FIND, {});
  const { content } = (data as unknown as { transactions: { content: Listed[] } }).transactions;
  const found = content.find(({ documentNumber }) => documentNumber === `AV-${number}`);
  if (!found) throw new Error(`no AV-${number}`);
  return found;
};
const change = async (number: number, value: string, words: Partial<ReturnType<typeof inputOf>> = {}) => {
  const { id, version, installments } = await find(number);
  const input = {
    ...inputOf(number, value),
    installments: [{ id: installments[0]?.id, dueDate: '2026-12-10', grossValue: value }],
    ...words,
  };
  return ask('admin', UPDATE, { id, version, input });
};

const rows = (page: Page) => page.locator('.ag-row');
const documents = async (page: Page): Promise<string[]> => {
  const texts = await rows(page).evaluateAll((all) =>
    all
      .map((row) => ({ at: Number(row.getAttribute('row-index')), text: row.textContent ?? '' }))
      .sort((a, b) => a.at - b.at)
      .map(({ text }) => /AV-\d/.exec(text)?.[0] ?? ''),
  );
  return texts;
};
const ADMIN = 'Marina Queiroz';
const mark = (page: Page) => page.getByRole('img', { name: `${ADMIN} acabou de alterar` });

describe('A list that others change', () => {
  test('shows their values in place with a mark, and the figures of now', async () => {
    const page = await app.open(LIST, { as: 'financeiro' });
    await eventually(() => documents(page)).toEqual(['AV-1', 'AV-2', 'AV-3']);
    const foot = page.locator('footer').filter({ hasText: 'Total filtrado' });
    await eventually(foot).toContain('300,00');
    await change(2, '250.00');
    await mark(page).waitFor();
    expect(await mark(page).count()).toBe(1);
    await eventually(rows(page).filter({ hasText: 'AV-2' })).toContain('250,00');
    await eventually(foot).toContain('450,00');
    expect(await documents(page)).toEqual(['AV-1', 'AV-2', 'AV-3']);
  });

  test('moves no row: what is new and what is gone waits for a refresh, and is told beside the count', async () => {
    const page = await app.open(LIST, { as: 'financeiro' });
    await eventually(() => documents(page)).toEqual(['AV-1', 'AV-2', 'AV-3']);
    await create(0);
    await page.getByText('1 linha nova', { exact: false }).waitFor();
    expect(await documents(page)).toEqual(['AV-1', 'AV-2', 'AV-3']);
    await ask('admin', DELETE, { id: (await find(3)).id });
    await page.getByText('1 linha nova, 1 linha mudou de lugar').waitFor();
    expect(await documents(page)).toEqual(['AV-1', 'AV-2', 'AV-3']);
    await page.getByRole('button', { name: 'Atualizar a lista' }).click();
    await eventually(() => documents(page)).toEqual(['AV-0', 'AV-1', 'AV-2']);
    expect(await page.getByText('linha nova').count()).toBe(0);
  });

  test('says nothing of what its own user does in another window', async () => {
    const page = await app.open(LIST, { as: 'admin' });
    await eventually(() => documents(page)).toContain('AV-1');
    await change(1, '111.00');
    await page.waitForTimeout(2_000);
    expect(await mark(page).count()).toBe(0);
  });
});

describe('A list with all rows at once', () => {
  test('shows a balance that another has moved, without a mark of the wallet', async () => {
    const page = await app.open('/home/forms/transactions/bank', { as: 'financeiro' });
    const [wallet] = await app.services.seed.sql<{ id: string; identifier: string }>(
      'select id::text, identifier from wallets where company_id = $1 and active order by id limit 1',
      [companyId],
    );
    const line = page
      .getByRole('listitem')
      .filter({ hasText: wallet?.identifier ?? '' })
      .first();
    await line.waitFor();
    const before = await textOf(line);
    const { id, version, installments } = await find(2);
    const input = { paymentDate: '2026-11-19', walletId: wallet?.id, paymentMethod: 'PIX' };
    await ask(
      'admin',
      `mutation ($companyId: ID!, $id: ID!, $i: ID!, $version: Int!, $input: PaymentInput!) { payInstallment(companyId: $companyId, type: DEBIT,
        transactionId: $id, installmentId: $i, version: $version, input: $input) { transaction { id } } }`,
      { id, version, i: installments[0]?.id, input },
    );
    await eventually(line).not.toBe(before);
    expect(await mark(page).count()).toBe(0);
  });

  test('marks a category that another has changed, and a new one waits for a refresh', async () => {
    const page = await app.open('/home/forms/transactions/category?type=DEBIT', { as: 'financeiro' });
    const { data } = await app.ask('admin', '{ categories(filter: { type: DEBIT }) { content { id name version } } }');
    const [one] = data.categories.content;
    await page.getByRole('button', { name: one.name, exact: true }).waitFor();
    const make = 'mutation ($input: CategoryInput!) { createCategory(input: $input) { category { id } } }';
    await ask('admin', make, { input: { name: 'AoVivo cal', type: 'DEBIT' } });
    await page.getByText('1 linha nova').waitFor();
    expect(await page.getByText('AoVivo cal').count()).toBe(0);
    const change =
      'mutation ($id: ID!, $version: Int!, $input: CategoryInput!) { updateCategory(id: $id, version: $version, input: $input) { category { id } } }';
    await ask('admin', change, { id: one.id, version: one.version, input: { name: `${one.name} x`, type: 'DEBIT' } });
    await mark(page).waitFor();
    await page.getByRole('button', { name: 'Atualizar a lista' }).click();
    await page.getByText('AoVivo cal').waitFor();
    await eventually(() => mark(page).count()).toBe(0);
  });
});

describe('A document that two people have open', () => {
  const openForm = async (user: DemoUser, id: string, width: 1440 | 390 = 1440) => {
    const page = await app.open(`${LIST}&id=${id}`, { as: user, width });
    await page.getByRole('dialog').getByLabel('Descrição', { exact: true }).waitFor();
    return page;
  };
  const description = (page: Page) => page.getByRole('dialog').getByLabel('Descrição', { exact: true });

  test('says who is there and who is typing, until they leave', async () => {
    const { id } = await find(1);
    const clerk = await openForm('financeiro', id);
    const owner = await openForm('admin', id);
    await clerk.getByRole('status').filter({ hasText: 'Marina está vendo' }).waitFor();
    await owner.getByRole('status').filter({ hasText: 'Renato está vendo' }).waitFor();
    await description(owner).fill('AoVivo 1, areia');
    await clerk.getByRole('status').filter({ hasText: 'Marina está editando' }).waitFor();
    await owner.getByRole('button', { name: 'Cancelar' }).click();
    await owner.getByRole('button', { name: 'Sair sem salvar' }).click();
    await eventually(() => clerk.getByRole('status').filter({ hasText: 'Marina está' }).count()).toBe(0);
  });

  test('shows what the other saved at once where nothing is typed', async () => {
    const { id } = await find(1);
    const clerk = await openForm('financeiro', id);
    await clerk.waitForTimeout(600);
    await change(1, '120.00', { description: 'AoVivo 1, cal' });
    await eventually(() => description(clerk).inputValue()).toBe('AoVivo 1, cal');
    await eventually(async () => textOf(clerk.getByRole('dialog'))).toContain('120,00');
  });

  test('keeps what is typed, says who saved meanwhile, and asks when it is saved', async () => {
    const { id } = await find(1);
    const clerk = await openForm('financeiro', id);
    await description(clerk).fill('AoVivo 1, tijolo');
    await change(1, '130.00', { description: 'AoVivo 1, brita' });
    await clerk
      .getByRole('status')
      .filter({ hasText: `${ADMIN} salvou agora` })
      .waitFor();
    expect(await description(clerk).inputValue()).toBe('AoVivo 1, tijolo');
    await clerk.keyboard.press('Control+s');
    await clerk.getByText('AoVivo 1, brita').first().waitFor();
  });
});
