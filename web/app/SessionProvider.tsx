import { NO_BUILDING, type Grantee } from '#domain/permissions.ts';
import { useSessionQuery, type SessionQuery } from '#web/generated/app.ts';
import { setTimeZone } from '#web/ui/clock.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useMemo, useState, type ReactNode } from 'react';
import { mayEnter } from './access.ts';
import { errorCode, errorText } from './errors.ts';
import { readPlace, savePlace, type ChosenPlace } from './place.ts';
import { SessionContext, type Session } from './sessionContext.ts';

type Answer = NonNullable<SessionQuery['session']>;

const granteeOf = ({ admin, permissions }: Answer): Grantee => {
  const map: Grantee['permissions'] = {};
  for (const grant of permissions) {
    (map[grant.companyId] ??= {})[grant.buildingId ?? NO_BUILDING] = [...grant.permissions];
  }
  return { admin, permissions: map };
};

/** The kept choice while it still exists, else what the server proposes (§6: the first of each). */
const placeOf = (answer: Answer, chosen: ChosenPlace | null): Session['place'] => {
  const kept = answer.companies.find(({ id }) => id === chosen?.companyId);
  const company = kept ?? answer.companies.find(({ id }) => id === answer.companyId) ?? answer.companies[0] ?? null;
  const wanted = kept ? (chosen?.buildingId ?? null) : answer.buildingId;
  return { company, building: company?.buildings.find(({ id }) => id === wanted) ?? null };
};

const useValue = (answer: Answer | null | undefined, refetch: () => Promise<unknown>): Session | null => {
  const [chosen, setChosen] = useState<ChosenPlace | null>(null);
  return useMemo(() => {
    if (!answer) return null;
    setTimeZone(answer.user.timeZone);
    const grantee = granteeOf(answer);
    const place = placeOf(answer, chosen ?? readPlace(answer.user.id));
    const scope = { companyId: place.company?.id ?? null, buildingId: place.building?.id ?? null };
    return {
      user: answer.user,
      accountId: answer.accountId,
      companies: answer.companies,
      grantee,
      place,
      scope,
      setPlace: (companyId, buildingId) => {
        savePlace(answer.user.id, { companyId, buildingId });
        setChosen({ companyId, buildingId });
      },
      reload: async () => void (await refetch()),
      may: (rule) => mayEnter(rule, grantee, scope),
    };
  }, [answer, chosen, refetch]);
};

/** "Nenhuma empresa disponível" (§5) is a rule that is not met; both are the service's word, not its absence. */
const REFUSALS = ['FORBIDDEN', 'INVALID'];

/** Fetches the session once and gives it to everything below. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const { data, previousData, error, refetch } = useSessionQuery({ context: { quiet: true } });
  // Asked again while the services are away, what is known stays: nobody's work is taken off the screen for it. An answer
  // that refuses is one, though: who may enter no company any more sees nothing of it.
  const refused = REFUSALS.includes(errorCode(error) ?? '');
  const session = useValue(refused ? null : (data?.session ?? previousData?.session), refetch);
  if (!session && (error || data?.session === null)) {
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  }
  return session ? <SessionContext value={session}>{children}</SessionContext> : <Skeleton />;
};
