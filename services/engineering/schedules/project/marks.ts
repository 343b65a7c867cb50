import type { EstimateRow, ItemState, ScheduleState } from '../state.ts';

type Owner = Pick<ScheduleState, 'costEstimateId'>;

/** What a task of a file stands for: "12/345" is a row of cost estimate 12, "12/m77" a milestone of its schedule. */
export const markOfRow = ({ costEstimateId }: Owner, { id }: Pick<EstimateRow, 'id'>): string =>
  `${costEstimateId}/${id}`;
export const markOfItem = ({ costEstimateId }: Owner, { id }: Pick<ItemState, 'id'>): string =>
  `${costEstimateId}/m${id}`;

export type Mark = { rowId: number } | { itemId: number };

/** Reads a mark of this cost estimate; null for any other text. */
export const readMark = ({ costEstimateId }: Owner, mark: string | null): Mark | null => {
  const [found, owner, milestone, id] = /^(\d{1,15})\/(m?)(\d{1,15})$/.exec(mark ?? '') ?? [];
  if (found === undefined || Number(owner) !== costEstimateId) return null;
  return milestone === '' ? { rowId: Number(id) } : { itemId: Number(id) };
};
