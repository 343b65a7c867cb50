// Mirrors an account of Prumo into PostgreSQL tables of JSON rows, and prints balances by wallet and costs by building.
// Each run reads only what changed since the last one, deletions included. See README.md beside this file.
//
//   PRUMO_URL=https://prumo.exemplo.com.br PRUMO_TOKEN=prm_… MIRROR_URL=postgres://…/espelho node mirror.mjs

import pg from 'pg';

const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`Falta a variável ${name}.`);
  return value;
};
const ADDRESS = required('PRUMO_URL').replace(/\/$/, '');
const TOKEN = required('PRUMO_TOKEN');
/** Cursor of a list that has not been read yet. */
const START = '0';

const TABLES = `
  create table if not exists prumo_rows (list text, id bigint, row jsonb not null, primary key (list, id));
  create table if not exists prumo_cursors (list text primary key, cursor text not null);`;

class Refused extends Error {
  constructor(status, body) {
    super(body.message ?? `A API respondeu ${status}.`);
    this.status = status;
    this.fields = body.fields ?? [];
  }
}

/** One GET of the API. Waits as long as the server says where the limit of a minute is used up (429). */
const get = async (path) => {
  for (;;) {
    const response = await fetch(`${ADDRESS}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? 5);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      continue;
    }
    const body = await response.json();
    if (!response.ok) throw new Refused(response.status, body);
    return body.data;
  }
};

/** A page of changes and the cursor behind it are stored together: a run that is interrupted goes on where it stopped. */
const store = async (db, list, { content, changes }) => {
  await db.query('begin');
  await db.query(
    `insert into prumo_rows (list, id, row) select $1, (r ->> 'id')::bigint, r from jsonb_array_elements($2) r
     on conflict (list, id) do update set row = excluded.row`,
    [list, JSON.stringify(content)],
  );
  await db.query('delete from prumo_rows where list = $1 and id = any($2)', [list, changes.deleted]);
  await db.query(
    `insert into prumo_cursors (list, cursor) values ($1, $2) on conflict (list) do update set cursor = excluded.cursor`,
    [list, changes.cursor],
  );
  await db.query('commit');
};

const forget = async (db, list) => {
  await db.query('delete from prumo_cursors where list = $1', [list]);
  await db.query('delete from prumo_rows where list = $1', [list]);
};

/** Brings one list up to date; returns how many rows came and how many left. */
const mirror = async (db, list) => {
  const { rows } = await db.query('select cursor from prumo_cursors where list = $1', [list]);
  let cursor = rows[0]?.cursor ?? START;
  const told = { changed: 0, deleted: 0 };
  for (let more = true; more;) {
    let page;
    try {
      page = await get(`${list}?changedSince=${encodeURIComponent(cursor)}`);
    } catch (error) {
      // The token's permissions have changed, or the database was restored: what is here may be wrong.
      const again = error instanceof Refused && error.fields.some(({ path }) => path === 'changedSince');
      if (!again || cursor === START) throw error;
      await forget(db, list);
      cursor = START;
      continue;
    }
    await store(db, list, page);
    told.changed += page.content.length;
    told.deleted += page.changes.deleted.length;
    ({ cursor, more } = page.changes);
  }
  return told;
};

const listsOf = ({ accountId, companies }) => [
  `/api/v1/financial/account/${accountId}/company`,
  `/api/v1/financial/account/${accountId}/building`,
  `/api/v1/financial/account/${accountId}/category`,
  `/api/v1/financial/account/${accountId}/partner`,
  ...Object.keys(companies).flatMap((id) => [
    `/api/v1/financial/company/${id}/bank`,
    `/api/v1/financial/company/${id}/debit`,
    `/api/v1/financial/company/${id}/credit`,
    `/api/v1/financial/company/${id}/debit/installments`,
    `/api/v1/financial/company/${id}/credit/installments`,
    `/api/v1/financial/companies/${id}/transfers`,
    `/api/v1/purchase/company/${id}/order`,
  ]),
];

/** Balance of each wallet: the initial one, and what moved since its day (money is numeric, never a float). */
const WALLETS = `
  with paid as (
    select (row -> 'installment' -> 'bank' ->> 'id')::bigint as wallet, (row -> 'installment' ->> 'paymentDate')::date as day,
           (row -> 'installment' ->> 'value')::numeric * case when list like '%/credit/installments' then 1 else -1 end as amount
      from prumo_rows
     where list like '%/installments' and not (row -> 'installment' ->> 'forecast')::boolean
    union all
    select (row ->> 'sourceWalletId')::bigint, (row ->> 'date')::date, -(row ->> 'amount')::numeric
      from prumo_rows where list like '%/transfers'
    union all
    select (row ->> 'targetWalletId')::bigint, (row ->> 'date')::date, (row ->> 'amount')::numeric
      from prumo_rows where list like '%/transfers')
  select w.row ->> 'identifier' as name, ((w.row ->> 'initialBalance')::numeric + coalesce((
           select sum(p.amount) from paid p where p.wallet = w.id and p.day >= (w.row ->> 'balanceDate')::date), 0))::numeric(15, 2) as sum
    from prumo_rows w where w.list like '%/bank' order by w.id`;

/** Cost of each building: its shares of all expenses. */
const BUILDINGS = `
  select b.row ->> 'name' as name, coalesce(sum((s ->> 'value')::numeric), 0)::numeric(15, 2) as sum
    from prumo_rows b
    left join (select jsonb_array_elements(row -> 'transactionRecordBuildings') as s from prumo_rows where list like '%/debit') shares
      on (s -> 'building' ->> 'id')::bigint = b.id
   where b.list like '%/building' group by b.id, b.row order by b.id`;

const db = new pg.Client({ connectionString: required('MIRROR_URL') });
await db.connect();
try {
  await db.query(TABLES);
  for (const list of listsOf(await get('/api/v1/security/session'))) {
    try {
      const { changed, deleted } = await mirror(db, list);
      console.log(`${list}: ${changed} alterados, ${deleted} retirados`);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 403) throw error;
      console.log(`${list}: fora do alcance deste token`);
    }
  }
  for (const [title, sql] of [
    ['Saldo', WALLETS],
    ['Custo', BUILDINGS],
  ]) {
    for (const { name, sum } of (await db.query(sql)).rows) console.log(`${title}\t${name}\t${sum}`);
  }
} finally {
  await db.end();
}
