import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isState } from '#domain/states.ts';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import {
  scheduleEndpoints,
  type Schedule,
  type ScheduleChanges,
  type ScheduleItem,
} from '#schema/engineering/schedules/schedules.rest.ts';
import { invalid, notFound, ruleBroken } from '../../platform/errors.ts';
import { implement, type Context } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { page, readListQuery } from '../../platform/register/lists.ts';
import { readLetterhead } from '../../platform/pdf/letterhead.ts';
import { ESTIMATE_MISSING, visible } from '../costEstimates/access.ts';
import { readEstimate } from '../costEstimates/read.ts';
import { SINGLE, type Prefixes } from './change.ts';
import { monthlyFile } from './export/monthlyFile.ts';
import { proposedHolidays } from './holidays.ts';
import { answerSchedule } from './plan.ts';
import { readMonthly } from './monthly.ts';
import { previewSchedule, saveSchedule } from './save.ts';
import { readState } from './state.ts';

const ITEM_MISSING = 'Item do cronograma não encontrado.';
const UNKNOWN_STATE = 'Informe a sigla de um estado, como SP.';
const DAY_MISSING = 'Dia de folga não encontrado.';

/** @throws ServiceError 404 for a cost estimate that the user may not see */
const requireEstimate = async (trx: Trx, session: Session, id: number): Promise<void> => {
  const { rows } = await sql`select 1 from cost_estimates e where ${visible(session)} and e.id = ${id}`.execute(trx);
  if (rows.length === 0) throw notFound(ESTIMATE_MISSING);
};

const readSchedule = async (trx: Trx, session: Session, id: number, today: string): Promise<Schedule> => {
  await requireEstimate(trx, session, id);
  return answerSchedule(await readState(trx, session.accountId, id), today);
};

const itemOf = ({ items }: Schedule, id: number): ScheduleItem => {
  const item = items.find((one) => one.id === id);
  if (!item) throw notFound(ITEM_MISSING);
  return item;
};

/** The row that one change has made: the one whose key was not there before. */
const madeOf = <T extends { id: number }>(before: readonly { id: number }[], after: readonly T[]): T => {
  const known = new Set(before.map(({ id }) => id));
  const made = after.find(({ id }) => !known.has(id));
  if (!made) throw new Error('Nothing was made.');
  return made;
};

/** Schedules (cronogramas, §7) of the cost estimates that the user may see. */
export const schedules = async (app: FastifyInstance): Promise<void> => {
  const today = (session: Session): string => app.platform.clock.today(session.timeZone);
  wholes(app, today);
  monthly(app, today);
  calendar(app, today);
  items(app, today);
};

type Today = (session: Session) => string;

const savedIn = async (
  trx: Trx,
  work: Work,
  { session, id, today }: { session: Session; id: number; today: Today },
  changes: ScheduleChanges,
  prefixes?: Prefixes,
) => {
  await requireEstimate(trx, session, id);
  return saveSchedule(trx, work, id, changes, { today: today(session), ...(prefixes && { prefixes }) });
};

const readIn = ({ session, read }: Pick<Context<Endpoint>, 'session' | 'read'>, id: number, today: Today) =>
  read((trx) => readSchedule(trx, session, id, today(session)));

const wholes = (app: FastifyInstance, today: Today): void => {
  implement(app, scheduleEndpoints.get, (context) => readIn(context, context.params.id, today));
  implement(app, scheduleEndpoints.save, ({ session, params, body, write }) =>
    write(async (trx, work) => (await savedIn(trx, work, { session, id: params.id, today }, body)).after),
  );
  implement(app, scheduleEndpoints.preview, ({ session, params, body, read }) =>
    read(async (trx) => {
      await requireEstimate(trx, session, params.id);
      return previewSchedule(trx, session.accountId, params.id, { changes: body, today: today(session) });
    }),
  );
};

const monthly = (app: FastifyInstance, today: Today): void => {
  const { clock } = app.platform;
  implement(app, scheduleEndpoints.monthly, ({ session, params, query, read }) =>
    read(async (trx) => {
      const estimate = await readEstimate(trx, { session, clock }, { id: params.id });
      return readMonthly(trx, { session, clock }, estimate, { today: today(session), withBdi: query.withBdi });
    }),
  );
  implement(app, scheduleEndpoints.monthlyFile, async ({ session, params, query, read, reply }) => {
    const { format, withBdi = true } = query;
    const printed = await read(async (trx) => {
      const estimate = await readEstimate(trx, { session, clock }, { id: params.id });
      const company = await readLetterhead(trx, session.accountId, estimate.company.id);
      const months = await readMonthly(trx, { session, clock }, estimate, { today: today(session), withBdi });
      return { estimate, company, months, withBdi, today: today(session), createdAt: clock.now().toISOString() };
    });
    const { headers, content } = await monthlyFile(printed, format);
    void reply.headers(headers);
    return content;
  });
};

const calendar = (app: FastifyInstance, today: Today): void => {
  implement(app, scheduleEndpoints.settings, async (context) => {
    const { id, version, workOnSaturdays, workOnSundays } = await readIn(context, context.params.id, today);
    return { id, version, workOnSaturdays, workOnSundays };
  });
  implement(app, scheduleEndpoints.saveSettings, ({ session, params, body, write }) => {
    const { id: named, ...changes } = body;
    if (named !== params.id) {
      const message = 'Estas configurações são de outro orçamento.';
      throw ruleBroken(message, [{ path: 'id', message }]);
    }
    return write(async (trx, work) => {
      const { after } = await savedIn(trx, work, { session, id: params.id, today }, changes);
      const { id, version, workOnSaturdays, workOnSundays } = after;
      return { id, version, workOnSaturdays, workOnSundays };
    });
  });
  implement(app, scheduleEndpoints.daysOff, async (context) => {
    const { query } = context;
    const { daysOff } = await readIn(context, context.params.id, today);
    const found = daysOff.filter(
      ({ date, type }) =>
        (query.from === undefined || date >= query.from) &&
        (query.to === undefined || date <= query.to) &&
        (query.type === undefined || type === query.type),
    );
    const list = readListQuery(query, { sortable: { date: 'date' }, defaultSort: 'date', key: 'id' });
    return page(list, found.slice(list.offset, list.offset + list.size), found.length);
  });
  implement(app, scheduleEndpoints.proposals, ({ session, params: { id }, query: { year, state }, read }) => {
    if (state !== undefined && !isState(state))
      throw invalid([{ path: 'state', message: UNKNOWN_STATE }], UNKNOWN_STATE);
    return read(async (trx) => {
      const { daysOff } = await readSchedule(trx, session, id, today(session));
      const known = new Set(daysOff.map(({ date }) => date));
      const proposed = await proposedHolidays(trx, session, { id, year, state });
      return { content: proposed.filter(({ date }) => !known.has(date)) };
    });
  });
  implement(app, scheduleEndpoints.createDayOff, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const key = { session, id: params.id, today };
      const { before, after } = await savedIn(trx, work, key, { daysOff: [body] }, SINGLE);
      return madeOf(before.daysOff, after.daysOff);
    }),
  );
  implement(app, scheduleEndpoints.removeDayOff, ({ session, params, write }) =>
    write(async (trx, work) => {
      const schedule = await readSchedule(trx, session, params.id, today(session));
      if (!schedule.daysOff.some(({ id }) => id === params.dayOffId)) throw notFound(DAY_MISSING);
      const changes = { daysOff: [{ id: params.dayOffId, removed: true }] };
      await savedIn(trx, work, { session, id: params.id, today }, changes);
      return { id: params.dayOffId };
    }),
  );
};

const items = (app: FastifyInstance, today: Today): void => {
  implement(app, scheduleEndpoints.items, async (context) => ({
    content: (await readIn(context, context.params.id, today)).items,
  }));
  implement(app, scheduleEndpoints.createItem, ({ session, params, query, body, write }) =>
    write(async (trx, work) => {
      const changes = { items: [body], ...(query.version !== undefined && { version: query.version }) };
      const { before, after } = await savedIn(trx, work, { session, id: params.id, today }, changes, SINGLE);
      return madeOf(before.items, after.items);
    }),
  );
  implement(
    app,
    scheduleEndpoints.updateItem,
    ({ session, params, body, write }) =>
      write(async (trx, work) => {
        const { version, ...change } = body;
        itemOf(await readSchedule(trx, session, params.id, today(session)), params.scheduleItemId);
        const changes = {
          items: [{ ...change, id: params.scheduleItemId }],
          ...(version !== undefined && { version }),
        };
        const { after } = await savedIn(trx, work, { session, id: params.id, today }, changes, SINGLE);
        return itemOf(after, params.scheduleItemId);
      }),
    async (trx, { session, params }) =>
      itemOf(await readSchedule(trx, session, params.id, today(session)), params.scheduleItemId),
  );
  implement(app, scheduleEndpoints.removeItem, ({ session, params, write }) =>
    write(async (trx, work) => {
      itemOf(await readSchedule(trx, session, params.id, today(session)), params.scheduleItemId);
      const changes = { items: [{ id: params.scheduleItemId, removed: true }] };
      await savedIn(trx, work, { session, id: params.id, today }, changes);
      return { id: params.scheduleItemId };
    }),
  );
};
