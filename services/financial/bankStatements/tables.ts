import { sql } from 'kysely';
import { decodeBankFile } from '#domain/financial/bankStatements/decode.ts';
import type { BankStatement } from '#domain/financial/bankStatements/reader.ts';
import { statementOf, UnreadableColumn } from '#domain/financial/bankStatements/table/convert.ts';
import { guessLayout } from '#domain/financial/bankStatements/table/guess.ts';
import { problemsOfLayout, type TableLayout } from '#domain/financial/bankStatements/table/layout.ts';
import { type BankTable, readTable } from '#domain/financial/bankStatements/table/read.ts';
import type { BankStatementFile, TableLayoutBody } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, ENTITY, holdFile } from './access.ts';
import { readFile } from './read.ts';
import { sha256, storeAccounts } from './storeAccounts.ts';

const NO_TABLE = 'Este extrato não é um CSV: ele já diz o que é cada campo.';

/** Rows and characters that the person who says what the columns are looks at. */
const SAMPLE = { rows: 8, cell: 80 };

const sampleOf = ({ headers, rows }: BankTable): string[][] =>
  rows.slice(0, SAMPLE.rows).map(({ cells }) => headers.map((_, at) => (cells[at] ?? '').trim().slice(0, SAMPLE.cell)));

/** The layout that was last chosen for files with these headers. */
const rememberedLayout = async (trx: Trx, accountId: number, key: string): Promise<TableLayout | null> => {
  const { rows } = await sql<{ layout: TableLayout }>`
    select layout from bank_table_layouts where account_id = ${accountId} and key = decode(${key}, 'hex')`.execute(trx);
  return rows[0]?.layout ?? null;
};

/** What a remembered layout makes of a table; null where it does not fit this file, and a person looks again. */
const tried = (table: BankTable, layout: TableLayout): BankStatement | null => {
  if (problemsOfLayout(layout, table.headers.length).length > 0) return null;
  try {
    return statementOf(table, layout);
  } catch (error) {
    if (error instanceof UnreadableColumn) return null;
    throw error;
  }
};

/**
 * Proposes the wallet of accounts without a number: that of all imported files of the company with these headers, where there
 * is one. Nothing in such a file says of which of two accounts it is.
 */
const proposeWallets = async (trx: Trx, { session, companyId }: Clerk, fileId: number): Promise<void> => {
  await sql`
    update bank_statement_accounts a set wallet_id = w.id, remembered = true
      from (select min(o.wallet_id) as id
              from bank_statement_tables t
              join bank_statement_tables u on u.account_id = t.account_id and u.key = t.key
              join bank_statement_files f on f.account_id = u.account_id and f.id = u.file_id and f.state = 'IMPORTED'
              join bank_statement_accounts o on o.account_id = f.account_id and o.file_id = f.id and o.number = ''
             where t.account_id = ${session.accountId} and t.file_id = ${fileId} and f.company_id = ${companyId}
            having count(distinct o.wallet_id) = 1) k
      join wallets w on w.account_id = ${session.accountId} and w.id = k.id and w.active
     where a.account_id = ${session.accountId} and a.file_id = ${fileId} and a.number = '' and a.wallet_id is null`.execute(
    trx,
  );
};

const storeLines = async (trx: Trx, clerk: Clerk, fileId: number, { accounts }: BankStatement): Promise<void> => {
  await storeAccounts(trx, clerk, fileId, { accounts, csv: true });
  await proposeWallets(trx, clerk, fileId);
};

/** Stores the table of a new draft; with its lines where files with these headers have been read before. */
export const storeTable = async (
  trx: Trx,
  clerk: Clerk,
  { fileId, table }: { fileId: number; table: BankTable },
): Promise<void> => {
  const { accountId } = clerk.session;
  const key = sha256(table.key);
  const remembered = await rememberedLayout(trx, accountId, key);
  const statement = remembered && tried(table, remembered);
  await sql`
    insert into bank_statement_tables (account_id, file_id, key, headers, sample, rows, guess, layout)
    values (${accountId}, ${fileId}, decode(${key}, 'hex'), ${JSON.stringify(table.headers)}::jsonb,
            ${JSON.stringify(sampleOf(table))}::jsonb, ${table.rows.length}, ${JSON.stringify(guessLayout(table))}::jsonb,
            ${statement ? JSON.stringify(remembered) : null}::jsonb)`.execute(trx);
  if (statement) await storeLines(trx, clerk, fileId, statement);
};

const layoutOf = ({ bank, date, memo, inverted, ...columns }: TableLayoutBody): TableLayout => ({
  ...{ bank: bank.trim(), date, memo },
  ...{ amount: columns.amount ?? null, moneyIn: columns.moneyIn ?? null, moneyOut: columns.moneyOut ?? null },
  ...{ direction: columns.direction ?? null, document: columns.document ?? null },
  ...{ identifier: columns.identifier ?? null, balance: columns.balance ?? null, account: columns.account ?? null },
  inverted: inverted ?? false,
});

/** The table of a draft, read again from its file. @throws ServiceError 422 for a statement in OFX */
const tableOf = async (trx: Trx, accountId: number, id: number): Promise<BankTable> => {
  const { rows } = await sql<{ content: Buffer }>`
    select c.content from bank_statement_tables t
      join bank_statement_file_contents c on c.account_id = t.account_id and c.file_id = t.file_id
     where t.account_id = ${accountId} and t.file_id = ${id}`.execute(trx);
  const table = rows[0] && readTable(decodeBankFile(rows[0].content).text);
  if (!table) throw ruleBroken(NO_TABLE, [{ path: 'id', message: NO_TABLE }]);
  return table;
};

/** @throws ServiceError 422 at the column that does not fit, or whose cell cannot be read */
const converted = (table: BankTable, layout: TableLayout): BankStatement => {
  const problems = new Problems();
  for (const { field, message } of problemsOfLayout(layout, table.headers.length))
    problems.rule(`tableLayout.${field}`, message);
  problems.refuse();
  try {
    return statementOf(table, layout);
  } catch (error) {
    if (!(error instanceof UnreadableColumn)) throw error;
    throw ruleBroken(error.message, [{ path: `tableLayout.${error.field}`, message: error.message }]);
  }
};

/** The wallet of a file of one account, which another layout does not change. */
const onlyWallet = async (trx: Trx, accountId: number, fileId: number): Promise<number | null> => {
  const { rows } = await sql<{ walletId: number | null }>`
    select wallet_id as "walletId" from bank_statement_accounts
     where account_id = ${accountId} and file_id = ${fileId}`.execute(trx);
  return rows.length === 1 ? (rows[0]?.walletId ?? null) : null;
};

/** Reads a draft in CSV by a layout, and remembers it for files with the same headers. @throws ServiceError 404, 409, 422 */
export const mapTable = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { id, version, tableLayout }: { id: number; version?: number; tableLayout: TableLayoutBody },
): Promise<BankStatementFile> => {
  const { accountId } = clerk.session;
  await holdFile(trx, clerk, { id, version, state: 'DRAFT' });
  const table = await tableOf(trx, accountId, id);
  const layout = layoutOf(tableLayout);
  const statement = converted(table, layout);
  const walletId = await onlyWallet(trx, accountId, id);
  await sql`delete from bank_statement_accounts where account_id = ${accountId} and file_id = ${id}`.execute(trx);
  await storeLines(trx, clerk, id, statement);
  if (walletId !== null && statement.accounts.length === 1)
    await sql`
      update bank_statement_accounts set remembered = remembered and wallet_id = ${walletId}, wallet_id = ${walletId}
       where account_id = ${accountId} and file_id = ${id}`.execute(trx);
  await sql`
    insert into bank_table_layouts (account_id, key, layout, updated_at)
    select account_id, key, ${JSON.stringify(layout)}::jsonb, ${work.clock.now()}
      from bank_statement_tables where account_id = ${accountId} and file_id = ${id}
        on conflict (account_id, key) do update set layout = excluded.layout, updated_at = excluded.updated_at`.execute(
    trx,
  );
  await sql`
    update bank_statement_tables set layout = ${JSON.stringify(layout)}::jsonb
     where account_id = ${accountId} and file_id = ${id}`.execute(trx);
  await sql`
    update bank_statement_files set version = version + 1 where account_id = ${accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'map', entity: ENTITY, entityId: id, details: { layout } });
  return readFile(trx, clerk, id);
};
