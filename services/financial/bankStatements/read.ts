import { sql } from 'kysely';
import type {
  BankFileLine,
  BankLineCounts,
  BankLineStatus,
  BankStatementFile,
} from '#schema/financial/bankStatements/bankStatements.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import { instant } from '../../platform/db/instants.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Clerk as Reconciler } from '../reconciliation/access.ts';
import { linkedEntries } from '../reconciliation/entries.ts';
import { type Clerk, FILE_MISSING, type FileState } from './access.ts';
import { reasonOf, type StoredFileLine } from './reasons.ts';
import { LOOKED } from './status.ts';

type StoredFile = Omit<BankStatementFile, 'counts' | 'accounts'> & {
  accounts: Omit<BankStatementFile['accounts'][number], 'counts'>[];
};

const FILE = sql`
  f.id, f.name, f.size, f.dialect, f.encoding, f.state, f.version, f.uploaded_at as "uploadedAt",
  f.imported_at as "importedAt", f.undone_at as "undoneAt",
  (select count(distinct m.line_id)::integer from bank_statement_file_lines m
    where f.state = 'UNDONE' and m.account_id = f.account_id and m.file_id = f.id and m.line_id is not null
      and exists (select from bank_links k where k.account_id = m.account_id and k.line_id = m.line_id)) as "keptLines",
  (select json_build_object('id', u.id, 'name', u.name) from users u
    where u.account_id = f.account_id and u.id = f.uploaded_by) as "uploadedBy",
  (select json_build_object('id', u.id, 'name', u.name) from users u
    where u.account_id = f.account_id and u.id = f.imported_by) as "importedBy",
  (select json_build_object('headers', t.headers, 'sample', t.sample, 'rows', t.rows, 'guess', t.guess, 'layout', t.layout)
     from bank_statement_tables t where t.account_id = f.account_id and t.file_id = f.id) as "table",
  (select coalesce(json_agg(json_build_object('position', a.position, 'bank', a.bank, 'branch', a.branch, 'number', a.number,
            'kind', a.kind, 'start', a.start_date, 'end', a.end_date,
            'ledger', case when a.ledger_date is not null then
              json_build_object('amount', a.ledger_amount::text, 'date', a.ledger_date) end,
            'wallet', case when w.id is not null then json_build_object('id', w.id, 'name', w.identifier) end,
            'remembered', a.remembered) order by a.position), '[]')
     from bank_statement_accounts a
     left join wallets w on w.account_id = a.account_id and w.id = a.wallet_id
    where a.account_id = f.account_id and a.file_id = f.id) as accounts`;

const EMPTY: BankLineCounts = { lines: 0, new: 0, known: 0, conflict: 0, ignored: 0, waiting: 0 };

const NAMES = { NEW: 'new', KNOWN: 'known', CONFLICT: 'conflict', IGNORED: 'ignored', WAITING: 'waiting' } as const;

const plus = (counts: BankLineCounts, status: BankLineStatus, lines: number): BankLineCounts => {
  const name = NAMES[status];
  return { ...counts, lines: counts.lines + lines, [name]: counts[name] + lines };
};

/** Counts of files by account, in one query. */
const countLines = async (trx: Trx, accountId: number, ids: readonly number[]) => {
  const { rows } = await sql<{ file: number; account: number; status: BankLineStatus; lines: number }>`
    select x.file_id as file, x.account_position as account, x.status, count(*) as lines
      from (${LOOKED} where f.account_id = ${accountId} and f.file_id = any(${[...ids]}::bigint[])) x
     group by 1, 2, 3`.execute(trx);
  return rows;
};

const withCounts = async (trx: Trx, accountId: number, files: StoredFile[]): Promise<BankStatementFile[]> => {
  const counted = await countLines(
    trx,
    accountId,
    files.map(({ id }) => id),
  );
  return files.map((file) => {
    const own = counted.filter(({ file: id }) => id === file.id);
    const sum = (rows: typeof own) => rows.reduce((counts, { status, lines }) => plus(counts, status, lines), EMPTY);
    const accounts = file.accounts.map((account) => ({
      ...account,
      counts: sum(own.filter(({ account: position }) => position === account.position)),
    }));
    return { ...file, accounts, counts: sum(own) };
  });
};

/** @throws ServiceError 404 */
export const readFile = async (trx: Trx, { session, companyId }: Clerk, id: number): Promise<BankStatementFile> => {
  const { rows } = await sql<StoredFile>`
    select ${FILE} from bank_statement_files f
     where f.account_id = ${session.accountId} and f.company_id = ${companyId} and f.id = ${id}`.execute(trx);
  const [file] = await withCounts(trx, session.accountId, rows);
  if (!file) throw notFound(FILE_MISSING);
  return file;
};

const fileRules = {
  sortable: { uploadedAt: 'f.uploaded_at', name: 'f.name' },
  defaultSort: 'uploadedAt:desc',
  key: 'f.id',
};

/** Files of a company, newest first. */
export const listFiles = async (
  trx: Trx,
  { session, companyId }: Clerk,
  query: ListKeys & { state?: FileState },
): Promise<PageOf<BankStatementFile>> => {
  const list = readListQuery(query, fileRules);
  const where = sql`f.account_id = ${session.accountId} and f.company_id = ${companyId}
    and (${query.state ?? null}::text is null or f.state = ${query.state ?? null})
    and (${list.ids}::bigint[] is null or f.id = any(${list.ids}::bigint[]))
    and (${list.search}::text is null or search_key(f.name) like search_pattern(${list.search}))`;
  const { rows } = await sql<StoredFile>`
    select ${FILE} from bank_statement_files f where ${where} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, await withCounts(trx, session.accountId, rows), async () => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from bank_statement_files f where ${where}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};

const lineRules = {
  sortable: { position: 'x.position', date: 'x.date', amount: 'x.amount' },
  defaultSort: 'position',
  key: 'x.position',
};

/** Line of the wallet that the line "x" is or is in conflict with, and the earliest file that is imported and has it. */
const KNOWN = sql`(
  select json_build_object('id', l.id, 'amount', l.amount::text, 'file', o.name, 'importedAt', ${instant('o.imported_at')},
           'reconciled', exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id))
    from bank_statement_lines l
    left join lateral (
      select s.name, s.imported_at
        from bank_statement_file_lines m
        join bank_statement_files s on s.account_id = m.account_id and s.id = m.file_id
       where m.account_id = l.account_id and m.line_id = l.id and s.state = 'IMPORTED' and s.id <> x.file_id
       order by s.imported_at, s.id limit 1) o on true
   where l.account_id = x.account_id and l.id = x.known_id)`;

/** Format of the line of the wallet that the line "x" is, where it is known by its day and amount alone. */
const FORMAT = sql`(
  select case when l.csv then 'CSV' else 'OFX' end from bank_statement_lines l
   where l.account_id = x.account_id and l.id = x.known_id and l.identity <> x.identity)`;

/** A line as it is read: what the known one is reconciled with is found afterwards. */
type LookedLine = Omit<StoredFileLine, 'known'> & {
  known: Omit<NonNullable<StoredFileLine['known']>, 'reconciledWith'> | null;
};

/** Lines of a file, and what becomes of each. @throws ServiceError 404 */
export const listFileLines = async (
  trx: Trx,
  reconciler: Reconciler,
  id: number,
  query: ListKeys & { accountPosition?: number; status?: BankLineStatus },
): Promise<PageOf<BankFileLine>> => {
  const { session, companyId } = reconciler;
  const { accountId } = session;
  const { rows: files } = await sql`
    select from bank_statement_files where account_id = ${accountId} and company_id = ${companyId} and id = ${id}`.execute(
    trx,
  );
  if (files.length === 0) throw notFound(FILE_MISSING);
  const list = readListQuery(query, lineRules);
  const where = sql`(${query.accountPosition ?? null}::integer is null or x.account_position = ${query.accountPosition ?? null})
    and (${query.status ?? null}::text is null or x.status = ${query.status ?? null})
    and (${list.search}::text is null or search_key(x.memo || ' ' || x.document) like search_pattern(${list.search}))`;
  const from = sql`from (${LOOKED} where f.account_id = ${accountId} and f.file_id = ${id}) x where ${where}`;
  const { rows } = await sql<LookedLine>`
    select x.position, x.account_position as account, x.date, x.amount, x.memo, x.document, x.status, x.fit_id as "fitId",
           x.ordinal, x.identical, x.balance, ${FORMAT} as format, ${KNOWN} as known ${from} ${orderAndCut(list)}`.execute(
    trx,
  );
  const entries = await linkedEntries(
    trx,
    reconciler,
    rows.flatMap(({ status, known }) => (status === 'CONFLICT' && known?.reconciled ? [known.id] : [])),
  );
  const content = rows.map(({ fitId, ordinal, identical, balance, format, known, ...line }) => {
    const [entry] = entries.get(known?.id ?? 0) ?? [];
    const reconciledWith = entry ? (entry.documentNumber ?? entry.partner?.name ?? entry.description) : null;
    const told = { ...line, known: known && { ...known, reconciledWith } };
    return { ...told, reason: reasonOf({ ...told, fitId, ordinal, identical, balance, format }) };
  });
  return withTotal(list, content, async () => {
    const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};
