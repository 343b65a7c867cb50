import { NO_BUILDING, type Grantee } from '#domain/permissions.ts';
import { useSessionQuery, type SessionQuery } from '#web/generated/session.ts';
import { setTimeZone } from '#web/ui/clock.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { mayEnter, type AccessRule } from '#web/session/access.ts';
import { errorCode, errorText } from '#web/client/errors.ts';
import { NoCompanyScreen } from './NoCompanyScreen.tsx';
import { readPlace, savePlace, type ChosenPlace } from '#web/session/place.ts';
import { SessionContext, type Session } from '#web/session/sessionContext.ts';
import { useUnsaved } from '#web/form/unsaved.ts';

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
 * The kept choice while it still exists, else what the server proposes (§6: the first of each). A company or building
 * that somebody stands in and may not enter any more stays the place all the same: what they look at, or type in, is
 * never exchanged for another company's without a word. An admin loses none but what was deleted.
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
  // Where somebody stands is theirs from the first answer on, chosen or proposed.
  if (session && session.place !== before) {
    setBefore(session.place);
    if (!chosen) setChosen(idsOf(session.place));
  }
  return session;
};

/** "Nenhuma empresa disponível" (§5) is a rule that is not met; both are the service's word, not its absence. */
const REFUSALS = ['FORBIDDEN', 'INVALID'];

/** Somebody without any permission: what is on the screen stays there, and nothing of it may be done any more. */
const withoutRights = (answer: Answer | null | undefined): Answer | null | undefined =>
  answer && { ...answer, admin: false, companies: [], permissions: [] };

/** How often coming back to the tab asks for the permissions anew. */
const ASK_AGAIN_AFTER = 15_000;

/** Permissions may have changed while somebody looked elsewhere. */
const useAskOnReturn = (refetch: () => Promise<unknown>): void => {
  useEffect(() => {
    let asked = Date.now();
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN_AFTER) return;
      asked = Date.now();
      refetch().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [refetch]);
};

/** Fetches the session once and gives it to everything below. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const { data, previousData, error, refetch } = useSessionQuery({ context: { quiet: true } });
  const unsaved = useUnsaved();
  useAskOnReturn(refetch);
  // Asked again while the services are away, what is known stays: nobody's work is taken off the screen for it. An answer
  // that refuses is one, though: who may enter no company any more sees nothing of it, but for what they are typing.
  const refused = REFUSALS.includes(errorCode(error) ?? '');
  const known = data?.session ?? previousData?.session;
  const answer = useMemo(() => (!refused ? known : unsaved ? withoutRights(known) : null), [known, refused, unsaved]);
  const session = useValue(answer, refetch);
  if (!session && refused) return <NoCompanyScreen onRetry={() => void refetch()} />;
  if (!session && (error || data?.session === null)) {
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  }
  return session ? <SessionContext value={session}>{children}</SessionContext> : <Skeleton />;
};
