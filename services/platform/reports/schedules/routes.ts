import type { FastifyInstance } from 'fastify';
import { reportScheduleEndpoints as endpoints } from '#schema/reports/schedules.rest.ts';
import { requireAllowance } from '../../allowances.ts';
import { forbidden } from '../../errors.ts';
import { implement } from '../../http/route.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Tell } from '../job.ts';
import { leaveSchedule, removeSchedule, setActive, testSchedule } from './changes.ts';
import { listRecipients } from './recipients.ts';
import { createSchedule, updateSchedule } from './save.ts';
import { sendingJob } from './sending.ts';
import { listRuns, listSchedules, readSchedule } from './store.ts';
import { ScheduleWorker } from './worker.ts';

/** Interval in milliseconds at which schedules are looked at: none is later than this. */
const EVERY = 20_000;
const TESTS = { times: 10, seconds: 60 * 60 };

/** Reports by mail (docs/decisions/0090): what users schedule, and the sending. */
export const schedules = (app: FastifyInstance, catalogue: Catalogue, tell: Tell): void => {
  const { clock, mail, publicUrl, jobs } = app.platform;
  jobs.define(sendingJob({ catalogue, clock, mail, publicUrl, tell }));
  watching(app, catalogue, tell);
  reading(app, catalogue);
  changing(app, catalogue);
};

const watching = (app: FastifyInstance, catalogue: Catalogue, tell: Tell): void => {
  const worker = new ScheduleWorker(app.platform, {
    tell,
    titleOf: (report) => catalogue.titleOf(report),
    log: (error) => app.log.warn({ err: error }, 'report schedules'),
  });
  const timer = setInterval(() => void worker.run(), EVERY);
  timer.unref();
  app.addHook('onReady', async () => void worker.run());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await worker.close();
  });
};

const reading = (app: FastifyInstance, catalogue: Catalogue): void => {
  implement(app, endpoints.recipients, ({ session, params: { companyId, report }, read }) =>
    read(async (trx) => {
      const description = catalogue.find(report, session, companyId);
      return { content: await listRecipients(trx, session, companyId, description) };
    }),
  );

  implement(app, endpoints.list, ({ session, params, read }) =>
    read(async (trx) => ({ content: await listSchedules(trx, catalogue, session, params.companyId) })),
  );

  implement(app, endpoints.runs, ({ session, params, read }) =>
    read(async (trx) => {
      const { own, id } = await readSchedule(trx, catalogue, session, params);
      if (!own && !session.admin) throw forbidden('Só quem agendou este envio vê o que foi enviado.');
      return { content: await listRuns(trx, session.accountId, id) };
    }),
  );
};

const changing = (app: FastifyInstance, catalogue: Catalogue): void => {
  implement(app, endpoints.create, ({ session, params: { companyId }, body, write }) =>
    write(async (trx, work) => {
      const id = await createSchedule(trx, work, catalogue, { session, companyId, body });
      return readSchedule(trx, catalogue, session, { companyId, id });
    }),
  );

  implement(app, endpoints.update, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const { companyId, id } = params;
      await updateSchedule(trx, work, catalogue, { session, companyId, id, body });
      return readSchedule(trx, catalogue, session, params);
    }),
  );

  implement(app, endpoints.setActive, ({ session, params: address, body: { active }, write }) =>
    write(async (trx, work) => {
      await setActive(trx, work, catalogue, { session, address, active });
      return readSchedule(trx, catalogue, session, address);
    }),
  );

  implement(app, endpoints.test, async ({ session, params, write }) => {
    const { accountId, userId } = session;
    await requireAllowance(app.platform, 'report-test', `${accountId}:${userId}`, TESTS);
    return write(async (trx, work) => {
      await testSchedule(trx, work, session, params);
      return readSchedule(trx, catalogue, session, params);
    });
  });

  implement(app, endpoints.remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      await removeSchedule(trx, work, session, params);
      return null;
    }),
  );

  implement(app, endpoints.leave, ({ session, params, write }) =>
    write(async (trx, work) => {
      await leaveSchedule(trx, work, session, params);
      return null;
    }),
  );
};
