import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { ZERO } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { RetentionTax } from '#domain/financial/retentions/taxes.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { walletBalances } from '../../wallets/balances.ts';
import type { ClosingCompany, Days } from '../scope.ts';
import { documentIds } from './sources.ts';

type Type = 'CREDIT' | 'DEBIT';

export interface DocumentLine {
  id: number;
  type: Type;
  number: string | null;
  description: string | null;
  partner: string | null;
  taxId: string | null;
  category: string | null;
  buildings: string | null;
  emission: string;
  competence: string;
  gross: string;
  increase: string;
  discount: string;
  value: string;
  paid: string;
  /** Counts in the result of the month by competence. */
  competes: boolean;
  emitted: boolean;
}

export interface InstallmentLine {
  id: number;
  type: Type;
  document: string | null;
  partner: string | null;
  number: number;
  count: number;
  due: string;
  gross: string;
  increase: string;
  discount: string;
  value: string;
  payment: string | null;
  wallet: string | null;
  method: PaymentMethod | null;
}

export interface TransferLine {
  id: number;
  date: string;
  source: string;
  target: string;
  description: string | null;
  amount: string;
}

export interface WalletLine {
  name: string;
  opening: string;
  incoming: string;
  outgoing: string;
  closing: string;
}

export interface RetentionLine {
  tax: RetentionTax;
  document: string | null;
  supplier: string | null;
  taxId: string | null;
  emission: string;
  base: string;
  rate: string;
  value: string;
  collector: string | null;
  due: string;
  paid: string;
}

export interface MonthRows {
  documents: DocumentLine[];
  installments: InstallmentLine[];
  payments: InstallmentLine[];
  transfers: TransferLine[];
  retentions: RetentionLine[];
  wallets: WalletLine[];
}

const documents = async (trx: Trx, company: ClosingCompany, { from, to }: Days): Promise<DocumentLine[]> => {
  const { rows } = await sql<DocumentLine>`
    select * from (
      select t.id, t.type, t.document_number as number, t.description, p.name as partner, p.tax_id as "taxId", c.name as category,
             (select string_agg(distinct b.name, ', ' order by b.name) from apportionments a
                join buildings b on b.account_id = a.account_id and b.id = a.building_id
               where a.account_id = t.account_id and a.transaction_id = t.id) as buildings,
             t.emission_date as emission, t.competence_date as competence, t.gross_value as gross, t.increase, t.discount, t.value,
             t.paid_value as paid, t.competence_date between ${from}::date and ${to}::date as competes,
             t.emission_date between ${from}::date and ${to}::date as emitted
        from transactions t
        left join partners p on p.account_id = t.account_id and p.id = t.partner_id
        left join categories c on c.account_id = t.account_id and c.id = t.category_id
       where t.account_id = ${company.accountId} and t.id = any(array(${documentIds(company, { from, to })}))) d
     where d.competes or d.emitted
     order by d.emission, d.id`.execute(trx);
  return rows;
};

const installments = async (trx: Trx, { accountId, companyId }: ClosingCompany, condition: ReturnType<typeof sql>) => {
  const { rows } = await sql<InstallmentLine>`
    select i.id, i.type, t.document_number as document, p.name as partner, i.number, t.installment_count as count, i.due_date as due,
           i.gross_value as gross, i.increase, i.discount, i.value, i.payment_date as payment, w.identifier as wallet,
           i.payment_method as method
      from installments i
      join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      left join wallets w on w.account_id = i.account_id and w.id = i.wallet_id
     where i.account_id = ${accountId} and i.company_id = ${companyId} and ${condition}
     order by coalesce(i.payment_date, i.due_date), i.transaction_id, i.number`.execute(trx);
  return rows;
};

const transfers = async (trx: Trx, { accountId, companyId }: ClosingCompany, { from, to }: Days) => {
  const { rows } = await sql<TransferLine>`
    select x.id, x.date, s.identifier as source, t.identifier as target, x.description, x.amount
      from transfers x
      join wallets s on s.account_id = x.account_id and s.id = x.source_wallet_id
      join wallets t on t.account_id = x.account_id and t.id = x.target_wallet_id
     where x.account_id = ${accountId} and x.company_id = ${companyId} and x.date between ${from}::date and ${to}::date
     order by x.date, x.id`.execute(trx);
  return rows;
};

/** What was withheld of the notas of the month, by competence. */
const retentions = async (trx: Trx, { accountId, companyId }: ClosingCompany, { from, to }: Days) => {
  const { rows } = await sql<RetentionLine>`
    select r.tax, t.document_number as document, s.name as supplier, s.tax_id as "taxId", t.emission_date as emission, r.base, r.rate,
           r.value, p.name as collector, g.reference_due_date as due, g.paid_value as paid
      from transaction_retentions r
      join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
      join transactions g on g.account_id = r.account_id and g.id = r.payable_transaction_id
      left join partners s on s.account_id = t.account_id and s.id = t.partner_id
      left join partners p on p.account_id = g.account_id and p.id = g.partner_id
     where r.account_id = ${accountId} and r.company_id = ${companyId} and t.competence_date between ${from}::date and ${to}::date
     order by t.emission_date, t.id, r.position`.execute(trx);
  return rows;
};

/**
 * What wallets had the day before the month and at its end, and what moved between; an opening balance of the month is no movement.
 * One that begins after the month is not there: elsewhere a wallet has its initial balance at all times before.
 */
const wallets = async (trx: Trx, company: ClosingCompany, { from, to }: Days): Promise<WalletLine[]> => {
  const question = { accountId: company.accountId, companyId: company.companyId };
  const opening = await walletBalances(trx, { ...question, at: addDays(from, -1) });
  const closing = await walletBalances(trx, { ...question, at: to });
  const { rows } = await sql<{ id: number; incoming: string; outgoing: string; begun: boolean; before: boolean }>`
    select w.id, w.balance_date <= ${to}::date as begun, w.balance_date < ${from}::date as before,
           coalesce(sum(m.amount) filter (where m.amount > 0), 0.00) as incoming,
           coalesce(sum(m.amount) filter (where m.amount < 0), 0.00) as outgoing
      from wallets w left join lateral (
        select case i.type when 'CREDIT' then i.value else -i.value end as amount from installments i
         where i.account_id = w.account_id and i.wallet_id = w.id and not i.forecast
           and i.payment_date between greatest(w.balance_date, ${from}::date) and ${to}::date
        union all
        select -x.amount from transfers x where x.account_id = w.account_id and x.source_wallet_id = w.id
           and x.date between greatest(w.balance_date, ${from}::date) and ${to}::date
        union all
        select x.amount from transfers x where x.account_id = w.account_id and x.target_wallet_id = w.id
           and x.date between greatest(w.balance_date, ${from}::date) and ${to}::date) m on true
     where w.account_id = ${company.accountId} and w.company_id = ${company.companyId}
     group by w.id`.execute(trx);
  const moved = new Map(rows.map((row) => [row.id, row]));
  return closing.flatMap(({ id, identifier, balance }, index) => {
    const wallet = moved.get(id);
    if (!wallet?.begun) return [];
    const { incoming, outgoing, before } = wallet;
    return [
      {
        name: identifier,
        opening: before ? (opening[index]?.balance ?? ZERO) : ZERO,
        incoming,
        outgoing,
        closing: balance,
      },
    ];
  });
};

/** All rows of a month, each list in one statement, in an order that never changes. */
export const readMonthRows = async (trx: Trx, company: ClosingCompany, days: Days): Promise<MonthRows> => {
  const own = sql`i.transaction_id = any(array(
    select t.id from transactions t where t.account_id = ${company.accountId} and t.company_id = ${company.companyId}
       and t.type in ('CREDIT', 'DEBIT') and t.competence_date between ${days.from}::date and ${days.to}::date))`;
  const paid = sql`not i.forecast and i.payment_date between ${days.from}::date and ${days.to}::date`;
  return {
    documents: await documents(trx, company, days),
    installments: await installments(trx, company, own),
    payments: await installments(trx, company, paid),
    transfers: await transfers(trx, company, days),
    retentions: await retentions(trx, company, days),
    wallets: await wallets(trx, company, days),
  };
};
