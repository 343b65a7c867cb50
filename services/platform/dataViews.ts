import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { Trx, Work } from './db/unitOfWork.ts';
import type { Platform } from './platform.ts';
import type { Session } from './session.ts';

interface Look {
  accountId: number;
  userId: number;
  day: IsoDate;
  now: Date;
}

const note = async (db: Trx, { accountId, userId, day, now }: Look, partnerIds: readonly number[]): Promise<void> => {
  if (partnerIds.length === 0) return;
  await sql`select note_data_views(${accountId}, ${userId}, ${[...partnerIds]}::bigint[], ${day}, ${now})`.execute(db);
};

/**
 * Notes that the user is shown the records of partners, or what they are paid by, before it is answered
 * (docs/decisions/0077, 0110). It is no command: reading changes nothing that the user could see. One statement.
 */
export const noteDataViews = async (
  { database, clock }: Platform,
  { accountId, userId }: Session,
  partnerIds: readonly number[],
): Promise<void> =>
  note(await database.of(accountId), { accountId, userId, day: clock.today(), now: clock.now() }, partnerIds);

/** The same within a command, whose answer shows them. */
export const noteShown = (trx: Trx, { session, clock }: Work, partnerIds: readonly number[]): Promise<void> =>
  note(trx, { ...session, day: clock.today(), now: clock.now() }, partnerIds);
