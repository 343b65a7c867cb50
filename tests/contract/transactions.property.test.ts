import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import { omitted } from './client.ts';

/**
 * For random transactions, a GET returns what was sent, and the response can be sent back unchanged. The test computes
 * cents in bigint, without the product's code.
 */
let ledger: Ledger;
let buildings: number[];
beforeAll(async () => {
  ledger = await startLedger();
  buildings = [ledger.casa, ledger.clinica, ledger.galpao];
});
afterAll(() => ledger.services.stop());

const RUNS = 60;
/** Where a body states its buildings. */
const SOURCES = ['not at all', 'of the transaction', 'of the parcelas', 'of both'] as const;

const text = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n);

/** Returns parts of an amount, some of them zero; the first part takes the rest. */
const partsOf = (amount: bigint, cuts: readonly number[]): bigint[] => {
  const others = cuts.map((cut) => (amount * BigInt(cut)) / 300n);
  return [amount - sum(others), ...others];
};

interface Installment {
  cents: number;
  paid: boolean;
  increase: number;
  discount: number;
  cuts: number[];
  day: number;
}

interface Share {
  building: number;
  gross: bigint;
  increase: bigint;
  discount: bigint;
}

const sharesOf = ({ cents, paid, increase, discount, cuts }: Installment): Share[] => {
  const held = partsOf(BigInt(cents), cuts)
    .map((gross, index) => ({ building: index, gross }))
    .filter(({ gross }) => gross > 0n);
  return held.map((one, index) => ({
    ...one,
    // The client's own choice: the whole increase on the last building, the whole discount on the first.
    increase: paid && index === held.length - 1 ? BigInt(increase) : 0n,
    discount: paid && index === 0 ? discountOf(one.gross, discount) : 0n,
  }));
};

const discountOf = (gross: bigint, percent: number): bigint => (gross * BigInt(percent)) / 100n;

const shareBody = ({ building, gross, increase, discount }: Share, isPaid: boolean) => ({
  building: { id: buildings[building] },
  grossValue: text(gross),
  value: text(gross + increase - discount),
  ...(isPaid ? { increase: text(increase), discount: text(discount) } : {}),
});

const installmentBody = (installment: Installment, byRow: boolean) => {
  const shares = sharesOf(installment);
  const gross = BigInt(installment.cents);
  const [increase, discount] = [sum(shares.map((one) => one.increase)), sum(shares.map((one) => one.discount))];
  const day = String(installment.day).padStart(2, '0');
  const payment = {
    paymentDate: `2026-11-${day}`,
    bank: { id: ledger.itau, text: 'Itaú' },
    paymentMethod: 'PIX',
    increase: text(increase),
    discount: text(discount),
  };
  return {
    forecast: !installment.paid,
    dueDate: `2026-12-${day}`,
    grossValue: text(gross),
    value: text(gross + increase - discount),
    ...(installment.paid ? payment : {}),
    ...(byRow ? { transactionRecordBuildings: shares.map((one) => shareBody(one, installment.paid)) } : {}),
  };
};

/** Returns gross, increase and discount per building, in the order of the installments. */
const columnsOf = (installments: readonly Installment[]): Share[] => {
  const all = installments.flatMap(sharesOf);
  return [...new Set(all.map(({ building }) => building))].toSorted().map((building) => {
    const own = all.filter((one) => one.building === building);
    const of = (field: 'gross' | 'increase' | 'discount') => sum(own.map((one) => one[field]));
    return { building, gross: of('gross'), increase: of('increase'), discount: of('discount') };
  });
};

const transactionBody = (installments: readonly Installment[], source: (typeof SOURCES)[number]) => {
  const columns = columnsOf(installments);
  const total = (field: 'gross' | 'increase' | 'discount') => sum(columns.map((one) => one[field]));
  const header = { building: { id: 0 }, grossValue: '' };
  return {
    documentNumber: 'NF 7',
    description: 'Documento gerado',
    emissionDate: '2026-11-02',
    category: { id: ledger.concreto, name: 'Concreto' },
    partner: { id: ledger.concreteira, name: 'Concreteira Paulista' },
    company: { id: ledger.companyId, name: 'Construtora Ipê' },
    forecast: installments.every(({ paid }) => !paid),
    installmentCount: installments.length,
    grossValue: text(total('gross')),
    increase: text(total('increase')),
    discount: text(total('discount')),
    value: text(total('gross') + total('increase') - total('discount')),
    transactionRecordList: installments.map((one) =>
      installmentBody(one, source === 'of the parcelas' || source === 'of both'),
    ),
    ...(source === 'of the transaction' || source === 'of both'
      ? {
          transactionRecordBuildings: columns.map(({ building, gross }) => ({
            ...header,
            building: { id: buildings[building] },
            grossValue: text(gross),
          })),
        }
      : {}),
  };
};

const installments = fc.array(
  fc.record({
    // A few cents over three buildings are the hard case of rounding.
    cents: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 500_000 })),
    paid: fc.boolean(),
    increase: fc.integer({ min: 0, max: 5_000 }),
    discount: fc.integer({ min: 0, max: 100 }),
    cuts: fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 150 })).map((cuts): number[] => cuts),
    day: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('Every stored transaction is read as it was sent, and can be sent back as it was read', async () => {
  await fc.assert(
    fc.asyncProperty(installments, fc.constantFrom(...SOURCES), async (list, source) => {
      const sent = transactionBody(list, source);
      const { status, text: answer, body } = await ledger.post('debit', sent);
      expect([status, status === 200 ? '' : answer]).toEqual([200, '']);
      const path = ledger.path('debit', `/${body.data.id}`);
      const read = async () => (await ledger.services.api.get(path, { token: ledger.admin })).body.data;
      const made = await read();
      expect(omitted(sent, made)).toEqual([]);
      const back = await ledger.put('debit', made);
      expect([back.status, back.status === 200 ? '' : back.text]).toEqual([200, '']);
      expect(await read()).toEqual({ ...made, version: made.version + 1 });
    }),
    { numRuns: RUNS },
  );
}, 60_000);
