import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { startApp, withoutPurchases, type DemoUser } from '#tests/support/app.ts';

export const VILA = 'Vila das Ipês – 8 casas';
export const ORDERS = '/home/forms/purchase/orders-and-receipts';

export const SUPPLIER = 'Depósito São Jorge Materiais para Construção Ltda';
export const STAGE = '8 Áreas comuns e urbanização';
export const CEMENT = 'Cimento CP II-E-32';
export const SAND = 'Areia média lavada';
export const GRAVEL = 'Brita 1';

export const idIn = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? '';

export const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
export const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await page.getByText('não salvo').waitFor({ state: 'detached' });
};
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
export const search = (page: Page) => page.getByRole('combobox', { name: 'Incluir insumo' });
export const quantity = (page: Page, name: string) => page.getByLabel(`Quantidade de ${name}`);
export const price = (page: Page, name: string) => page.getByLabel(`Preço de ${name}`);
export const gross = (page: Page) => page.getByRole('status', { name: 'Valor bruto' });
export const installments = async (page: Page): Promise<string[]> => {
  const items = page.getByRole('list', { name: 'Parcelas previstas' }).getByRole('listitem');
  return (await items.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
};
/** Lines as the grid shows them: code, quantity, price, total. */
export const lines = (page: Page): Promise<string[]> =>
  page.locator('tr[data-line]').evaluateAll((rows) =>
    rows.map((row) => {
      const cell = (id: string) => row.querySelector(`[data-column="${id}"]`);
      const typed = (id: string) => cell(id)?.querySelector('input')?.value ?? cell(id)?.textContent;
      const code = cell('item')?.querySelectorAll('span span')[1]?.textContent ?? cell('item')?.textContent;
      return [code, typed('quantity'), typed('price'), cell('total')?.textContent].join(' | ');
    }),
  );
export const choose = async (page: Page, label: string, text: string, option = text): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).focus();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: option }).filter({ visible: true }).first().waitFor();
  await page.keyboard.press('Enter');
};

/** The application on its demo company, with what the stories of one order ask of it. */
export const startOrderPage = async () => {
  const app = await startApp();
  await withoutPurchases(app);
  const idOf = async (table: string, name: string): Promise<string> => {
    const [row] = await app.services.seed.sql<{ id: string }>(`select id from ${table} where name = $1`, [name]);
    return String(row?.id);
  };
  const place = async () => {
    const sql = 'select id, company_id from buildings where name = $1';
    const [row] = await app.services.seed.sql<{ id: string; company_id: string }>(sql, [VILA]);
    return { companyId: String(row?.company_id), buildingId: String(row?.id) };
  };
  const open = async (address: string, as: DemoUser, rest: { width?: 1440 | 390; dark?: boolean } = {}) =>
    app.open(address, { as, place: await place(), ...rest });

  const asked = async (query: string, input: Record<string, unknown> = {}, as: DemoUser = 'admin') => {
    const { companyId } = await place();
    const { data, errors } = await app.ask(as, query, { variables: { companyId, ...input } });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const READ = `query ($companyId: ID!, $id: ID!) { order(companyId: $companyId, id: $id) {
    id version document grossValue linesValue createdDate supplier { id } building { id } delivery { date }
    requirement { payment { payAfterBase payAfterDay installmentList { dueDate grossValue } } }
    requirementLineList { id quantity price canceled product { code } costEstimateGroup { name } } } }`;
  const read = async (id: string) => (await asked(READ, { id })).order;
  /** Stores an order of cement and sand for the Vila das Ipês. */
  const store = async (input: Record<string, unknown> = {}, as: DemoUser = 'admin'): Promise<string> => {
    const { buildingId } = await place();
    const product = async (code: string) =>
      (await asked('query ($code: String!) { productByCode(code: $code) { id } }', { code })).productByCode.id;
    const create = `mutation ($companyId: ID!, $input: OrderInput!) { createOrder(companyId: $companyId, input: $input) { order { id } } }`;
    const whole = {
      ...{ buildingId, supplierId: await idOf('partners', SUPPLIER), deliveryDate: '2026-11-30' },
      requirementLineList: [
        { productId: await product('0101'), quantity: '100', price: '40' },
        { productId: await product('0107'), quantity: '10', price: '150' },
      ],
      ...input,
    };
    return (await asked(create, { input: whole }, as)).createOrder.order.id;
  };
  /** Stores an order that came on 04/11, cement at 36,80 and sand at 145,00, with its first installment paid. */
  const storePaid = async (): Promise<void> => {
    const paid = await read(await store());
    const [cement, sand] = paid.requirementLineList;
    const receive = `mutation ($companyId: ID!, $id: ID!, $version: Int!, $input: OrderDeliveryInput!) {
      receiveOrder(companyId: $companyId, id: $id, version: $version, input: $input) { order { expense { id } } } }`;
    const input = {
      documentNumber: '2001',
      ...{ emissionDate: '2026-11-04', receivedDate: '2026-11-04' },
      lines: [
        { lineId: cement.id, quantity: '100', price: '36.80' },
        { lineId: sand.id, quantity: '10', price: '145' },
      ],
    };
    const { receiveOrder } = await asked(receive, { id: paid.id, version: paid.version, input });
    const expense = `query ($companyId: ID!, $id: ID!) {
      transaction(companyId: $companyId, type: DEBIT, id: $id) { version installments { id } } }`;
    const { transaction } = await asked(expense, { id: receiveOrder.order.expense.id });
    const wallets = 'query ($companyId: ID!) { wallets(companyId: $companyId, size: 1) { content { id } } }';
    const walletId = (await asked(wallets)).wallets.content[0].id;
    const pay = `mutation ($companyId: ID!, $transactionId: ID!, $installmentId: ID!, $version: Int!, $input: PaymentInput!) {
      payInstallment(companyId: $companyId, type: DEBIT, transactionId: $transactionId, installmentId: $installmentId, version: $version, input: $input) {
        transaction { id } } }`;
    await asked(pay, {
      ...{ transactionId: receiveOrder.order.expense.id, installmentId: transaction.installments[0].id },
      version: transaction.version,
      input: { paymentDate: '2026-11-04', walletId, paymentMethod: 'PIX' },
    });
  };
  return { app, idOf, place, open, asked, read, store, storePaid };
};
export type OrderPages = Awaited<ReturnType<typeof startOrderPage>>;

/** Drags a file from outside the browser over something, lets it go, and waits for what the browser makes of it. */
export const letFileGo = async (over: Locator): Promise<void> => {
  const session = await over.page().context().newCDPSession(over.page());
  const { x, y } = (await over.boundingBox()) ?? { x: 0, y: 0 };
  const data = { items: [], files: [join(process.cwd(), 'README.md')], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  await sleep(300);
};
