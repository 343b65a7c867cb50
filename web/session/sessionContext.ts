import type { Grantee, Scope } from '#domain/permissions.ts';
import type { SessionQuery } from '#web/generated/session.ts';
import { createContext, use } from 'react';
import type { AccessRule } from './access.ts';

export type SessionCompany = NonNullable<SessionQuery['session']>['companies'][number];
export type SessionBuilding = SessionCompany['buildings'][number];
export type SessionUser = NonNullable<SessionQuery['session']>['user'];

/** The chosen company, and one of its buildings or all of them (null). */
export interface Place {
  company: SessionCompany | null;
  building: SessionBuilding | null;
}

export interface Session {
  user: SessionUser;
  accountId: string;
  /** Logged in through an organization: it confirms who the user is, too. */
  bySso: boolean;
  companies: readonly SessionCompany[];
  grantee: Grantee;
  place: Place;
  scope: Scope;
  /** Stores the choice in this browser for this user. */
  setPlace: (companyId: string, buildingId: string | null) => void;
  /** Refetches companies, buildings and permissions; call it after one of them was created, changed or deleted. */
  reload: () => Promise<void>;
  /** Returns whether the screens offer something; the services enforce the permission. */
  may: (rule: AccessRule) => boolean;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns the session: user, place and permissions (§3 session user, §6). Throws outside SessionProvider. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession stands outside SessionProvider');
  return session;
};

/** Returns the ids of the chosen company and building, as lists take them; a null building means all of them. */
export const usePlace = (): { companyId: string; buildingId: string | null } => {
  const { place } = useSession();
  return { companyId: place.company?.id ?? '', buildingId: place.building?.id ?? null };
};
