import type pg from 'pg';
import { fixedClock, type FixedClock } from '../platform/clock.ts';
import { writeAudit } from '../platform/db/audit.ts';
import { kyselyOn } from '../platform/db/database.ts';
import type { Actor, AuditEntry, Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';
import type { Session } from '../platform/session.ts';
import { USERS } from './data/company.ts';

/** A user who acts on a day: what the services' commands need of a request. */
export interface Desk {
  trx: Trx;
  clock: FixedClock;
  session: Session;
}

interface Company {
  accountId: number;
  companyId: number;
  users: readonly number[];
}

const sessionOf = ({ accountId, companyId, users }: Company, login: string): Session => {
  const at = USERS.findIndex((user) => user.login === login);
  const user = USERS[at];
  if (!user) throw new RangeError(`The demo has no user ${login}`);
  return {
    ...{ accountId, userId: users[at] ?? 0, login, name: user.name, timeZone: 'America/Sao_Paulo' },
    ...{
      tokenHash: Buffer.alloc(0),
      id: 0,
      method: 'PASSWORD',
      expiresAt: '',
      admin: true,
      permissions: {},
      companies: new Set([companyId]),
      secondFactorDue: false,
      token: null,
    },
  };
};

/** A desk in the transaction of the client; each command sets its own time. */
export const deskOf = async (client: pg.Client, company: Company, login: string): Promise<Desk> => {
  await client.query(`set local timezone to 'UTC'; set local prumo.account_id = '${company.accountId}'`);
  return { trx: kyselyOn(client), session: sessionOf(company, login), clock: fixedClock('2000-01-01T12:00:00Z') };
};

/** Runs one command of somebody as the services do, with its history. */
export const commandOf = async <T, By extends Actor | Outsider>(
  { trx, clock }: Pick<Desk, 'trx' | 'clock'>,
  by: By,
  at: string,
  run: (work: Work<By>) => Promise<T>,
): Promise<T> => {
  clock.set(at);
  const audited: AuditEntry[] = [];
  const answer = await run({ session: by, clock, audit: (entry) => void audited.push(entry), notify: () => undefined });
  await writeAudit(trx, by, { route: 'demo', requestId: null }, clock, audited);
  return answer;
};

/** Runs one command of the user of a desk. */
export const command = <T>(desk: Desk, at: string, run: (work: Work) => Promise<T>): Promise<T> =>
  commandOf<T, Actor>(desk, desk.session, at, run);
