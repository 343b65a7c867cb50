import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { codeOf } from '#domain/engineering/measurements/bulletinCode.ts';
import type { BulletinState } from '#schema/engineering/measurements/bulletins.rest.ts';
import type { Measurement } from '#schema/engineering/measurements/measurements.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { completed, factsOf, gapsOf, readParties, type BulletinFacts } from './facts.ts';
import { readMeasurement } from './read.ts';

/** A boletim as it is stored. */
interface Stored {
  code: string;
  facts: BulletinFacts;
  logo: Buffer | null;
  printedAt: string | null;
}

/** What is printed of a measurement besides its rows; no code while it is not closed. */
export interface Issued {
  facts: BulletinFacts;
  logo: Buffer | null;
  code: string | null;
}

const readStored = async (trx: Trx, accountId: number, id: number): Promise<Stored | null> => {
  const { rows } = await sql<Stored>`
    select verification_code as code, facts, logo, printed_at as "printedAt" from measurement_bulletins
    where account_id = ${accountId} and measurement_id = ${id} and reopened_at is null`.execute(trx);
  return rows[0] ?? null;
};

/** A code that no boletim has, of any account: a code answers for one document. */
const freeCode = async (trx: Trx): Promise<string> => {
  const code = codeOf(randomBytes(5));
  const { rows } = await sql`select from find_bulletin(${code})`.execute(trx);
  return rows.length === 0 ? code : freeCode(trx);
};

const store = async (
  trx: Trx,
  accountId: number,
  { facts, logo }: { facts: BulletinFacts; logo: Buffer | null },
): Promise<void> => {
  const code = await freeCode(trx);
  await sql`
    insert into measurement_bulletins (account_id, measurement_id, verification_code, facts, logo)
    values (${accountId}, ${facts.measurement.id}, ${code}, ${JSON.stringify(facts)}::jsonb, ${logo})
    on conflict (account_id, measurement_id) where reopened_at is null do nothing`.execute(trx);
};

/** Stores what is printed of a measurement that was closed in this SQL transaction, with a new code. */
export const storeBulletin = async (trx: Trx, work: Work, measurement: Measurement): Promise<void> => {
  const { accountId } = work.session;
  const { parties, logo } = await readParties(trx, accountId, measurement);
  await store(trx, accountId, { facts: factsOf(measurement, parties, work.clock.now()), logo });
};

/** The code of a measurement that is reopened tells from now on that its boletim counts no more. */
export const withdrawBulletin = (trx: Trx, work: Work, id: number): Promise<unknown> =>
  sql`update measurement_bulletins set reopened_at = ${work.clock.now()}
    where account_id = ${work.session.accountId} and measurement_id = ${id} and reopened_at is null`.execute(trx);

/** What is printed of a measurement, or null for a closed one that was never printed: {@link issue} it first. */
export const readIssued = async (trx: Trx, { session, clock }: Reader, id: number): Promise<Issued | null> => {
  const measurement = await readMeasurement(trx, session, id);
  if (measurement.status === 'CLOSED') {
    const stored = await readStored(trx, session.accountId, id);
    return stored !== null && stored.printedAt !== null ? stored : null;
  }
  const { parties, logo } = await readParties(trx, session.accountId, measurement);
  return { facts: factsOf(measurement, parties, clock.now()), logo, code: null };
};

/**
 * The first print of a closed measurement: adds what was missing at the closing, and the address where its code is
 * checked; nothing is added later. One that was closed before boletins were stored is stored now.
 */
export const issue = async (
  trx: Trx,
  work: Work,
  { reader, id, site }: { reader: Reader; id: number; site: string },
): Promise<void> => {
  const { accountId } = work.session;
  const measurement = await readMeasurement(trx, reader.session, id);
  if (measurement.status !== 'CLOSED') return;
  const { parties, logo } = await readParties(trx, accountId, measurement);
  await store(trx, accountId, { facts: factsOf(measurement, parties, work.clock.now()), logo });
  await sql`select from measurement_bulletins where account_id = ${accountId} and measurement_id = ${id}
    and reopened_at is null for update`.execute(trx);
  const stored = await readStored(trx, accountId, id);
  if (stored === null || stored.printedAt !== null) return;
  const facts = { ...completed(stored.facts, parties), site };
  await sql`update measurement_bulletins set facts = ${JSON.stringify(facts)}::jsonb, logo = ${stored.logo ?? logo},
      printed_at = ${work.clock.now()}
    where account_id = ${accountId} and measurement_id = ${id} and verification_code = ${stored.code}`.execute(trx);
};

/** What is missing for the next print, and the code. @throws ServiceError 404 */
export const bulletinState = async (trx: Trx, { session }: Reader, id: number): Promise<BulletinState> => {
  const measurement = await readMeasurement(trx, session, id);
  const { parties, logo } = await readParties(trx, session.accountId, measurement);
  const closed = measurement.status === 'CLOSED';
  const stored = closed ? await readStored(trx, session.accountId, id) : null;
  const code = stored?.code ?? null;
  if (stored === null) return { gaps: gapsOf(parties, logo), closed, code };
  const final = stored.printedAt !== null;
  return { gaps: final ? [] : gapsOf(completed(stored.facts, parties), stored.logo ?? logo), closed, code };
};
