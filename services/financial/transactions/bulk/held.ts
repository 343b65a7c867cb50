import { sql } from 'kysely';
import { closedSentence } from '#domain/financial/monthClosing/months.ts';
import { forbidden, notFound, ruleBroken, type ServiceError } from '../../../platform/errors.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { COMPANY_NAME, UNTOUCHABLE_MONTH, UNTOUCHABLE_OWN_MONTH } from '../../monthClosing/closedDays.ts';
import { withFamilies } from '../../retentions/families.ts';
import { MADE_BY, staleTransactions } from '../lock.ts';
import type { Maker } from '../maker.ts';
import { readTransactions, type StoredTransaction } from '../read.ts';
import type { Reader } from '../reader.ts';
import { mayChange, seesTransaction } from '../visibility.ts';

/** A document whose header row is locked until the SQL transaction ends. */
export interface Held {
  stored: StoredTransaction;
  madeBy: Maker | null;
  /** Why a closed month keeps it as it is (decision 73), for any change, and for one of its due dates; else null. */
  closed: string | null;
  closedOwn: string | null;
}

/** What differs of a document. */
export interface Change {
  one: Held;
  /** Undefined: it stays. */
  categoryId: number | null | undefined;
  /** Null: without a building; undefined: its share stays. */
  share: { buildingId: number; stageId: number | null } | null | undefined;
}

/** The documents of a bulk command, and the payables of their retentions, which change with them. */
export type HeldMany = ReadonlyMap<number, Held>;

interface Facts {
  id: number;
  madeBy: Maker | null;
  month: string | null;
  ownMonth: string | null;
  companyName: string;
}

const sentenceOf = (month: string | null, company: string): string | null =>
  month === null ? null : closedSentence(month, company);

/** Locks documents in the order of their ids, so that two calls wait for each other once, and reads them; four statements. */
export const holdMany = async (
  trx: Trx,
  { session, companyId, kind }: Reader,
  named: readonly number[],
): Promise<HeldMany> => {
  const ids = await withFamilies(trx, session.accountId, named);
  const own = sql`t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}
    and t.id = any(${ids}::bigint[])`;
  await sql`select from transactions t where ${own} order by t.id for update`.execute(trx);
  const { rows } = await sql<Facts>`
    select t.id, ${MADE_BY} as "madeBy", ${UNTOUCHABLE_MONTH} as month, ${UNTOUCHABLE_OWN_MONTH} as "ownMonth",
      ${COMPANY_NAME} as "companyName"
    from transactions t where ${own}`.execute(trx);
  const facts = new Map(rows.map((row) => [row.id, row]));
  const stored = await readTransactions(trx, [...facts.keys()]);
  return new Map(
    stored.flatMap((one) => {
      const fact = facts.get(one.id);
      if (!fact) return [];
      const { madeBy, month, ownMonth, companyName } = fact;
      const held = { stored: one, madeBy, closed: sentenceOf(month, companyName) };
      return [[one.id, { ...held, closedOwn: sentenceOf(ownMonth, companyName) }] as const];
    }),
  );
};

/** A document of a command, with the version that the client has. */
interface Item {
  transactionId: number;
  version: number;
}

/** What keeps the document of an item from any change: as `lockTransaction` refuses one. A statement where one is stale. */
export const refusalsOf = async (
  trx: Trx,
  { session, companyId, kind, view }: Reader,
  held: HeldMany,
  items: readonly Item[],
): Promise<(ServiceError | null)[]> => {
  const isStale = ({ transactionId, version }: Item): boolean => held.get(transactionId)?.stored.version !== version;
  const stale = items.filter(isStale).map(({ transactionId }) => transactionId);
  const staleOf = stale.length > 0 ? await staleTransactions(trx, session, stale) : null;
  return items.map((item) => {
    const stored = held.get(item.transactionId)?.stored;
    const buildings = stored?.apportionments.map(({ buildingId }) => buildingId) ?? [];
    if (!stored || !seesTransaction(view, buildings)) return notFound(kind.words.notFound);
    if (!mayChange(session, companyId, kind, buildings)) return forbidden(kind.words.notAllowed);
    return isStale(item) ? (staleOf?.(stored.id) ?? null) : null;
  });
};

/** The payables of a document's retentions. */
export const payablesOf = (held: HeldMany, { stored }: Held): Held[] =>
  stored.retentions.flatMap(({ payableId }) => held.get(payableId) ?? []);

/** The first sentence that refuses, as an error. */
export const firstRule = (sentences: readonly (string | null)[]): ServiceError | null => {
  const sentence = sentences.find((one) => one !== null);
  return sentence == null ? null : ruleBroken(sentence);
};
