import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const TRANSACTIONS = '/home/forms/transactions';

let app: TestApp;
let place: { companyId: string; buildingId: null };
beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('admin', '{ session { companies { id } } }');
  place = { companyId: data.session.companies[0].id, buildingId: null };
}, 60_000);
afterAll(() => app.stop());

interface Stored {
  id: string;
  transactionId: string;
  number: number;
  dueDate: string;
  day: string;
}

/** The first installment of an expense with the condition; the day on which the cash flow counts it as `day`. */
const stored = async (condition: string, day: string): Promise<Stored> => {
  const [row] = await app.services.seed.sql<Stored>(
    `select id::text, transaction_id::text as "transactionId", number, due_date::text as "dueDate", (${day})::text as day
       from installments
      where type = 'DEBIT' and ${condition} order by id limit 1`,
  );
  if (!row) throw new Error(`No installment: ${condition}`);
  return row;
};

// Today is 20/11/2026; the 30 days end on 19/12/2026.
test.each([
  ['due in 30 days', `forecast and due_date between '2026-11-20' and '2026-12-19'`, 'due_date', 'FORECAST', 'A vencer'],
  ['due later', `forecast and due_date > '2026-12-19'`, 'due_date', 'FORECAST', 'A vencer'],
  ['overdue', `forecast and due_date < '2026-11-20'`, `date '2026-11-20'`, 'OVERDUE', 'Vencida'],
  ['paid', 'not forecast', 'payment_date', 'PAID', 'Paga'],
])(
  'An installment that is %s has one word in its form, its list and the cash flow',
  async (_, where, on, state, word) => {
    const { id, transactionId, number, dueDate, day } = await stored(where, on);
    const page = await app.shared(`${TRANSACTIONS}/outcome?id=${transactionId}`, { as: 'admin', place });
    const parcels = page.getByRole('dialog').getByRole('table').filter({ hasText: 'Vencimento' }).first();
    await eventually(parcels.getByRole('row').nth(number)).toContain(word);

    await visit(page, `${TRANSACTIONS}/debit-installments?from=${dueDate}&to=${dueDate}`);
    await eventually(page.locator(`.ag-row[row-id="${id}"] [col-id="status"]`).first()).toBe(word);

    await visit(page, `${TRANSACTIONS}/cashflow?listFrom=${day}&listTo=${day}&listType=DEBIT&listState=${state}`);
    const movement = page.getByRole('dialog').getByRole('link').filter({ hasText: word });
    await eventually(() =>
      movement.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
    ).toContain(`${TRANSACTIONS}/outcome?id=${transactionId}`);
  },
);

test.each([
  ['debit-installments', 'Registrar pagamento'],
  ['credit-installments', 'Registrar recebimento'],
])('In %s the act has one name in the bar, in the title of its dialog and on its button', async (list, name) => {
  const page = await app.shared(`${TRANSACTIONS}/${list}?status=OVERDUE`, { as: 'financeiro', place });
  await page.locator('.ag-row[row-index="0"] input[type="checkbox"]').click();
  await page.getByRole('toolbar', { name: 'Ações para os selecionados' }).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: `${name} · 1 parcela` });
  expect(await dialog.getByRole('button', { name, exact: true }).count()).toBe(1);
});
