/**
 * Whatever is received, returned, undone, retried, canceled, closed and paid, in any order: the one expense is worth the notas less
 * what went back, by the stages of what stayed, and what is left of the order stands in its commitment, by day and by stage. The oracle keeps its own
 * books of notas in decimals, and reads expense and commitment from the database.
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
  | { kind: 'return' | 'returnTwice'; pick: number; part: number; replaced: boolean }
  | { kind: 'undo' | 'undoReturn'; pick: number }
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
  fc.record({
    kind: fc.constantFrom('return' as const, 'return' as const, 'returnTwice' as const),
    ...{ pick: fc.nat(9), part: fc.integer({ min: 1, max: 5 }), replaced: fc.boolean() },
  }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'undoReturn' as const), pick: fc.nat(9) }),
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

/** What went back of a nota. */
interface Back {
  id: number;
  nota: Nota;
  quantity: Decimal;
  value: Decimal;
  replaced: boolean;
}

const start = async () => {
  const lines = products.map((id, index) => ({
    ...{ product: { id }, quantity: '10', price: '7.5' },
    costEstimateGroup: index === 2 ? null : { id: index === 0 ? desk.areas : desk.finishes },
  }));
  // 225,00 and 12,34, with 3 % of both: 244,46.
  const installmentList = [
    { dueDate: '2026-12-01', grossValue: '100.00' },
    { dueDate: '2026-12-15', grossValue: '100.00' },
    { dueDate: '2027-01-05', grossValue: '44.46' },
  ];
  const requirement = { payment: { installmentList } };
  const order = done(
    await desk.create(lines, { shippingRate: '12.34', ipi: '3', createdDate: '2026-11-01', requirement }),
  );
  return {
    id: order.id as number,
    lines: order.requirementLineList.map(({ id }: { id: number }) => id) as number[],
    notas: [] as Nota[],
    backs: [] as Back[],
    paid: false,
  };
};
type Books = Awaited<ReturnType<typeof start>>;

const total = (rows: { quantity: Decimal; value: Decimal }[], field: 'quantity' | 'value') =>
  Decimal.sum(0, ...rows.map((row) => row[field]));
/** What came of a line and stayed, and what of it went back for good. */
const cameOf = ({ notas, backs }: Books, index: number) =>
  total(
    notas.filter(({ line: of }) => of === index),
    'quantity',
  ).minus(
    total(
      backs.filter(({ nota }) => nota.line === index),
      'quantity',
    ),
  );
const goneOf = ({ backs }: Books, index: number) =>
  total(
    backs.filter(({ nota, replaced }) => nota.line === index && !replaced),
    'quantity',
  );

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
  const fits = cameOf(books, act.line).plus(quantity).plus(goneOf(books, act.line)).lte(stored.quantity);
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
  const wentBack = books.backs.some((back) => back.nota === nota);
  expect(reply.status).toBe(books.paid || wentBack ? 422 : 200);
  if (reply.status === 200) books.notas = books.notas.filter((one) => one !== nota);
};

const openOf = async (expense: { id: number } | null): Promise<Decimal> => {
  if (!expense) return new Decimal(0);
  const { transactionRecordList } = await desk.expense(expense.id);
  return Decimal.sum(
    0,
    ...transactionRecordList
      .filter(({ forecast }: { forecast: boolean }) => forecast)
      .map(({ grossValue }: { grossValue: string }) => grossValue),
  );
};

/** So many fifths of a nota go back; all that is left where less is. */
const giveBack = async (books: Books, act: Extract<Act, { part: number }>, serial: number) => {
  const nota = books.notas[act.pick % Math.max(1, books.notas.length)];
  if (!nota) return;
  const before = books.backs.filter((back) => back.nota === nota);
  const left = nota.quantity.minus(total(before, 'quantity'));
  const worth = nota.value.minus(total(before, 'value'));
  const wanted = nota.quantity.times(act.part).div(5).toDecimalPlaces(4);
  const quantity = left.isZero() ? wanted : Decimal.min(wanted, left);
  const value = quantity.gte(left) ? worth : Decimal.min(worth, cents(nota.value.times(quantity).div(nota.quantity)));
  const order = await desk.read(books.id);
  const { closed } = order.requirementLineList[nota.line];
  const open = await openOf(order.expense);
  const call = {
    token: desk.token,
    headers: { 'idempotency-key': `back-${books.id}-${serial}` },
    body: {
      reason: 'Quebrado',
      lines: [{ line: { id: books.lines[nota.line] }, quantity: quantity.toFixed(4), replaced: act.replaced }],
    },
  };
  const path = desk.at(books.id, `/deliveries/${nota.id}/returns`);
  const reply = await desk.api.post(path, call);
  if (act.kind === 'returnTwice') await desk.api.post(path, call);
  const accepted = left.gt(0) && !(closed && act.replaced) && value.lte(open);
  expect([reply.status, reply.text]).toEqual([accepted ? 200 : 422, expect.any(String)]);
  if (reply.status !== 200) return;
  const stored = reply.body.data.deliveries.find(({ id }: { id: number }) => id === nota.id);
  const { id } = stored.returns.reduce((a: { id: number }, b: { id: number }) => (a.id > b.id ? a : b));
  books.backs.push({ id, nota, quantity, value, replaced: act.replaced });
};

const undoBack = async (books: Books, pick: number) => {
  const back = books.backs[pick % Math.max(1, books.backs.length)];
  if (!back) return;
  const reply = await desk.api.delete(desk.at(books.id, `/returns/${back.id}`), { token: desk.token });
  const others = books.backs.filter((one) => one !== back);
  const after = { ...books, backs: others };
  const fits = cameOf(after, back.nota.line).plus(goneOf(after, back.nota.line)).lte(10);
  expect([reply.status, reply.text]).toEqual([fits ? 200 : 422, expect.any(String)]);
  if (reply.status === 200) books.backs = others;
};

const change = async (books: Books, act: Extract<Act, { kind: 'cancel' | 'close' | 'stage' }>) => {
  const { requirementLineList: lines } = await desk.read(books.id);
  const stored = lines[act.line];
  const changed = {
    cancel: { canceled: !stored.canceled },
    close: { closed: !stored.closed },
    stage: { costEstimateGroup: stored.costEstimateGroup ? null : { id: desk.areas } },
  }[act.kind];
  const received = cameOf(books, act.line).gt(0);
  const delivered = books.notas.some(({ line: of }) => of === act.line);
  const allGone = delivered && goneOf(books, act.line).gte(10);
  const reply = await desk.update(books.id, {
    requirementLineList: lines.map((one: object, at: number) => (at === act.line ? { ...one, ...changed } : one)),
  });
  const refused = {
    cancel: stored.canceled ? allGone || stored.closed : received,
    close: !received && !stored.closed,
    stage: delivered && books.paid,
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
  const owed = total(books.notas, 'value').minus(total(books.backs, 'value'));
  expect(order.invoicedValue).toBe(owed.toFixed(2));
  for (const [index, stored] of order.requirementLineList.entries()) {
    expect([stored.receivedQuantity, stored.canceledQuantity]).toEqual([
      cameOf(books, index).toFixed(4),
      goneOf(books, index).toFixed(4),
    ]);
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
  const parts = [...books.notas, ...books.backs.map(({ nota, value }) => ({ line: nota.line, value: value.neg() }))];
  for (const { line: of, value } of parts) {
    const stage = String(order.requirementLineList[of].costEstimateGroup?.id ?? 0);
    stages.set(stage, (stages.get(stage) ?? new Decimal(0)).plus(value));
  }
  const shares = Object.fromEntries(
    [...stages].filter(([, value]) => value.gt(0)).map(([stage, value]) => [stage, value.toFixed(2)]),
  );
  expect(rows).toEqual([{ gross_value: owed.toFixed(2), installments: owed.toFixed(2), shares }]);
};

interface CommitmentRows {
  days: { day: string; value: string }[];
  stages: { stage: string; value: string }[];
}

const KEPT = `
  (select coalesce(json_agg(json_build_object('day', due_date, 'value', value::text) order by due_date), '[]')
     from order_commitments where order_id = $1) as days,
  (select coalesce(json_agg(json_build_object('stage', coalesce(stage_id, 0)::text, 'value', value::text) order by stage_id), '[]')
     from (select stage_id, sum(committed_value) as value from order_lines where order_id = $1 and committed_value > 0
            group by 1) s) as stages`;

interface Line {
  quantity: string;
  price: string;
  canceled: boolean;
  closed: boolean;
  canceledQuantity: string;
  receivedQuantity: string;
  costEstimateGroup: { id: number } | null;
}

/** What is left of the order, in decimals: its gross value less the part of it that came, by the value of lines. */
const leftOf = (lines: Line[]) => {
  const of = (line: Line, quantity: Decimal.Value) => cents(new Decimal(quantity).times(line.price));
  const live = lines.filter(({ canceled }) => !canceled);
  const expected = (line: Line) => new Decimal(line.quantity).minus(line.canceledQuantity);
  const whole = live.map((line) => of(line, line.closed ? line.receivedQuantity : expected(line)));
  const came = live.map((line) => of(line, line.receivedQuantity));
  const sum = Decimal.sum(0, ...whole);
  const base = sum.plus('12.34');
  const gross = base.plus(cents(base.times('0.03')));
  const missing = live.map((line) => (line.closed ? new Decimal(0) : expected(line).minus(line.receivedQuantity)));
  const isOpen = missing.some((quantity) => quantity.gt(0));
  const part = sum.isZero() ? new Decimal(0) : cents(gross.times(Decimal.sum(0, ...came)).div(sum));
  const value = isOpen ? gross.minus(part) : new Decimal(0);
  const weights = live.map((line, index) => ({
    key: String(line.costEstimateGroup?.id ?? 0),
    weight: of(line, missing[index] ?? 0),
  }));
  return { value, weights };
};

/** Parts of a value sum to it, and each is its proportion, give or take the cents that rounding moves to the last one. */
const areParts = (
  value: Decimal,
  parts: { key: string; value: string }[],
  weights: { key: string; weight: Decimal }[],
): void => {
  expect(Decimal.sum(0, ...parts.map((part) => part.value)).toFixed(2)).toBe(value.toFixed(2));
  const sum = Decimal.sum(0, ...weights.map(({ weight }) => weight));
  for (const key of new Set(weights.map((one) => one.key))) {
    const own = Decimal.sum(0, ...weights.filter((one) => one.key === key).map(({ weight }) => weight));
    const exact = sum.isZero() ? new Decimal(0) : value.times(own).div(sum);
    const stored = new Decimal(parts.find((part) => part.key === key)?.value ?? 0);
    expect([key, stored.minus(exact).abs().lte('0.02')]).toEqual([key, true]);
  }
};

/** What each order has left, as the books say. */
const left = new Map<number, Decimal>();

const isCommitted = async (books: Books) => {
  const order = await desk.read(books.id);
  const { value, weights } = leftOf(order.requirementLineList);
  left.set(books.id, value);
  const rows = await desk.seed.sql<CommitmentRows>(`select ${KEPT}`, [books.id]);
  const [{ days, stages } = { days: [], stages: [] }] = rows;
  const planned = order.requirement.payment.installmentList as { dueDate: string; grossValue: string }[];
  areParts(
    value,
    days.map((one) => ({ key: one.day, value: one.value })),
    planned.map(({ dueDate, grossValue }) => ({ key: dueDate, weight: new Decimal(grossValue) })),
  );
  areParts(
    value,
    stages.map((one) => ({ key: one.stage, value: one.value })),
    weights,
  );
  await desk.seed.sql('select rebuild_order_commitments()');
  expect(await desk.seed.sql<CommitmentRows>(`select ${KEPT}`, [books.id])).toEqual(rows);
};

/** The whole cash flow: open installments, and what orders have left. */
const flowAgrees = async () => {
  const query = { startDate: '2026-11-20', endDate: '2029-12-31', group: 'WHOLE' };
  const path = `/api/v1/financial/company/${desk.office.companyId}/cashflow/periods`;
  const [period] = done(await desk.api.get(path, { token: desk.token, query })).content;
  const [open] = await desk.seed.sql<{ value: string }>(
    'select coalesce(sum(value), 0) as value from installments where forecast',
  );
  const committed = Decimal.sum(0, ...left.values());
  expect([period.toPay, period.committedToPay]).toEqual([
    committed.plus(open?.value ?? 0).toFixed(2),
    committed.toFixed(2),
  ]);
};

test('The expense of an order is worth its notas, and its commitment what is left, after any sequence of acts', async () => {
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 3, maxLength: 12 }), async (sequence) => {
      const books = await start();
      for (const act of sequence) {
        if ('hundredths' in act) await receive(books, act, (serial += 1));
        else if ('part' in act) await giveBack(books, act, (serial += 1));
        else if (act.kind === 'undo') await undo(books, act.pick);
        else if (act.kind === 'undoReturn') await undoBack(books, act.pick);
        else if ('line' in act) await change(books, act);
        else await settle(books, act.kind === 'pay');
        await agrees(books);
        await isCommitted(books);
        await flowAgrees();
      }
    }),
    { seed: 20_261_120, numRuns: 25 },
  );
}, 180_000);
