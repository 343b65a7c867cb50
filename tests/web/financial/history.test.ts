import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const LIST = '/home/forms/transactions/outcome';

let app: TestApp;
let companyId: string;
let buildingId: string;

beforeAll(async () => {
  app = await startApp();
  const { session } = (await app.ask('admin', '{ session { accountId companyId } }')).data;
  companyId = session.companyId;
  const [accountId, company] = [Number(session.accountId), Number(companyId)];
  const { seed } = app.services;
  buildingId = String(await seed.building({ accountId, companyId: company }, { name: 'Obra das conversas' }));
  const grants = [{ companyId: company, buildingId: Number(buildingId), permissions: ['DEBIT' as const] }];
  await seed.sql(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission)
     select u.account_id, u.id, $2, $3, 'DEBIT' from users u
      where u.account_id = $1 and u.login = 'financeiro@demo.prumo'`,
    [accountId, company, Number(buildingId)],
  );
  for (const name of ['Zulmira Alencar', 'Zuleica Borges']) await seed.user(accountId, { name, grants });
}, 60_000);
afterAll(() => app.stop());

const CREATE = `mutation ($companyId: ID!, $input: TransactionInput!) {
  createTransaction(companyId: $companyId, type: DEBIT, input: $input) { transaction { id } } }`;
const COMMENT = `mutation ($companyId: ID!, $id: ID!, $text: String!) {
  createTransactionComment(companyId: $companyId, type: DEBIT, transactionId: $id, input: { text: $text }) {
    comment { id } } }`;
const ask = async (query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await app.ask('admin', query, { variables: { companyId, ...variables } });
  expect(errors).toBeUndefined();
  return data;
};
const expenseOf = async (description: string): Promise<string> => {
  const input = {
    ...{ description, grossValue: '100.00', emissionDate: '2026-11-01' },
    installments: [{ dueDate: '2026-12-20', grossValue: '100.00' }],
    apportionments: [{ buildingId, grossValue: '100.00' }],
  };
  return (await ask(CREATE, { input })).createTransaction.transaction.id;
};
const comment = (id: string, text: string) => ask(COMMENT, { id, text });
/** Texts of the comments that are stored, the latest first. */
const stored = async (id: string): Promise<string[]> => {
  const rows = await app.services.seed.sql<{ text: string }>(
    'select text from transaction_comments where transaction_id = $1 order by id desc',
    [Number(id)],
  );
  return rows.map(({ text }) => text);
};
const idOf = async (name: string): Promise<number> =>
  Number((await app.services.seed.sql<{ id: string }>('select id from users where name = $1', [name]))[0]?.id);

const drawer = (page: Page) => page.locator('section[role="dialog"]');
const box = (page: Page) => drawer(page).getByRole('textbox', { name: 'Novo comentário' });
const people = (page: Page) => drawer(page).getByRole('listbox', { name: 'Pessoas que podem ser mencionadas' });
const comments = (page: Page) => drawer(page).getByRole('list', { name: 'Comentários', exact: true });
const openComments = async (id: string): Promise<Page> => {
  const page = await app.shared(`${LIST}?id=${id}`, { as: 'financeiro' });
  await drawer(page).getByRole('button', { name: 'Comentários e histórico' }).click();
  await box(page).waitFor();
  return page;
};

describe('The history in the form of a document', () => {
  test('is read once it is opened, and tells what was saved in the form', async () => {
    const id = await expenseOf('Aluguel de andaime');
    const page = await app.shared(`${LIST}?id=${id}`, { as: 'financeiro' });
    const opened: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) opened.push(String(request.postDataJSON()?.operationName));
    });
    await drawer(page).getByRole('button', { name: 'Comentários e histórico' }).waitFor();
    expect(opened).not.toContain('TransactionHistory');
    await drawer(page).getByRole('button', { name: 'Comentários e histórico' }).click();
    const history = drawer(page).getByRole('list', { name: 'Histórico', exact: true });
    await history.getByText('Valor bruto: R$ 100,00').waitFor();
    await history.getByText('Rateio em Obra das conversas: valor R$ 100,00').waitFor();
    await drawer(page).getByLabel('Descrição').first().fill('Aluguel do andaime grande');
    await page.keyboard.press('Control+s');
    await history.getByText('Descrição de Aluguel de andaime para Aluguel do andaime grande').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('A comment', () => {
  test('is written with a mention by keyboard, sent by Ctrl+Enter, edited and removed after a question', async () => {
    const id = await expenseOf('Brita');
    const page = await openComments(id);
    await box(page).focus();
    await page.keyboard.type('Veja @zulm');
    await people(page).getByRole('option', { name: 'Zulmira Alencar', selected: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('o frete.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('É caro.');
    expect(await box(page).inputValue()).toBe('Veja @Zulmira Alencar o frete.\nÉ caro.');
    await page.keyboard.press('Control+Enter');
    const row = comments(page).getByRole('listitem');
    await row.getByText('@Zulmira Alencar').waitFor();
    expect(await box(page).inputValue()).toBe('');
    expect(await stored(id)).toEqual([`Veja @[${await idOf('Zulmira Alencar')}] o frete.\nÉ caro.`]);

    await row.getByRole('button', { name: /^Editar/ }).click();
    const editing = row.getByRole('textbox', { name: 'Comentário' });
    expect(await editing.inputValue()).toBe('Veja @Zulmira Alencar o frete.\nÉ caro.');
    await editing.fill('Veja o frete.');
    await row.getByRole('button', { name: 'Salvar comentário' }).click();
    await row.getByText('editado').waitFor();
    expect(await stored(id)).toEqual(['Veja o frete.']);

    await row.getByRole('button', { name: /^Remover/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Remover o comentário?' });
    await question.getByRole('button', { name: 'Remover' }).click();
    await row.getByText('Comentário removido.').waitFor();
    expect(await row.getByText('Veja o frete.').count()).toBe(0);
    expect(await stored(id)).toEqual([null]);
  });

  test('mentions nobody of an older search: Enter waits for the answer to what is typed', async () => {
    const id = await expenseOf('Areia');
    const page = await openComments(id);
    let pass: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      pass = resolve;
    });
    const searches: string[] = [];
    const hold = async (route: Route) => {
      const { operationName, variables } = route.request().postDataJSON() ?? {};
      if (operationName !== 'Mentionable') return route.fallback();
      searches.push(variables.search);
      const response = await route.fetch();
      await held;
      return route.fulfill({ response });
    };
    await page.route('**/graphql', hold);
    await box(page).focus();
    // "zulm" finds Zulmira alone, "zule" Zuleica alone.
    await page.keyboard.type('@zulm');
    await eventually(() => Promise.resolve(searches)).toContain('zulm');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('e');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter');
    expect(await box(page).inputValue()).toBe('@zule');
    pass();
    await people(page).getByRole('option', { name: 'Zuleica Borges' }).waitFor();
    expect(await people(page).getByRole('option').allTextContents()).toEqual(['Zuleica Borges']);
    expect(await box(page).inputValue()).toBe('@zule');
    expect(await stored(id)).toEqual([]);
    // The answer is there, and one letter more is typed: it is of an older search again.
    await page.keyboard.type('i');
    await page.keyboard.press('Enter');
    expect(await box(page).inputValue()).toBe('@zulei');
    await people(page).getByRole('option', { name: 'Zuleica Borges' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await box(page).inputValue()).toBe('@Zuleica Borges ');
    await page.unroute('**/graphql', hold);
    await page.keyboard.press('Control+Enter');
    await comments(page).getByText('@Zuleica Borges').waitFor();
  });

  test('of somebody else appears by itself, and what is typed meanwhile stays', async () => {
    const id = await expenseOf('Cal');
    const page = await openComments(id);
    await box(page).fill('Ainda escrevo');
    await comment(id, 'Chegou agora');
    await comments(page).getByText('Chegou agora').waitFor();
    expect(await box(page).inputValue()).toBe('Ainda escrevo');
  });

  test('closes its list of people by Esc, and the drawer stays', async () => {
    const page = await openComments(await expenseOf('Tijolo'));
    await box(page).focus();
    await page.keyboard.type('@zul');
    await people(page).getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await people(page).waitFor({ state: 'detached' });
    expect(await box(page).inputValue()).toBe('@zul');
    await box(page).fill('');
  });

  test('fits a phone', async () => {
    const id = await expenseOf('Madeira');
    await comment(id, 'Um texto sem espaços: ' + 'x'.repeat(300));
    const page = await app.shared(`${LIST}?id=${id}#comments`, { as: 'financeiro', width: 390, dark: true });
    await comments(page).getByText('Um texto sem espaços').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test('A mention stands in Meu dia with its document, and goes once it is answered', async () => {
  const id = await expenseOf('Pintura da fachada');
  const me = await idOf(await nameOfClerk());
  await comment(id, `@[${me}] confira a medição`);
  const page = await app.shared('/home/welcome', { as: 'financeiro' });
  const part = page.getByRole('region', { name: 'Para responder: Menções' });
  await part.getByRole('link', { name: /Pintura da fachada/ }).click();
  await comments(page).getByText('confira a medição').waitFor();
  await box(page).fill('Conferida.');
  await drawer(page)
    .getByRole('button', { name: /^Comentar/ })
    .click();
  await comments(page).getByText('Conferida.').waitFor();
  await page.keyboard.press('Escape');
  await part.getByRole('link', { name: /Pintura da fachada/ }).waitFor({ state: 'detached' });
});

const nameOfClerk = async (): Promise<string> => {
  const [row] = await app.services.seed.sql<{ name: string }>(
    `select name from users where login = 'financeiro@demo.prumo'`,
  );
  return row?.name ?? '';
};
