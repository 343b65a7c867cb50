import type { ListState } from './useListQuery.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useEffect } from 'react';

/**
 * Chooses the company that a link names (`?company=`), as those of messages and mails do: what it shows belongs to it. True until
 * it is chosen.
 */
export const useNamedCompany = ({ own, setOwn }: Pick<ListState, 'own' | 'setOwn'>): boolean => {
  const { companies, place, setPlace } = useSession();
  const named = own('company');
  const isElsewhere = named !== null && named !== place.company?.id && companies.some(({ id }) => id === named);
  useEffect(() => {
    if (named === null) return;
    if (isElsewhere) setPlace(named, null);
    else setOwn('company', null, 'replace');
  }, [named, isElsewhere, setPlace, setOwn]);
  return isElsewhere;
};
