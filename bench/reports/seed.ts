import pg from 'pg';
import { type Books, seedBooks } from '../support/books.ts';

/** Days in which the bills of the report are due; the books themselves have none there. */
export const PERIOD = { from: '2028-01-01', to: '2028-12-31' };

/** Open expenses of two installments, each of a supplier, a category and one obra. */
const billsSql = (rows: number): string => `
  with ids as (
    select min(c.id) as company, (select array_agg(id order by id) from buildings where account_id = $1) as buildings,
           (select array_agg(id order by id) from categories where account_id = $1 and type = 'DEBIT') as categories,
           (select array_agg(id order by id) from partners where account_id = $1 and type = 'SUPPLIER') as partners
      from companies c where c.account_id = $1),
  made as (
    insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
           category_id, partner_id, status, installment_count, paid_installment_count, gross_value, reference_due_date)
    select $1, company, 'DEBIT', 'NF ' || (100000 + n), 'Concreto usinado fck 25, pavimento ' || n % 31, '2027-12-01', '2027-12-01',
           categories[1 + n % cardinality(categories)], partners[1 + n % cardinality(partners)], 'OPEN', 2, 0,
           2 * (1000 + n % 9000) / 10.0, date '2028-01-01' + n % 360
      from ids, generate_series(1, ${Math.ceil(rows / 2)}) n
    returning account_id, company_id, id, gross_value, reference_due_date),
  parts as (
    insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
    select account_id, company_id, id, 'DEBIT', k, true, '2027-12-01', reference_due_date + k - 1, gross_value / 2
      from made, generate_series(1, 2) k
    returning account_id, transaction_id, id, gross_value),
  shared as (
    insert into apportionments (account_id, company_id, transaction_id, position, building_id, gross_value, percentage)
    select m.account_id, m.company_id, m.id, 1, buildings[1 + m.id % cardinality(buildings)], m.gross_value, 100 from made m, ids
    returning account_id, transaction_id, id)
  insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value, increase, discount)
  select p.account_id, p.transaction_id, p.id, s.id, p.gross_value, 0, 0 from parts p join shared s using (account_id, transaction_id)`;

/** Books with so many bills due within the period. */
export const seedBills = async (ownerUrl: string, { rows, seed }: { rows: number; seed: number }): Promise<Books> => {
  const [books] = await seedBooks(ownerUrl, [{ installments: 10_000, seed }]);
  if (!books) throw new Error('no books');
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-bench' });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`select set_config('prumo.owner_access', 'on', false)`);
    await client.query(billsSql(rows), [books.accountId]);
    await client.query(
      'select rebuild_sums(), rebuild_search(), rebuild_days(), rebuild_results(), rebuild_flows(), rebuild_document_lists()',
    );
    await client.query('vacuum (analyze)');
    return books;
  } finally {
    await client.end();
  }
};
