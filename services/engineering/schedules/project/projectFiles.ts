import type { FastifyInstance } from 'fastify';
import { projectFileEndpoints } from '#schema/engineering/schedules/projectFile.rest.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import { madeFile } from '../../../platform/http/madeFile.ts';
import { readFilePart } from '../../../platform/http/multipart.ts';
import { implement } from '../../../platform/http/route.ts';
import { readLetterhead } from '../../../platform/pdf/letterhead.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { readEstimate } from '../../costEstimates/read.ts';
import { planState } from '../plan.ts';
import { readState } from '../state.ts';
import { projectChanges } from './changes.ts';
import { readProject } from './read.ts';
import { FILE_BASELINES, projectXml } from './write.ts';

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

/** Schedules as files of MS Project, and what such files would change. */
export const projectFiles = async (app: FastifyInstance): Promise<void> => {
  const { clock } = app.platform;
  implement(app, projectFileEndpoints.write, async ({ session, params, read, reply }) => {
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
  implement(app, projectFileEndpoints.read, async ({ request, session, params, read }) => {
    const { content } = await readFilePart(request, 'file');
    const file = await readProject(content);
    return read(async (trx) => {
      await readEstimate(trx, { session, clock }, { id: params.id });
      const state = await readState(trx, session.accountId, params.id);
      return projectChanges(state, file, clock.today(session.timeZone));
    });
  });
};
