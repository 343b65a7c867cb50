import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { isStatementLine } from '#domain/statementLines.ts';
import { isTaxId } from '#domain/taxId.ts';
import { isEmpty, removeDemo, seedDemo } from '#services/demo/seed.ts';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { passwordMatches } from '#services/security/passwords.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

const SEED_DATE = '2026-11-21';

let database: TestDatabase;
let client: pg.Client;

const open = async ({ ownerUrl }: TestDatabase): Promise<pg.Client> => {
  const opened = new pg.Client({ connectionString: ownerUrl, options: '-c prumo.owner_access=on -c timezone=UTC' });
  await opened.connect();
  return opened;
};

const rows = async (sql: string, on = client, values: unknown[] = []): Promise<string[]> => {
  const answer = await on.query<string[]>({ text: sql, values, rowMode: 'array' });
  return answer.rows.map((row) => row.map(String).join(' | '));
};
const count = async (what: string, on = client): Promise<number> =>
  Number((await rows(`select count(*) from ${what}`, on))[0]);

/** Tables with rows of accounts, found in the catalogue, so that a new table is looked at too. */
const accountTables = (on: pg.Client): Promise<string[]> =>
  rows(
    `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (
       c.relname = 'accounts' or exists (select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))
     order by 1`,
    on,
  );

/** The salted password, the server's own times and its transaction numbers. */
const NEVER_ALIKE = ['password_hash', 'verification_code', 'tx', 'horizon', 'stored_at'];
const NEVER_ALIKE_IN: Record<string, string[]> = { row_changes: ['at'] };

/** One fingerprint of every row of every table, but for what is never alike. */
const fingerprint = async (on: pg.Client): Promise<string> => {
  const hash = createHash('sha256');
  for (const table of await accountTables(on)) {
    const content = await rows(`select (to_jsonb(t) - $1::text[])::text from ${table} t order by 1`, on, [
      [...NEVER_ALIKE, ...(NEVER_ALIKE_IN[table] ?? [])],
    ]);
    hash.update(`${table}\n${content.join('\n')}\n`);
  }
  return hash.digest('hex');
};

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.ownerUrl, { seedDate: SEED_DATE });
  client = await open(database);
}, 60_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('The demo company in the database', () => {
  test('has the specified registers', async () => {
    expect(await rows('select name from buildings order by id')).toEqual([
      'Residência Alto da Serra',
      'Vila das Ipês – 8 casas',
      'Clínica São Lucas – reforma',
    ]);
    // 32, and the collector of federal taxes.
    expect(await count(`partners where type = 'SUPPLIER'`)).toBe(33);
    expect(await count(`partners where type = 'CUSTOMER'`)).toBe(4);
    expect(await count('wallets')).toBe(5);
    expect(await count('categories')).toBe(34);
    expect(await count('brands')).toBe(25);
    expect(await count('units')).toBe(36);
    expect(await count('product_types')).toBe(5);
    expect(await rows('select source, name from product_tables order by id')).toEqual([
      'GO | Próprios',
      'SINAPI | SINAPI 10/2026 SP não desonerado',
    ]);
    // 620, and the payables of twelve retentions.
    expect(await count(`transactions where type = 'DEBIT'`)).toBe(632);
    expect(await count(`transactions where type = 'CREDIT'`)).toBe(52);
    expect(await count('transfers')).toBe(26);
  });

  test('withholds taxes of six services, each invoice in its obra what it was, by hand', async () => {
    // 5.690,00, 11.730,00 and 6.310,00: 5 % and 11 %; 2.480,00: 1,5 % and 4,65 %. On 20/11/2026 the federal taxes of October
    // are due: 20/11 is a holiday, so the day before, which is past.
    const found = await rows(`
      select n.invoice_value, n.gross_value, r.tax, r.value, c.name, p.reference_due_date::text, p.status
        from transaction_retentions r
        join transactions n on n.id = r.transaction_id join transactions p on p.id = r.payable_transaction_id
        join partners c on c.id = p.partner_id order by n.emission_date, r.position`);
    const city = 'Prefeitura Municipal de Campinas';
    expect(found).toEqual([
      `5690.00 | 4779.60 | ISS | 284.50 | ${city} | 2026-09-10 | PAID`,
      '5690.00 | 4779.60 | INSS | 625.90 | Receita Federal | 2026-09-18 | PAID',
      '2480.00 | 2327.48 | IRRF | 37.20 | Receita Federal | 2026-10-20 | PAID',
      '2480.00 | 2327.48 | CSRF | 115.32 | Receita Federal | 2026-10-20 | PAID',
      `11730.00 | 9853.20 | ISS | 586.50 | ${city} | 2026-10-13 | OPEN`,
      '11730.00 | 9853.20 | INSS | 1290.30 | Receita Federal | 2026-10-20 | PAID',
      '2480.00 | 2327.48 | IRRF | 37.20 | Receita Federal | 2026-11-19 | PAID',
      '2480.00 | 2327.48 | CSRF | 115.32 | Receita Federal | 2026-11-19 | PAID',
      `6310.00 | 5300.40 | ISS | 315.50 | ${city} | 2026-11-10 | PAID`,
      '6310.00 | 5300.40 | INSS | 694.10 | Receita Federal | 2026-11-19 | PAID',
      '2480.00 | 2327.48 | IRRF | 37.20 | Receita Federal | 2026-12-18 | OPEN',
      '2480.00 | 2327.48 | CSRF | 115.32 | Receita Federal | 2026-12-18 | OPEN',
    ]);
    expect(
      await rows(`select distinct description from transactions where document_number like '% CSRF'
      or description like 'Retenção de CSRF%' order by 1 limit 1`),
    ).toEqual([expect.stringMatching(/^Retenção de CSRF da nota NF [\d.]+ de Contábil Exata Sociedade Simples$/)]);
  });

  test('has statistics of every table at once, so that lists need not wait for autovacuum', async () => {
    const tables = `('transactions', 'installments', 'apportionments', 'partners', 'categories')`;
    expect(await count(`pg_class where relname in ${tables} and reltuples > 0`)).toBe(5);
  });

  test('maps every category to a statement line, but two that are to be classified', async () => {
    const lines = await rows('select statement_line from categories where statement_line is not null');
    expect(lines.filter((line) => !isStatementLine(line))).toEqual([]);
    expect(await rows('select name from categories where statement_line is null order by 1')).toEqual([
      'Esquadrias e vidros',
      'Madeira e fôrmas',
    ]);
  });

  test('has results that are the movement of its wallets, month by month', async () => {
    const differing = `
      select coalesce(r.month, w.month) as month from (
        select month, sum(case type when 'CREDIT' then 1 else -1 end * (gross_value + increase - discount)) as value
        from result_sums where measure = 'PAYMENT' group by 1
      ) r full join (
        select date_trunc('month', payment_date)::date as month, sum(case type when 'CREDIT' then value else -value end) as value
        from wallet_sums group by 1
      ) w on w.month = r.month where r.value is distinct from w.value`;
    expect(await rows(differing)).toEqual([]);
    expect((await rows(`select distinct month from result_sums where measure = 'PAYMENT'`)).length).toBeGreaterThan(11);
  });

  test('has valid CPFs and CNPJs, one of them alphanumeric', async () => {
    const ids = await rows(
      'select tax_id from partners where tax_id is not null union all select tax_id from companies',
    );
    expect(ids.filter((id) => !isTaxId(id))).toEqual([]);
    expect(ids).toContain('12ABC34501DE35');
  });

  test('gives the house fourteen stages in order, some of them with children', async () => {
    const stages = await rows(`select g.code from cost_estimate_groups g join buildings b on b.id = g.building_id
                               where b.name like 'Residência%' order by g.position`);
    expect(stages.filter((code) => !code.includes('.'))).toEqual(Array.from({ length: 14 }, (_, n) => String(n + 1)));
    expect(stages.slice(0, 6)).toEqual(['1', '2', '3', '3.1', '3.2', '4']);
    expect(await count('cost_estimate_groups where (parent_id is null) = (code like $$%.%$$)')).toBe(0);
  });

  test('approved the estimate of the Vila twice, with a price, quantities, and lines that came and went', async () => {
    const kept = await rows(`select e.code || ' ' || r.number || ' ' || r.reason || ' ' || r.total
      from cost_estimate_revisions r join cost_estimates e on e.id = r.cost_estimate_id order by e.code, r.number`);
    expect(kept).toEqual([
      // With BDI of 22.23 %: 2.4 m³ of footings more (4,686.57), doors (880.00) and lamps (2,737.98) dearer, 25 m of drains
      // more (5,683.75), a playground (20,534.64) instead of a gatehouse (15,156.52): 19,366.42 in all.
      'ORC-011 1 APPROVAL 2156767.64',
      'ORC-011 2 APPROVAL 2176134.06',
      'ORC-014 1 APPROVAL 1903342.84',
    ]);
  });

  test('has five users, each with the grants of the role', async () => {
    const grants = await rows(`
      select u.login, u.admin, string_agg(distinct p.permission, '+' order by p.permission), count(distinct p.building_id),
             count(*) filter (where p.building_id is null and p.permission is not null)
      from users u left join user_permissions p on p.user_id = u.id group by u.id order by u.id`);
    expect(grants).toEqual([
      'admin@demo.prumo | true | null | 0 | 0',
      'financeiro@demo.prumo | false | CREDIT+DEBIT | 3 | 2',
      'pagador@demo.prumo | false | DEBIT | 3 | 1',
      'comprador@demo.prumo | false | PURCHASE | 3 | 1',
      'engenheiro@demo.prumo | false | ENGINEERING | 1 | 0',
    ]);
    const [hash = ''] = await rows('select password_hash from users limit 1');
    expect(await passwordMatches(hash, 'prumo-demo')).toBe(true);
  });

  test('has the composition of mock 24 with its figures, and one that a missing price leaves without its own', async () => {
    const lines = await rows(`
      select coalesce(pd.name, cd.code), i.quantity, coalesce(p.price, c.unit_price)
      from task_definitions d join tasks t on t.definition_id = d.id join task_items i on i.task_id = t.id
      left join products p on p.id = i.product_id left join product_definitions pd on pd.id = p.definition_id
      left join tasks c on c.id = i.child_task_id left join task_definitions cd on cd.id = c.definition_id
      where d.code = 'CP-0142' order by i.position`);
    expect(lines).toEqual([
      'CP-0088 | 0.0431 | 620.2032',
      'Pedreiro com encargos | 0.4820 | 42.4800',
      'Servente com encargos | 0.2410 | 26.7000',
      'Adesivo acrílico para argamassa | 0.2100 | 12.9000',
      'CP-0080 | 0.0431 | 58.3300',
      'Tela antifissura, rolo 1 × 50 m | 0.2500 | 9.4500',
    ]);
    expect(
      await rows(`select d.code, t.unit_price from tasks t join task_definitions d on d.id = t.definition_id
                  where d.code = 'CP-0142' or t.unit_price is null`),
    ).toEqual(['CP-0142 | 61.2264', 'CP-0147 | null']);
  });

  test('prices every composition as its lines do, up to six levels deep', async () => {
    const ofSource = 'select c.source, count(*) from tasks t join task_definitions d on d.id = t.definition_id';
    expect(await rows(`${ofSource} join catalogues c on c.id = d.catalogue_id group by 1 order by 1`)).toEqual([
      'GO | 99',
      'SINAPI | 25',
    ]);
    // The database adds exact products: each of at most eight lines may be half of the fourth place off.
    expect(
      await rows(`
        select t.id from tasks t join task_items i on i.task_id = t.id
        left join products p on p.id = i.product_id left join tasks c on c.id = i.child_task_id
        group by t.id, t.unit_price
        having abs(sum(i.quantity * coalesce(p.price, c.unit_price)) - t.unit_price) > 0.0004`),
    ).toEqual([]);
    const depth = await rows(`
      with recursive below(id, depth) as (
        select id, 1 from tasks
        union select i.child_task_id, b.depth + 1 from below b join task_items i on i.task_id = b.id
        where i.child_task_id is not null)
      select max(depth) from below`);
    expect(depth).toEqual(['6']);
  });

  test('has a published month whose costs are those of its lines, cut to cents', async () => {
    expect(await count("products p join product_tables t on t.id = p.product_table_id where t.source = 'SINAPI'")).toBe(
      60,
    );
    // 434,12 × 0,74 = 321,24; 1,07 × 128,50 = 137,49; 3,56 × 19,42 = 69,13; 0,94 × 2,14 = 2,01.
    expect(
      await rows(
        "select t.unit_price from tasks t join task_definitions d on d.id = t.definition_id where d.code = '87000'",
      ),
    ).toEqual(['529.8700']);
    expect(
      await rows(`
        select d.code from tasks t join task_definitions d on d.id = t.definition_id
        join task_definition_items i on i.definition_id = d.id
        left join products p on p.definition_id = i.product_definition_id
        left join tasks c on c.definition_id = i.child_definition_id
        group by d.code, t.unit_price
        having sum(trunc(i.coefficient * coalesce(p.price, c.unit_price), 2)) is distinct from t.unit_price`),
    ).toEqual([]);
  });

  test('apportions R$ 1.000,00 in thirds to the three buildings, with a cent left over both ways', async () => {
    const shares = await rows(`
      select i.number, string_agg(s.gross_value::text, ' + ' order by a.position)
      from transactions t join installments i on i.transaction_id = t.id
      join apportionment_shares s on s.installment_id = i.id join apportionments a on a.id = s.apportionment_id
      where t.gross_value = 1000 and t.description like '%rateio entre as obras' group by i.number order by 1`);
    expect(shares).toEqual(['1 | 166.67 + 166.66 + 166.67', '2 | 166.66 + 166.67 + 166.67']);
    const columns = await rows(`select a.gross_value, a.percentage from transactions t join apportionments a on
      a.transaction_id = t.id where t.description like '%rateio entre as obras' order by a.position`);
    expect(columns).toEqual(['333.33 | 33.33', '333.33 | 33.33', '333.34 | 33.33']);
  });

  test('has an overdue receipt and some overdue bills', async () => {
    const overdue = `installments where forecast and due_date < '${SEED_DATE}' and type`;
    expect(await count(`${overdue} = 'CREDIT'`)).toBeGreaterThanOrEqual(1);
    expect(await count(`${overdue} = 'DEBIT'`)).toBeGreaterThanOrEqual(3);
  });

  test('has expenses without a stage, and overhead without a building', async () => {
    const debit = `transactions t where t.type = 'DEBIT' and`;
    const shares = 'select from apportionments a where a.transaction_id = t.id';
    expect(await count(`${debit} exists (${shares} and a.cost_estimate_group_id is null)`)).toBeGreaterThan(5);
    expect(await count(`${debit} not exists (${shares})`)).toBeGreaterThan(100);
  });

  test('has two payments that a bank statement cannot distinguish', async () => {
    const twins = await rows(`
      select count(*), count(distinct t.document_number) from installments i join transactions t on t.id = i.transaction_id
      where i.type = 'DEBIT' and i.gross_value = 480.00 and t.description like 'Caçamba de entulho 5%' and not i.forecast
      group by i.payment_date, i.wallet_id, i.payment_method, i.value, t.partner_id`);
    expect(twins).toEqual(['2 | 2']);
  });

  test('charges only the customer of the clinic', async () => {
    expect(
      await rows(`select distinct b.name from apportionments a join buildings b on b.id = a.building_id
                  where a.is_customer_charged`),
    ).toEqual(['Clínica São Lucas – reforma']);
  });

  test('measures the house eight times: six received, one overdue, one being typed; and its mason twice', async () => {
    const found = await rows(`
      select k.kind, m.number, m.status, m.accumulated_value - m.previous_value, m.retention_value, t.gross_value, t.status,
             coalesce(i.payment_date::text, i.due_date::text)
      from measurements m join measurement_contracts k on k.id = m.contract_id
      left join transactions t on t.id = m.transaction_id left join installments i on i.transaction_id = t.id
      order by k.kind desc, m.number`);
    expect(found).toEqual([
      'CUSTOMER | 1 | CLOSED | 178481.84 | 0.00 | 178481.84 | PAID | 2026-01-12',
      'CUSTOMER | 2 | CLOSED | 183091.01 | 0.00 | 183091.01 | PAID | 2026-03-10',
      'CUSTOMER | 3 | CLOSED | 167192.75 | 0.00 | 167192.75 | PAID | 2026-05-11',
      'CUSTOMER | 4 | CLOSED | 237283.25 | 0.00 | 237283.25 | PAID | 2026-07-10',
      'CUSTOMER | 5 | CLOSED | 76398.67 | 0.00 | 76398.67 | PAID | 2026-08-10',
      'CUSTOMER | 6 | CLOSED | 227934.93 | 0.00 | 227934.93 | PAID | 2026-10-13',
      'CUSTOMER | 7 | CLOSED | 118932.44 | 0.00 | 118932.44 | OPEN | 2026-11-12',
      expect.stringMatching(/^CUSTOMER \| 8 \| OPEN \| \d+\.\d\d \| 0\.00 \| null \| null \| null$/),
      // 5 % of 17.452,28 and of 10.395,80 are kept back.
      'CONTRACTOR | 1 | CLOSED | 17452.28 | 872.61 | 16579.67 | PAID | 2026-10-07',
      'CONTRACTOR | 2 | CLOSED | 10395.80 | 519.79 | 9876.01 | PAID | 2026-11-09',
    ]);
  });

  test('has no measurement of the house without a stage, nor one above its contract', async () => {
    expect(await rows(`select sum(m.excess_value), sum(m.unresolved) from measurements m`)).toEqual(['0.00 | 0']);
    expect(
      await count(`measurements m join apportionments a on a.transaction_id = m.transaction_id
                   where a.cost_estimate_group_id is null`),
    ).toBe(0);
  });

  test('satisfies the ledger check', async () => {
    const { checked, differences } = await verifyLedger(database.ownerUrl);
    expect(differences).toEqual([]);
    expect(checked).toMatchObject({ accounts: 1, transactions: 684, wallets: 5, transfers: 26, orders: 40 });
  });
});

describe('Seeding and removing the demo:', () => {
  test('the same day gives the same rows in another database', async () => {
    const other = await createTestDatabase();
    await seedDemo(other.ownerUrl, { seedDate: SEED_DATE });
    const otherClient = await open(other);
    expect(await fingerprint(otherClient)).toBe(await fingerprint(client));
    await otherClient.end();
    await other.drop();
  });

  test('a second demo is rejected, and the first stays complete', async () => {
    const before = await fingerprint(client);
    await expect(seedDemo(database.ownerUrl, { seedDate: '2026-12-01' })).rejects.toThrow(/já existe/);
    expect(await fingerprint(client)).toBe(before);
  });

  test('removing the demo deletes all of it, and leaves other accounts unchanged', async () => {
    const other = await createTestDatabase();
    expect(await isEmpty(other.ownerUrl)).toBe(true);
    const otherClient = await open(other);
    await otherClient.query(`insert into accounts (name) values ('Outra conta')`);
    expect(await isEmpty(other.ownerUrl)).toBe(false);
    const before = await fingerprint(otherClient);

    await seedDemo(other.ownerUrl, { seedDate: SEED_DATE });
    expect(await count('accounts', otherClient)).toBe(2);
    await removeDemo(other.ownerUrl);

    expect(await fingerprint(otherClient)).toBe(before);
    expect(await count('pending_sum_checks', otherClient)).toBe(0);
    await otherClient.end();
    await other.drop();
  });
});
