import type { SeedKit } from './seedKit.ts';

/** Rows added to each long list of the demo company. */
export const MANY = 5_000;
/** First wallet of the transfers: its statement lists all of them. */
export const STATEMENT_OF = 'Lista longa 00001';

const place = `select account_id, id as company_id from companies order by id limit 1`;
const rows = `(${place}) c cross join generate_series(1, ${MANY}) n`;
const name = `'Lista longa ' || lpad(n::text, 5, '0')`;

// One transaction per row with one open installment, due between three years ago and ten years ahead.
const transactions = (type: 'DEBIT' | 'CREDIT'): string =>
  `with made as (
     insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
       status, installment_count, paid_installment_count, gross_value, reference_due_date)
     select account_id, company_id, '${type}', 'LL-' || n, ${name}, date '2025-01-01', date '2025-01-01', 'OPEN', 1, 0,
       100 + n, date '2024-01-01' + n
     from ${rows}
     returning account_id, company_id, id, gross_value, reference_due_date)
   insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
   select account_id, company_id, id, '${type}', 1, true, date '2025-01-01', reference_due_date, gross_value from made`;

const walletsWhere = (condition: string): string =>
  `insert into wallets (account_id, company_id, identifier, initial_balance, balance_date, active)
   select account_id, company_id, ${name}, 1, date '2024-01-01', n <> 4321 from ${rows} where ${condition}`;

const statements = [
  transactions('DEBIT'),
  transactions('CREDIT'),
  `insert into partners (account_id, type, name)
   select account_id, type, ${name} from ${rows} cross join (values ('SUPPLIER'), ('CUSTOMER')) kinds (type)`,
  `insert into users (account_id, login, name) select account_id, 'lista' || n || '@exemplo.com.br', ${name} from ${rows}`,
  `insert into brands (account_id, name) select account_id, ${name} from ${rows}`,
  `insert into categories (account_id, type, name, statement_line) select account_id, 'DEBIT', ${name}, null from ${rows}`,
  walletsWhere('n <= 2'),
  // Ten transfers a day up to the day of the tests.
  `insert into transfers (account_id, company_id, amount, date, source_wallet_id, target_wallet_id, description)
   select c.account_id, c.company_id, 1, date '2026-11-20' - (${MANY} - n) / 10, source.id, target.id, ${name}
   from ${rows}
     join wallets source on source.identifier = '${STATEMENT_OF}'
     join wallets target on target.identifier = 'Lista longa 00002'`,
  'analyze',
];

const places = [
  `insert into buildings (account_id, company_id, name) select account_id, company_id, ${name} from ${rows}`,
  `insert into companies (account_id, name) select account_id, ${name} from ${rows}`,
  'analyze',
];

const wallets = [walletsWhere('n > 2'), 'analyze'];

const run = async (seed: SeedKit, all: readonly string[]): Promise<void> => {
  for (const statement of all) await seed.sql(statement);
};

/** Fills every list of the demo company except wallets, buildings and companies, in about two seconds. */
export const seedManyRows = (seed: SeedKit): Promise<void> => run(seed, statements);

/** Fills the list of wallets, which has no pages and is also shown beside every statement. */
export const seedManyWallets = (seed: SeedKit): Promise<void> => run(seed, wallets);

/** Fills the lists of buildings and companies; from then on an admin's session names all of them. */
export const seedManyPlaces = (seed: SeedKit): Promise<void> => run(seed, places);
