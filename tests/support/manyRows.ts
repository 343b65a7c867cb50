import type { SeedKit } from './seedKit.ts';

/** Rows that each long list gets beside those of the demo company. */
export const MANY = 5_000;
/** More than one answer of the gateway (500) holds, where nobody keeps thousands. */
export const MORE_THAN_A_PAGE = 620;

const place = `select account_id, id as company_id from companies order by id limit 1`;

const statements = [
  // One document a row, one installment each: all open, due from three years back to ten years ahead.
  `with made as (
     insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
       status, installment_count, paid_installment_count, gross_value, reference_due_date)
     select account_id, company_id, 'DEBIT', 'LL-' || n, 'Lista longa ' || lpad(n::text, 5, '0'), date '2025-01-01',
       date '2025-01-01', 'OPEN', 1, 0, 100 + n, date '2024-01-01' + n
     from (${place}) c, generate_series(1, ${MANY}) n
     returning account_id, company_id, id, gross_value, reference_due_date)
   insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
   select account_id, company_id, id, 'DEBIT', 1, true, date '2025-01-01', reference_due_date, gross_value from made`,
  `insert into partners (account_id, type, name)
   select account_id, 'SUPPLIER', 'Lista longa ' || lpad(n::text, 5, '0')
   from (${place}) c, generate_series(1, ${MANY}) n`,
  `insert into users (account_id, login, name)
   select account_id, 'lista' || n || '@exemplo.com.br', 'Lista longa ' || lpad(n::text, 5, '0')
   from (${place}) c, generate_series(1, ${MANY}) n`,
  `insert into categories (account_id, type, name, statement_line)
   select account_id, 'DEBIT', 'Lista longa ' || lpad(n::text, 5, '0'), null
   from (${place}) c, generate_series(1, ${MANY}) n`,
  `insert into wallets (account_id, company_id, identifier, initial_balance, balance_date)
   select account_id, company_id, 'Lista longa ' || lpad(n::text, 5, '0'), 1, date '2026-01-01'
   from (${place}) c, generate_series(1, ${MORE_THAN_A_PAGE}) n`,
  `insert into buildings (account_id, company_id, name)
   select account_id, company_id, 'Lista longa ' || lpad(n::text, 5, '0')
   from (${place}) c, generate_series(1, ${MORE_THAN_A_PAGE}) n`,
  'analyze',
];

/** Fills every list of the demo company, in a second or two. */
export const seedManyRows = async (seed: SeedKit): Promise<void> => {
  for (const statement of statements) await seed.sql(statement);
};
