import { sql } from 'kysely';
import type { Platform } from './platform.ts';
import type { Session } from './session.ts';

/**
 * Notes that the user is shown the record of a partner, before it is answered (docs/decisions/0077). It is no command: reading
 * changes nothing that the user could see.
 */
export const noteDataView = async (
  { database, clock }: Platform,
  { accountId, userId }: Session,
  partnerId: number,
): Promise<void> => {
  await sql`select note_data_view(${accountId}, ${userId}, ${partnerId}, ${clock.today()}, ${clock.now()})`.execute(
    database.kysely,
  );
};
