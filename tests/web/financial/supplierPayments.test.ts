import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { obstacles } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';

const SUPPLIERS = '/home/forms/supplier';
const CNPJ = '12ABC34501DE35';

let app: TestApp;
let companyId: string;
/** A building of its own, where the clerk has what he has everywhere: what is due there today is of this suite. */
let buildingId: string;
let walletId: string;

const ask = async (query: string, variables: Record<string, unknown> = {}, user: DemoUser = 'admin') => {
  const { data, errors } = await app.ask(user, query, { variables: { companyId, ...variables } });
  expect(errors).toBeUndefined();
  return data;
};

beforeAll(async () => {
  app = await startApp();
  await app.giveAgain('admin');
  const { session } = (await app.ask('admin', '{ session { accountId companyId } }')).data;
  companyId = session.companyId;
  const place = { accountId: Number(session.accountId), companyId: Number(companyId) };
  const { seed } = app.services;
  buildingId = String(await seed.building(place, { name: 'Obra das chaves' }));
  await seed.sql(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission)
     select u.account_id, u.id, $2, $3, 'DEBIT' from users u
      where u.account_id = $1 and u.login = 'financeiro@demo.prumo'`,
    [place.accountId, place.companyId, buildingId],
  );
  const { wallets } = await ask(
    'query ($companyId: ID!) { wallets(companyId: $companyId, filter: { search: "Itaú" }) { content { id } } }',
  );
  walletId = wallets.content[0].id;
}, 60_000);
afterAll(() => app.stop());

const drawer = (page: Page) => page.locator('section[role="dialog"]');
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();

interface Supplier {
  id: string;
  version: number;
}
const PAID_BY =
  'query ($id: ID!) { partner(id: $id) { pixKeys { kind key preferred } bankAccounts { bank account } } }';
const CREATE = `mutation ($input: PartnerInput!) { createPartner(input: $input) { partner { id version } } }`;
const UPDATE = `mutation ($id: ID!, $version: Int!, $input: PartnerInput!) {
  updatePartner(id: $id, version: $version, input: $input) { partner { id } } }`;
const supplierOf = async (name: string, paidBy: object = {}): Promise<Supplier> =>
  (await ask(CREATE, { input: { type: 'SUPPLIER', name, ...paidBy } })).createPartner.partner;

/** An expense of a supplier, due today and to be paid from a wallet that is chosen already. */
const expenseOf = async (partnerId: string, description: string): Promise<string> => {
  const { createTransaction } = await ask(
    `mutation ($companyId: ID!, $input: TransactionInput!) {
      createTransaction(companyId: $companyId, type: DEBIT, input: $input) { transaction { id } } }`,
    {
      input: {
        ...{ description, grossValue: '100.00', emissionDate: '2026-11-01', partnerId, expectedWalletId: walletId },
        installments: [{ dueDate: '2026-11-20', grossValue: '100.00' }],
        apportionments: [{ buildingId, grossValue: '100.00' }],
      },
    },
  );
  return createTransaction.transaction.id;
};

/** Keeps what is copied where the test can read it; the browser of the tests has no clipboard. */
const catchCopies = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void (window.name = text)) },
      // A dialog is opened more than once in a page.
      configurable: true,
    });
  });
const copied = (page: Page) => eventually(() => page.evaluate(() => window.name));

/** The question that a change of where money goes asks. */
const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirme a sua senha' });

const payments = (page: Page) => page.getByRole('dialog', { name: /^Registrar pagamento/ });
const openPayment = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Registrar pagamento' }).first().click();
  await payments(page).waitFor();
  await catchCopies(page);
};

describe('The register of suppliers', () => {
  test('takes keys and accounts, refuses them at their fields, and tells who changed them', async () => {
    const { id } = await supplierOf('Areal Boa Vista Ltda', { pixKeys: [{ key: CNPJ }] });
    const page = await app.open(`${SUPPLIERS}?id=${id}`, { as: 'financeiro' });
    await drawer(page).getByLabel('Chave Pix 1', { exact: false }).first().waitFor();
    await drawer(page).getByRole('button', { name: 'Chave', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.closest('[role="group"]')?.ariaLabel === 'Chave Pix 2');
    await page.keyboard.type('11987654374');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Este número pode ser um CPF ou um celular: escolha o tipo da chave.').waitFor();
    await drawer(page).getByLabel('Tipo da chave 2').selectOption('PHONE');
    await drawer(page).getByRole('group', { name: 'Chave Pix 2' }).getByLabel('Preferida').check();
    await drawer(page).getByRole('button', { name: 'Conta', exact: true }).click();
    await page.waitForFunction(
      () => document.activeElement?.closest('[role="group"]')?.ariaLabel === 'Conta bancária 1',
    );
    await page.keyboard.type('341');
    await drawer(page).getByText('Itaú', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12345');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Informe a conta com o dígito, como 12345-6.').waitFor();
    await page.keyboard.type('-6');
    await page.keyboard.press('Control+s');
    // Nothing is stored, and nothing that was typed is lost, until it is known who changes where money goes.
    await proof(page).getByText('Quem muda acessos ou dados de pagamento confirma que é quem diz ser.').waitFor();
    await proof(page).getByRole('button', { name: 'Cancelar' }).click();
    await toast(page, 'Confirme a sua senha para continuar.');
    await eventually(() =>
      drawer(page)
        .getByRole('textbox', { name: /^Número da conta 1/ })
        .inputValue(),
    ).toBe('12345-6');
    expect((await ask(PAID_BY, { id })).partner.bankAccounts).toEqual([]);
    await page.keyboard.press('Control+s');
    await proof(page).getByLabel('Senha').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await toast(page, 'Fornecedor salvo');
    const { partner } = await ask(PAID_BY, { id });
    expect(partner).toEqual({
      pixKeys: [
        { kind: 'CNPJ', key: CNPJ, preferred: false },
        { kind: 'PHONE', key: '+5511987654374', preferred: true },
      ],
      bankAccounts: [{ bank: '341', account: '12345-6' }],
    });
    const changes = drawer(page).getByRole('list', { name: 'Alterações' });
    await eventually(changes).toContain('Chave Pix incluída: Celular (11) 98765-4374');
    await eventually(changes).toContain('Conta bancária incluída: Itaú, agência 1234, conta corrente 12345-6');
    await eventually(changes).toContain('Chave Pix incluída: CNPJ 12.ABC.345/01DE-35');
    expect(await accessibilityProblems(page)).toEqual([]);

    // Without the preferred key the other one is preferred, and the focus stays in the section.
    await drawer(page).getByRole('button', { name: 'Remover chave Pix 2' }).click();
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Remover chave Pix 1');
    await page.keyboard.press('Control+s');
    await eventually(changes).toContain('Chave Pix retirada: Celular (11) 98765-4374');
    await eventually(changes).toContain('Chave Pix passou a ser a preferida: CNPJ 12.ABC.345/01DE-35');
  }, 60_000);

  test('brings none of them with its list, and shows a form that is open what somebody else has changed of them', async () => {
    const name = 'Argila do Sul Ltda';
    const { id, version } = await supplierOf(name, { pixKeys: [{ key: CNPJ }] });
    const page = await app.open(SUPPLIERS, { as: 'financeiro' });
    const lists: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().postData()?.includes('"operationName":"Partners"')) lists.push(response.text());
    });
    await page.reload();
    await page.getByText(name, { exact: true }).first().click();
    const key = drawer(page).getByRole('textbox', { name: /^Chave Pix 1/ });
    await eventually(() => key.inputValue()).toBe('12.ABC.345/01DE-35');
    const input = { type: 'SUPPLIER', name, pixKeys: [{ key: 'caixa@argila.com.br' }] };
    await ask(UPDATE, { id, version, input });
    await eventually(() => key.inputValue()).toBe('caixa@argila.com.br');
    await drawer(page).getByLabel('Nome fantasia').fill('Argila');
    await page.keyboard.press('Control+s');
    await toast(page, 'Fornecedor salvo');
    expect((await ask(PAID_BY, { id })).partner.pixKeys).toMatchObject([{ key: 'caixa@argila.com.br' }]);
    const told = (await Promise.all(lists)).join();
    expect(told).toContain(name);
    expect(told.match(/pixKeys|bankAccounts|caixa@argila/g)).toBeNull();
  }, 60_000);

  test('shows them on a phone in the dark, and a customer has none', async () => {
    const { id } = await supplierOf('Brita Fina Ltda', {
      pixKeys: [{ key: CNPJ }, { key: 'caixa@britafina.com.br' }],
      bankAccounts: [{ bank: '001', agency: '1234-5', account: '987-X', kind: 'SAVINGS' }],
    });
    const page = await app.open(`${SUPPLIERS}?id=${id}`, { as: 'financeiro', width: 390, dark: true });
    await drawer(page).getByRole('heading', { name: 'Contas bancárias' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const customer = await app.open('/home/forms/customer?id=new', { as: 'financeiro' });
    await drawer(customer).getByLabel('Nome ou razão social').waitFor();
    expect(await drawer(customer).getByRole('heading', { name: 'Chaves Pix' }).count()).toBe(0);
  }, 60_000);
});

describe('Where a supplier is paid', () => {
  test('the preferred key and the accounts are copied, and what was changed lately is warned of', async () => {
    const { id } = await supplierOf('Cerâmica Sul Ltda', {
      pixKeys: [{ key: CNPJ }, { key: 'caixa@ceramicasul.com.br', preferred: true }],
      bankAccounts: [{ bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING' }],
    });
    // The account is there since last year; the key since today.
    await app.services.seed.sql(
      `update partner_payment_changes set at = '2025-11-20' where partner_id = $1 and target = 'BANK_ACCOUNT'`,
      [id],
    );
    const expense = await expenseOf(id, 'Blocos da semana');
    const page = await app.open(`/home/forms/transactions/outcome?id=${expense}`, { as: 'financeiro' });
    await openPayment(page);
    const panel = payments(page).getByRole('region', { name: 'Dados de pagamento do fornecedor' });
    await eventually(panel).toContain('caixa@ceramicasul.com.br');
    await eventually(panel).toContain('Itaú, agência 1234, conta corrente 12345-6');
    await eventually(panel).not.toContain('12.ABC.345/01DE-35');
    await panel
      .getByText(/^Chave incluída em 20\/11\/2026 por .+: confirme com o fornecedor antes de pagar\.$/)
      .waitFor();
    expect(await panel.getByText(/^Conta (incluída|alterada)/).count()).toBe(0);
    await page.keyboard.press('Alt+c');
    await copied(page).toBe('caixa@ceramicasul.com.br');
    await toast(page, 'Chave copiada');
    await panel.getByRole('button', { name: 'Copiar conta' }).click();
    await copied(page).toBe('Banco 341 (Itaú)\nAgência 1234\nConta corrente 12345-6');
    await panel.getByRole('button', { name: 'Copiar chave' }).click();
    await copied(page).toBe('caixa@ceramicasul.com.br');
    expect(await accessibilityProblems(page)).toEqual([]);
    // Thirty days later the supplier has been asked, or it is too late.
    await app.services.seed.sql(
      `update partner_payment_changes set at = '2026-10-21T14:00:00Z' where partner_id = $1`,
      [id],
    );
    await page.keyboard.press('Escape');
    await openPayment(page);
    await eventually(panel).toContain('caixa@ceramicasul.com.br');
    expect(await panel.getByText(/confirme com o fornecedor/).count()).toBe(0);
  }, 60_000);

  test('nothing is shown of a supplier without any, and Meu dia shows the same as the form', async () => {
    const { id: none } = await supplierOf('Sem Chave Ltda');
    const page = await app.open(`/home/forms/transactions/outcome?id=${await expenseOf(none, 'Sem chave')}`, {
      as: 'financeiro',
    });
    await openPayment(page);
    await payments(page).getByText('Sai da carteira').waitFor();
    expect(await payments(page).getByRole('region', { name: 'Dados de pagamento do fornecedor' }).count()).toBe(0);
    const { id } = await supplierOf('Vidraçaria do Dia Ltda', { pixKeys: [{ key: '529.982.247-25' }] });
    await expenseOf(id, 'Vidros do dia');
    const day = await app.open('/home/welcome', {
      as: 'financeiro',
      width: 390,
      dark: true,
      place: { companyId, buildingId },
    });
    await day.getByRole('button', { name: /^Pagar\s+Vidraçaria do Dia/ }).click();
    await catchCopies(day);
    const panel = payments(day).getByRole('region', { name: 'Dados de pagamento do fornecedor' });
    await eventually(panel).toContain('529.982.247-25');
    await panel.getByRole('button', { name: 'Copiar chave' }).click();
    await copied(day).toBe('52998224725');
    expect(Object.values(await obstacles(panel.getByRole('button')))).toEqual(['']);
    expect(await accessibilityProblems(day)).toEqual([]);
  }, 60_000);
});

test('The palette finds a supplier by its key, typed without mask', async () => {
  await supplierOf('Pedreira do Vale Ltda', { pixKeys: [{ key: '(19) 99123-4567' }] });
  const page = await app.open('/home/forms/transactions/outcome', { as: 'financeiro' });
  await page.getByRole('button', { name: /Buscar lançamentos/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('O que você quer fazer?').waitFor();
  await page.keyboard.type('19991234567');
  await page.getByRole('option', { name: /Pedreira do Vale Ltda/ }).waitFor();
});
