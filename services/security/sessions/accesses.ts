import type { FastifyRequest } from 'fastify';
import { isIPv4, isIPv6 } from 'node:net';
import { deviceOf } from '#domain/devices.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { AccessKind, SessionMethod } from '../tables.ts';

/** Where a request comes from. */
export interface Origin {
  /** Client address, not a proxy's. */
  address: string;
  userAgent: string | undefined;
}

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
});

export interface Access extends Origin {
  userId: number;
  kind: AccessKind;
  method?: SessionMethod;
  provider?: string | undefined;
}

/** Longest User-Agent that is kept. */
const AGENT_LENGTH = 300;

export const keptAgent = (userAgent: string | undefined): string | null =>
  userAgent?.trim() ? userAgent.trim().slice(0, AGENT_LENGTH) : null;

/** Groups of an IPv6 address, with "::" filled in. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  if (tail === undefined) return before ?? [];
  const filled = Array<string>(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill('0');
  return [...(before ?? []), ...filled, ...(after ?? [])];
};

/** The network of an address: its first three numbers, of IPv6 its first 48 bits. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.');
  return isIPv6(plain) ? groupsOf(plain).slice(0, 3).join(':') : plain;
};

/** Browser, system and network: what makes a device known. */
export const deviceKey = ({ address, userAgent }: Origin): string =>
  `${deviceOf(userAgent).name} ${networkOf(address)}`.slice(0, 120);

/** Writes a row of the log of accesses, in the command that it tells of. */
export const noteAccess = async (trx: Trx, work: Work, access: Access): Promise<number> => {
  const { id } = await trx
    .insertInto('user_accesses')
    .values({
      account_id: work.session.accountId,
      user_id: access.userId,
      at: work.clock.now(),
      kind: access.kind,
      method: access.method ?? null,
      provider: access.provider ?? null,
      address: access.address,
      user_agent: keptAgent(access.userAgent),
      device: deviceKey(access),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns true for a login from a device that the user has not used in the last six months; false for the first login. */
export const isNewDevice = async (trx: Trx, work: Work, userId: number, origin: Origin): Promise<boolean> => {
  const logins = trx
    .selectFrom('user_accesses')
    .select('id')
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'LOGIN');
  const known = await logins.where('device', '=', deviceKey(origin)).limit(1).executeTakeFirst();
  return known === undefined && (await logins.limit(1).executeTakeFirst()) !== undefined;
};
