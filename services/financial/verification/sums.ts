import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Findings } from './findings.ts';
import type { Kept } from './kept.ts';
import { siteSums } from './siteSums.ts';

/** Wallets of each document, of its payments or expected for what is open, and −1 for those without an apportionment. */
const lists = (accountId: string) => sql`
  (select transaction_id, wallet_id as list from installments where account_id = ${accountId} and wallet_id is not null
   union select id, expected_wallet_id from transactions
    where account_id = ${accountId} and expected_wallet_id is not null and status <> 'PAID'
   union select id, -1 from transactions
    where account_id = ${accountId} and id not in (select transaction_id from apportionments where account_id = ${accountId}))`;

const sums = (accountId: string): Kept[] => [
  {
    name: 'as somas dos documentos',
    kept: sql`
      select concat_ws(' ', company_id, type, status, reference_due_date) as key,
        concat_ws(' ', sum(count), sum(value), sum(gross_value), sum(paid_value), sum(open_value)) as figures
      from transaction_sums where account_id = ${accountId} group by 1 having sum(count) <> 0 or sum(value) <> 0`,
    rows: sql`
      select concat_ws(' ', company_id, type, status, case status when 'PAID' then 'infinity' else reference_due_date end) as key,
        concat_ws(' ', count(*), sum(value), sum(gross_value), sum(paid_value), sum(open_value)) as figures
      from transactions where account_id = ${accountId} group by 1`,
  },
  {
    name: 'as somas das parcelas',
    kept: sql`
      select concat_ws(' ', company_id, type, forecast, due_date) as key, concat_ws(' ', sum(count), sum(value)) as figures
      from installment_sums where account_id = ${accountId} group by 1 having sum(count) <> 0 or sum(value) <> 0`,
    rows: sql`
      select concat_ws(' ', company_id, type, forecast, case when forecast then due_date else 'infinity' end) as key,
        concat_ws(' ', count(*), sum(value)) as figures
      from installments where account_id = ${accountId} group by 1`,
  },
  {
    name: 'os dias dos documentos',
    kept: sql`
      select concat_ws(' ', transaction_id, due_date) as key,
        concat_ws(' ', company_id, type, coalesce(previous_date, '-infinity'), status, reference_due_date, value, gross_value, paid_value, open_value) as figures
      from document_days where account_id = ${accountId}`,
    rows: sql`
      select concat_ws(' ', t.id, i.due_date) as key,
        concat_ws(' ', t.company_id, t.type, coalesce(lag(i.due_date) over (partition by t.id order by i.due_date), '-infinity'),
          t.status, t.reference_due_date, t.value, t.gross_value, t.paid_value, t.open_value) as figures
      from (select distinct transaction_id, due_date from installments where account_id = ${accountId}) i
      join transactions t on t.account_id = ${accountId} and t.id = i.transaction_id`,
  },
  {
    name: 'as listas dos documentos',
    kept: sql`
      select concat_ws(' ', transaction_id, list) as key,
        concat_ws(' ', company_id, type, status, reference_due_date, value, gross_value, paid_value, open_value) as figures
      from document_lists where account_id = ${accountId}`,
    rows: sql`
      select concat_ws(' ', t.id, l.list) as key,
        concat_ws(' ', t.company_id, t.type, t.status, t.reference_due_date, t.value, t.gross_value, t.paid_value, t.open_value) as figures
      from ${lists(accountId)} l join transactions t on t.account_id = ${accountId} and t.id = l.transaction_id`,
  },
  {
    name: 'as somas das listas dos documentos',
    kept: sql`
      select concat_ws(' ', company_id, type, list, status, reference_due_date) as key,
        concat_ws(' ', sum(count), sum(value), sum(gross_value), sum(paid_value), sum(open_value)) as figures
      from document_list_sums where account_id = ${accountId} group by 1 having sum(count) <> 0 or sum(value) <> 0`,
    rows: sql`
      select concat_ws(' ', t.company_id, t.type, l.list, t.status, case t.status when 'PAID' then 'infinity' else t.reference_due_date end) as key,
        concat_ws(' ', count(*), sum(t.value), sum(t.gross_value), sum(t.paid_value), sum(t.open_value)) as figures
      from ${lists(accountId)} l join transactions t on t.account_id = ${accountId} and t.id = l.transaction_id group by 1`,
  },
  {
    name: 'as somas das etapas',
    kept: sql`
      select concat_ws(' ', building_id, coalesce(stage_id, 0), month) as key, concat_ws(' ', sum(count), sum(gross_value)) as figures
      from stage_cost_sums where account_id = ${accountId} group by 1 having sum(count) <> 0 or sum(gross_value) <> 0`,
    rows: sql`
      select concat_ws(' ', a.building_id, coalesce(a.cost_estimate_group_id, 0), date_trunc('month', t.competence_date)::date) as key,
        concat_ws(' ', count(*), sum(a.gross_value)) as figures
      from apportionments a join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
      where a.account_id = ${accountId} and t.type = 'DEBIT' group by 1`,
  },
  {
    name: 'as somas do demonstrativo',
    kept: sql`
      select concat_ws(' ', company_id, measure, type, coalesce(category_id, 0), month) as key,
        concat_ws(' ', sum(count), sum(gross_value), sum(increase), sum(discount)) as figures
      from result_sums where account_id = ${accountId} group by 1
      having (sum(count), sum(gross_value), sum(increase), sum(discount)) <> (0, 0, 0, 0)`,
    rows: sql`
      select concat_ws(' ', company_id, 'COMPETENCE', type, coalesce(category_id, 0), date_trunc('month', competence_date)::date) as key,
        concat_ws(' ', count(*), sum(gross_value), 0.00, 0.00) as figures
      from transactions where account_id = ${accountId} group by 1
      union all
      select concat_ws(' ', i.company_id, 'PAYMENT', t.type, coalesce(t.category_id, 0), date_trunc('month', i.payment_date)::date),
        concat_ws(' ', count(*), sum(i.gross_value), sum(i.increase), sum(i.discount))
      from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
      where i.account_id = ${accountId} and not i.forecast group by 1`,
  },
  {
    name: 'as somas do demonstrativo por obra',
    kept: sql`
      select concat_ws(' ', building_id, coalesce(stage_id, 0), measure, type, coalesce(category_id, 0), month) as key,
        concat_ws(' ', sum(count), sum(gross_value), sum(increase), sum(discount)) as figures
      from site_result_sums where account_id = ${accountId} group by 1
      having (sum(count), sum(gross_value), sum(increase), sum(discount)) <> (0, 0, 0, 0)`,
    rows: sql`
      select concat_ws(' ', a.building_id, coalesce(a.cost_estimate_group_id, 0), 'COMPETENCE', t.type, coalesce(t.category_id, 0),
          date_trunc('month', t.competence_date)::date) as key,
        concat_ws(' ', count(*), sum(a.gross_value), 0.00, 0.00) as figures
      from apportionments a join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
      where a.account_id = ${accountId} group by 1
      union all
      select concat_ws(' ', a.building_id, coalesce(a.cost_estimate_group_id, 0), 'PAYMENT', t.type, coalesce(t.category_id, 0),
          date_trunc('month', i.payment_date)::date),
        concat_ws(' ', count(*), sum(s.gross_value), sum(s.increase), sum(s.discount))
      from apportionment_shares s
      join installments i on i.account_id = s.account_id and i.id = s.installment_id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
      join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
      where s.account_id = ${accountId} and not i.forecast group by 1`,
  },
  {
    name: 'as somas das etapas por categoria',
    kept: sql`
      select concat_ws(' ', building_id, coalesce(stage_id, 0), measure, type, coalesce(category_id, 0)) as key,
        concat_ws(' ', sum(count), sum(gross_value)) as figures
      from site_total_sums where account_id = ${accountId} group by 1
      having (sum(count), sum(gross_value)) <> (0, 0)`,
    rows: sql`
      select concat_ws(' ', a.building_id, coalesce(a.cost_estimate_group_id, 0), 'COMPETENCE', t.type, coalesce(t.category_id, 0)) as key,
        concat_ws(' ', count(*), sum(a.gross_value)) as figures
      from apportionments a join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
      where a.account_id = ${accountId} group by 1
      union all
      select concat_ws(' ', a.building_id, coalesce(a.cost_estimate_group_id, 0), 'PAYMENT', t.type, coalesce(t.category_id, 0)),
        concat_ws(' ', count(*), sum(s.gross_value))
      from apportionment_shares s
      join installments i on i.account_id = s.account_id and i.id = s.installment_id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
      join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
      where s.account_id = ${accountId} and not i.forecast group by 1`,
  },
  {
    name: 'as somas das carteiras',
    kept: sql`
      select concat_ws(' ', company_id, wallet_id, type, payment_date) as key, concat_ws(' ', sum(count), sum(value)) as figures
      from wallet_sums where account_id = ${accountId} group by 1 having sum(count) <> 0 or sum(value) <> 0`,
    rows: sql`
      select concat_ws(' ', company_id, wallet_id, type, payment_date) as key, concat_ws(' ', count(*), sum(value)) as figures
      from installments where account_id = ${accountId} and not forecast group by 1`,
  },
  {
    name: 'as somas do fluxo de caixa',
    kept: sql`
      select concat_ws(' ', company_id, type, forecast, day, coalesce(category_id, 0)) as key, concat_ws(' ', sum(count), sum(value)) as figures
      from flow_sums where account_id = ${accountId} group by 1 having (sum(count), sum(value)) <> (0, 0)`,
    rows: sql`
      select concat_ws(' ', i.company_id, i.type, i.forecast, coalesce(i.payment_date, i.due_date), coalesce(t.category_id, 0)) as key,
        concat_ws(' ', count(*), sum(i.value)) as figures
      from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
      where i.account_id = ${accountId} group by 1`,
  },
  {
    name: 'as somas do fluxo de caixa por obra',
    kept: sql`
      select concat_ws(' ', building_id, type, forecast, day, coalesce(category_id, 0)) as key, concat_ws(' ', sum(count), sum(value)) as figures
      from site_flow_sums where account_id = ${accountId} group by 1 having (sum(count), sum(value)) <> (0, 0)`,
    rows: sql`
      select concat_ws(' ', a.building_id, i.type, i.forecast, coalesce(i.payment_date, i.due_date), coalesce(t.category_id, 0)) as key,
        concat_ws(' ', count(distinct i.id), sum(s.value)) as figures
      from apportionment_shares s
      join installments i on i.account_id = s.account_id and i.id = s.installment_id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
      join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
      where s.account_id = ${accountId} group by 1`,
  },
  {
    name: 'as somas do fluxo de caixa por carteira',
    kept: sql`
      select concat_ws(' ', wallet_id, type, forecast, day, coalesce(category_id, 0)) as key, concat_ws(' ', sum(count), sum(value)) as figures
      from wallet_flow_sums where account_id = ${accountId} group by 1 having (sum(count), sum(value)) <> (0, 0)`,
    rows: sql`
      select concat_ws(' ', case when i.forecast then t.expected_wallet_id else i.wallet_id end, i.type, i.forecast,
          coalesce(i.payment_date, i.due_date), coalesce(t.category_id, 0)) as key,
        concat_ws(' ', count(*), sum(i.value)) as figures
      from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
      where i.account_id = ${accountId} and (not i.forecast or t.expected_wallet_id is not null) group by 1`,
  },
];

/** Compares the sums stored for lists and balances (migrations 0006, 0013, 0035, 0065, 0114, 0116, 0117 and 0121), cost estimates and measurements with the rows that they sum. */
export const verifySums = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  for (const { name, kept, rows } of [...sums(accountId), ...siteSums(accountId)]) {
    const { rows: wrong } = await sql<{ key: string; written: string | null; found: string | null }>`
      select coalesce(k.key, r.key) as key, k.figures as written, r.figures as found
      from (${kept}) k full join (${rows}) r on r.key = k.key
      where k.figures is distinct from r.figures order by 1 limit 20`.execute(trx);
    for (const { key, written, found } of wrong) {
      findings.note(accountId, name, `em ${key} estão ${written ?? 'vazias'}, mas as linhas somam ${found ?? 'nada'}`);
    }
  }
};
