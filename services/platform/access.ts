import type { FastifyRequest } from 'fastify';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import { NOT_BY_TOKENS, READS_ONLY } from '#domain/messages.ts';
import { forbidden, notFound, secondFactorDue, unauthenticated } from './errors.ts';
import type { Session, SessionToken } from './session.ts';

/** What a call is to a token of programs; a call that is neither is no program's (docs/decisions/0083). */
export type TokenUse = 'read' | 'write';

/** Access rule of a route. The feature filters rows further. */
export type Access = (
  | { kind: 'public' }
  | { kind: 'authenticated'; settingUp?: true }
  | { kind: 'admin' }
  | { kind: 'anyOf'; permissions: readonly Permission[] }
  | { kind: 'allOf'; permissions: readonly Permission[] }
) & { tokens?: TokenUse };

export const everyone: Access = { kind: 'public' };
export const authenticated: Access = { kind: 'authenticated' };
/** As `authenticated`, and also for a user who has yet to set up the second factor that the account demands. */
export const settingUp: Access = { kind: 'authenticated', settingUp: true };
export const admin: Access = { kind: 'admin' };
/** The user has at least one of the permissions, on any building of the path's company (or of any company). */
export const anyOf = (...permissions: Permission[]): Access => ({ kind: 'anyOf', permissions });
/** The user has all of the permissions, each on some building of that company. */
export const allOf = (...permissions: Permission[]): Access => ({ kind: 'allOf', permissions });

/** Access rule by 'METHOD /path' as registered. */
export type Policy = Record<string, Access>;

const permissionsIn = (session: Session, companyId: number | undefined): Set<string> => {
  const companies =
    companyId === undefined ? Object.values(session.permissions) : [session.permissions[String(companyId)] ?? {}];
  return new Set(companies.flatMap((buildings) => Object.values(buildings).flat()));
};

/** Returns the permissions that the user has on some building of some company; an admin has all. */
export const permissionsOf = (session: Session): Permission[] => {
  const held = permissionsIn(session, undefined);
  return PERMISSIONS.filter((permission) => session.admin || held.has(permission));
};

/** Whether a rule admits a user, in a company or (without one) in any. */
export const allows = (access: Access, session: Session, companyId: number | undefined): boolean => {
  if (session.admin || access.kind === 'public' || access.kind === 'authenticated') return true;
  if (access.kind === 'admin') return false;
  const held = permissionsIn(session, companyId);
  return access.kind === 'anyOf'
    ? access.permissions.some((permission) => held.has(permission))
    : access.permissions.every((permission) => held.has(permission));
};

const textIn = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined;

const isKey = (text: unknown): text is string => typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text);

const keyIn = (source: unknown, name: string): number | undefined => {
  const text = textIn(source, name);
  if (text === undefined) return undefined;
  // An invalid id matches no row; a repeated parameter makes the path malformed.
  if (!isKey(text)) throw notFound();
  return Number(text);
};

/** Returns the company in the path or query of a request; undefined for none or several. */
export const companyOf = ({ params, query }: FastifyRequest): number | undefined => {
  const text = textIn(params, 'companyId') ?? textIn(query, 'companyId');
  return isKey(text) ? Number(text) : undefined;
};

/** @throws ServiceError 403 for what a token of programs may not do, whatever its maker may */
const requireTokenUse = ({ tokens }: Access, { access }: SessionToken): void => {
  if (tokens === undefined) throw forbidden(NOT_BY_TOKENS);
  if (tokens === 'write' && access === 'READ') throw forbidden(READS_ONLY);
};

/** Throws 401 without a session, 403 for one that the rule does not admit at all. */
export const requireSession = (access: Access, session: Session | null): void => {
  if (session?.token) requireTokenUse(access, session.token);
  if (access.kind === 'public') return;
  if (!session) throw unauthenticated();
  if (session.secondFactorDue && !(access.kind === 'authenticated' && access.settingUp)) throw secondFactorDue();
};

/**
 * Authorizes a request before its body is read. Throws 401 without a session, 404 for another account's or company's id
 * (without revealing that it exists), 403 without the permission. Reads the company from path or query.
 */
export const authorize = (access: Access, session: Session | null, request: FastifyRequest): void => {
  requireSession(access, session);
  if (access.kind === 'public' || !session) return;
  const accountId = keyIn(request.params, 'accountId');
  if (accountId !== undefined && accountId !== session.accountId) throw notFound();
  const companyId = keyIn(request.params, 'companyId') ?? keyIn(request.query, 'companyId');
  if (companyId !== undefined && !session.companies.has(companyId)) throw notFound();
  if (!allows(access, session, companyId)) throw forbidden();
};

/** Throws 404 unless the user may enter the company; for routes whose own id is the company's. */
export const requireCompany = (session: Session, companyId: number): void => {
  if (!session.companies.has(companyId)) throw notFound();
};
