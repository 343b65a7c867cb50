import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { seedDemo } from '#services/demo/seed.ts';
import { reportLines, verifyLedger, type LedgerReport } from '#services/financial/verification/verifyLedger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.ownerUrl, { seedDate: '2026-11-21' });
  client = new pg.Client({ connectionString: database.ownerUrl, options: '-c prumo.owner_access=on' });
  await client.connect();
}, 60_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Runs statements with triggers disabled, as a careless restore would. */
const withoutTriggers = async (...statements: string[]): Promise<void> => {
  await client.query('begin; set local session_replication_role = replica');
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
};

/** Returns the report of the ledger check for an error that is undone afterwards. */
const findingsOf = async (wrong: string[], undo: string[]): Promise<LedgerReport> => {
  await withoutTriggers(...wrong);
  const report = await verifyLedger(database.ownerUrl);
  await withoutTriggers(...undo);
  return report;
};

const one = async <T extends object>(sql: string): Promise<T> => {
  const { rows } = await client.query<T>(sql);
  if (!rows[0]) throw new Error(`no row: ${sql}`);
  return rows[0];
};

/** Returns a fully paid expense shared over buildings. */
const shared = () =>
  one<{ id: string; installment: string; apportionment: string; account: string; number: string }>(`
    select t.id, t.account_id as account, t.document_number as number,
           (select min(i.id) from installments i where i.transaction_id = t.id) as installment,
           (select min(a.id) from apportionments a where a.transaction_id = t.id) as apportionment
    from transactions t where t.type = 'DEBIT' and t.status = 'PAID'
      and (select count(*) from apportionments a where a.transaction_id = t.id) = 3 order by t.id limit 1`);

const problems = ({ differences }: LedgerReport): string[] =>
  differences.map(({ subject, problem }) => `${subject}: ${problem}`);

/** Returns whether a finding is about the stored sums that lists and the income statement use. */
const isOfKept = (line: string) =>
  /^((as somas|os dias|as listas) dos documentos|as somas das listas|as somas do demonstrativo)/.test(line);

describe('The ledger check', () => {
  test('finds nothing in consistent books, and counts what it checked', async () => {
    const report = await verifyLedger(database.ownerUrl);
    expect(report.differences).toEqual([]);
    expect(report.checked.installments).toBeGreaterThan(1_100);
    expect(report.checked.references).toBeGreaterThan(20);
    expect(reportLines(report).at(-1)).toBe('Nenhuma diferença.');
  });

  test('reports an installment with a changed value, by its transaction, its share and its sum', async () => {
    const { id, installment, number } = await shared();
    const change = (sign: string) =>
      `update installments set gross_value = gross_value ${sign} 0.01 where id = ${installment}`;
    const found = problems(await findingsOf([change('+')], [change('-')]));
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^despesa ${id} \\(${number}\\): o valor bruto é .*, mas as parcelas somam`)),
        expect.stringMatching(/: parcela 1: o valor bruto é .*, mas o rateio dela soma/),
      ]),
    );
  });

  test('reports a changed share, by its installment and by its apportionment', async () => {
    const { installment, apportionment } = await shared();
    const change = (sign: string) => `update apportionment_shares set gross_value = gross_value ${sign} 1.00
      where installment_id = ${installment} and apportionment_id = ${apportionment}`;
    const found = problems(await findingsOf([change('+')], [change('-')]));
    expect(found).toHaveLength(5);
    expect(found[0]).toMatch(/parcela 1: o valor bruto é .*, mas o rateio dela soma/);
    expect(found[1]).toMatch(/rateio 1: o valor bruto é .*, mas suas partes nas parcelas somam/);
    // Triggers are disabled, so the sums of the obra do not know of it, by month, over all, and by day.
    expect(found[2]).toMatch(/^as somas do demonstrativo por obra: em /);
    expect(found[3]).toMatch(/^as somas das etapas por categoria: em /);
    expect(found[4]).toMatch(/^as somas do fluxo de caixa por obra: em /);
  });

  test.each([
    ['paid_value = paid_value + 5', 'paid_value = paid_value - 5', /valor pago é/],
    [`status = 'OPEN'`, `status = 'PAID'`, /a situação é OPEN, mas as parcelas dizem PAID/],
    [
      'reference_due_date = reference_due_date + 1',
      'reference_due_date = reference_due_date - 1',
      /vencimento de referência é \d\d\/\d\d\/\d{4}/,
    ],
    [
      'installment_count = installment_count + 1',
      'installment_count = installment_count - 1',
      /o número de parcelas é/,
    ],
    ['increase = increase + 2', 'increase = increase - 2', /o acréscimo é/],
  ])('reports a header whose %s differs from its installments', async (wrong, undo, message) => {
    const { id } = await shared();
    const update = (change: string) => `update transactions set ${change} where id = ${id}`;
    const found = problems(await findingsOf([update(wrong)], [update(undo)]));
    expect(found.join('\n')).toMatch(message);
    // Triggers are disabled, so the stored sums that include the header differ as well.
    expect(found.every((line) => line.startsWith(`despesa ${id}`) || isOfKept(line))).toBe(true);
  });

  test('reports a percentage that differs from the value', async () => {
    const { apportionment } = await shared();
    const { percentage } = await one<{ percentage: string }>(
      `select percentage from apportionments where id = ${apportionment}`,
    );
    const set = (value: string) => `update apportionments set percentage = ${value} where id = ${apportionment}`;
    const found = problems(await findingsOf([set('99.99')], [set(percentage)]));
    expect(found).toEqual([expect.stringMatching(/rateio 1: a porcentagem é 99,99.*, mas o valor dá/)]);
  });

  test('reports a transaction without installments', async () => {
    const { id, account } = await shared();
    const other = `insert into transactions (account_id, company_id, type, emission_date, competence_date, status,
      installment_count, paid_installment_count, gross_value, reference_due_date)
      select account_id, company_id, 'CREDIT', emission_date, competence_date, 'OPEN', 1, 0, 10, reference_due_date
      from transactions where id = ${id}`;
    const undo = `delete from transactions where account_id = ${account} and gross_value = 10`;
    const found = problems(await findingsOf([other], [undo]));
    // Written with triggers disabled, so its stored sums and its search text are missing too.
    expect(found.filter((line) => !isOfKept(line))).toEqual([
      expect.stringMatching(/^receita \d+: não tem parcelas$/),
      expect.stringMatching(/^o texto das buscas: o do documento \d+ não é o seu$/),
    ]);
    expect(found).toHaveLength(6);
  });

  test.each([
    ['an estimate', 'cost_estimates', 'direct_total', 'direct_total > 0', /^as somas dos orçamentos: em \d+ estão/],
    [
      'an estimate whose row was changed',
      'cost_estimate_lines',
      'quantity',
      'quantity > 0 and unit_price is null and amendment_id is null',
      /^as somas dos orçamentos: em \d+ estão/,
    ],
    [
      'a measurement',
      'measurements',
      'accumulated_value',
      `status = 'CLOSED' and number > 1`,
      /^as somas das medições: em \d+ estão/,
    ],
    [
      'the document of a measurement',
      'measurements',
      'retention_value',
      'transaction_id is not null',
      /^os documentos das medições: em \d+ estão/,
    ],
  ])('reports %s by the sum of its rows', async (_what, table, column, condition, message) => {
    const { id } = await one<{ id: string }>(`select id from ${table} where ${condition} order by id limit 1`);
    const change = (sign: string) => `update ${table} set ${column} = ${column} ${sign} 1 where id = ${id}`;
    const found = problems(await findingsOf([change('+')], [change('-')]));
    expect(found.join('\n')).toMatch(message);
  });

  test('reports rows that reference another account, or a missing row', async () => {
    const { installment, account } = await shared();
    const { wallet } = await one<{ wallet: string }>(
      `select wallet_id as wallet from installments where id = ${installment}`,
    );
    const point = (target: string) => `update installments set wallet_id = ${target} where id = ${installment}`;
    const nowhere = problems(await findingsOf([point('999999')], [point(wallet)]));
    expect(nowhere).toContain(`parcela ${installment}: aponta para carteira 999999, que não existe`);

    await client.query(`insert into accounts (id, name) overriding system value values (900, 'Outra')`);
    await client.query(
      `insert into companies (account_id, id, name) overriding system value values (900, 900, 'Outra')`,
    );
    await client.query(`insert into wallets (account_id, id, company_id, identifier, balance_date)
                        overriding system value values (900, 900, 900, 'Alheia', '2020-01-01')`);
    const abroad = await findingsOf([point('900')], [point(wallet)]);
    expect(problems(abroad)).toContain(`parcela ${installment}: aponta para carteira 900, que é da conta 900`);
    expect(abroad.differences[0]?.accountId).toBe(account);
    await client.query('delete from accounts where id = 900');
  });

  test('reports a transfer without a receiving wallet', async () => {
    const { id, target } = await one<{ id: string; target: string }>(
      'select id, target_wallet_id as target from transfers order by id limit 1',
    );
    const point = (wallet: string) => `update transfers set target_wallet_id = ${wallet} where id = ${id}`;
    const found = problems(await findingsOf([point('999999')], [point(target)]));
    expect(found).toContain(`transferência ${id}: aponta para carteira 999999, que não existe`);
    expect(found.join('\n')).toMatch(/transferências: saídas e entradas deveriam se anular, mas sobram/);
  });

  test('lists a thousand differences of a ruined database and counts the others', async () => {
    const change = (sign: string) => `update installments set gross_value = gross_value ${sign} 0.01`;
    const report = await findingsOf([change('+')], [change('-')]);
    expect(report.differences).toHaveLength(1_000);
    expect(report.omitted).toBeGreaterThan(1_000);
    expect(reportLines(report).at(-1)).toBe(`${1_000 + report.omitted} diferenças.`);
  });

  test('finds nothing after the rows are restored', async () => {
    expect(problems(await verifyLedger(database.ownerUrl))).toEqual([]);
  });
});
