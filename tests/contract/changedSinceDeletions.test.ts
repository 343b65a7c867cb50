import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDemoLists, ordered, type DemoLists } from './changesKit.ts';
import { sparesOf } from './changesSpares.ts';

let lists: DemoLists;
let spares: ReturnType<typeof sparesOf>;
beforeAll(async () => {
  lists = await openDemoLists();
  spares = sparesOf(lists);
});
afterAll(() => lists.services.stop());

/** How rows of some lists are deleted. */
interface Kind {
  /** Addresses of the lists, behind /api/v1. */
  at: RegExp;
  table: string;
  /** The call, behind /api/v1: with DELETE, but for an undo. */
  by: string;
  /** The call deletes what rows are parts of, their document or file: the table and columns that tell of which. */
  partOf?: { table: string; id: string; whole: string };
}

const account = 'financial/account/{accountId}';
const company = 'financial/company/{companyId}';
const ofShelf = 'purchase/account/{accountId}';
const ofOrders = 'purchase/company/{companyId}';

const ofDocuments = { table: 'installments', id: 'id', whole: 'transaction_id' };

const KINDS: Record<string, Kind> = {
  estimates: {
    at: /\/cost-estimate$/,
    table: 'cost_estimates',
    by: 'engineering/company/{companyId}/cost-estimate/{id}',
  },
  measurements: { at: /\/measurements$/, table: 'measurements', by: 'engineering/measurements/{measurementId}' },
  compositions: { at: /\/tasks$/, table: 'tasks', by: 'engineering/tasks/{id}' },
  buildings: { at: /\/\{\w+\}\/building(\/active)?$/, table: 'buildings', by: `${company}/building/{id}` },
  categories: { at: /\/category(\/active)?$/, table: 'categories', by: `${account}/category/{id}` },
  companies: { at: /\/\{accountId\}\/company(\/active)?$/, table: 'companies', by: `${account}/company/{id}` },
  partners: {
    at: /\/partner(\/(customer|supplier)(\/active)?)?$/,
    table: 'partners',
    by: `${account}/partner/{id}`,
  },
  users: { at: /\/user$/, table: 'users', by: 'financial/user/{id}' },
  transfers: { at: /\/transfers$/, table: 'transfers', by: 'financial/companies/{companyId}/transfers/{id}' },
  wallets: { at: /\/bank$/, table: 'wallets', by: `${company}/bank/{id}` },
  statements: { at: /\/files$/, table: 'bank_statement_files', by: `${company}/bank-statements/files/{id}` },
  'lines of statements': {
    ...{ at: /\/lines$/, table: 'bank_statement_lines' },
    partOf: { table: 'bank_statement_file_lines', id: 'line_id', whole: 'file_id' },
    by: `${company}/bank-statements/files/{id}/undo`,
  },
  expenses: {
    at: /\/debit(\/(building\/\{buildingId\}(\/period)?|period|summaries))?$/,
    ...{ table: 'transactions', by: `${company}/debit/{id}` },
  },
  income: {
    at: /\/credit(\/(building\/\{buildingId\}(\/period)?|period|summaries))?$/,
    ...{ table: 'transactions', by: `${company}/credit/{id}` },
  },
  'installments of expenses': {
    at: /\/debit\/(installments|transaction-record)$/,
    ...{ table: 'installments', by: `${company}/debit/{id}`, partOf: ofDocuments },
  },
  'installments of income': {
    at: /\/credit\/(installments|transaction-record)$/,
    ...{ table: 'installments', by: `${company}/credit/{id}`, partOf: ofDocuments },
  },
  'fiscal documents': { at: /\/fiscal-documents$/, table: 'fiscal_documents', by: `${company}/fiscal-documents/{id}` },
  models: { at: /\/transaction-models$/, table: 'transaction_models', by: `${company}/transaction-models/{id}` },
  products: { at: /\/product$/, table: 'products', by: `${ofShelf}/product/{id}` },
  'groups of products': {
    at: /\/product-group(\/leaves)?$/,
    ...{ table: 'product_groups', by: `${ofShelf}/product-group/{id}` },
  },
  'cost databases': {
    at: /\/product-table(\/active)?$/,
    ...{ table: 'product_tables', by: `${ofShelf}/product-table/{id}` },
  },
  'types of products': {
    at: /\/product-type(\/active)?$/,
    ...{ table: 'product_types', by: `${ofShelf}/product-type/{id}` },
  },
  brands: { at: /\/brand$/, table: 'brands', by: 'purchase/brand/{id}' },
  orders: { at: /\/order(\/building\/\{buildingId\})?$/, table: 'orders', by: `${ofOrders}/order/{id}` },
  quotes: { at: /\/quote$/, table: 'quotes', by: `${ofOrders}/quote/{id}` },
  units: { at: /\/unit$/, table: 'units', by: 'purchase/unit/{id}' },
};

/** Lists whose rows no call deletes. */
const NEVER: [at: RegExp, reason: string][] = [
  [/\/product-group\/parents$/, 'a group is deleted only without groups inside, and is none of these then'],
];

const listsOf = ({ at }: Kind): string[] => lists.watched().filter((path) => at.test(path));
const callOf = ({ by }: Kind) => {
  const path = `/api/v1/${by}`;
  return { path, method: by.endsWith('/undo') ? ('post' as const) : ('delete' as const) };
};

/** Changes a row without a change of what it says; twice, each in a transaction of its own. */
const touchTwice = async ({ table }: Kind, id: number): Promise<void> => {
  for (let time = 0; time < 2; time += 1)
    await lists.services.seed.sql(`update ${table} set account_id = account_id where id = $1`, [id]);
};

/** Rows that go with a row, itself included, by what the database has. */
const together = async ({ partOf }: Kind, id: number): Promise<{ whole: number; ids: number[] }> => {
  if (!partOf) return { whole: id, ids: [id] };
  const { table, id: key, whole } = partOf;
  const [row] = await lists.services.seed.sql<{ whole: number; ids: number[] }>(
    `select r.${whole}::int as whole, array(select o.${key}::int from ${table} o where o.${whole} = r.${whole}) as ids
       from ${table} r where r.${key} = $1`,
    [id],
  );
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
};

/** Deletes the latest row that may go, and answers what went with it. */
const removeOne = async (kind: Kind, ids: readonly number[]): Promise<number[]> => {
  const { path, method } = callOf(kind);
  const refusals = new Set<string>();
  for (const id of [...ids].sort((one, other) => other - one).slice(0, 60)) {
    const { whole, ids: gone } = await together(kind, id);
    const { status, text } = await lists.services.api[method](lists.address(path, whole), {
      token: lists.token,
      ...(method === 'post' && { body: {} }),
    });
    if (status === 200) return gone;
    refusals.add(text);
  }
  throw new Error(`${path}: none of ${ids.length} may go: ${[...refusals].slice(0, 5).join(' ')}`);
};

test('every list that is read by changes is deleted from in one way, or is named with its reason', () => {
  const ways = (path: string) =>
    Object.values(KINDS).filter(({ at }) => at.test(path)).length + NEVER.filter(([at]) => at.test(path)).length;
  expect(lists.watched().filter((path) => ways(path) !== 1)).toEqual([]);
  const calls = Object.values(KINDS).map(callOf);
  expect(calls.filter(({ path, method }) => !lists.has(method, path))).toEqual([]);
});

describe('What happens to a row is told once by each of its lists', () => {
  test.each(Object.entries(KINDS))('%s', async (name, kind) => {
    const paths = listsOf(kind);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      await spares[name]?.();
      const { ids, cursor } = await lists.readSince(path);
      const [changed] = ids;
      if (changed === undefined) throw new Error(`${path} is empty`);
      await touchTwice(kind, changed);
      const touched = await lists.readSince(path, cursor);
      expect([path, touched.ids, touched.deleted]).toEqual([path, [changed], []]);

      const gone = await removeOne(kind, ids);
      const removed = await lists.readSince(path, touched.cursor);
      expect([path, removed.ids, ordered(removed.deleted)]).toEqual([path, [], ordered(gone)]);
      const after = await lists.readSince(path, removed.cursor);
      expect([path, after.ids, after.deleted]).toEqual([path, [], []]);
      const listed = (await lists.ask(path, { size: '10000' })).content.map(({ id }) => id);
      expect(listed).toHaveLength(new Set(ids).size - gone.length);
    }
  });
});
