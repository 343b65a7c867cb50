import type { ListState } from '#web/list/useListQuery.ts';

/** Chosen ids, in the address, so that back and shared links restore them. */
export const useSelectedIds = ({ own, setOwn }: ListState) => ({
  ids: (own('sel') ?? '').split(',').filter((id) => /^\d+$/.test(id)),
  set: (ids: readonly string[]) => setOwn('sel', ids.length > 0 ? ids.join(',') : null, 'replace'),
});
