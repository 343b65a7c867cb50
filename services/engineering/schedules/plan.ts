import type { Plan } from '#domain/engineering/schedules/network.ts';
import { planSchedule } from '#domain/engineering/schedules/plan.ts';
import type { Schedule, ScheduleItem } from '#schema/engineering/schedules/schedules.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { ItemState, ScheduleState } from './state.ts';

/** Plans a schedule. `today` is the start of one that names no day. @throws ServiceError 422 beyond the calendar */
export const planState = (state: ScheduleState, today: string): Plan => {
  try {
    return planSchedule(state, today);
  } catch (error) {
    if (error instanceof RangeError) throw ruleBroken('Com estas datas, o cronograma passa do calendário.');
    throw error;
  }
};

/** Items in the order of the cost estimate; milestones after the rows of their stage. */
export const inOrder = ({ items, rows }: ScheduleState): ItemState[] => {
  const placeOf = ({ rowId, milestone }: ItemState): number => {
    const row = rows.get(rowId);
    return milestone === null ? (row?.place ?? 0) : (row?.end ?? 0) + 0.5;
  };
  return [...items].sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id);
};

export const rowName = ({ rows }: ScheduleState, rowId: number): ScheduleItem['costEstimateItem'] => {
  const row = rows.get(rowId);
  return { id: rowId, code: row?.code ?? '', description: row?.description ?? '' };
};

const answerItem = (state: ScheduleState, plan: Plan, item: ItemState): ScheduleItem => {
  const planned = plan.activities.get(String(item.id));
  if (!planned) throw new Error(`Item ${item.id} was not planned.`);
  const { start, finish, ...dates } = planned;
  const { id, milestone, duration, notBefore, constraint, percentComplete, startedOn } = item;
  return {
    ...{ id, costEstimateItem: rowName(state, item.rowId), milestone, startDate: start, endDate: finish, duration },
    ...{ notBefore, constraint, percentComplete, startedOn },
    ...dates,
  };
};

/** The schedule as it is answered. */
export const answerSchedule = (state: ScheduleState, today: string): Schedule => {
  const plan = planState(state, today);
  const items = inOrder(state).map((item) => answerItem(state, plan, item));
  const { costEstimateId, version, startsOn, workOnSaturdays, workOnSundays, daysOff, links } = state;
  return {
    id: costEstimateId,
    ...{ version, startsOn, workOnSaturdays, workOnSundays, daysOff, items, links },
    startDate: items.reduce<string | null>(
      (first, { startDate }) => (first === null || startDate < first ? startDate : first),
      null,
    ),
    endDate: plan.finish,
  };
};
