import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { changesReadable } from '../support/readableChanges.ts';
import { startLedger, type Doc, type Ledger } from '../financial/ledger/kit.ts';

/** Lists by changes (docs/decisions/0087). */
let ledger: Ledger;
let engineers: string;

interface Part {
  building: { id: number };
  value: string;
}

const on = (id: number): Part[] => [{ building: { id }, value: '1000.00' }];
const body = (parts: Part[] = []) => ({
  description: 'Cimento',
  grossValue: '1000.00',
  emissionDate: '2026-11-20',
  partner: { id: ledger.concreteira },
  category: { id: ledger.concreto },
  ...(parts.length > 0 ? { transactionRecordBuildings: parts } : {}),
  transactionRecordList: [{ dueDate: '2026-12-20', grossValue: '1000.00' }],
});
const made = async (parts: Part[] = []): Promise<Doc> => {
  const { status, text, body: answer } = await ledger.post('debit', body(parts));
  if (status !== 200) throw new Error(text);
  return answer.data;
};
const moved = async (document: Doc, parts: Part[]): Promise<Doc> => {
  const { id, version, transactionRecordList } = document;
  const {
    status,
    text,
    body: answer,
  } = await ledger.put('debit', { ...body(parts), id, version, transactionRecordList });
  if (status !== 200) throw new Error(text);
  return answer.data;
};
const removed = (document: Doc) =>
  ledger.services.api.delete(ledger.path('debit', `/${document.id}`), { token: ledger.admin });

interface Read {
  ids: number[];
  deleted: number[];
  cursor: string;
}

const ask = (path: string, since: string, { token = ledger.financeiro, ...query }: Record<string, string> = {}) =>
  ledger.services.api.get(path, { token, query: { changedSince: since, ...query } });

/** Reads a list to its end, once what was written before can be read. */
const readAll = async (path: string, since = '0', query: Record<string, string> = {}): Promise<Read> => {
  await changesReadable(ledger.services.seed);
  return readNow(path, since, query);
};

/** Reads a list to its end, as a program does. */
const readNow = async (path: string, since = '0', query: Record<string, string> = {}): Promise<Read> => {
  const read: Read = { ids: [], deleted: [], cursor: since };
  for (let more = true; more;) {
    const { status, text, body: answer } = await ask(path, read.cursor, query);
    if (status !== 200) throw new Error(text);
    const { content, changes } = answer.data;
    read.ids.push(...content.map(({ id }: { id: number }) => id));
    read.deleted.push(...changes.deleted);
    read.cursor = changes.cursor;
    more = changes.more;
  }
  return read;
};

const refusalOf = async (path: string, since: string, query: Record<string, string> = {}) => {
  const { status, body: answer } = await ask(path, since, query);
  return [
    status,
    ...(answer.fields ?? []).map((one: { path: string; message: string }) => `${one.path}: ${one.message}`),
  ];
};

beforeAll(async () => {
  ledger = await startLedger();
  engineers = ledger.path('debit');
});
afterAll(() => ledger.services.stop());

describe('A list with changedSince', () => {
  test('answers all rows from the beginning in pieces, and then only what changed, in the order of changes', async () => {
    const [one, two, three] = [await made(), await made(), await made()];
    const path = ledger.path('debit');
    const all = await readAll(path, '0', { size: '2' });
    expect(all.ids).toEqual([one.id, two.id, three.id]);
    expect(await readAll(path, all.cursor, { size: '2' })).toMatchObject({ ids: [], deleted: [] });
    await moved(two, on(ledger.casa));
    await moved(one, on(ledger.clinica));
    await removed(three);
    expect(await readAll(path, all.cursor, { size: '2' })).toMatchObject({
      ids: [two.id, one.id],
      deleted: [three.id],
    });
  });

  test('answers each row as the list itself does', async () => {
    const one = await made(on(ledger.casa));
    const { cursor } = await readAll(ledger.path('debit'));
    const changed = await moved(one, on(ledger.clinica));
    const { body: listed } = await ledger.services.api.get(ledger.path('debit'), {
      token: ledger.financeiro,
      query: { ids: String(one.id) },
    });
    await changesReadable(ledger.services.seed);
    const { body: since } = await ask(ledger.path('debit'), cursor);
    expect(since.data.content).toEqual(listed.data.content);
    expect(since.data.content[0].version).toBe(changed.version);
  });

  test('names a row that no longer matches its filters', async () => {
    const one = await made();
    const filters = { status: 'OPEN' };
    const { ids, cursor } = await readAll(ledger.path('debit', '/summaries'), '0', filters);
    expect(ids).toContain(one.id);
    expect((await ledger.pay(one, 1)).status).toBe(200);
    expect(await readAll(ledger.path('debit', '/summaries'), cursor, filters)).toMatchObject({
      ids: [],
      deleted: [one.id],
    });
  });

  test('does not pass over a transaction that commits late', async () => {
    const { database, seed } = ledger.services;
    const path = `/api/v1/financial/account/${ledger.accountId}/partner`;
    const insert = `insert into partners (account_id, type, name) values (${ledger.accountId}, 'SUPPLIER', $1) returning id`;
    const late = new pg.Client({ connectionString: database.ownerUrl });
    await late.connect();
    try {
      await late.query('begin');
      const first = Number((await late.query<{ id: string }>(insert, ['Tardia'])).rows[0]?.id);
      const [second] = await seed.sql<{ id: string }>(insert, ['Ligeira']);
      const before = await readNow(path);
      expect(before.ids).not.toContain(first);
      // Begun later, it waits: a cursor behind it would be behind the other one, too.
      expect(before.ids).not.toContain(Number(second?.id));
      await late.query('commit');
      const after = await readAll(path, before.cursor);
      expect(after.ids).toEqual([first, Number(second?.id)]);
    } finally {
      await late.end();
    }
  });

  test('needs as many SQL statements for one change as for many', async () => {
    const queries = async (since: string) => (await ask(ledger.path('debit'), since)).headers['x-sql-queries'];
    const { cursor } = await readAll(ledger.path('debit'));
    await made();
    await changesReadable(ledger.services.seed);
    const one = await queries(cursor);
    for (let round = 0; round < 5; round += 1) await made();
    await changesReadable(ledger.services.seed);
    expect(Number(one)).toBeGreaterThan(0);
    expect(await queries(cursor)).toBe(one);
  });
});

describe('A cursor', () => {
  const AGAIN = 'comece de novo com changedSince=0.';
  test('is refused where it is no cursor, or one of another list, filter or account', async () => {
    const { cursor } = await readAll(ledger.path('debit'));
    const form = `changedSince: Este cursor não é válido: ${AGAIN}`;
    for (const wrong of ['1', 'x', Buffer.from('1.a.b.c.2').toString('base64url'), `${cursor}AA`])
      expect(await refusalOf(ledger.path('debit'), wrong)).toEqual([400, form]);
    const elsewhere = `changedSince: Este cursor é de outra lista ou de outros filtros: ${AGAIN}`;
    expect(await refusalOf(ledger.path('credit'), cursor)).toEqual([400, elsewhere]);
    expect(await refusalOf(ledger.path('debit'), cursor, { search: 'x' })).toEqual([400, elsewhere]);
  });

  test('is refused after a restore, also one of the same server to an earlier time', async () => {
    const { cursor } = await readAll(ledger.path('debit'));
    const sentence = `changedSince: O banco de dados foi restaurado desde este cursor: ${AGAIN}`;
    const ahead = Buffer.from(
      Buffer.from(cursor, 'base64url')
        .toString()
        .replace(/\.\d+\.\d+$/, '.4000000000.1'),
    );
    expect(await refusalOf(ledger.path('debit'), ahead.toString('base64url'))).toEqual([400, sentence]);
    await ledger.services.seed.sql('select settle_row_changes(true)');
    expect(await refusalOf(ledger.path('debit'), cursor)).toEqual([400, sentence]);
  });

  test('is refused when the permissions of its user have changed', async () => {
    const { seed } = ledger.services;
    const user = await seed.user(ledger.accountId, {
      grants: [{ companyId: ledger.companyId, buildingId: ledger.casa, permissions: ['DEBIT'] }],
    });
    const token = await seed.tokenOf(user);
    const { cursor } = await readAll(ledger.path('debit'), '0', { token });
    await seed.grant(user, { companyId: ledger.companyId, buildingId: ledger.clinica, permissions: ['DEBIT'] });
    expect(await refusalOf(ledger.path('debit'), cursor, { token })).toEqual([
      400,
      `changedSince: As permissões mudaram desde este cursor: ${AGAIN}`,
    ]);
  });

  test('allows no page, sort or ids', async () => {
    const sentence = 'Com changedSince, a lista vem na ordem das mudanças.';
    expect(await refusalOf(ledger.path('debit'), '0', { page: '0', sort: 'id', ids: '1' })).toEqual([
      400,
      `page: ${sentence}`,
      `sort: ${sentence}`,
      `ids: ${sentence}`,
    ]);
  });
});

describe('Who may not see a row', () => {
  test('is told neither of it nor of its end, but of one that leaves their building', async () => {
    const token = ledger.engenheiro;
    const { cursor } = await readAll(engineers, '0', { token });
    const [hidden, seen, leaving, unplaced] = [
      await made(on(ledger.clinica)),
      await made(on(ledger.casa)),
      await made(on(ledger.casa)),
      await made(),
    ];
    const first = await readAll(engineers, cursor, { token });
    expect(first).toMatchObject({ ids: [seen.id, leaving.id], deleted: [] });
    await removed(hidden);
    await removed(unplaced);
    await removed(seen);
    await moved(leaving, on(ledger.clinica));
    expect(await readAll(engineers, first.cursor, { token })).toMatchObject({
      ids: [],
      deleted: [seen.id, leaving.id],
    });
  });

  test('is told of no row of the other kind', async () => {
    const { cursor } = await readAll(ledger.path('credit'));
    await removed(await made());
    expect(await readAll(ledger.path('credit'), cursor)).toMatchObject({ ids: [], deleted: [] });
  });

  test('is told of no row of another account', async () => {
    const { seed } = ledger.services;
    const path = (accountId: number) => `/api/v1/financial/account/${accountId}/partner`;
    const other = await seed.account();
    const token = await seed.tokenOf(await seed.user(other, { admin: true }));
    expect(await readAll(path(other), '0', { token })).toMatchObject({ ids: [], deleted: [] });
    expect((await ask(path(ledger.accountId), '0', { token })).status).toBe(404);
  });
});
