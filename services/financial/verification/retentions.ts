import { sql } from 'kysely';
import { compare, formatCurrency, type Money } from '#domain/money.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Findings } from './findings.ts';

interface Row {
  id: number;
  invoice: Money | null;
  document: Money;
  retained: Money;
  payable: Money;
  /** Buildings and stages in which the invoice is not its document and payables. */
  places: number;
}

const problemOf = ({ invoice, document, retained, payable, places }: Row): string | null => {
  if (invoice === null) return 'tem retenções, mas não o valor da nota';
  const all = `${formatCurrency(document)} a pagar e ${formatCurrency(retained)} de retenções`;
  if (compare(retained, payable) !== 0)
    return `as retenções somam ${formatCurrency(retained)}, mas as guias ${formatCurrency(payable)}`;
  if (places > 0)
    return `o rateio da nota não é o do documento e das guias em ${places} ${places === 1 ? 'obra' : 'obras'}`;
  return `a nota é ${formatCurrency(invoice)}, mas são ${all}`;
};

/** Compares invoices of which something is withheld with their documents and payables, as a whole and in each place. */
export const verifyRetentions = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  const { rows } = await sql<Row>`
    with parts as (
      select r.transaction_id as invoice, r.payable_transaction_id as id from transaction_retentions r
       where r.account_id = ${accountId}),
    sums as (
      select n.id, n.invoice_value, n.gross_value,
        (select coalesce(sum(r.value), 0) from transaction_retentions r
          where r.account_id = ${accountId} and r.transaction_id = n.id) as retained,
        (select coalesce(sum(p.gross_value), 0) from transactions p
          where p.account_id = ${accountId} and p.id in (select id from parts where invoice = n.id)) as payable,
        (select count(*) from (
          select from apportionments a
           where a.account_id = ${accountId} and (a.transaction_id = n.id or a.transaction_id in (select id from parts where invoice = n.id))
           group by a.building_id, a.cost_estimate_group_id
          having sum(a.gross_value) is distinct from sum(a.invoice_value)) x) as places
      from transactions n
      where n.account_id = ${accountId} and (n.invoice_value is not null or n.id in (select invoice from parts)))
    select id, invoice_value::text as invoice, gross_value::text as document, retained::text, payable::text, places
    from sums
    where invoice_value is distinct from gross_value + retained or retained <> payable or places > 0
    order by id limit 100`.execute(trx);
  for (const row of rows) {
    const problem = problemOf(row);
    if (problem !== null) findings.note(accountId, `a nota da despesa ${row.id}`, problem);
  }
};
