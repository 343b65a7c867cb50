import type { FastifyRequest } from 'fastify';
import type { Permission } from '#domain/permissions.ts';
import { forbidden, notFound, unauthenticated } from './errors.ts';
import type { Session } from './session.ts';

/** Who may call a route. Rows are filtered further by the feature: a rule here only opens the door. */
export type Access =
  | { kind: 'public' }
  | { kind: 'authenticated' }
  | { kind: 'admin' }
  | { kind: 'anyOf'; permissions: readonly Permission[] }
  | { kind: 'allOf'; permissions: readonly Permission[] };

export const everyone: Access = { kind: 'public' };
export const authenticated: Access = { kind: 'authenticated' };
export const admin: Access = { kind: 'admin' };
/** The user holds at least one of these, in any building of the company that the address names (or of any company). */
export const anyOf = (...permissions: Permission[]): Access => ({ kind: 'anyOf', permissions });
/** The user holds all of these, each in some building of that company. */
export const allOf = (...permissions: Permission[]): Access => ({ kind: 'allOf', permissions });

/** 'METHOD /path' as registered → who may call it. */
export type Policy = Record<string, Access>;

const permissionsIn = (session: Session, companyId: number | undefined): Set<string> => {
  const companies =
    companyId === undefined ? Object.values(session.permissions) : [session.permissions[String(companyId)] ?? {}];
  return new Set(companies.flatMap((buildings) => Object.values(buildings).flat()));
};

const allows = (access: Access, session: Session, companyId: number | undefined): boolean => {
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
  // What is no key names nothing that exists; a list of keys for one place is a malformed address.
  if (!isKey(text)) throw notFound();
  return Number(text);
};

/** The company that a request is about, by its path or its query; undefined for one about none or many. */
export const companyOf = ({ params, query }: FastifyRequest): number | undefined => {
  const text = textIn(params, 'companyId') ?? textIn(query, 'companyId');
  return isKey(text) ? Number(text) : undefined;
};

/**
 * Refuses a request before its body is read: 401 without a session, 404 for another account's or company's address
 * (nobody learns that it exists), 403 when the permission is missing. The company may stand in the path or the query.
 */
export const authorize = (access: Access, session: Session | null, request: FastifyRequest): void => {
  if (access.kind === 'public') return;
  if (!session) throw unauthenticated();
  const accountId = keyIn(request.params, 'accountId');
  if (accountId !== undefined && accountId !== session.accountId) throw notFound();
  const companyId = keyIn(request.params, 'companyId') ?? keyIn(request.query, 'companyId');
  if (companyId !== undefined && !session.companies.has(companyId)) throw notFound();
  if (!allows(access, session, companyId)) throw forbidden();
};

/** 404 unless the user may enter the company: for routes whose own id is the company's. */
export const requireCompany = (session: Session, companyId: number): void => {
  if (!session.companies.has(companyId)) throw notFound();
};
