import { useEffect } from 'react';
import type { Group } from './tree.ts';

/** Shows the group that the address names (`?id=`): opens what it is within, and focuses it once. */
export const useAskedGroup = (
  groups: readonly Group[] | undefined,
  asked: string | null,
  openAll: (ids: readonly string[]) => void,
): void => {
  const group = groups?.find(({ id }) => id === asked);
  const id = group?.id;
  const within = (groups ?? []).filter(({ code }) => group?.code.startsWith(`${code}.`)).map((one) => one.id);
  const above = within.join();
  useEffect(() => {
    if (id === undefined) return;
    if (above !== '') openAll(above.split(','));
    // The rows that have been opened are there with the next frame.
    const timer = setTimeout(() => document.getElementById(`group-${id}`)?.focus());
    return () => clearTimeout(timer);
    // Once for each address: what is closed or moved later stays so.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- openAll is made anew with each change that it makes
  }, [id]);
};
