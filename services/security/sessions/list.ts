import { BlockList, isIPv6 } from 'node:net';
import { deviceOf } from '#domain/devices.ts';
import type { OwnAccess, OwnSession } from '#schema/security/ownAccess.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { noteAccess } from './accesses.ts';
import type { SessionMethod } from '../tables.ts';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
const isLocal = (address: string): boolean => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

interface DeviceRow {
  address: string | null;
  user_agent: string | null;
  method: SessionMethod | null;
  provider: string | null;
}

const deviceAnswer = ({ address, user_agent, method, provider }: DeviceRow) => {
  const { name, mobile } = deviceOf(user_agent);
  const shown = address === null ? null : plain(address);
  return { device: name, mobile, address: shown, local: shown !== null && isLocal(shown), method, provider };
};

/** Open sessions of the user; the session of the request first, then by last use. */
export const listSessions = async (trx: Trx, session: Session, now: Date): Promise<OwnSession[]> => {
  const rows = await trx
    .selectFrom('access_tokens')
    .select(['id', 'issued_at', 'expires_at', 'last_used_at', 'address', 'user_agent', 'method', 'provider'])
    .where('account_id', '=', session.accountId)
    .where('user_id', '=', session.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .execute();
  const answers = rows.map((row) => ({
    id: row.id,
    ...deviceAnswer(row),
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    // The request of the session itself is its last use.
    lastUsedAt: row.id === session.id ? now.toISOString() : (row.last_used_at ?? row.issued_at),
    current: row.id === session.id,
  }));
  return answers.sort((a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt));
};

const openOf = (trx: Trx, work: Work) =>
  trx
    .updateTable('access_tokens')
    .set({ revoked_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', work.session.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', work.clock.now().toISOString())
    .returning(['address', 'user_agent']);

const noteEnded = async (trx: Trx, work: Work, ended: { address: string | null; user_agent: string | null }[]) => {
  const { userId } = work.session;
  for (const { address, user_agent } of ended) {
    // Of the session that was ended, which is what its user looks for.
    const origin = { address: address ?? '', userAgent: user_agent ?? undefined };
    await noteAccess(trx, work, { userId, kind: 'SESSION_ENDED', ...origin });
  }
};

/** Ends a session of the user. @throws ServiceError 404 for another user's, and for one that is not open */
export const endSession = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  const ended = await openOf(trx, work).where('id', '=', id).execute();
  if (ended.length === 0) throw notFound('Esta sessão já foi encerrada.');
  await noteEnded(trx, work, ended);
  work.audit({ action: 'endSession', entity: 'user', entityId: work.session.userId });
  return { id };
};

/** Ends the user's sessions other than that of the request, and returns their number. */
export const endOtherSessions = async (trx: Trx, work: Work, session: Session): Promise<number> => {
  const ended = await openOf(trx, work).where('id', '<>', session.id).execute();
  await noteEnded(trx, work, ended);
  if (ended.length > 0) work.audit({ action: 'endSession', entity: 'user', entityId: work.session.userId });
  return ended.length;
};

/** A page of the log, newest first. */
export const listAccesses = async (
  trx: Trx,
  { accountId, userId }: Session,
  { page = 0, size = 50 }: { page?: number | undefined; size?: number | undefined },
): Promise<PageOf<OwnAccess>> => {
  const own = trx.selectFrom('user_accesses').where('account_id', '=', accountId).where('user_id', '=', userId);
  const { count } = await own.select((one) => one.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .select(['id', 'at', 'kind', 'times', 'address', 'user_agent', 'method', 'provider'])
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content = rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    times: row.times,
    ...deviceAnswer({ ...row, address: row.address || null }),
  }));
  return { content, number: page, size, last: (page + 1) * size >= count, totalElements: count };
};
