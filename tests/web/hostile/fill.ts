import type { TestServices } from '#tests/support/services.ts';
import { tenantTables } from '../../security/twinTenants/tables.ts';
import { PAYLOADS } from './payloads.ts';

const ROWS = PAYLOADS.length;
/** Columns with fixed words, logins, or values the database interprets: not free text. */
const NOT_TEXT = new Set([
  'login',
  'password_hash',
  'timezone',
  'payment_method',
  'preferred_payment_method',
  'statement_line',
  'kind',
  'media_type',
  'link',
]);

/** Creates as many rows of every register as there are payloads, so that each list shows all payloads. */
const MORE: readonly string[] = [
  `insert into companies (account_id, name) select a, 'Empresa ' || n from more`,
  `insert into buildings (account_id, company_id, name) select a, c, 'Obra ' || n from more`,
  `insert into wallets (account_id, company_id, identifier, initial_balance, balance_date) select a, c, 'Carteira ' || n, 1, '2026-01-01' from more`,
  `insert into categories (account_id, type, name) select a, 'DEBIT', 'Categoria ' || n from more`,
  `insert into categories (account_id, type, name) select a, 'CREDIT', 'Categoria ' || n from more`,
  `insert into partners (account_id, type, name) select a, 'SUPPLIER', 'Fornecedor ' || n from more`,
  `insert into partners (account_id, type, name) select a, 'CUSTOMER', 'Cliente ' || n from more`,
  `insert into users (account_id, login, name) select a, 'p' || n || '@exemplo.com.br', 'Pessoa ' || n from more`,
  `insert into assistant_messages (account_id, kind, text, at) select a, 'INFO', 'Recado ' || n, now() from more`,
];

/**
 * Writes payloads into every free-text column of every table of the account, a different one per row. Returns the
 * columns it filled.
 */
export const fillWithPayloads = async ({ seed }: TestServices): Promise<string[]> => {
  const [place] = await seed.sql<{ a: string; c: string }>(
    'select account_id as a, id as c from companies order by id limit 1',
  );
  for (const statement of MORE) {
    const [into, select] = statement.split(' select ');
    const rows = `with more as (select $1::bigint as a, $2::bigint as c, n from generate_series(1, ${ROWS}) as n)`;
    await seed.sql(`${rows} ${into} select ${select}`, [place?.a, place?.c]);
  }
  const columns = await seed.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' and table_name = any($1) order by 1, 2`,
    [await tenantTables(seed)],
  );
  const filled: string[] = [];
  for (const [index, { table, column }] of columns.entries()) {
    if (NOT_TEXT.has(column)) continue;
    for (const longest of [200, 60, 40, 20]) {
      // Appends the row number, because names are unique and payloads repeat.
      const text = `left(p.list[1 + (r.n + ${index * 7}) % ${ROWS}] || ' ' || r.n, ${longest})`;
      const done = await seed
        .sql(
          `with r as (select ctid as place, row_number() over (order by ctid) as n from ${table}), p as (select $1::text[] as list)
           update ${table} set ${column} = ${text} from r, p where ${table}.ctid = r.place and ${table}.${column} is not null`,
          [[...PAYLOADS]],
        )
        .then(
          () => true,
          () => false,
        );
      if (done) {
        filled.push(`${table}.${column}`);
        break;
      }
    }
  }
  return filled;
};
