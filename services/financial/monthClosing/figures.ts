import { sql } from 'kysely';
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
                   coalesce(sum(hashtextextended(concat_ws('|', t.id, t.type, t.document_number, t.emission_date, t.competence_date,
                     t.category_id, t.partner_id, t.gross_value), 0)), 0)::text as "documentsHash"
              from transactions t
             where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
               and t.competence_date between ${from}::date and ${to}::date) d,
           (select count(*)::integer as payments, coalesce(sum(i.value), 0.00)::text as "paidValue",
                   coalesce(sum(hashtextextended(concat_ws('|', i.id, i.type, i.payment_date, i.wallet_id, i.gross_value, i.increase,
                     i.discount), 0)), 0)::text as "paymentsHash"
              from installments i
             where i.account_id = ${accountId} and i.company_id = ${companyId} and not i.forecast
               and i.payment_date between ${from}::date and ${to}::date) p,
           (select count(*)::integer as transfers, coalesce(sum(r.amount), 0.00)::text as transferred,
                   coalesce(sum(hashtextextended(concat_ws('|', r.id, r.date, r.amount, r.source_wallet_id, r.target_wallet_id), 0)), 0)::text
                     as "transfersHash"
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
