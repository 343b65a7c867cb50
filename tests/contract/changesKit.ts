import { createDemoDatabase } from '#tests/support/app.ts';
import { changesReadable } from '#tests/support/readableChanges.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}
type Method = 'get' | 'post' | 'delete';
interface Document {
  paths: Record<string, Partial<Record<Method, { parameters?: Parameter[] }>>>;
}

export interface Answer {
  content: { id: number }[];
  changes: { cursor: string; more: boolean; deleted: number[] };
}

/** What a list tells since a cursor, read to its end. */
export interface Changes {
  ids: number[];
  deleted: number[];
  cursor: string;
}

export const ordered = (ids: number[]): number[] => [...ids].sort((one, other) => one - other);

/** The demo company's lists, as the OpenAPI document names them, asked by its administrator. */
export interface DemoLists {
  services: TestServices;
  token: string;
  values: Record<string, string>;
  has: (method: Method, path: string) => boolean;
  /** Lists by pages, and those of them that are read by changes. */
  paged: () => string[];
  watched: () => string[];
  /** A path with the demo company's values; `id` is that of a row. */
  address: (path: string, id?: number) => string;
  ask: (path: string, query: Record<string, string>) => Promise<Answer>;
  /** Reads a list to its end, once all that was written before can be read. */
  readSince: (path: string, since?: string) => Promise<Changes>;
}

export const openDemoLists = async (): Promise<DemoLists> => {
  const services = await startServices({ createDatabase: createDemoDatabase });
  const document = (await services.api.get('/api/v1/openapi.json')).body as unknown as Document;
  const [admin] = await services.seed.sql<{ id: number; accountId: number; companyId: number; buildingId: number }>(
    `select u.id::int, u.account_id::int as "accountId", min(b.company_id)::int as "companyId", min(b.id)::int as "buildingId"
       from users u join buildings b on b.account_id = u.account_id where u.login = 'admin@demo.prumo' group by u.id`,
  );
  if (!admin) throw new Error('there is no demo company');
  const token = await services.seed.tokenOf({ ...admin, login: '', password: '' });
  const values: Record<string, string> = {
    accountId: String(admin.accountId),
    companyId: String(admin.companyId),
    buildingId: String(admin.buildingId),
    type: 'DEBIT',
    from: '2000-01-01',
    to: '2099-12-31',
  };
  const parametersOf = (path: string) => document.paths[path]?.get?.parameters ?? [];
  const names = (path: string): string[] => parametersOf(path).map(({ name }) => name);
  const paged = () => Object.keys(document.paths).filter((path) => names(path).includes('page'));
  const address = (path: string, id = 0): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? String(id));

  const ask: DemoLists['ask'] = async (path, query) => {
    const required = parametersOf(path).filter(({ in: place, required: needed }) => place === 'query' && needed);
    const given = Object.fromEntries(required.map(({ name }) => [name, values[name] ?? '']));
    const url = address(path);
    const { status, text, body } = await services.api.get(url, { token, query: { ...given, ...query } });
    if (status !== 200) throw new Error(`${url}: ${text}`);
    return body.data as Answer;
  };
  const readSince: DemoLists['readSince'] = async (path, since = '0') => {
    await changesReadable(services.seed);
    const read: Changes = { ids: [], deleted: [], cursor: since };
    for (let more = true; more;) {
      const { content, changes } = await ask(path, { changedSince: read.cursor, size: '300' });
      read.ids.push(...content.map(({ id }) => id));
      read.deleted.push(...changes.deleted);
      [read.cursor, more] = [changes.cursor, changes.more];
    }
    return read;
  };

  return {
    ...{ services, token, values, paged, address, ask, readSince },
    has: (method, path) => document.paths[path]?.[method] !== undefined,
    watched: () => paged().filter((path) => names(path).includes('changedSince')),
  };
};
