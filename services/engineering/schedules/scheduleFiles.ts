import type { FastifyInstance } from 'fastify';
import { scheduleFileEndpoints } from '#schema/engineering/schedules/files.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { madeFile } from '../../platform/http/madeFile.ts';
import { readFilePart } from '../../platform/http/multipart.ts';
import { implement } from '../../platform/http/route.ts';
import { readLetterhead } from '../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readEstimate } from '../costEstimates/read.ts';
import { printGantt } from './export/ganttPdf.ts';
import { planState } from './plan.ts';
import { readState } from './state.ts';
import { projectChanges } from './project/changes.ts';
import { readProject } from './project/read.ts';
import { FILE_BASELINES, projectXml } from './project/write.ts';

const EMPTY = 'O cronograma está vazio: não há o que exportar.';

const readBaselines = (trx: Trx, accountId: number, id: number) =>
  trx
    .selectFrom('schedule_baselines')
    .select('items')
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', id)
    .orderBy('id', 'desc')
    .limit(FILE_BASELINES)
    .execute();

/** Schedules on paper and as files of MS Project, and what such files would change. */
export const scheduleFiles = async (app: FastifyInstance): Promise<void> => {
  const { clock } = app.platform;
  implement(app, scheduleFileEndpoints.gantt, async ({ session, params, query, read, reply }) => {
    const printed = await read(async (trx) => {
      const { accountId } = session;
      const estimate = await readEstimate(trx, { session, clock }, { id: params.id });
      const state = await readState(trx, accountId, params.id);
      if (state.items.length === 0) throw ruleBroken(EMPTY);
      const today = clock.today(session.timeZone);
      const company = await readLetterhead(trx, accountId, estimate.company.id);
      const createdAt = clock.now().toISOString();
      return { estimate, company, state, plan: planState(state, today), today, createdAt, paper: query.paper };
    });
    const content = await renderPdf(printGantt(printed));
    const made = madeFile(`${printed.estimate.code} cronograma`, 'PDF', content);
    void reply.headers(made.headers);
    return made.content;
  });
  implement(app, scheduleFileEndpoints.project, async ({ session, params, read, reply }) => {
    const { headers, content } = await read(async (trx) => {
      const { accountId } = session;
      const estimate = await readEstimate(trx, { session, clock }, { id: params.id });
      const state = await readState(trx, accountId, params.id);
      if (state.items.length === 0) throw ruleBroken(EMPTY);
      const { name: company } = await readLetterhead(trx, accountId, estimate.company.id);
      const plan = planState(state, clock.today(session.timeZone));
      const title = `${estimate.code} ${estimate.description}`;
      const baselines = await readBaselines(trx, accountId, params.id);
      const xml = projectXml({ title, company, state, plan, baselines });
      return madeFile(`${estimate.code} cronograma`, 'XML', xml);
    });
    void reply.headers(headers);
    return content;
  });
  implement(app, scheduleFileEndpoints.readProject, async ({ request, session, params, read }) => {
    const { content } = await readFilePart(request, 'file');
    const file = await readProject(content);
    return read(async (trx) => {
      await readEstimate(trx, { session, clock }, { id: params.id });
      const state = await readState(trx, session.accountId, params.id);
      return projectChanges(state, file, clock.today(session.timeZone));
    });
  });
};
