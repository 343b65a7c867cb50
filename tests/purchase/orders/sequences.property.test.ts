/**
 * Whatever is received, undone, retried, canceled, closed and paid, in any order: the one expense is worth the notas, by the
 * stages of what came. The oracle keeps its own books of notas in decimals, and reads the expense from the database.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { done, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
let products: number[];

beforeAll(async () => {
  desk = await startOrders();
  products = [await desk.product('P1', 'Areia'), await desk.product('P2', 'Brita'), await desk.product('P3', 'Cal')];
});
afterAll(() => desk.services.stop());

const cents = (value: Decimal) => value.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN);

type Act =
  | { kind: 'receive' | 'twice'; line: number; hundredths: number; price: number; freight: number }
  | { kind: 'undo'; pick: number }
  | { kind: 'cancel' | 'close' | 'stage'; line: number }
  | { kind: 'pay' | 'takeBack' };

const line = fc.nat(2);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('receive' as const, 'receive' as const, 'twice' as const),
    line,
    hundredths: fc.integer({ min: 1, max: 500 }),
    price: fc.integer({ min: 0, max: 99_999 }),
    freight: fc.integer({ min: 0, max: 2_000 }),
  }),
  fc.record({ kind: fc.constant('undo' as const), pick: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'close' as const, 'stage' as const), line }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'takeBack' as const) }),
);

/** A nota in the books: what it is worth, of which line. */
interface Nota {
  id: number;
  line: number;
  quantity: Decimal;
  value: Decimal;
}

const start = async () => {
  const lines = products.map((id, index) => ({
    ...{ product: { id }, quantity: '10', price: '7.5' },
    costEstimateGroup: index === 2 ? null : { id: index === 0 ? desk.areas : desk.finishes },
  }));
  const order = done(await desk.create(lines, { shippingRate: '12.34', ipi: '3', createdDate: '2026-11-01' }));
  return {
    id: order.id as number,
    lines: order.requirementLineList.map(({ id }: { id: number }) => id) as number[],
    notas: [] as Nota[],
    paid: false,
  };
};
type Books = Awaited<ReturnType<typeof start>>;

const receive = async (books: Books, act: Extract<Act, { hundredths: number }>, serial: number) => {
  const quantity = new Decimal(act.hundredths).div(100);
  const price = new Decimal(act.price).div(10_000);
  const freight = new Decimal(act.freight).div(100);
  const call = {
    token: desk.token,
    headers: { 'idempotency-key': `nota-${books.id}-${serial}` },
    body: {
      ...{ documentNumber: `N${serial}`, shippingRate: freight.toFixed(2), ipiValue: '0.01', discount: '0' },
      lines: [{ line: { id: books.lines[act.line] }, quantity: quantity.toFixed(4), price: price.toFixed(4) }],
    },
  };
  const before = await desk.read(books.id);
  const reply = await desk.api.post(desk.at(books.id, '/deliveries'), call);
  if (act.kind === 'twice') await desk.api.post(desk.at(books.id, '/deliveries'), call);
  const stored = before.requirementLineList[act.line];
  const fits = new Decimal(stored.receivedQuantity).plus(quantity).lte(stored.quantity);
  expect([reply.status, reply.text]).toEqual([
    fits && !stored.canceled && !stored.closed ? 200 : 422,
    expect.any(String),
  ]);
  if (reply.status !== 200) return;
  const value = cents(quantity.times(price)).plus(freight).plus('0.01');
  books.notas.push({ id: reply.body.data.deliveries.at(-1).id, line: act.line, quantity, value });
};

const undo = async (books: Books, pick: number) => {
  const nota = books.notas[pick % Math.max(1, books.notas.length)];
  if (!nota) return;
  const reply = await desk.undo(books.id, nota.id);
  expect(reply.status).toBe(books.paid ? 422 : 200);
  if (reply.status === 200) books.notas = books.notas.filter((one) => one !== nota);
};

const change = async (books: Books, act: Extract<Act, { kind: 'cancel' | 'close' | 'stage' }>) => {
  const { requirementLineList: lines } = await desk.read(books.id);
  const stored = lines[act.line];
  const changed = {
    cancel: { canceled: !stored.canceled },
    close: { closed: !stored.closed },
    stage: { costEstimateGroup: stored.costEstimateGroup ? null : { id: desk.areas } },
  }[act.kind];
  const received = new Decimal(stored.receivedQuantity).gt(0);
  const reply = await desk.update(books.id, {
    requirementLineList: lines.map((one: object, at: number) => (at === act.line ? { ...one, ...changed } : one)),
  });
  const refused = {
    cancel: received && !stored.canceled,
    close: !received && !stored.closed,
    stage: received && books.paid,
  }[act.kind];
  expect([act.kind, reply.status]).toEqual([act.kind, refused ? 422 : 200]);
};

const settle = async (books: Books, pays: boolean) => {
  const { expense } = await desk.read(books.id);
  if (!expense || pays === books.paid) return;
  const { transactionRecordList } = await desk.expense(expense.id);
  const [first] = transactionRecordList.filter(({ forecast }: { forecast: boolean }) => forecast === pays);
  const path = `/api/v1/financial/company/${desk.office.companyId}/debit/${expense.id}/installment/${first.id}/payment`;
  const wallet = await desk.seed.sql<{ id: string }>('select id from wallets limit 1');
  const [known] = wallet;
  const id =
    known?.id ??
    (await desk.seed.insert('wallets', {
      ...{ account_id: desk.office.accountId, company_id: desk.office.companyId, identifier: 'Banco' },
      ...{ initial_balance: '0', balance_date: '2026-01-01' },
    }));
  const body = { paymentDate: '2026-11-20', bank: { id: Number(id) }, paymentMethod: 'PIX' };
  done(
    pays ? await desk.api.post(path, { token: desk.token, body }) : await desk.api.delete(path, { token: desk.token }),
  );
  books.paid = pays;
};

const agrees = async (books: Books) => {
  const order = await desk.read(books.id);
  const owed = books.notas.reduce((sum, { value }) => sum.plus(value), new Decimal(0));
  expect(order.invoicedValue).toBe(owed.toFixed(2));
  for (const [index, stored] of order.requirementLineList.entries()) {
    const came = books.notas
      .filter(({ line: of }) => of === index)
      .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
    expect(stored.receivedQuantity).toBe(came.toFixed(4));
  }
  const rows = await desk.seed.sql<{
    gross_value: string;
    installments: string;
    shares: Record<string, string> | null;
  }>(
    `select t.gross_value, (select sum(i.gross_value) from installments i where i.transaction_id = t.id) as installments,
            (select json_object_agg(coalesce(a.cost_estimate_group_id, 0), a.gross_value::text) from apportionments a
              where a.transaction_id = t.id) as shares
       from transactions t where t.document_number = $1`,
    [order.document],
  );
  if (owed.isZero()) {
    expect([rows, order.expense]).toEqual([[], null]);
    return;
  }
  const stages = new Map<string, Decimal>();
  for (const { line: of, value } of books.notas) {
    const stage = String(order.requirementLineList[of].costEstimateGroup?.id ?? 0);
    stages.set(stage, (stages.get(stage) ?? new Decimal(0)).plus(value));
  }
  const shares = Object.fromEntries(
    [...stages].filter(([, value]) => value.gt(0)).map(([stage, value]) => [stage, value.toFixed(2)]),
  );
  expect(rows).toEqual([{ gross_value: owed.toFixed(2), installments: owed.toFixed(2), shares }]);
};

test('The expense of an order is worth its notas after any sequence of acts', async () => {
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 3, maxLength: 12 }), async (sequence) => {
      const books = await start();
      for (const act of sequence) {
        if ('hundredths' in act) await receive(books, act, (serial += 1));
        else if (act.kind === 'undo') await undo(books, act.pick);
        else if ('line' in act) await change(books, act);
        else await settle(books, act.kind === 'pay');
        await agrees(books);
      }
    }),
    { seed: 20_261_120, numRuns: 25 },
  );
});
