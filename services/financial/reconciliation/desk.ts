import { sql, type RawBuilder } from 'kysely';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { closersFirst } from '#domain/financial/reconciliation/closers.ts';
import { sum } from '#domain/money.ts';
import { PartnersInMemo, taxIdsOf } from '#domain/financial/reconciliation/partnersInMemo.ts';
import { ACCEPTED_FROM } from '#domain/financial/reconciliation/types.ts';
import {
  type BankDesk,
  type BankEntry,
  type DeskLine,
  type DeskView,
  MAX_COMPARED,
} from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { instant } from '../../platform/db/instants.ts';
import { pageOfAll, readIds } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { type Clerk, type DeskWallet, readWallet } from './access.ts';
import { balancesOf } from './equation.ts';
import { entryOf, linkedEntries, openEntries } from './entries.ts';
import { guessesOf } from './guesses.ts';
import { readDifferenceLimit } from './settings.ts';
import { isOpen, type Suggested, suggestionsOf } from './suggestions.ts';

export interface DeskQuery {
  wallet: number;
  view?: DeskView;
  minimum?: number;
  from?: IsoDate;
  to?: IsoDate;
  /** Lines that this file has. */
  file?: number;
  search?: string;
  page?: number;
  size?: number;
}

/** Rows of a page of the desk: each may have a suggestion, and entries behind it. */
const MAX_PAGE = 500;

type Condition = RawBuilder<unknown>;

export const RECONCILED = sql`exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id)`;

export const linesOfWallet = (
  { session }: Pick<Clerk, 'session'>,
  { wallet, from, to, file, search }: DeskQuery,
): Condition => sql`
  l.account_id = ${session.accountId} and l.wallet_id = ${wallet} and l.replaced_by is null
  and (${from ?? null}::date is null or l.date >= ${from ?? null})
  and (${to ?? null}::date is null or l.date <= ${to ?? null})
  and (${file ?? null}::bigint is null or exists (select from bank_statement_file_lines m
    where m.account_id = l.account_id and m.line_id = l.id and m.file_id = ${file ?? null}))
  and (${search?.trim() || null}::text is null
    or search_key(l.memo || ' ' || l.document || ' ' || replace(l.amount::text, '.', ',')) like search_pattern(${search?.trim() ?? ''}))`;

interface Counted {
  open: number;
  suggested: number;
  reconciled: number;
  ignored: number;
  /** Of all pages. */
  acceptable: number[];
  moneyIn: string;
  moneyOut: string;
}

const NOTHING: Counted = {
  ...{ open: 0, suggested: 0, reconciled: 0, ignored: 0, acceptable: [], moneyIn: '0.00', moneyOut: '0.00' },
};

/** How many lines each view has, the sums of one of them, and which lines are accepted together. */
const countLines = async (
  trx: Trx,
  clerk: Clerk,
  query: DeskQuery,
  { suggested, acceptable }: { suggested: readonly number[]; acceptable: readonly number[] },
): Promise<Counted> => {
  const views: Record<DeskView, Condition> = {
    OPEN: sql`x.open`,
    SUGGESTED: sql`x.open and x.id = any(${[...suggested]}::bigint[])`,
    RECONCILED: sql`x.reconciled`,
    IGNORED: sql`x.ignored`,
  };
  const chosen = views[query.view ?? 'OPEN'];
  const { rows } = await sql<Counted>`
    select count(*) filter (where x.open)::integer as open, count(*) filter (where ${views.SUGGESTED})::integer as suggested,
           count(*) filter (where x.reconciled)::integer as reconciled, count(*) filter (where x.ignored)::integer as ignored,
           coalesce(array_agg(x.id order by x.id) filter (where x.open and x.id = any(${[...acceptable]}::bigint[])), '{}') as acceptable,
           coalesce(sum(x.amount) filter (where x.amount > 0 and ${chosen}), 0)::numeric(15, 2) as "moneyIn",
           coalesce(-sum(x.amount) filter (where x.amount < 0 and ${chosen}), 0)::numeric(15, 2) as "moneyOut"
      from (select l.id, l.amount, ${RECONCILED} as reconciled, l.ignored_at is not null as ignored, ${isOpen} as open
              from bank_statement_lines l where ${linesOfWallet(clerk, query)}) x`.execute(trx);
  return rows[0] ?? NOTHING;
};

type StoredLine = Omit<DeskLine, 'taxId' | 'suggestion' | 'guess' | 'reconciliation'> & {
  reconciliation: Omit<NonNullable<DeskLine['reconciliation']>, 'entries'> | null;
};

const RECONCILIATION = sql`(
  select json_build_object('id', r.id, 'acceptance', r.acceptance, 'score', r.score, 'at', ${instant('r.created_at')},
           'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
           'lines', (select count(distinct o.line_id) from bank_links o
                      where o.account_id = r.account_id and o.reconciliation_id = r.id),
           'acceptedLines', (select count(distinct o.line_id) from bank_reconciliations q
                       join bank_links o on o.account_id = q.account_id and o.reconciliation_id = q.id
                      where q.account_id = r.account_id and q.acceptance = r.acceptance))
    from bank_links k
    join bank_reconciliations r on r.account_id = k.account_id and r.id = k.reconciliation_id
    left join users u on u.account_id = r.account_id and u.id = r.created_by
   where k.account_id = l.account_id and k.line_id = l.id limit 1)`;

/** Lines of a view: open ones with a suggestion first, then newest first. */
const pageOfLines = async (
  trx: Trx,
  clerk: Clerk,
  query: DeskQuery,
  { suggested, limit, offset }: { suggested: readonly number[]; limit: number; offset: number },
): Promise<StoredLine[]> => {
  const isSuggested = sql`l.id = any(${[...suggested]}::bigint[])`;
  const views: Record<DeskView, Condition> = {
    OPEN: isOpen,
    SUGGESTED: sql`${isOpen} and ${isSuggested}`,
    RECONCILED,
    IGNORED: sql`l.ignored_at is not null`,
  };
  const view = query.view ?? 'OPEN';
  const { rows } = await sql<StoredLine>`
    select l.id, l.date, l.amount, l.memo, l.document,
           case when l.ignored_at is not null then 'IGNORED' when ${RECONCILED} then 'RECONCILED' else 'OPEN' end as view,
           case when l.ignored_at is not null then json_build_object('at', ${instant('l.ignored_at')}, 'reason', l.ignored_reason,
             'by', (select json_build_object('id', u.id, 'name', u.name) from users u
                     where u.account_id = l.account_id and u.id = l.ignored_by)) end as ignored,
           ${RECONCILIATION} as reconciliation
      from bank_statement_lines l
     where ${linesOfWallet(clerk, query)} and ${views[view]}
     order by ${view === 'OPEN' ? sql`${isSuggested} desc,` : sql``} l.date desc, l.id desc
     limit ${limit} offset ${offset}`.execute(trx);
  return rows;
};

/** The desk of a wallet. Statements do not grow with its rows. @throws ServiceError 404 */
export const readDesk = async (trx: Trx, clerk: Clerk, query: DeskQuery): Promise<BankDesk> => {
  const wallet = await readWallet(trx, clerk, query.wallet);
  const found = await suggestionsOf(trx, clerk, wallet);
  const suggested = [...found.suggestions.keys()];
  const { acceptable, moneyIn, moneyOut, ...counts } = await countLines(trx, clerk, query, {
    ...{ suggested, acceptable: acceptableOf(found, query) },
  });
  const size = Math.min(query.size ?? MAX_PAGE, MAX_PAGE);
  const number = query.page ?? 0;
  const rows = await pageOfLines(trx, clerk, query, { suggested, limit: size, offset: number * size });
  const total = {
    OPEN: counts.open,
    SUGGESTED: counts.suggested,
    RECONCILED: counts.reconciled,
    IGNORED: counts.ignored,
  };
  const totalElements = total[query.view ?? 'OPEN'];
  return {
    content: await linesOf(trx, clerk, rows, found),
    number,
    size,
    last: (number + 1) * size >= totalElements,
    totalElements,
    counts: { ...counts, acceptable: acceptable.length },
    acceptable,
    moneyIn,
    moneyOut,
    account: await writtenAccount(trx, clerk, wallet.id),
    ...(await balancesOf(trx, clerk, wallet, found.known)),
    reconciledThrough: wallet.reconciledThrough,
    differenceLimit: await readDifferenceLimit(trx, clerk.session.accountId),
    tooMany: found.lines.length >= MAX_COMPARED,
  };
};

/** Lines whose suggestion is accepted with the others; a difference is always accepted by name. */
const acceptableOf = ({ suggestions }: Suggested, { minimum = ACCEPTED_FROM }: DeskQuery): number[] =>
  [...suggestions].flatMap(([id, { score, difference }]) => (score < minimum || difference ? [] : [id]));

/** The account of the wallet as its newest imported file writes it. */
const writtenAccount = async (trx: Trx, { session }: Clerk, walletId: number): Promise<BankDesk['account']> => {
  const { rows } = await sql<NonNullable<BankDesk['account']>>`
    select a.bank, a.branch, a.number, a.kind
      from bank_statement_accounts a
      join bank_statement_files f on f.account_id = a.account_id and f.id = a.file_id
     where a.account_id = ${session.accountId} and a.wallet_id = ${walletId} and f.state = 'IMPORTED'
     order by f.imported_at desc, f.id desc, a.position limit 1`.execute(trx);
  return rows[0] ?? null;
};

/** How many lines of each active wallet are open: for the menu. */
export const countOpenLines = async (
  trx: Trx,
  { session, companyId }: Clerk,
): Promise<{ wallets: { wallet: { id: number; name: string }; lines: number }[] }> => {
  const { rows } = await sql<{ id: number; name: string; lines: number }>`
    select w.id, w.identifier as name, count(*)::integer as lines
      from bank_statement_lines l
      join wallets w on w.account_id = l.account_id and w.id = l.wallet_id
     where l.account_id = ${session.accountId} and l.company_id = ${companyId} and w.active and ${isOpen}
     group by w.id, w.identifier order by lower(w.identifier), w.id`.execute(trx);
  return { wallets: rows.map(({ id, name, lines }) => ({ wallet: { id, name }, lines })) };
};

const linesOf = async (trx: Trx, clerk: Clerk, rows: StoredLine[], found: Suggested): Promise<DeskLine[]> => {
  const reconciled = rows.filter(({ view }) => view === 'RECONCILED').map(({ id }) => id);
  const entries = await linkedEntries(trx, clerk, reconciled);
  const unanswered = rows.filter(({ id, view }) => view === 'OPEN' && !found.suggestions.has(id));
  const guesses = await guessesOf(trx, clerk, unanswered, found.partners);
  return rows.map((row) => ({
    ...row,
    taxId: taxIdsOf(row.memo)[0] ?? null,
    suggestion: row.view === 'OPEN' ? (found.suggestions.get(row.id) ?? null) : null,
    guess: guesses.get(row.id) ?? null,
    reconciliation: row.reconciliation && { ...row.reconciliation, entries: entries.get(row.id) ?? [] },
  }));
};

/** Entries that are read to be put in order; a search finds the others. */
const MOST_CANDIDATES = 500;
const CANDIDATE_DAYS = 120;

export interface CandidateQuery {
  wallet: number;
  lines?: string;
  search?: string;
  page?: number;
  size?: number;
}

/**
 * Entries that no line answers yet: with lines, first what closes their sum, then what is of whom their words name, then what goes
 * their way; the nearest first.
 */
export const listCandidates = async (trx: Trx, clerk: Clerk, query: CandidateQuery): Promise<PageOf<BankEntry>> => {
  const wallet: DeskWallet = await readWallet(trx, clerk, query.wallet);
  const lines = await chosenLines(trx, clerk, wallet.id, readIds(query.lines) ?? []);
  const near = lines[0]?.date ?? clerk.today;
  const rows = await openEntries(trx, clerk, {
    walletId: wallet.id,
    from: addDays(near, -CANDIDATE_DAYS),
    to: addDays(lines.at(-1)?.date ?? near, CANDIDATE_DAYS),
    amounts: null,
    partnerIds: [],
    search: query.search?.trim() || null,
    near,
    limit: MOST_CANDIDATES,
  });
  const partners = lines.length > 0 ? await namesIn(trx, clerk, rows, lines) : new Set<number>();
  const target = sum(lines.map(({ amount }) => amount));
  const ordered = lines.length > 0 ? closersFirst(rows, target, partners) : rows;
  return pageOfAll(
    ordered.map((row) => entryOf(row, clerk.today)),
    query,
  );
};

interface ChosenLine {
  id: number;
  date: IsoDate;
  amount: string;
  memo: string;
}

const chosenLines = async (
  trx: Trx,
  { session }: Clerk,
  walletId: number,
  ids: readonly number[],
): Promise<ChosenLine[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<ChosenLine>`
    select l.id, l.date, l.amount, l.memo from bank_statement_lines l
     where l.account_id = ${session.accountId} and l.wallet_id = ${walletId} and l.id = any(${[...ids]}::bigint[]) and ${isOpen}
     order by l.date, l.id`.execute(trx);
  return rows;
};

/** Partners of the entries whom the words of the lines name. */
const namesIn = async (
  trx: Trx,
  { session }: Clerk,
  entries: readonly { partnerId: number | null }[],
  lines: readonly ChosenLine[],
): Promise<Set<number>> => {
  const ids = [...new Set(entries.flatMap(({ partnerId }) => partnerId ?? []))];
  const { rows } = await sql<{ id: number; name: string; tradeName: string | null; taxId: string | null }>`
    select id, name, trade_name as "tradeName", tax_id as "taxId" from partners
     where account_id = ${session.accountId} and id = any(${ids}::bigint[])`.execute(trx);
  const partners = new PartnersInMemo(rows);
  return new Set(lines.flatMap(({ memo }) => [...partners.namedIn(memo).keys()]));
};
