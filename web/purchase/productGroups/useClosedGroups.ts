import { isText, readJson, writeJson } from '#web/client/storage.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useState } from 'react';

const areIds = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** The groups that the user has closed, kept in this browser. */
export const useClosedGroups = () => {
  const key = `productGroups.closed.${useSession().user.id}`;
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(readJson(localStorage, key, areIds) ?? []));
  const setOpen = (id: string, open: boolean): void => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
    writeJson(localStorage, key, [...next]);
  };
  return { closed, setOpen };
};
