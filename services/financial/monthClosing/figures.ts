import { sql, type RawBuilder } from 'kysely';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { type ClosingCompany, daysOf, type Days } from './scope.ts';

/** What a closed month had: sums of hashes notice any change of its rows, in any order. */
export interface ClosedFigures {
  documents: number;
  grossValue: string;
  documentsHash: string;
  payments: number;
  paidValue: string;
  paymentsHash: string;
  transfers: number;
  transferred: string;
  transfersHash: string;
}

/** What changes with anything that a closed month protects of a row: of documents `t`, installments `i` and transfers `r`. */
const HASH = {
  documents: sql`hashtextextended(concat_ws('|', t.id, t.type, t.document_number, t.emission_date, t.competence_date, t.category_id,
    t.partner_id, t.gross_value), 0)`,
  payments: sql`hashtextextended(concat_ws('|', i.id, i.type, i.payment_date, i.wallet_id, i.gross_value, i.increase, i.discount), 0)`,
  transfers: sql`hashtextextended(concat_ws('|', r.id, r.date, r.amount, r.source_wallet_id, r.target_wallet_id), 0)`,
};

export type ClosedKind = keyof typeof HASH;
export const CLOSED_KINDS = ['documents', 'payments', 'transfers'] as const satisfies readonly ClosedKind[];

/** The rows that figures of these days count: kind, row_id, owner_id (its document, or itself), hash. */
export const rowsOfDays = (
  accountId: number | string,
  companyId: number | string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select 'documents' as kind, t.id as row_id, t.id as owner_id, ${HASH.documents} as hash from transactions t
   where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
     and t.competence_date between ${from} and ${to}
  union all
  select 'payments', i.id, i.transaction_id, ${HASH.payments} from installments i
   where i.account_id = ${accountId} and i.company_id = ${companyId} and not i.forecast and i.payment_date between ${from} and ${to}
  union all
  select 'transfers', r.id, r.id, ${HASH.transfers} from transfers r
   where r.account_id = ${accountId} and r.company_id = ${companyId} and r.date between ${from} and ${to}`;

/** Figures of documents, payments and transfers dated in these days. One statement. */
export const figuresOfDays = async (
  trx: Trx,
  accountId: number | string,
  companyId: number | string,
  { from, to }: Days,
): Promise<ClosedFigures> => {
  const { rows } = await sql<ClosedFigures>`
    select d.*, p.*, x.*
      from (select count(*)::integer as documents, coalesce(sum(t.gross_value), 0.00)::text as "grossValue",
                   coalesce(sum(${HASH.documents}), 0)::text as "documentsHash"
              from transactions t
             where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
               and t.competence_date between ${from}::date and ${to}::date) d,
           (select count(*)::integer as payments, coalesce(sum(i.value), 0.00)::text as "paidValue",
                   coalesce(sum(${HASH.payments}), 0)::text as "paymentsHash"
              from installments i
             where i.account_id = ${accountId} and i.company_id = ${companyId} and not i.forecast
               and i.payment_date between ${from}::date and ${to}::date) p,
           (select count(*)::integer as transfers, coalesce(sum(r.amount), 0.00)::text as transferred,
                   coalesce(sum(${HASH.transfers}), 0)::text as "transfersHash"
              from transfers r
             where r.account_id = ${accountId} and r.company_id = ${companyId} and r.date between ${from}::date and ${to}::date) x`.execute(
    trx,
  );
  const [figures] = rows;
  if (!figures) throw new Error('an aggregate has one row');
  return figures;
};

export const figuresOf = (trx: Trx, { accountId, companyId }: ClosingCompany, month: Month): Promise<ClosedFigures> =>
  figuresOfDays(trx, accountId, companyId, daysOf(month));
