import { contracted } from '#domain/engineering/estimate/amendments.ts';
import type { FastifyInstance } from 'fastify';
import {
  compareItems,
  compareMonths,
  type FrozenItem,
  type FrozenSchedule,
} from '#domain/engineering/schedules/comparison.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { sum, ZERO } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import {
  baselineEndpoints,
  MAX_BASELINES,
  type ScheduleBaseline,
  type ScheduleComparison,
} from '#schema/engineering/schedules/baselines.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readEstimate, type Reader } from '../costEstimates/read.ts';
import { detailsOf, readContents } from '../costEstimates/rows.ts';
import { readMonthly } from './monthly.ts';
import { inOrder, planState, rowName } from './plan.ts';
import { readState } from './state.ts';
import { lockSchedule } from './store.ts';

const MISSING = 'Linha de base não encontrada.';
const REPEATED = 'Já existe uma linha de base com este nome.';
const EMPTY = 'O cronograma está vazio: não há o que guardar.';
const FULL = `Um cronograma guarda até ${MAX_BASELINES} linhas de base.`;

/** The schedule as it is planned now. @throws ServiceError 404 for a cost estimate that the user may not see */
const currentSchedule = async (trx: Trx, reader: Reader, id: number, today: string) => {
  const { accountId } = reader.session;
  const estimate = await readEstimate(trx, reader, { id });
  const contents = await readContents(trx, accountId, id);
  const details = new Map(detailsOf(estimate, contents).map((row) => [row.id, contracted(row)]));
  const state = await readState(trx, accountId, id);
  const plan = planState(state, today);
  const { months } = await readMonthly(trx, reader, estimate, { today });
  const items = inOrder(state).flatMap((item): FrozenItem[] => {
    const dates = plan.activities.get(String(item.id));
    if (!dates) return [];
    const { code, description } = rowName(state, item.rowId);
    const row = item.milestone === null ? details.get(item.rowId) : undefined;
    return [
      {
        ...{ rowId: item.rowId, code, description, milestone: item.milestone, duration: item.duration },
        ...{ startDate: dates.start, endDate: dates.finish },
        ...{ quantity: row?.quantity ?? null, value: row?.total ?? ZERO },
      },
    ];
  });
  const frozen: FrozenSchedule = { items, months: months.map(({ month, value }) => ({ month, value })) };
  return { frozen, calendar: calendarOf(state) };
};

const first = (items: readonly FrozenItem[]): string | null =>
  items.reduce<string | null>((day, { startDate }) => (day === null || startDate < day ? startDate : day), null);
const last = (items: readonly FrozenItem[]): string | null =>
  items.reduce<string | null>((day, { endDate }) => (day === null || endDate > day ? endDate : day), null);

const FIELDS = [
  'id',
  'name',
  'created_at as createdAt',
  'start_date as startDate',
  'end_date as endDate',
  'total',
] as const;

const listBaselines = (trx: Trx, accountId: number, id: number): Promise<ScheduleBaseline[]> =>
  trx
    .selectFrom('schedule_baselines')
    .select(FIELDS)
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', id)
    .orderBy('id', 'desc')
    .execute();

/** @throws ServiceError 404 */
const readBaseline = async (trx: Trx, accountId: number, id: number, baselineId: number): Promise<FrozenSchedule> => {
  const row = await trx
    .selectFrom('schedule_baselines')
    .select(['items', 'months'])
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', id)
    .where('id', '=', baselineId)
    .executeTakeFirst();
  if (!row) throw notFound(MISSING);
  return row;
};

const planned = (item: FrozenItem | null) => {
  if (!item) return null;
  const { startDate, endDate, duration, quantity, value } = item;
  return { startDate, endDate, duration, quantity, value };
};

interface Key {
  id: number;
  baselineId: number;
  other: number | undefined;
}

const compare = async (trx: Trx, reader: Reader, key: Key, today: string): Promise<ScheduleComparison> => {
  const { accountId } = reader.session;
  const { frozen, calendar } = await currentSchedule(trx, reader, key.id, today);
  const before = await readBaseline(trx, accountId, key.id, key.baselineId);
  const after = key.other === undefined ? frozen : await readBaseline(trx, accountId, key.id, key.other);
  const [endBefore, endAfter] = [last(before.items), last(after.items)];
  return {
    items: compareItems(before, after, calendar).map(({ row, before: was, after: is, startShift, endShift }) => ({
      costEstimateItem: { id: row.rowId, code: row.code, description: row.description },
      ...{ milestone: row.milestone, before: planned(was), after: planned(is), startShift, endShift },
    })),
    months: compareMonths(before, after),
    ...{ endBefore, endAfter },
    endShift: endBefore && endAfter ? calendar.numberOf(endAfter) - calendar.numberOf(endBefore) : null,
  };
};

const refuse = (message: string) => ruleBroken(message, [{ path: 'name', message }]);

interface NewBaseline {
  /** Key of the cost estimate. */
  id: number;
  name: string;
  today: string;
}

/** Keeps the schedule as it is planned now. @throws ServiceError 404, 422 */
export const saveBaseline = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, name: typed, today }: NewBaseline,
): Promise<ScheduleBaseline> => {
  const { accountId } = reader.session;
  const name = normalizeSpaces(typed);
  const { frozen } = await currentSchedule(trx, reader, id, today);
  const [start_date, end_date] = [first(frozen.items), last(frozen.items)];
  if (start_date === null || end_date === null) throw refuse(EMPTY);
  await lockSchedule(trx, { accountId, costEstimateId: id }, undefined);
  const known = await listBaselines(trx, accountId, id);
  if (known.some((one) => one.name === name)) throw refuse(REPEATED);
  if (known.length >= MAX_BASELINES) throw refuse(FULL);
  const made = await trx
    .insertInto('schedule_baselines')
    .values({
      ...{ account_id: accountId, cost_estimate_id: id, name, start_date, end_date },
      created_at: reader.clock.now().toISOString(),
      total: sum(frozen.months.map(({ value }) => value)),
      ...{ items: JSON.stringify(frozen.items), months: JSON.stringify(frozen.months) },
    })
    .returning(FIELDS)
    .executeTakeFirstOrThrow();
  work.audit({ action: 'create', entity: 'scheduleBaseline', entityId: made.id, details: { name } });
  return made;
};

/** Baselines (linhas de base, §3) of the schedules that the user may see. */
export const baselines = async (app: FastifyInstance): Promise<void> => {
  const { clock } = app.platform;
  implement(app, baselineEndpoints.list, ({ session, params, read }) =>
    read(async (trx) => {
      await readEstimate(trx, { session, clock }, { id: params.id });
      return { content: await listBaselines(trx, session.accountId, params.id) };
    }),
  );
  implement(app, baselineEndpoints.create, ({ session, params, body, write }) =>
    write((trx, work) =>
      saveBaseline(trx, work, { session, clock }, { ...params, ...body, today: clock.today(session.timeZone) }),
    ),
  );
  implement(app, baselineEndpoints.remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      await readEstimate(trx, { session, clock }, { id: params.id });
      const gone = await trx
        .deleteFrom('schedule_baselines')
        .where('account_id', '=', session.accountId)
        .where('cost_estimate_id', '=', params.id)
        .where('id', '=', params.baselineId)
        .returning('name')
        .executeTakeFirst();
      if (!gone) throw notFound(MISSING);
      work.audit({ action: 'delete', entity: 'scheduleBaseline', entityId: params.baselineId, details: gone });
      return { id: params.baselineId };
    }),
  );
  implement(app, baselineEndpoints.comparison, ({ session, params, query, read }) =>
    read((trx) =>
      compare(trx, { session, clock }, { ...params, other: query.otherBaselineId }, clock.today(session.timeZone)),
    ),
  );
};
