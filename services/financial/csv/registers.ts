import { sql } from 'kysely';
import { formatPhone, maskTaxId } from '#domain/masks.ts';
import { hasAllOf } from '#domain/permissions.ts';
import { statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import type { CsvRow } from '#schema/csv/dataset.ts';
import { buildings, categories, customers, suppliers, transfers, wallets } from '#schema/csv/registers.ts';
import { csvFeature, type CsvAsked } from '../../platform/csv/feature.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import { visibleIds } from '../buildings.store.ts';
import { walletBalances } from '../wallets/balances.ts';

type Asked = Pick<CsvAsked<Record<never, never>>, 'session' | 'companyId' | 'today'>;

type PartnerCells = CsvRow<typeof suppliers.columns> & { taxId: string | null; phone: string | null };

const partnersOf = (type: 'SUPPLIER' | 'CUSTOMER') =>
  async function* (trx: Trx, { session }: Asked): AsyncGenerator<CsvRow<typeof suppliers.columns>> {
    const statement = sql<PartnerCells>`
      select id, name, trade_name as "tradeName", tax_id as "taxId", email, phone, city, state, active,
             (select k ->> 'key' from jsonb_array_elements(pix_keys) k where (k ->> 'preferred')::boolean) as "pixKey"
        from partners
       where account_id = ${session.accountId} and type = ${type} order by id`;
    for await (const row of cursorRows(trx, statement))
      yield { ...row, taxId: row.taxId && maskTaxId(row.taxId), phone: formatPhone(row.phone) };
  };

async function* categoryRows(trx: Trx, { session }: Asked): AsyncGenerator<CsvRow<typeof categories.columns>> {
  const statement = sql<CsvRow<typeof categories.columns> & { statementLine: StatementLine | null }>`
    select id, case type when 'DEBIT' then 'Despesa' else 'Receita' end as type, name, statement_line as "statementLine", active
      from categories where account_id = ${session.accountId} order by id`;
  for await (const row of cursorRows(trx, statement))
    yield { ...row, statementLine: statementLineLabel(row.statementLine) };
}

async function* buildingRows(
  trx: Trx,
  { session, companyId }: Asked,
): AsyncGenerator<CsvRow<typeof buildings.columns>> {
  const ids = visibleIds(session, [companyId]);
  yield* cursorRows(
    trx,
    sql<CsvRow<typeof buildings.columns>>`
      select id, name, address, active from buildings
       where account_id = ${session.accountId} and company_id = ${companyId}
         and ${ids === 'all' ? sql`true` : sql`id = any(${ids}::bigint[])`} order by id`,
  );
}

/** As in the register, figures are for those who see expenses and income of the whole company (§6). */
async function* walletRows(
  trx: Trx,
  { session, companyId, today }: Asked,
): AsyncGenerator<CsvRow<typeof wallets.columns>> {
  const { accountId } = session;
  const seesFigures = hasAllOf(session, ['DEBIT', 'CREDIT'], { companyId, buildingId: null });
  const balances = seesFigures ? await walletBalances(trx, { accountId, companyId, at: today }) : [];
  const balanceOf = new Map(balances.map(({ id, balance }) => [id, balance]));
  const figure = (column: string) => (seesFigures ? sql.ref(column) : sql`null`);
  const statement = sql<CsvRow<typeof wallets.columns> & { id: number }>`
    select id, identifier as name, description, ${figure('initial_balance')} as "initialBalance",
           ${figure('balance_date')} as "balanceDate", active
      from wallets where account_id = ${accountId} and company_id = ${companyId} order by id`;
  for await (const row of cursorRows(trx, statement)) yield { ...row, balance: balanceOf.get(row.id) ?? null };
}

async function* transferRows(
  trx: Trx,
  { session, companyId, query: { from, to } }: Asked & { query: { from?: string; to?: string } },
): AsyncGenerator<CsvRow<typeof transfers.columns>> {
  yield* cursorRows(
    trx,
    sql<CsvRow<typeof transfers.columns>>`
      select x.id, x.date, s.id as "sourceId", s.identifier as source, t.id as "targetId", t.identifier as target,
             x.description, x.amount as value
        from transfers x
        join wallets s on s.account_id = x.account_id and s.id = x.source_wallet_id
        join wallets t on t.account_id = x.account_id and t.id = x.target_wallet_id
       where x.account_id = ${session.accountId} and x.company_id = ${companyId}
         and x.date between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date order by x.id`,
  );
}

export const registerCsv = [
  csvFeature(suppliers, {
    read: partnersOf('SUPPLIER'),
    tellsOf: ({ id, pixKey }) => (pixKey === null ? null : Number(id)),
  }),
  csvFeature(customers, { read: partnersOf('CUSTOMER') }),
  csvFeature(categories, { read: categoryRows }),
  csvFeature(buildings, { read: buildingRows }),
  csvFeature(wallets, { read: walletRows }),
  csvFeature(transfers, { read: transferRows }),
];
