import { createHash } from 'node:crypto';
import pg from 'pg';
import { booksSql } from './books.sql.ts';

/** The seed date; start the services with PRUMO_CLOCK set to it. */
export const TODAY = '2026-11-20';
export const NOW = `${TODAY}T15:00:00.000Z`;

export interface Books {
  accountId: number;
  companyId: number;
  installments: number;
  /** Tokens of an administrator, and of a user who sees the expenses of one building only. */
  token: string;
  limitedToken: string;
  walletId: number;
  buildingId: number;
  /** A supplier with transactions, and one expense with several installments. */
  partnerId: number;
  categoryId: number;
  transactionId: number;
  /** Number of that expense, which hardly any other has. */
  documentNumber: string;
}

export interface BooksOptions {
  installments: number;
  seed: number;
  /** Number of users with every permission, besides the administrator. */
  users?: number;
}

/** Tables filled without indexes: creating them afterwards takes a third of the time. */
const BIG = ['transactions', 'installments', 'apportionments', 'apportionment_shares'];

const hash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

export const tokenFor = (accountId: number, who: string): string => `bench-token-of-account-${accountId}-${who}`;

const only = async <T extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query<T>(text, values);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0];
};

const addUser = async (client: pg.Client, accountId: number, who: string, admin: boolean): Promise<number> => {
  const { id } = await only<{ id: string }>(
    client,
    'insert into users (account_id, login, name, admin) values ($1, $2, $3, $4) returning id',
    [accountId, `${who}.${accountId}@bench.prumo`, who, admin],
  );
  await client.query(
    `insert into access_tokens (token_hash, account_id, user_id, issued_at, expires_at)
     values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '1 year')`,
    [hash(tokenFor(accountId, who)), accountId, id, NOW],
  );
  return Number(id);
};

type Place = { accountId: number; companyId: number };

/** Grants every permission on every building and on "no building". */
const grantAll = (client: pg.Client, { accountId, companyId }: Place, userId: number) =>
  client.query(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission)
     select $1, $2, $3, building, permission
     from (select id as building from buildings where account_id = $1 union all select null) b,
       unnest(array['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING']) permission`,
    [accountId, userId, companyId],
  );

const grantExpenses = (client: pg.Client, { accountId, companyId }: Place, userId: number, buildingId: number) =>
  client.query(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission) values ($1, $2, $3, $4, 'DEBIT')`,
    [accountId, userId, companyId, buildingId],
  );

/** Drops the secondary indexes of the big tables, runs `fill` and creates them again. */
const withoutIndexes = async (client: pg.Client, fill: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [BIG],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
};

const connected = async <T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const fillBooks = async (client: pg.Client, { installments, seed, users = 0 }: BooksOptions): Promise<Books> => {
  const { id: account } = await only<{ id: string }>(
    client,
    `insert into accounts (name) values ('Construtora de ' || $1 || ' parcelas') returning id`,
    [String(installments)],
  );
  const accountId = Number(account);
  for (const statement of booksSql({ accountId, installments, seed, today: TODAY })) await client.query(statement);
  const found = await only<Record<string, string>>(
    client,
    `select (select min(id) from companies where account_id = $1) as company,
       (select min(id) from wallets where account_id = $1) as wallet,
       (select min(id) from buildings where account_id = $1) as building,
       t.partner_id as partner, t.category_id as category, t.id as transaction, t.document_number as number
     from transactions t where t.account_id = $1 and t.type = 'DEBIT' and t.installment_count > 2 and t.partner_id is not null
     order by id limit 1`,
    [accountId],
  );
  const id = (name: string): number => Number(found[name]);
  const place = { accountId, companyId: id('company') };
  await addUser(client, accountId, 'admin', true);
  await grantExpenses(client, place, await addUser(client, accountId, 'limited', false), id('building'));
  for (let index = 0; index < users; index += 1) {
    await grantAll(client, place, await addUser(client, accountId, `user-${index}`, false));
  }
  return {
    accountId,
    installments,
    companyId: id('company'),
    walletId: id('wallet'),
    buildingId: id('building'),
    partnerId: id('partner'),
    categoryId: id('category'),
    transactionId: id('transaction'),
    documentNumber: found.number ?? '',
    token: tokenFor(accountId, 'admin'),
    limitedToken: tokenFor(accountId, 'limited'),
  };
};

/**
 * Fills one account for each size by SQL, in about 25 s per million installments. The rows meet every rule that
 * verify-ledger checks. Disables triggers meanwhile, which needs a superuser.
 */
export const seedBooks = (ownerUrl: string, wanted: readonly BooksOptions[]): Promise<Books[]> =>
  connected(ownerUrl, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(`select set_config('prumo.owner_access', 'on', false)`);
    const books: Books[] = [];
    await withoutIndexes(client, async () => {
      for (const options of wanted) books.push(await fillBooks(client, options));
    });
    await client.query(
      'select rebuild_sums(), rebuild_search(), rebuild_days(), rebuild_stage_costs(), rebuild_results(), rebuild_flows(), rebuild_document_lists()',
    );
    await client.query('vacuum (analyze)');
    return books;
  });
