import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import { openShelf } from '#tests/purchase/productKit.ts';
import type { Reply } from '#tests/support/services.ts';
import { eventually } from '#tests/support/eventually.ts';
import { registersOf, type Register } from './registers.ts';

let ledger: Ledger;
let registers: Record<string, Register>;

beforeAll(async () => {
  ledger = await startLedger();
  const shelf = await openShelf(ledger.services.seed, ledger.accountId);
  registers = Object.fromEntries(registersOf(ledger, shelf).map((one) => [one.name, one]));
});
afterAll(() => ledger.services.stop());

const registerOf = (name: string): Register => {
  const found = registers[name];
  if (!found) throw new Error(`no register ${name}`);
  return found;
};

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Reply> =>
  ledger.services.api.call(method, url, { token: ledger.admin, ...(body === undefined ? {} : { body }) });

const READ_ONLY = 'Este campo não pode ser alterado aqui. Envie o valor atual ou deixe-o de fora.';
const refusal = (path: string, message: string) => [400, [{ path, message }]];
const refusalOf = ({ status, body }: Reply) => [status, body.fields];

/**
 * Returns the row of a GET; for a user only after the invitation has been sent, because its state changes by itself.
 */
const settled = async (url: string): Promise<Reply['body']> => {
  const row = async () => (await ask('GET', url)).body.data;
  await eventually(async () => (await row()).invitation?.state).not.toBe('QUEUED');
  return row();
};

const putTo = ({ collection, item, putById }: Register, row: { id: number }): string =>
  putById ? item(row.id) : collection;

/** Creates the row, passes it to `look`, and deletes it. */
const withRow = async (
  { collection, item, body }: Register,
  look: (url: string, row: Reply['body']) => Promise<void>,
) => {
  const made = await ask('POST', collection, body);
  expect(made.status).toBe(200);
  const url = item(made.body.data.id);
  try {
    await look(url, await settled(url));
  } finally {
    expect((await ask('DELETE', url)).status).toBe(200);
  }
};

const NAMES = ['building', 'wallet', 'category', 'partner', 'company', 'user', 'brand', 'unit', 'product'];

describe.each(NAMES)('A %s', (name) => {
  test('is returned by GET as POST and PUT sent it, field by field', async () => {
    const register = registerOf(name);
    await withRow(register, async (url, row) => {
      expect(row).toMatchObject(register.body);
      const changed = await ask('PUT', putTo(register, row), { ...register.changed, id: row.id, version: row.version });
      expect(changed.status).toBe(200);
      const now = (await ask('GET', url)).body.data;
      expect(now).toMatchObject(register.changed);
      expect(changed.body.data).toEqual(now);
    });
  });

  test('accepts the whole answer of GET as a PUT and stays unchanged', async () => {
    const register = registerOf(name);
    await withRow(register, async (url, row) => {
      const put = await ask('PUT', putTo(register, row), row);
      expect([put.status, put.body.fields]).toEqual([200, undefined]);
      expect((await ask('GET', url)).body.data).toEqual({ ...row, version: row.version + 1 });
    });
  });

  test('rejects an unknown field at its path and stores nothing', async () => {
    const register = registerOf(name);
    const unknown = 'Campo desconhecido.';
    const { body, collection, place } = register;
    expect(refusalOf(await ask('POST', collection, { ...body, cor: 'azul' }))).toEqual(refusal('cor', unknown));
    const [owner = '', inside] = Object.entries(place)[0] ?? [];
    const nested = { ...body, [owner]: { ...(inside as object), cor: 'azul' } };
    expect(refusalOf(await ask('POST', collection, nested))).toEqual(refusal(`${owner}.cor`, unknown));
    await withRow(register, async (url, row) => {
      const changed = { ...register.changed, id: row.id, version: row.version };
      expect(refusalOf(await ask('PUT', putTo(register, row), { ...changed, cor: null }))).toEqual(
        refusal('cor', unknown),
      );
      expect((await ask('GET', url)).body.data).toEqual(row);
    });
  });

  test('is created with the account or company of its address, and with no other', async () => {
    const register = registerOf(name);
    const { body, place, elsewhere, collection } = register;
    await withRow({ ...register, body: { ...body, ...place } }, async (_url, row) => {
      expect(row).toMatchObject(place);
      for (const { path, body: other } of elsewhere) {
        const changed = { ...register.changed, ...other, id: row.id, version: row.version };
        expect(refusalOf(await ask('PUT', putTo(register, row), changed))).toEqual(refusal(path, READ_ONLY));
      }
    });
    const before = (await ask('GET', collection)).body.data.totalElements;
    for (const { path, body: other } of elsewhere) {
      expect(refusalOf(await ask('POST', collection, { ...body, ...other }))).toEqual(refusal(path, READ_ONLY));
    }
    expect((await ask('GET', collection)).body.data.totalElements).toBe(before);
  });
});

test('A PUT may repeat the values that it causes itself, and amounts are compared by value', async () => {
  await withRow(registerOf('company'), async (_url, row) => {
    const renamed = { ...row, name: 'Filial Renomeada' };
    expect((await ask('PUT', registerOf('company').collection, renamed)).status).toBe(200);
  });
  const { body } = registerOf('user');
  await withRow(registerOf('user'), async (_url, row) => {
    const off = { ...row, active: false, status: 'INACTIVE' };
    expect((await ask('PUT', registerOf('user').collection, off)).body.data.status).toBe('INACTIVE');
    const wrong = { ...row, ...body, version: 2, status: 'ACTIVE' };
    expect(refusalOf(await ask('PUT', registerOf('user').collection, wrong))).toEqual(refusal('status', READ_ONLY));
  });
});

test('A call without a body rejects one', async () => {
  const ack = '/api/v1/assistant/broadcast/ack';
  expect((await ask('POST', ack, {})).status).toBe(200);
  expect(refusalOf(await ask('POST', ack, { id: 7 }))).toEqual(refusal('id', 'Campo desconhecido.'));
});
