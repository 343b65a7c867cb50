import { sql } from 'kysely';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { isNegative, type Money, negate, toCents } from '#domain/money.ts';
import { FARTHEST } from '#domain/financial/reconciliation/days.ts';
import { PartnersInMemo } from '#domain/financial/reconciliation/partnersInMemo.ts';
import { suggest } from '#domain/financial/reconciliation/suggest.ts';
import type {
  KnownAccount,
  KnownPartner,
  Movement,
  OpenLine,
  OtherLine,
  Suggestion,
} from '#domain/financial/reconciliation/types.ts';
import { type BankSuggestion, MAX_COMPARED } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Clerk, DeskWallet } from './access.ts';
import { type EntryRow, entryOf, openEntries } from './entries.ts';
import { readDifferenceLimit } from './settings.ts';

/** Every entry of the asked amounts and partners is compared: this is a guard, not a page. */
const MOST_ENTRIES = 20_000;

/** Condition on lines `l` of a wallet that nothing answers and nobody ignores. */
export const isOpen = sql`l.replaced_by is null and l.ignored_at is null
  and not exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id)`;

/** Partner with whom all lines of the words of `l` were reconciled; null where they were more than one. */
export const REMEMBERED = sql`(
  select case when min(t.partner_id) = max(t.partner_id) then min(t.partner_id) end
    from bank_statement_lines m
    join bank_links k on k.account_id = m.account_id and k.line_id = m.id
    join transactions t on t.account_id = k.account_id and t.id = k.transaction_id
   where m.account_id = l.account_id and m.company_id = l.company_id and m.memo_key = l.memo_key
     and (m.amount < 0) = (l.amount < 0))`;

const openLines = async (trx: Trx, { session }: Clerk, walletId: number): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    with open as materialized (
      select l.* from bank_statement_lines l
       where l.account_id = ${session.accountId} and l.wallet_id = ${walletId} and ${isOpen}
       order by l.date, l.id limit ${MAX_COMPARED}),
    words as materialized (
      select distinct on (l.memo_key, l.amount < 0) l.memo_key, l.amount < 0 as gone, ${REMEMBERED} as partner
        from open l where l.memo_key <> '')
    select l.id, l.date, l.amount, l.memo, l.document, w.partner as "rememberedPartnerId"
      from open l left join words w on w.memo_key = l.memo_key and w.gone = (l.amount < 0)
     order by l.date, l.id`.execute(trx);
  return rows;
};

const knownPartners = async (trx: Trx, accountId: number): Promise<KnownPartner[]> => {
  const { rows } = await sql<KnownPartner>`
    select id, name, trade_name as "tradeName", tax_id as "taxId" from partners where account_id = ${accountId}
     order by id`.execute(trx);
  return rows;
};

/** Open lines of the other wallets that may be the other side of one of these. */
const otherLines = async (
  trx: Trx,
  clerk: Clerk,
  walletId: number,
  lines: readonly OpenLine[],
): Promise<OtherLine[]> => {
  const opposite = [...new Set(lines.map(({ amount }) => negate(amount)))];
  const { from, to } = daysOf(lines, clerk.today, 1);
  const { rows } = await sql<OtherLine>`
    select l.id, l.wallet_id as "walletId", w.identifier as "walletName", l.date, l.amount, l.memo
      from bank_statement_lines l
      join wallets w on w.account_id = l.account_id and w.id = l.wallet_id
     where l.account_id = ${clerk.session.accountId} and l.company_id = ${clerk.companyId} and l.wallet_id <> ${walletId}
       and w.active and l.amount = any(${opposite}::numeric[]) and l.date between ${from}::date and ${to}::date and ${isOpen}
     order by l.id limit ${MAX_COMPARED}`.execute(trx);
  return rows;
};

const SHORTEST_ACCOUNT = 5;

const knownAccounts = async (trx: Trx, clerk: Clerk, walletId: number): Promise<KnownAccount[]> => {
  const { rows } = await sql<KnownAccount>`
    select a.wallet_id as "walletId", w.identifier as "walletName", a.number
      from bank_accounts a
      join wallets w on w.account_id = a.account_id and w.id = a.wallet_id
     where a.account_id = ${clerk.session.accountId} and a.company_id = ${clerk.companyId} and a.wallet_id <> ${walletId}
       and w.active and length(a.number) >= ${SHORTEST_ACCOUNT} and a.number ~ '^[0-9]+X?$'
     order by a.wallet_id, a.number`.execute(trx);
  return rows;
};

const daysOf = (lines: readonly OpenLine[], today: IsoDate, margin: number): { from: IsoDate; to: IsoDate } => ({
  from: addDays(lines[0]?.date ?? today, -margin),
  to: addDays(lines.at(-1)?.date ?? today, margin),
});

const movementOf = (row: EntryRow): Movement => ({
  key: `${row.kind}/${row.id}`,
  kind: row.kind,
  paid: row.date !== null,
  amount: row.amount,
  date: row.date ?? row.dueDate ?? '',
  partnerId: row.partnerId,
  documentNumber: row.documentNumber,
  description: row.description,
  number: row.number ?? 1,
  count: row.count ?? 1,
});

/** The open lines of a wallet and what may answer each, by line. */
export interface Suggested {
  lines: readonly OpenLine[];
  suggestions: ReadonlyMap<number, BankSuggestion>;
  /** Lines that something in the wallet answers already: it is in Prumo. */
  known: readonly number[];
  partners: PartnersInMemo;
}

const NOBODY = new PartnersInMemo([]);

/** The open lines of a wallet and what may answer them. Reads what `suggest` needs, in six statements, and asks it. */
export const suggestionsOf = async (trx: Trx, clerk: Clerk, wallet: DeskWallet): Promise<Suggested> =>
  suggestionsFor(trx, clerk, wallet.id, await openLines(trx, clerk, wallet.id));

/** What may answer lines, in order of their days, of a wallet. */
export const suggestionsFor = async (
  trx: Trx,
  clerk: Clerk,
  walletId: number,
  lines: readonly OpenLine[],
): Promise<Suggested> => {
  if (lines.length === 0) return { lines, suggestions: new Map(), known: [], partners: NOBODY };
  const partners = new PartnersInMemo(await knownPartners(trx, clerk.session.accountId));
  const named = lines.flatMap(({ memo, rememberedPartnerId }) => [
    ...partners.namedIn(memo).keys(),
    ...(rememberedPartnerId === null ? [] : [rememberedPartnerId]),
  ]);
  const rows = await openEntries(trx, clerk, {
    walletId,
    ...daysOf(lines, clerk.today, FARTHEST),
    amounts: [...new Set(lines.map(({ amount }) => unsigned(amount)))],
    partnerIds: [...new Set(named)],
    search: null,
    near: lines.at(-1)?.date ?? clerk.today,
    limit: MOST_ENTRIES,
  });
  const others = await otherLines(trx, clerk, walletId, lines);
  const accounts = await knownAccounts(trx, clerk, walletId);
  const limit = toCents(await readDifferenceLimit(trx, clerk.session.accountId));
  const found = suggest({ lines, movements: rows.map(movementOf), others, accounts, partners, limit });
  const byKey = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]));
  const names = new Map(
    [...others, ...accounts].map(({ walletId, walletName }) => [walletId, { id: walletId, name: walletName }]),
  );
  return {
    lines,
    partners,
    suggestions: new Map(found.map((one) => [one.lineId, answerOf(one, { byKey, names, today: clerk.today })])),
    known: found.flatMap(({ lineId, movements }) =>
      movements.length > 0 && movements.every(({ paid }) => paid) ? [lineId] : [],
    ),
  };
};

const unsigned = (amount: Money): Money => (isNegative(amount) ? negate(amount) : amount);

const answerOf = (
  { score, reasons, movements, difference, transfer }: Suggestion,
  {
    byKey,
    names,
    today,
  }: { byKey: ReadonlyMap<string, EntryRow>; names: ReadonlyMap<number, { id: number; name: string }>; today: IsoDate },
): BankSuggestion => ({
  score,
  reasons,
  entries: movements.flatMap(({ key }) => {
    const row = byKey.get(key);
    return row ? [entryOf(row, today)] : [];
  }),
  difference,
  transfer: transfer && {
    wallet: names.get(transfer.walletId) ?? { id: transfer.walletId, name: '' },
    line: transfer.lineId === null ? null : { id: transfer.lineId },
  },
});
