import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sum } from '#domain/money.ts';
import type { Permission } from '#domain/permissions.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { EXPENSES, type Figures, TRANSACTIONS, type PlaceName as Place } from './books.ts';
import { openSite, type Site } from './kit.ts';

let services: TestServices;
let site: Site;
type Who = 'admin' | 'ofA' | 'ofBoth' | 'ofNone';
const tokens = {} as Record<Who, string>;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  const accountId = await seed.account();
  site = await openSite(seed, accountId, TRANSACTIONS);
  const { companyId, a, b } = site;
  const permissions: Permission[] = ['DEBIT', 'CREDIT'];
  const of = async (...buildings: (number | null)[]) =>
    seed.tokenOf(
      await seed.user(accountId, { grants: buildings.map((buildingId) => ({ companyId, buildingId, permissions })) }),
    );
  tokens.admin = await seed.tokenOf(await seed.user(accountId, { admin: true }));
  tokens.ofA = await of(a);
  tokens.ofBoth = await of(a, b);
  tokens.ofNone = await of(null);
});
afterAll(() => services.stop());

const buildingOf = (place: Place): Record<string, string> =>
  place === 'all' ? {} : { building: place === 'none' ? '-1' : String(site[place]) };

const ask = async (path: string, query: Record<string, string> = {}, who: Who = 'admin') => {
  const url = path.startsWith('/api') ? path : `/api/v1/financial/company/${site.companyId}${path}`;
  const { status, body, text } = await services.api.get(url, { token: tokens[who], query });
  if (status !== 200) throw new Error(`${url} ${status} ${text}`);
  return body.data;
};

interface Row {
  value: string;
  matching?: { value: string };
}

interface InstallmentFigures {
  value: string;
  transactionRecordBuildings: { building: { id: number }; value: string }[];
}

interface Totals {
  count: number;
  value: string;
  grossValue?: string;
  paidValue: string;
  openValue: string;
  overdueValue: string;
  counts: Record<string, number>;
}

const figuresOf = (totals: Totals) => [
  totals.value,
  totals.grossValue,
  totals.paidValue,
  totals.openValue,
  totals.overdueValue,
];

const namesOf = (rows: { documentNumber: string }[]) => rows.map(({ documentNumber }) => documentNumber);

const PLACES: Place[] = ['all', 'a', 'b', 'none'];

describe.each(PLACES)('With the place "%s" chosen,', (place) => {
  const wanted = EXPENSES[place];

  test('the totals of transactions are the shares of the place', async () => {
    const totals: Totals = await ask('/debit/totals', buildingOf(place));
    expect(figuresOf(totals)).toEqual(wanted.figures);
    const { all, open, partial, paid, overdue } = totals.counts;
    expect([all, open, partial, paid, overdue]).toEqual(wanted.counts);
  });

  test('each status totals the transactions that its tab counts', async () => {
    for (const [index, status] of ['OPEN', 'PARTIAL', 'PAID', 'OVERDUE'].entries()) {
      const query = { ...buildingOf(place), status };
      const totals: Totals = await ask('/debit/totals', query);
      const list = await ask('/debit', query);
      expect([status, totals.count, list.totalElements]).toEqual([
        status,
        ...Array<number | undefined>(2).fill(wanted.counts[index + 1]),
      ]);
    }
    const overdue: Totals = await ask('/debit/totals', { ...buildingOf(place), status: 'OVERDUE' });
    expect(overdue.overdueValue).toBe(wanted.figures[4]);
  });

  test('the totals of installments are the same amounts', async () => {
    const totals: Totals = await ask('/debit/installments/totals', buildingOf(place));
    const [value, , paid, open, overdue] = wanted.figures;
    expect([totals.value, totals.paidValue, totals.openValue, totals.overdueValue]).toEqual([
      value,
      paid,
      open,
      overdue,
    ]);
    const { all, due, overdue: late, paid: settled, planned } = totals.counts;
    expect([all, due, late, settled, planned]).toEqual(wanted.installments);
    const ofLate: Totals = await ask('/debit/installments/totals', { ...buildingOf(place), status: 'OVERDUE' });
    expect(ofLate.value).toBe(overdue);
  });

  test('the rows of the lists sum to their totals', async () => {
    const query = { ...buildingOf(place), matching: 'true' };
    const total = ({ content }: { content: Row[] }) => sum(content.map((row) => (row.matching ?? row).value));
    expect(total(await ask('/debit', query))).toBe(wanted.figures[0]);
    expect(total(await ask('/debit/summaries', query))).toBe(wanted.figures[0]);
    const { content } = await ask('/debit/installments', buildingOf(place));
    expect(content).toHaveLength(wanted.installments[0]);
    const rows = content.map(
      ({ matching, installment }: { matching?: Row; installment: Row }) => matching ?? installment,
    );
    expect(total({ content: rows })).toBe(wanted.figures[0]);
  });

  test('the installments of transaction-record are those with a share there', async () => {
    const { building } = buildingOf(place);
    const records = await ask('/debit/transaction-record', building ? { buildingId: building } : {});
    expect(records.totalElements).toBe(wanted.installments[0]);
    const amounts = records.content.flatMap(({ value, transactionRecordBuildings }: InstallmentFigures) =>
      place === 'a' || place === 'b'
        ? transactionRecordBuildings.filter((share) => share.building.id === site[place]).map((share) => share.value)
        : value,
    );
    expect(sum(amounts)).toBe(wanted.figures[0]);
  });

  test('a row is a plain transaction that can be sent back', async () => {
    const period = { from: '2026-01-01', to: '2027-12-31' };
    for (const path of ['/debit', '/debit/period']) {
      const { content } = await ask(path, { ...buildingOf(place), ...period });
      for (const row of content) expect(row).toEqual(await ask(`/debit/${row.id}`));
    }
  });

  test('the open and overdue amounts of a supplier are those of the lists', async () => {
    const [, , , open, overdue] = wanted.figures;
    const query = buildingOf(place);
    const { content } = await ask('/partner-balances', { ...query, ids: String(site.supplierId) });
    expect([content[0].openValue, content[0].overdueValue]).toEqual([open, overdue]);
    const totals = await ask('/partner-totals', { ...query, type: 'SUPPLIER' });
    expect([totals.openValue, totals.overdueValue]).toEqual([open, overdue]);
  });

  test('an overdue transaction is one with an overdue installment of the place', async () => {
    const { content } = await ask('/debit', { ...buildingOf(place), status: 'OVERDUE', sort: 'dueDate' });
    const names = {
      all: ['metade', 'trinta por cento', 'uma parcela de cada obra'],
      a: ['metade', 'trinta por cento', 'uma parcela de cada obra'],
      b: ['metade', 'trinta por cento'],
      none: [],
    };
    expect(namesOf(content)).toEqual(names[place]);
  });
});

describe('With a building chosen, a transaction', () => {
  test('shows the share next to its own value', async () => {
    const { content } = await ask('/debit/summaries', {
      building: String(site.b),
      sort: 'documentNumber',
      matching: 'true',
    });
    const rows = content.map((row: Record<string, unknown> & { matching: object }) => [
      row.documentNumber,
      row.value,
      row.matching,
    ]);
    const matching = (dueDate: string, [value, grossValue, paidValue, openValue, overdueValue]: Figures) => ({
      ...{ dueDate, value, grossValue, paidValue, openValue, overdueValue },
    });
    expect(rows).toEqual([
      ['com juros', '510.00', matching('2026-11-25', ['510.00', '500.00', '210.00', '300.00', '0.00'])],
      ['metade', '1000.00', matching('2026-11-10', ['500.00', '500.00', '0.00', '500.00', '500.00'])],
      ['quitada', '99.99', matching('2026-11-12', ['49.99', '49.99', '49.99', '0.00', '0.00'])],
      ['trinta por cento', '300.00', matching('2026-11-15', ['210.00', '210.00', '70.00', '140.00', '70.00'])],
      ['uma parcela de cada obra', '200.00', matching('2026-12-18', ['80.00', '80.00', '0.00', '80.00', '0.00'])],
    ]);
  });

  test('is sorted by the share and by the due date that it shows', async () => {
    const by = async (sort: string) => namesOf((await ask('/debit', { building: String(site.b), sort })).content);
    expect(await by('value')).toEqual([
      'quitada',
      'uma parcela de cada obra',
      'trinta por cento',
      'metade',
      'com juros',
    ]);
    expect(await by('settled,dueDate')).toEqual([
      'metade',
      'trinta por cento',
      'com juros',
      'uma parcela de cada obra',
      'quitada',
    ]);
  });
});

describe('A list of a period shows the matching due date:', () => {
  test.each([
    [
      'November',
      'all',
      ['2026-11-01', '2026-11-30'],
      [
        ['metade', '2026-11-10'],
        ['quitada', '2026-11-12'],
        ['trinta por cento', '2026-11-15'],
        ['uma parcela de cada obra', '2026-11-18'],
        ['sem obra', '2026-11-20'],
        ['com juros', '2026-11-25'],
      ],
    ],
    ['October', 'all', ['2026-10-01', '2026-10-31'], [['trinta por cento', '2026-10-15']]],
    [
      'December',
      'all',
      ['2026-12-01', '2026-12-31'],
      [
        ['trinta por cento', '2026-12-15'],
        ['uma parcela de cada obra', '2026-12-18'],
        ['em 29 dias', '2026-12-19'],
        ['em 30 dias', '2026-12-20'],
      ],
    ],
    [
      'November of obra B',
      'b',
      ['2026-11-01', '2026-11-30'],
      [
        ['metade', '2026-11-10'],
        ['quitada', '2026-11-12'],
        ['trinta por cento', '2026-11-15'],
        ['com juros', '2026-11-25'],
      ],
    ],
    [
      'December of obra A',
      'a',
      ['2026-12-01', '2026-12-31'],
      [
        ['trinta por cento', '2026-12-15'],
        ['em 29 dias', '2026-12-19'],
        ['em 30 dias', '2026-12-20'],
      ],
    ],
  ] as [string, Place, [string, string], [string, string][]][])('%s', async (_name, place, [from, to], rows) => {
    for (const who of ['admin', 'ofBoth'] as const) {
      const visible = who === 'admin' ? rows : rows.filter(([name]) => name !== 'sem obra');
      for (const path of ['/debit', '/debit/summaries', '/debit/period']) {
        const { content, totalElements } = await ask(
          path,
          { ...buildingOf(place), from, to, sort: 'dueDate', matching: 'true' },
          who,
        );
        const shown = content.map((row: { documentNumber: string; matching: { dueDate: string } }) => [
          row.documentNumber,
          row.matching.dueDate,
        ]);
        expect([path, shown, totalElements]).toEqual([path, visible, visible.length]);
      }
      const { count }: Totals = await ask('/debit/totals', { ...buildingOf(place), from, to }, who);
      expect(count).toBe(visible.length);
    }
  });
});

describe('For every reader,', () => {
  const of = async (who: Who, place: Place) => figuresOf(await ask('/debit/totals', buildingOf(place), who));
  const NOTHING = ['0.00', '0.00', '0.00', '0.00', '0.00'];

  test('a building has the same figures, or none when the reader may not see it', async () => {
    expect(await of('ofA', 'a')).toEqual(EXPENSES.a.figures);
    expect(await of('ofA', 'b')).toEqual(NOTHING);
    expect(await of('ofA', 'none')).toEqual(NOTHING);
    expect(await of('ofBoth', 'a')).toEqual(EXPENSES.a.figures);
    expect(await of('ofBoth', 'b')).toEqual(EXPENSES.b.figures);
    expect(await of('ofNone', 'a')).toEqual(NOTHING);
    expect(await of('ofNone', 'none')).toEqual(EXPENSES.none.figures);
  });

  test('with no building chosen, each visible transaction counts as a whole', async () => {
    expect(await of('ofA', 'all')).toEqual(['2599.99', '2599.99', '199.99', '2400.00', '1220.00']);
    expect(await of('ofBoth', 'all')).toEqual(['3109.99', '3099.99', '409.99', '2700.00', '1220.00']);
    expect(await of('ofNone', 'all')).toEqual(EXPENSES.none.figures);
    const installments: Totals = await ask('/debit/installments/totals', {}, 'ofA');
    expect([installments.value, installments.openValue, installments.overdueValue]).toEqual([
      '2599.99',
      '2400.00',
      '1220.00',
    ]);
  });
});

describe('The cash flow shows the same figures', () => {
  const scope = (place: Place): Record<string, string> => {
    const { building } = buildingOf(place);
    return building ? { buildingId: building } : {};
  };

  test.each(['all', 'a', 'b', 'none'] as const)('in 30 days and overdue, of "%s"', async (place) => {
    const [amount, count] = EXPENSES[place].thirtyDays;
    const overdue = EXPENSES[place].figures[4];
    const days = { startDate: '2026-11-20', endDate: '2026-12-19', type: 'DEBIT', state: 'FORECAST' };
    const movements = await ask('/cashflow/movements', { ...days, ...scope(place) });
    expect([movements.paid, movements.totalElements, movements.overdueValue]).toEqual([amount, count, overdue]);
    const series = await ask('/api/v1/financial/cash-flows', {
      ...{ companyId: String(site.companyId), startDate: '2026-11-20', endDate: '2026-12-19' },
      ...scope(place),
    });
    const first = series.content[0];
    expect([first.overdueToPay, first.date]).toEqual([overdue, '2026-11-20']);
  });

  test('for the paid, received and open amounts of each building', async () => {
    const { content } = await ask('/cashflow/buildings', { startDate: '2026-01-01', endDate: '2029-12-31' });
    const rows = content.map((row: Record<string, string>) => [
      row.name,
      row.paid,
      row.toPay,
      row.received,
      row.toReceive,
    ]);
    expect(rows).toEqual([
      ['Galpão B', '329.99', '1020.00', '0.00', '500.01'],
      ['Torre A', '80.00', '1680.00', '0.00', '500.00'],
    ]);
    const balance = await ask('/api/v1/financial/balances', {
      ...{ companyId: String(site.companyId), buildingId: String(site.a), endDate: '2026-11-20' },
    });
    expect(balance.value).toBe('-80.00');
  });
});
