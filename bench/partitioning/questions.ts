/** What the product asks of the three tables, by key or by the order of an index; `$1` is the account. */
export interface Asked {
  name: string;
  text: string;
  values: (place: Place) => unknown[];
  /** Changes rows, and is taken back. */
  changes?: boolean;
  /** How often in a round. */
  times: number;
}

export interface Place {
  accountId: number;
  companyId: number;
  walletId: number;
  transactionId: number;
  installmentId: number;
}

/** Larger than all ids there are. */
const NEW = 5_000_000_000;

export const asked: Asked[] = [
  {
    name: 'list as it opens, 50 rows',
    text: `select id from transactions where account_id = $1 and company_id = $2 and type = 'DEBIT'
           order by (status = 'PAID'), reference_due_date, id limit 50`,
    values: ({ accountId, companyId }) => [accountId, companyId],
    times: 300,
  },
  {
    name: 'one document with its parts',
    text: `select t.*, array(select i.value from installments i where i.account_id = $1 and i.transaction_id = t.id),
                  array(select s.value from apportionment_shares s where s.account_id = $1 and s.transaction_id = t.id)
           from transactions t where t.account_id = $1 and t.id = $2`,
    values: ({ accountId, transactionId }) => [accountId, transactionId],
    times: 300,
  },
  {
    name: 'payment',
    text: `with paid as (
             update installments set forecast = not forecast, payment_date = case when forecast then date '2026-11-20' end,
                    wallet_id = case when forecast then $4::bigint end, payment_method = case when forecast then 'PIX' end
             where account_id = $1 and id = $3 returning forecast)
           update transactions set status = case when forecast then 'OPEN' else 'PAID' end from paid
           where account_id = $1 and id = $2`,
    values: ({ accountId, transactionId, installmentId, walletId }) => [
      accountId,
      transactionId,
      installmentId,
      walletId,
    ],
    changes: true,
    times: 200,
  },
  {
    name: 'open values of half a year by day',
    text: `select due_date, type, sum(value) from installments
           where account_id = $1 and company_id = $2 and forecast and due_date between '2026-11-20' and '2027-05-20' group by 1, 2`,
    values: ({ accountId, companyId }) => [accountId, companyId],
    times: 20,
  },
  {
    name: 'import of 1,000 bills',
    text: `with t as (
             insert into transactions (account_id, id, company_id, type, emission_date, competence_date, category_id, status,
               installment_count, paid_installment_count, gross_value, paid_value, reference_due_date)
             select $1, ${NEW} + n, $2, 'DEBIT', date '2026-11-20', date '2026-11-20', 1, 'OPEN', 1, 0, 10, 0, date '2026-11-20' + n % 300
             from generate_series(1, 1000) n returning id, reference_due_date)
           insert into installments (account_id, id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
           select $1, id, $2, id, 'DEBIT', 1, true, date '2026-11-20', reference_due_date, 10 from t`,
    values: ({ accountId, companyId }) => [accountId, companyId],
    changes: true,
    times: 5,
  },
];

/** What vacuum has to do: a hundredth of the large account's installments, changed. */
export const CHANGED = `update installments set increase = increase + 0.01 where account_id = $1 and id % 100 = 0`;
