import type pg from 'pg';

/** One way to store documents: the same rows in a schema of its own. */
export interface Layout {
  name: string;
  schema: string;
  /** How each table is divided, in SQL; none: as the product has it. */
  divided: Partial<Record<Table, { by: string; parts: readonly string[] }>>;
  /** The column that every unique key must also have. */
  key: Partial<Record<Table, string>>;
  /** Keys between the tables can be declared. */
  references: boolean;
}

const TABLES = ['transactions', 'installments', 'apportionment_shares'] as const;
type Table = (typeof TABLES)[number];

export const HASHES = 16;
const YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027];

const byAccount = {
  by: 'hash (account_id)',
  parts: Array.from({ length: HASHES }, (_, rest) => `for values with (modulus ${HASHES}, remainder ${rest})`),
};
const byYear = (column: string) => ({
  by: `range (${column})`,
  parts: [...YEARS.map((year) => `for values from ('${year}-01-01') to ('${year + 1}-01-01')`), 'default'],
});

export const layouts: Layout[] = [
  { name: 'as it is', schema: 'as_it_is', divided: {}, key: {}, references: true },
  {
    ...{ name: `by account, ${HASHES} parts`, schema: 'by_account', key: {}, references: true },
    divided: { transactions: byAccount, installments: byAccount, apportionment_shares: byAccount },
  },
  {
    ...{ name: `by year, ${YEARS.length + 1} parts`, schema: 'by_year', references: false },
    divided: { transactions: byYear('competence_date'), installments: byYear('due_date') },
    key: { transactions: ', competence_date', installments: ', due_date' },
  },
];

/** Keys and indexes by which the questions find rows; the product has twice as many. */
const indexesOf = ({ key }: Layout): string[] => [
  `alter table transactions add primary key (account_id, id${key.transactions ?? ''})`,
  'create index on transactions (account_id, company_id, type, (status = $q$PAID$q$), reference_due_date, id)',
  'create index on transactions (account_id, company_id, type, competence_date, id)',
  'create index on transactions (account_id, company_id, type, value, id)',
  `alter table installments add primary key (account_id, id${key.installments ?? ''})`,
  `alter table installments add unique (account_id, transaction_id, id${key.installments ?? ''})`,
  'create index on installments (account_id, company_id, due_date) include (transaction_id, type, value) where forecast',
  'create index on installments (account_id, company_id, type, due_date, id) include (transaction_id, forecast, value)',
  'create index on installments (account_id, wallet_id, payment_date, id) include (type, value) where not forecast',
  'alter table apportionment_shares add primary key (account_id, installment_id, apportionment_id)',
  'create index on apportionment_shares (account_id, transaction_id)',
];

const REFERENCES = [
  'alter table installments add foreign key (account_id, transaction_id) references transactions (account_id, id) on delete cascade',
  `alter table apportionment_shares add foreign key (account_id, transaction_id, installment_id)
   references installments (account_id, transaction_id, id) on delete cascade`,
];

/** Accounts that are copies of a small one, each with ids of its own. */
export const COPIES = { accounts: 1_000, firstAccount: 1_000_000, step: 100_000, from: 1_000_000_000 };

const shifted = (column: string): string => {
  if (column === 'account_id') return `${COPIES.firstAccount} + k`;
  return ['id', 'transaction_id', 'installment_id', 'apportionment_id'].includes(column)
    ? `${column} + ${COPIES.from} + k * ${COPIES.step}`
    : column;
};

const columnsOf = async (client: pg.Client, table: Table): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
};

/** Makes the tables of a layout with the rows of a large account, and those of a small one a thousand times. */
export const buildLayout = async (client: pg.Client, layout: Layout, large: number, small: number): Promise<void> => {
  await client.query(`create schema ${layout.schema}; set search_path = ${layout.schema}, public`);
  for (const table of TABLES) {
    const { by, parts } = layout.divided[table] ?? { by: undefined, parts: [] };
    await client.query(
      `create table ${table} (like public.${table} including defaults including generated) ${by ? `partition by ${by}` : ''}`,
    );
    for (const [index, values] of parts.entries()) {
      await client.query(`create table ${table}_${index} partition of ${table} ${values}`);
    }
    const columns = await columnsOf(client, table);
    const into = `insert into ${table} (${columns.join(', ')})`;
    await client.query(`${into} select ${columns.join(', ')} from public.${table} where account_id = ${large}`);
    await client.query(
      `${into} select ${columns.map(shifted).join(', ')} from public.${table}, generate_series(1, ${COPIES.accounts}) k
       where account_id = ${small} order by k`,
    );
  }
  for (const index of indexesOf(layout)) await client.query(index);
  if (layout.references) for (const reference of REFERENCES) await client.query(reference);
  await client.query(`vacuum analyze ${TABLES.join(', ')}`);
};

/** Bytes of rows and of indexes. */
export const sizesOf = async (client: pg.Client, { schema }: Layout): Promise<{ rows: number; indexes: number }> => {
  const { rows } = await client.query<{ rows: string; indexes: string }>(
    `select coalesce(sum(pg_relation_size(c.oid)) filter (where c.relkind = 'r'), 0) as rows,
            coalesce(sum(pg_relation_size(c.oid)) filter (where c.relkind = 'i'), 0) as indexes
       from pg_class c where c.relnamespace = $1::regnamespace`,
    [schema],
  );
  return { rows: Number(rows[0]?.rows), indexes: Number(rows[0]?.indexes) };
};
