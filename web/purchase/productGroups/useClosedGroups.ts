import { isText, readJson, writeJson } from '#web/client/storage.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useState } from 'react';

const areIds = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** The groups that the user has closed, kept in this browser. */
export const useClosedGroups = () => {
  const key = `productGroups.closed.${useSession().user.id}`;
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(readJson(localStorage, key, areIds) ?? []));
  const keep = (next: ReadonlySet<string>): void => {
    setClosed(next);
    writeJson(localStorage, key, [...next]);
  };
  const openAll = (ids: readonly string[]): void => keep(new Set([...closed].filter((id) => !ids.includes(id))));
  const setOpen = (id: string, open: boolean): void => (open ? openAll([id]) : keep(new Set([...closed, id])));
  return { closed, setOpen, openAll };
};
