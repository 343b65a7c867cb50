import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDemoDatabase } from '#tests/support/app.ts';
import { changesReadable } from '#tests/support/readableChanges.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

/** Every list by pages is read by changes, or is named here (docs/decisions/0087). */
const EXCEPTIONS: [path: RegExp, reason: string][] = [
  [/^\/api\/v1\/assistant\/|\/(comments|mentions|mentionable)$/, 'a conversation'],
  [/\/(jobs|product-pairs|product-merges)$/, 'work of the moment, and its proposals'],
  [
    /\/(accesses|data-views|history|payment-changes|deleted)$|\/webhooks\/\{id\}\/deliveries$/,
    'history, which is only added to, and what can be restored of it',
  ],
  [/\/imports\/\{id\}\/report$|\/files\/\{id\}\/lines$|\/reconciliation/, 'parts of one file or one desk'],
  [/\/(cost-estimates|usages)$|\/purchase-overview/, 'computed from other lists, which have it'],
  [/\/cashflow\/|\/financial-statement\/|\/month-closings\/|\/purchases$/, 'computed from other lists, which have it'],
  [/\/retentions$/, 'computed from expenses, which have it'],
  [/\/cost-estimate\/\{id\}\/|\/cost-estimates\/\{id\}\/days-off$/, 'parts of one cost estimate, whose version counts'],
];

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}
interface Document {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>;
}

let services: TestServices;
let document: Document;
let token: string;
let values: Record<string, string>;

beforeAll(async () => {
  services = await startServices({ createDatabase: createDemoDatabase });
  document = (await services.api.get('/api/v1/openapi.json')).body as unknown as Document;
  const [admin] = await services.seed.sql<{ id: number; accountId: number; companyId: number; buildingId: number }>(
    `select u.id::int, u.account_id::int as "accountId", min(b.company_id)::int as "companyId", min(b.id)::int as "buildingId"
       from users u join buildings b on b.account_id = u.account_id where u.login = 'admin@demo.prumo' group by u.id`,
  );
  if (!admin) throw new Error('there is no demo company');
  token = await services.seed.tokenOf({ ...admin, login: '', password: '' });
  values = {
    accountId: String(admin.accountId),
    companyId: String(admin.companyId),
    buildingId: String(admin.buildingId),
    from: '2000-01-01',
    to: '2099-12-31',
  };
});
afterAll(() => services.stop());

const names = (path: string): string[] => (document.paths[path]?.get?.parameters ?? []).map(({ name }) => name);
const pagedLists = (): string[] => Object.keys(document.paths).filter((path) => names(path).includes('page'));
const watchedLists = (): string[] => pagedLists().filter((path) => names(path).includes('changedSince'));
const excepted = (path: string): boolean => EXCEPTIONS.some(([pattern]) => pattern.test(path));

interface Answer {
  content: { id: number }[];
  changes: { cursor: string; more: boolean; deleted: number[] };
}

const ask = async (path: string, query: Record<string, string>): Promise<Answer> => {
  const parameters = document.paths[path]?.get?.parameters ?? [];
  const required = parameters.filter(({ in: place, required: needed }) => place === 'query' && needed);
  const given = Object.fromEntries(required.map(({ name }) => [name, values[name] ?? '']));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '0');
  const { status, text, body } = await services.api.get(url, { token, query: { ...given, ...query } });
  if (status !== 200) throw new Error(`${url}: ${text}`);
  return body.data as Answer;
};

const readByChanges = async (path: string): Promise<number[]> => {
  const ids: number[] = [];
  for (let since = '0', more = true; more;) {
    const { content, changes } = await ask(path, { changedSince: since, size: '300' });
    ids.push(...content.map(({ id }) => id));
    [since, more] = [changes.cursor, changes.more];
  }
  return ids;
};

const ordered = (ids: number[]): number[] => [...ids].sort((one, other) => one - other);

describe('Lists by changes', () => {
  test('are all lists by pages, except those that are named', () => {
    expect(pagedLists().filter((path) => !names(path).includes('changedSince') && !excepted(path))).toEqual([]);
    expect(watchedLists().filter(excepted)).toEqual([]);
    expect(EXCEPTIONS.filter(([pattern]) => !pagedLists().some((path) => pattern.test(path)))).toEqual([]);
  });

  test('answer from the beginning the rows that the list has', async () => {
    await changesReadable(services.seed);
    const differing: string[] = [];
    let rows = 0;
    for (const path of watchedLists()) {
      const listed = ordered((await ask(path, { size: '10000' })).content.map(({ id }) => id));
      if (JSON.stringify(ordered(await readByChanges(path))) !== JSON.stringify(listed)) differing.push(path);
      rows += listed.length;
    }
    expect(differing).toEqual([]);
    expect(rows).toBeGreaterThan(3_000);
  });
});
