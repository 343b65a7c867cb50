import { NO_BUILDING, type Grantee } from '#domain/permissions.ts';
import { useSessionQuery, type SessionQuery } from '#web/generated/session.ts';
import { setTimeZone } from '#web/ui/clock.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { mayEnter, type AccessRule } from '#web/session/access.ts';
import { errorCode, errorText } from '#web/client/errors.ts';
import { NoCompanyScreen } from './NoCompanyScreen.tsx';
import { readPlace, savePlace, type ChosenPlace } from '#web/session/place.ts';
import { SessionContext, type Session } from '#web/session/sessionContext.ts';
import { useUnsaved } from '#web/form/unsaved.ts';

/** For few users, once. */
const SetUpFactor = lazy(() => import('./SetUpFactor.tsx'));

type Answer = NonNullable<SessionQuery['session']>;

const granteeOf = ({ admin, permissions }: Answer): Grantee => {
  const map: Grantee['permissions'] = {};
  for (const grant of permissions) {
    (map[grant.companyId] ??= {})[grant.buildingId ?? NO_BUILDING] = [...grant.permissions];
  }
  return { admin, permissions: map };
};

type Place = Session['place'];

/**
 * Returns the stored place while it exists, else the server's default (§6: the first company and building). Keeps a
 * current company or building that the user may no longer enter, so that the shown data and typed input never switch to
 * another company silently. For an admin a missing one was deleted.
 */
const placeOf = (answer: Answer, chosen: ChosenPlace | null, before: Place | null): Place => {
  const kept = answer.companies.find(({ id }) => id === chosen?.companyId);
  if (!kept && !answer.admin && before?.company && before.company.id === chosen?.companyId) return before;
  const company = kept ?? answer.companies.find(({ id }) => id === answer.companyId) ?? answer.companies[0] ?? null;
  const wanted = kept ? (chosen?.buildingId ?? null) : answer.buildingId;
  const left = !answer.admin && before?.building?.id === wanted ? before?.building : null;
  const building = company?.buildings.find(({ id }) => id === wanted) ?? left ?? null;
  return before?.company === company && before?.building === building ? before : { company, building };
};

const idsOf = ({ company, building }: Place): ChosenPlace | null =>
  company && { companyId: company.id, buildingId: building?.id ?? null };

const useValue = (answer: Answer | null | undefined, refetch: () => Promise<unknown>): Session | null => {
  const [chosen, setChosen] = useState<ChosenPlace | null>(null);
  const [before, setBefore] = useState<Place | null>(null);
  const session = useMemo(() => {
    if (!answer) return null;
    setTimeZone(answer.user.timeZone);
    const grantee = granteeOf(answer);
    const place = placeOf(answer, chosen ?? readPlace(answer.user.id), before);
    const scope = { companyId: place.company?.id ?? null, buildingId: place.building?.id ?? null };
    return {
      user: answer.user,
      accountId: answer.accountId,
      bySso: answer.loggedByPrumoId,
      companies: answer.companies,
      grantee,
      place,
      scope,
      setPlace: (companyId: string, buildingId: string | null) => {
        savePlace(answer.user.id, { companyId, buildingId });
        setChosen({ companyId, buildingId });
      },
      reload: async () => void (await refetch()),
      may: (rule: AccessRule) => mayEnter(rule, grantee, scope),
    };
  }, [answer, before, chosen, refetch]);
  // Fixes the place at the first response, whether chosen or proposed.
  if (session && session.place !== before) {
    setBefore(session.place);
    if (!chosen) setChosen(idsOf(session.place));
  }
  return session;
};

/**
 * Codes of a refusal by the service, as opposed to an unavailable service; "Nenhuma empresa disponível" (§5) is
 * INVALID.
 */
const REFUSALS = ['FORBIDDEN', 'INVALID'];

/** Returns the session without any permission: the screen keeps its content, but every action is disabled. */
const withoutRights = (answer: Answer | null | undefined): Answer | null | undefined =>
  answer && { ...answer, admin: false, companies: [], permissions: [] };

/** Milliseconds; minimum between two refetches of the permissions on return to the tab. */
const REFETCH_AFTER = 15_000;

/** Refetches the session when the user returns to the tab, because permissions may have changed. */
const useRefetchOnReturn = (refetch: () => Promise<unknown>): void => {
  useEffect(() => {
    let fetchedAt = Date.now();
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - fetchedAt < REFETCH_AFTER) return;
      fetchedAt = Date.now();
      refetch().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [refetch]);
};

/** Loads the session once and provides it to all screens. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const { data, previousData, error, refetch } = useSessionQuery({ context: { quiet: true } });
  const unsaved = useUnsaved();
  useRefetchOnReturn(refetch);
  // While the services are unavailable, the known session stays and no input is lost. A refusal ends it: the user may
  // no longer see the company's data, except a screen with unsaved input.
  const refused = REFUSALS.includes(errorCode(error) ?? '');
  const known = data?.session ?? previousData?.session;
  const answer = useMemo(() => (!refused ? known : unsaved ? withoutRights(known) : null), [known, refused, unsaved]);
  const session = useValue(answer, refetch);
  // Stays until the recovery codes were taken along, also when the session is read again meanwhile.
  const [settingUp, setSettingUp] = useState(false);
  if (data?.session?.secondFactorDue && !settingUp) setSettingUp(true);
  if (settingUp && known) {
    return (
      <Suspense fallback={<Skeleton />}>
        <SetUpFactor login={known.user.login} onDone={() => void refetch().finally(() => setSettingUp(false))} />
      </Suspense>
    );
  }
  if (!session && refused) return <NoCompanyScreen onRetry={() => void refetch()} />;
  if (!session && (error || data?.session === null)) {
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  }
  return session ? <SessionContext value={session}>{children}</SessionContext> : <Skeleton />;
};
