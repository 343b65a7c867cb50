import { firstDay } from '#domain/engineering/schedules/plan.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { Plan } from '#domain/engineering/schedules/network.ts';
import type { Schedule, ScheduleChanges, SchedulePreview } from '#schema/engineering/schedules/schedules.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { changedState, LISTED, type Prefixes } from './change.ts';
import { answerSchedule, inOrder, planState, rowName } from './plan.ts';
import { readState, type ScheduleState } from './state.ts';
import { lockSchedule, storeState } from './store.ts';

/** What has progress has begun: on the day on which the plan has it. */
const begun = (state: ScheduleState, plan: Plan): ScheduleState => ({
  ...state,
  items: state.items.map((item) =>
    item.startedOn === null && !toDecimal(item.percentComplete).isZero()
      ? { ...item, startedOn: plan.activities.get(String(item.id))?.start ?? null }
      : item,
  ),
});

/**
 * Changes a schedule and plans it anew.
 * @throws ServiceError 409 for a stale version, 400 or 422 with every problem
 */
export const saveSchedule = async (
  trx: Trx,
  work: Work,
  costEstimateId: number,
  { version, ...changes }: ScheduleChanges,
  { today, prefixes = LISTED }: { today: string; prefixes?: Prefixes },
): Promise<{ before: ScheduleState; after: Schedule }> => {
  const { accountId } = work.session;
  await lockSchedule(trx, { accountId, costEstimateId }, version);
  const before = await readState(trx, accountId, costEstimateId);
  const changed = changedState(before, changes, prefixes);
  const startsOn = changed.startsOn ?? (changed.items.length > 0 ? firstDay(changed, today) : null);
  const state = begun({ ...changed, startsOn }, planState({ ...changed, startsOn }, today));
  await storeState(trx, accountId, state, planState(state, today));
  work.audit({ action: 'update', entity: 'schedule', entityId: costEstimateId, details: { changes } });
  return { before, after: answerSchedule(await readState(trx, accountId, costEstimateId), today) };
};

/** What changes would move; nothing is written. */
export const previewSchedule = async (
  trx: Trx,
  accountId: number,
  costEstimateId: number,
  { changes, today }: { changes: ScheduleChanges; today: string },
): Promise<SchedulePreview> => {
  const before = await readState(trx, accountId, costEstimateId);
  const after = changedState(before, changes);
  const [first, second] = [planState(before, today), planState(after, today)];
  const moved = inOrder(after).flatMap((item) => {
    const [was, is] = [first, second].map((plan) => plan.activities.get(String(item.id)));
    if (!was || !is || (was.start === is.start && was.finish === is.finish)) return [];
    return [
      {
        ...{ id: item.id, costEstimateItem: rowName(after, item.rowId), milestone: item.milestone },
        before: { startDate: was.start, endDate: was.finish },
        after: { startDate: is.start, endDate: is.finish },
      },
    ];
  });
  return { moved, endBefore: first.finish, endAfter: second.finish };
};
