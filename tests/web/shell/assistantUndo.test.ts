import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open('/home/forms/transactions/outcome', { as: 'financeiro' });
  await page.getByRole('button', { name: /^Abrir assistente/ }).click();
}, 90_000);
afterAll(() => app.stop());

interface Bill {
  transaction: number;
  installment: number;
  version: number;
}
/** An expense with one open installment, and another state of it each time that it is asked. */
const bill = async (offset: number): Promise<Bill> => {
  const [row] = await app.services.seed.sql<Bill>(
    `select t.id::int as transaction, i.id::int as installment, t.version from transactions t
       join installments i on i.transaction_id = t.id
      where t.company_id = 1 and t.type = 'DEBIT' and t.installment_count = 1 and i.forecast and i.due_date < '2026-11-20'
        and exists (select from apportionments a where a.transaction_id = t.id)
      order by t.id limit 1 offset ${offset}`,
  );
  if (!row) throw new Error('The demo has no such bill.');
  return row;
};
const pay = async ({ transaction, installment, version }: Bill) => {
  const { errors } = await app.ask(
    'financeiro',
    `mutation ($t: ID!, $i: ID!, $v: Int!, $w: ID!) { payInstallment(companyId: 1, type: DEBIT, transactionId: $t, installmentId: $i,
       version: $v, input: { paymentDate: "2026-11-20", walletId: $w, paymentMethod: PIX }) { transaction { id } } }`,
    { variables: { t: String(transaction), i: String(installment), v: version, w: await wallet() } },
  );
  expect(errors ?? []).toEqual([]);
};
const wallet = async (): Promise<string> => {
  const [row] = await app.services.seed.sql<{ id: string }>(
    'select id::text from wallets where company_id = 1 order by id',
  );
  return row?.id ?? '';
};
const isOpen = async ({ installment }: Bill): Promise<boolean> => {
  const [row] = await app.services.seed.sql<{ forecast: boolean }>('select forecast from installments where id = $1', [
    installment,
  ]);
  return row?.forecast === true;
};
const newestUndo = () => page.getByRole('log', { name: 'Mensagens' }).getByRole('button', { name: 'Desfazer' });

test('A payment is undone from its card, which then has nothing more to undo', async () => {
  const one = await bill(0);
  await pay(one);
  expect(await isOpen(one)).toBe(false);
  await newestUndo().click();
  await newestUndo().waitFor({ state: 'hidden' });
  expect(await isOpen(one)).toBe(true);
  await page.getByText('Pagamento desfeito').first().waitFor();
  await page.reload();
  await page
    .getByRole('log', { name: 'Mensagens' })
    .getByText(/Pagamento de .* registrado/)
    .waitFor();
  expect(await newestUndo().count()).toBe(0);
}, 60_000);

test('A payment whose document has changed since is not undone from its card, which says why', async () => {
  const other = await bill(1);
  await pay(other);
  await newestUndo().waitFor();
  await app.services.seed.sql('update transactions set version = version + 1 where id = $1', [other.transaction]);
  await newestUndo().click();
  await newestUndo().waitFor({ state: 'hidden' });
  await page
    .getByText(/Confira a versão gravada e tente de novo/)
    .first()
    .waitFor();
  expect(await isOpen(other)).toBe(false);
}, 60_000);
