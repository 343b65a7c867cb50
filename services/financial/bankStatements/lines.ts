import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { BankLine, BankLineTotals } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Clerk } from './access.ts';

export interface LineQuery extends ListKeys {
  wallet?: number;
  file?: number;
  from?: IsoDate;
  to?: IsoDate;
}

const rules = {
  sortable: { date: 'l.date', amount: 'l.amount', id: 'l.id' },
  defaultSort: 'date:desc,id:desc',
  key: 'l.id',
};

const narrowed = ({ session, companyId }: Clerk, query: LineQuery, ids: number[] | null, search: string | null) => sql`
  l.account_id = ${session.accountId} and l.company_id = ${companyId} and l.replaced_by is null
  and (${query.wallet ?? null}::bigint is null or l.wallet_id = ${query.wallet ?? null})
  and (${query.from ?? null}::date is null or l.date >= ${query.from ?? null})
  and (${query.to ?? null}::date is null or l.date <= ${query.to ?? null})
  and (${query.file ?? null}::bigint is null or exists (select from bank_statement_file_lines m
    where m.account_id = l.account_id and m.line_id = l.id and m.file_id = ${query.file ?? null}))
  and (${ids}::bigint[] is null or l.id = any(${ids}::bigint[]))
  and (${search}::text is null or search_key(l.memo || ' ' || l.document) like search_pattern(${search}))`;

/** The earliest imported file that has the line "l"; of a reconciled line whose import was undone, the file it came with. */
const FILE = sql`(
  select json_build_object('id', s.id, 'name', s.name)
    from bank_statement_file_lines m
    join bank_statement_files s on s.account_id = m.account_id and s.id = m.file_id
   where m.account_id = l.account_id and m.line_id = l.id
   order by (s.state = 'IMPORTED') desc, s.imported_at, s.id limit 1)`;

/** Lines of wallets, newest first. */
export const listLines = async (trx: Trx, clerk: Clerk, query: LineQuery): Promise<PageOf<BankLine>> => {
  const list = readListQuery(query, rules);
  const where = narrowed(clerk, query, list.ids, list.search);
  const { rows } = await sql<BankLine>`
    select l.id, json_build_object('id', w.id, 'name', w.identifier) as wallet, l.date, l.amount, l.memo, l.document, l.type,
           ${FILE} as file
      from bank_statement_lines l
      join wallets w on w.account_id = l.account_id and w.id = l.wallet_id
     where ${where} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, rows, async () => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from bank_statement_lines l where ${where}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};

/** Count and sums of lines over a filter. */
export const totalLines = async (trx: Trx, clerk: Clerk, query: LineQuery): Promise<BankLineTotals> => {
  const { search } = readListQuery(query, rules);
  const { rows } = await sql<BankLineTotals>`
    select count(*) as lines, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::numeric(15, 2) as "moneyIn",
           coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::numeric(15, 2) as "moneyOut"
      from bank_statement_lines l where ${narrowed(clerk, query, null, search)}`.execute(trx);
  return rows[0] ?? { lines: 0, moneyIn: '0.00', moneyOut: '0.00' };
};
