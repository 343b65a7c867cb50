import { sql } from 'kysely';
import { monthText } from '#domain/financial/monthClosing/months.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { CLOSED_KINDS, type ClosedFigures, type ClosedKind, rowsOfDays } from '../monthClosing/figures.ts';
import type { Findings } from './findings.ts';

interface Closed {
  companyId: string;
  company: string;
  month: string;
  closingId: string;
  figures: ClosedFigures;
}

/** Counts and sums of hashes of one kind, of the rows that nobody was let to change: in the closing, and now. */
interface Compared {
  kind: ClosedKind;
  /** Rows that were changed under exceptions, as the closing had them. */
  excepted: number;
  exceptedHash: string;
  now: number;
  nowHash: string;
}

const NAMES: Record<ClosedKind, string> = {
  ...{ documents: 'documentos', payments: 'pagamentos', transfers: 'transferências' },
};
const HASHES = { documents: 'documentsHash', payments: 'paymentsHash', transfers: 'transfersHash' } as const;

/** Rows that an exception of this closing let somebody change, as its uses name them. */
const changedOf = (accountId: string, { closingId }: Closed) => sql`
  select u.entity_id from month_closing_openings o
    join month_exception_uses u on u.account_id = o.account_id and u.exception_id = o.exception_id
   where o.account_id = ${accountId} and o.closing_id = ${closingId}
     and u.entity = case x.kind when 'transfers' then 'transfer' else 'transaction' end and u.entity_id = x.owner_id`;

/** One statement for a month. */
const compare = async (trx: Trx, accountId: string, closed: Closed): Promise<Compared[]> => {
  const first = sql`${`${closed.month}-01`}::date`;
  const last = sql`(${first} + interval '1 month' - interval '1 day')::date`;
  const { rows } = await sql<Compared>`
    select k.kind, coalesce(b.count, 0) as excepted, coalesce(b.hash, 0)::text as "exceptedHash", coalesce(n.count, 0) as now,
           coalesce(n.hash, 0)::text as "nowHash"
      from unnest(${[...CLOSED_KINDS]}::text[]) k (kind)
      left join (
        select x.kind, count(*)::integer as count, sum(x.hash) as hash from month_closing_rows x
         where x.account_id = ${accountId} and x.closing_id = ${closed.closingId} and exists (${changedOf(accountId, closed)})
         group by x.kind) b on b.kind = k.kind
      left join (
        select x.kind, count(*)::integer as count, sum(x.hash) as hash
          from (${rowsOfDays(accountId, closed.companyId, first, last)}) x where not exists (${changedOf(accountId, closed)})
         group by x.kind) n on n.kind = k.kind`.execute(trx);
  return rows;
};

/**
 * Closed months have what they had when they were closed, but for the rows that exceptions let somebody change. An exception of
 * before migration 0073 kept no rows: months that it was used in are not compared.
 */
export const verifyClosings = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  const { rows } = await sql<Closed>`
    select m.company_id as "companyId", c.name as company, to_char(m.month, 'YYYY-MM') as month, m.id as "closingId", m.figures
      from month_closings m join companies c on c.account_id = m.account_id and c.id = m.company_id
     where m.account_id = ${accountId} and m.reopened_at is null and not exists (
       select from month_exceptions e join month_exception_uses u on u.account_id = e.account_id and u.exception_id = e.id
        where e.account_id = m.account_id and e.company_id = m.company_id and (e.kind = 'DOCUMENT' or e.month = m.month)
          and not exists (select from month_closing_openings o where o.account_id = e.account_id and o.exception_id = e.id))
     order by m.company_id, m.month`.execute(trx);
  for (const closed of rows) {
    const { company, month, figures } = closed;
    for (const { kind, excepted, exceptedHash, now, nowHash } of await compare(trx, accountId, closed)) {
      const untouched = figures[kind] - excepted;
      if (untouched === now && BigInt(figures[HASHES[kind]]) - BigInt(exceptedHash) === BigInt(nowHash)) continue;
      const without = excepted > 0 ? ', sem contar o que mudou por exceção' : '';
      findings.note(
        accountId,
        `${monthText(month)} de ${company}`,
        `${NAMES[kind]} mudaram depois do fechamento: eram ${untouched}, são ${now}${without}`,
      );
    }
  }
  const { rows: apart } = await sql<{ company: string; through: string | null; closed: string | null }>`
    select c.name as company, c.closed_through::text as through,
           (select (max(m.month) + interval '1 month' - interval '1 day')::date::text from month_closings m
             where m.account_id = c.account_id and m.company_id = c.id and m.reopened_at is null) as closed
      from companies c where c.account_id = ${accountId}`.execute(trx);
  for (const { company, through, closed } of apart)
    if (through !== closed)
      findings.note(
        accountId,
        `empresa ${company}`,
        `fechada até ${through ?? '–'}, e os fechamentos dizem ${closed ?? '–'}`,
      );
};
