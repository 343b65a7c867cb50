import type { Grantee, Scope } from '#domain/permissions.ts';
import type { SessionQuery } from '#web/generated/session.ts';
import { createContext, use } from 'react';
import type { AccessRule } from './access.ts';

export type SessionCompany = NonNullable<SessionQuery['session']>['companies'][number];
export type SessionBuilding = SessionCompany['buildings'][number];
export type SessionUser = NonNullable<SessionQuery['session']>['user'];

/** Where the person works now: a company, and one of its buildings or all of them (null). */
export interface Place {
  company: SessionCompany | null;
  building: SessionBuilding | null;
}

export interface Session {
  user: SessionUser;
  accountId: string;
  companies: readonly SessionCompany[];
  grantee: Grantee;
  place: Place;
  scope: Scope;
  /** Keeps the choice on this browser for this user. */
  setPlace: (companyId: string, buildingId: string | null) => void;
  /** Asks for companies, buildings and permissions anew: after one of them was made, changed or deleted. */
  reload: () => Promise<void>;
  /** Decides what is shown; the services decide what is answered. */
  may: (rule: AccessRule) => boolean;
}

export const SessionContext = createContext<Session | null>(null);

/** Who is logged in, where, and what they may do (§3 session user, §6). Only below SessionProvider. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession stands outside SessionProvider');
  return session;
};

/** Ids of the chosen company and building, as lists take them; building null is all of them. */
export const usePlace = (): { companyId: string; buildingId: string | null } => {
  const { place } = useSession();
  return { companyId: place.company?.id ?? '', buildingId: place.building?.id ?? null };
};
