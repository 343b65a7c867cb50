import type { SeedKit } from './seedKit.ts';

export interface WholeTransactions {
  accountId: number;
  companyId: number;
  type: 'DEBIT' | 'CREDIT';
  transactions: number;
  /** Installments of each transaction, all paid except the last. */
  installments: number;
  /** Buildings of each transaction's apportionment, with equal shares. */
  buildings: number;
  attachments: number;
}

/** Every reference names a row of its own, so that batching cannot profit from shared rows. */
const registers = ({
  accountId,
  companyId,
  type,
  transactions: transactions,
  buildings,
}: WholeTransactions): string[] => [
  `insert into partners (account_id, type, name, tax_id)
   select ${accountId}, '${type === 'DEBIT' ? 'SUPPLIER' : 'CUSTOMER'}', 'Parceiro ${type} ' || n, null
   from generate_series(1, ${transactions}) n`,
  `insert into categories (account_id, type, name)
   select ${accountId}, '${type}', 'Categoria ${type} ' || n from generate_series(1, ${transactions}) n`,
  `insert into wallets (account_id, company_id, identifier, description, initial_balance, balance_date)
   select ${accountId}, ${companyId}, 'Carteira ${type} ' || n, 'Conta corrente', 1000, '2020-01-01'
   from generate_series(1, ${transactions}) n`,
  `with sites as (
     insert into buildings (account_id, company_id, name)
     select ${accountId}, ${companyId}, 'Obra ${type} ' || n from generate_series(1, ${transactions + buildings}) n
     returning id),
   estimates as (
     insert into cost_estimates (account_id, company_id, building_id, code, description)
     select ${accountId}, ${companyId}, id, 'E', 'Orçamento' from sites returning id, building_id)
   insert into cost_estimate_groups (account_id, cost_estimate_id, building_id, code, name, position)
   select ${accountId}, id, building_id, k::text, 'Etapa ' || k, k from estimates cross join generate_series(1, 20) k`,
];

/** R$ 100,00 for each share, so that every sum is a product. */
const transactions = (whole: WholeTransactions): string => {
  const { accountId, companyId, type, installments, buildings, attachments } = whole;
  const place = `${accountId}, ${companyId}`;
  const nth = (table: string, where: string) =>
    `(select id, row_number() over (order by id) as n from ${table} where account_id = ${accountId} and ${where})`;
  return `with made as (
     insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
       category_id, partner_id, expected_wallet_id, status, installment_count, paid_installment_count, gross_value,
       paid_value, reference_due_date)
     select ${place}, '${type}', 'NF-' || p.n, 'Concreto usinado fck 30, lote ' || p.n, date '2026-01-01',
       date '2026-01-01', c.id, p.id, w.id, 'PARTIAL', ${installments}, ${installments - 1},
       ${100 * installments * buildings}, ${100 * (installments - 1) * buildings}, date '2026-12-01' + (p.n % 30)::integer
     from ${nth('partners', `name like 'Parceiro ${type} %'`)} p
       join ${nth('categories', `name like 'Categoria ${type} %'`)} c using (n)
       join ${nth('wallets', `identifier like 'Carteira ${type} %'`)} w using (n)
     returning id, expected_wallet_id, reference_due_date),
   numbered as (select *, row_number() over (order by id) as n from made),
   -- Over four years, so that many categories move on each day.
   paid as (select n.id, k, date '2022-11-01' + ((n.n * 31 + k * 7) % 1400)::integer as at
     from numbered n cross join generate_series(1, ${installments}) k),
   parts as (
     insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date,
       gross_value, payment_date, wallet_id, payment_method)
     select ${place}, id, '${type}', p.k, p.k = ${installments}, date '2026-01-01',
       case when p.k = ${installments} then reference_due_date else p.at end, ${100 * buildings},
       case when p.k < ${installments} then p.at end,
       case when p.k < ${installments} then expected_wallet_id end, case when p.k < ${installments} then 'PIX' end
     from made join paid p using (id)
     returning id, transaction_id),
   rateio as (
     insert into apportionments (account_id, company_id, transaction_id, position, building_id, cost_estimate_group_id,
       gross_value, percentage)
     select ${place}, d.id, k, b.id, g.id, ${100 * installments}, round(100.0 / ${buildings}, 2)
     from numbered d cross join generate_series(1, ${buildings}) k
       join ${nth('buildings', `name like 'Obra ${type} %'`)} b on b.n = d.n + k
       join cost_estimate_groups g on g.account_id = ${accountId} and g.building_id = b.id and g.position = 1
     returning id, transaction_id),
   files as (
     insert into attachments (account_id, transaction_id, name, media_type, size)
     select ${accountId}, id, 'nota ' || k || '.pdf', 'application/pdf', 1000
     from made cross join generate_series(1, ${attachments}) k)
   insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value)
   select ${accountId}, transaction_id, p.id, r.id, 100 from parts p join rateio r using (transaction_id)`;
};

/** Inserts transactions of one company with installments, apportionment and files. */
export const seedWholeTransactions = async (seed: SeedKit, whole: WholeTransactions): Promise<void> => {
  for (const statement of [...registers(whole), transactions(whole), 'analyze']) await seed.sql(statement);
};
