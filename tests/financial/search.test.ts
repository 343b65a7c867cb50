import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { reportLines, verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startLedger, type Doc, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
let brick: Doc;
let percent: Doc;
let foreign: Doc;
let dotted: Doc;

const create = async (values: Record<string, unknown>, where = ledger, token = ledger.admin): Promise<Doc> => {
  const body = { emissionDate: '2026-11-01', grossValue: '10.00', dueDate: '2026-11-20', ...values };
  const reply = await where.post('debit', body, { token });
  expect(reply.status).toBe(200);
  return reply.body.data;
};

/** Creates another account's company in the same services, with the same words and partner name. */
const openNeighbour = async () => {
  const { seed, api } = ledger.services;
  const accountId = await seed.account();
  const companyId = await seed.company(accountId);
  const partner = await seed.insert('partners', { account_id: accountId, type: 'SUPPLIER', name: 'Olaria Açaí' });
  const token = await seed.tokenOf(await seed.user(accountId, { admin: true }));
  const path = `/api/v1/financial/company/${companyId}/debit`;
  return { accountId, companyId, partner, token, path, api };
};
let neighbour: Awaited<ReturnType<typeof openNeighbour>>;

let olaria: number;
let cementWorks: number;

beforeAll(async () => {
  ledger = await startLedger();
  olaria = await ledger.services.seed.insert('partners', {
    account_id: ledger.accountId,
    type: 'SUPPLIER',
    name: 'Olaria Açaí',
    trade_name: 'Tijolão',
  });
  brick = await create({ documentNumber: 'NF 77', description: 'Tijolos 6 furos', partner: { id: olaria } });
  percent = await create({ documentNumber: '50%_\\x', description: 'Desconto de 5％ já dado' });
  cementWorks = await ledger.services.seed.insert('partners', {
    account_id: ledger.accountId,
    type: 'SUPPLIER',
    name: 'Cimenteira',
  });
  dotted = await create({
    partner: { id: cementWorks },
    documentNumber: 'NF 20.001',
    description: 'Cimento CP II',
    grossValue: '1234.50',
    dueDate: undefined,
    transactionRecordList: [
      { grossValue: '411.50', dueDate: '2026-11-20' },
      { grossValue: '412.50', dueDate: '2026-12-20' },
      { grossValue: '410.50', dueDate: '2027-01-20' },
    ],
  });
  neighbour = await openNeighbour();
  const { body } = await neighbour.api.post(`${neighbour.path}/`, {
    token: neighbour.token,
    body: {
      documentNumber: 'NF 77',
      description: 'Tijolos 6 furos',
      emissionDate: '2026-11-01',
      grossValue: '10.00',
      dueDate: '2026-11-20',
      partner: { id: neighbour.partner },
    },
  });
  foreign = body.data;
});
afterAll(() => ledger.services.stop());

const ask = async (search: string, rest = '') => {
  const { status, body } = await ledger.services.api.get(ledger.path('debit', rest), {
    token: ledger.admin,
    query: { search },
  });
  expect(status).toBe(200);
  return body.data;
};
const found = async (search: string): Promise<number[]> => (await ask(search)).content.map(({ id }: Doc) => id);

/** Runs a statement as the services' role, with the account set or without one. */
const asApp = async (statement: string, accountId?: number): Promise<Record<string, unknown>[]> => {
  const client = await ledger.services.app.platform.database.pool.connect();
  try {
    await client.query('begin');
    if (accountId) await client.query("select set_config('prumo.account_id', $1, true)", [String(accountId)]);
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('A search of transactions', () => {
  test.each([
    ['tijolos', 'a word of the description'],
    ['IJOLOS FUR', 'parts of words, in any case'],
    ['nf olaria furos', 'words of number, partner and description together'],
    ['acai', 'the partner without its accents'],
    ['AÇAÍ', 'the partner with other accents and case'],
    ['tijolao', 'the partner’s trade name'],
    ['77', 'two digits'],
    ['6', 'one digit'],
    ['6 furos', 'a short word beside a long one'],
    ['  tijolos   77 ', 'words with more spaces than needed'],
  ])('finds %p: %s', async (search) => {
    expect(await found(search)).toEqual([brick.id]);
  });

  test.each([
    ['50%_', 'what stands for anything elsewhere'],
    ['%_', 'nothing but that'],
    ['_\\x', 'a backslash'],
    ['5％', 'a percent sign of another width'],
    ['5% ja', 'the same, written plainly'],
  ])('takes wildcards literally in %p: %s', async (search) => {
    expect(await found(search)).toEqual([percent.id]);
  });

  test.each([
    't_jolos',
    'tij%los',
    '％％％',
    '\\',
    "'; drop table x; --",
    '$4[1]',
    '(tijolos|x)',
    'nftijolos',
    'furosolaria',
  ])('finds nothing for %p', async (search) => {
    expect((await found(search)).includes(brick.id)).toBe(false);
  });

  test.each(['NF 20001', 'nf20001', '20001', '20.001', 'NF-e 000.020.001', 'Nº 20001', 'nf 20.001 cimento'])(
    'finds the number “NF 20.001” by %p',
    async (search) => {
      expect(await found(search)).toEqual([dotted.id]);
    },
  );

  test.each(['nf 2001', 'nf 20002', 'nf 21', '20.01'])('does not find the number “NF 20.001” by %p', async (search) => {
    expect(await found(search)).not.toContain(dotted.id);
  });

  test.each([
    ['1.234,50', 'the value as it is written'],
    ['1234,50', 'without the dot'],
    ['R$ 1.234,50', 'with the currency'],
    ['r$1234,50', 'with the currency in one word'],
    ['411,50', 'what an installment is worth'],
    ['cimento 1.234,50', 'a word and the value'],
    ['1.234,50 411,50', 'two values of the document'],
  ])('finds a document of R$ 1.234,50 in three parts by %p: %s', async (search) => {
    expect(await found(search)).toEqual([dotted.id]);
  });

  test.each(['1.234,51', '234,50', '1,50', '1.234.50', 'R$ 1234', '1.234,50 411,51', 'areia 1.234,50'])(
    'does not find it by %p',
    async (search) => {
      expect(await found(search)).not.toContain(dotted.id);
    },
  );

  test('finds a whole amount after R$ only, since other whole numbers are those of documents', async () => {
    expect([await found('R$ 10'), await found('10')].map((ids) => ids.includes(brick.id))).toEqual([true, false]);
  });

  test.each(['tijolos', '77', 'tijolos 77', '6', 'zz', 'nada disso', '1.234,50', '411,50', 'nf 20001'])(
    'counts and sums the results for %p',
    async (search) => {
      const [page, totals, installments, installmentTotals] = [
        await ask(search),
        await ask(search, '/totals'),
        await ask(search, '/installments'),
        await ask(search, '/installments/totals'),
      ];
      const count = page.content.length;
      expect([page.totalElements, totals.count, totals.counts.all]).toEqual([count, count, count]);
      expect(installments.totalElements).toBe(installments.content.length);
      expect([installmentTotals.count, installmentTotals.counts.all]).toEqual([
        installments.content.length,
        installments.content.length,
      ]);
      expect(totals.value).toBe(installmentTotals.value);
    },
  );

  test.each([
    ['nf-e 20001', 1],
    ['20001', 1],
    ['000020001', 1],
    ['20.010', 0],
    ['20001-1', 0],
  ])('a repeated number is told however it is written: %p', async (documentNumber, count) => {
    const { body } = await ledger.services.api.get(ledger.path('debit', '/duplicates'), {
      token: ledger.admin,
      query: { partner: String(cementWorks), documentNumber, value: '1234.50' },
    });
    expect(body.data.content).toHaveLength(count);
  });

  test('finds a transaction by its changed text, and no longer by the old one', async () => {
    const made = await create({ documentNumber: 'ZX-1', description: 'Andaime fachadeiro' });
    expect(await found('fachadeiro')).toEqual([made.id]);
    const changed = { ...made, description: 'Betoneira', partner: { id: olaria }, bank: undefined };
    const { status } = await ledger.put('debit', changed, { token: ledger.admin });
    expect(status).toBe(200);
    expect([await found('fachadeiro'), await found('betoneira olaria')]).toEqual([[], [made.id]]);
    const gone = await ledger.services.api.delete(ledger.path('debit', `/${made.id}`), { token: ledger.admin });
    expect(gone.status).toBe(200);
    expect(await found('betoneira')).toEqual([]);
  });

  test('finds transactions by the new name of their partner, also those written concurrently', async () => {
    const { seed } = ledger.services;
    await seed.sql(`update partners set name = 'Cerâmica Nova' where id = $1`, [olaria]);
    expect([await found('olaria'), await found('ceramica nova')]).toEqual([[], [brick.id]]);

    // The partner's name is changed but not committed when one of its transactions is written.
    const renaming = new pg.Client({ connectionString: ledger.services.database.ownerUrl });
    await renaming.connect();
    await renaming.query('begin');
    await renaming.query(`update partners set name = 'Olaria Velha' where id = $1`, [olaria]);
    let written = false;
    const writing = create({ documentNumber: 'ZX-2', partner: { id: olaria } }).finally(() => (written = true));
    await eventually(async () => {
      const waiting = await seed.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return written || waiting.length > 0;
    }).toBe(true);
    await renaming.query('commit');
    await renaming.end();
    const made = await writing;
    expect((await found('olaria velha')).sort()).toEqual([brick.id, made.id].sort());
    expect(reportLines(await verifyLedger(ledger.services.database.ownerUrl)).at(-1)).toBe('Nenhuma diferença.');
  });
});

describe('The search index', () => {
  test('never returns another account’s transactions', async () => {
    const { body } = await neighbour.api.get(neighbour.path, { token: neighbour.token, query: { search: 'tijolos' } });
    expect(body.data.content.map(({ id }: Doc) => id)).toEqual([foreign.id]);
    for (const search of ['tijolos', '77', '6', '%', '_', 't', 'olaria']) {
      expect((await found(search)).includes(foreign.id)).toBe(false);
    }
  });

  test('is read by the account of the SQL transaction, whatever the company', async () => {
    const find = (companyId: number, words: string) =>
      `select * from find_documents(${companyId}, 'DEBIT', array[${words}]::text[])`;
    for (const words of [`'tijolos'`, `'7'`, `''`, '']) {
      expect(await asApp(find(neighbour.companyId, words), ledger.accountId)).toEqual([]);
      expect(await asApp(find(neighbour.companyId, words), neighbour.accountId)).toEqual([
        { find_documents: foreign.id },
      ]);
      expect(await asApp(find(neighbour.companyId, words))).toEqual([]);
    }
    const hostile = `'%'') or true --', 'x) or (true'`;
    expect(await asApp(find(neighbour.companyId, hostile), ledger.accountId)).toEqual([]);
  });

  test('does not change settings of the SQL transaction', async () => {
    const setting = await asApp(
      `select count(*), current_setting('enable_seqscan') as seqscan, current_setting('prumo.account_id') as account
       from find_documents(${ledger.companyId}, 'DEBIT', array['tijolos'])`,
      ledger.accountId,
    );
    expect(setting[0]).toMatchObject({ seqscan: 'on', account: String(ledger.accountId) });
  });

  test.each([
    'select * from document_search',
    'delete from document_search',
    `insert into document_search values (1, 1, 'DEBIT', 1, 'x')`,
    'select rebuild_search()',
    `select searched_text(1, 'x', 'x', 1)`,
  ])('is not accessible to the role of the services: %s', async (statement) => {
    await expect(asApp(statement, ledger.accountId)).rejects.toThrow('permission denied');
  });

  test.each([
    ['is another one', `update document_search set text = text || 'x' where transaction_id = $1`],
    ['is not there', 'delete from document_search where transaction_id = $1'],
  ])('is checked by verify-ledger and rebuilt where it %s', async (_how, spoil) => {
    const { seed, database } = ledger.services;
    await seed.sql(spoil, [brick.id]);
    const { differences } = await verifyLedger(database.ownerUrl);
    expect(differences).toEqual([
      {
        accountId: String(ledger.accountId),
        subject: 'o texto das buscas',
        problem: `o do documento ${brick.id} não é o seu`,
      },
    ]);
    await seed.sql('select rebuild_search()');
    expect((await verifyLedger(database.ownerUrl)).differences).toEqual([]);
  });
});
