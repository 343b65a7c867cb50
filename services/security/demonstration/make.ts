import { CompiledQuery, sql } from 'kysely';
import { insertDemonstration } from '../../demo/demonstration.ts';
import type { RowClient } from '../../demo/insert.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

const clientOf = (trx: Trx): RowClient => ({
  query: async (text, values = []) => {
    const { rows, numAffectedRows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  },
});

/**
 * Makes the demonstration company that the sign-up asked for. Not before the account opens: its rows would tell by the
 * time of the answer whether the login exists, and strangers could fill the database with them.
 */
export const makeDemonstration = async (trx: Trx, work: Work): Promise<void> => {
  const { accountId, userId } = work.session;
  const { rows } = await sql`
    update accounts set settings = settings - 'demonstration' where id = ${accountId} and settings @> '{"demonstration": true}'
    returning id`.execute(trx);
  if (rows.length === 0) return;
  const { clock } = work;
  const companyId = await insertDemonstration(clientOf(trx), {
    ...{ accountId, userId },
    ...{ seedDate: clock.today(), now: clock.now() },
  });
  work.audit({ action: 'createDemonstration', entity: 'company', entityId: companyId });
};
