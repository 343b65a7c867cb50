import type { FastifyInstance } from 'fastify';
import { privacyEndpoints as endpoints } from '#schema/security/privacy/privacy.rest.ts';
import { implement } from '../../platform/http/route.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { anonymisationOf, decideAnonymisation, listAnonymisations, requestAnonymisation } from './anonymising.ts';
import { listDataViews } from './dataViews.ts';
import { exportJob, newestExport, readExport, startExport } from './exportJob.ts';
import { changeRetention, readRetention } from './retention.ts';

/** What is kept of people, for themselves and for administrators (LGPD; docs/privacy.md). */
export const privacy = async (app: FastifyInstance): Promise<void> => {
  const { clock, jobs } = app.platform;
  jobs.define(exportJob(clock));

  implement(app, endpoints.myData, ({ session, read }) =>
    read(async (trx) => ({
      export: await newestExport(trx, session, clock.now()),
      anonymisation: await anonymisationOf(trx, session),
    })),
  );
  implement(app, endpoints.exportMyData, ({ write }) => write((trx, work) => startExport(trx, work)));
  implement(app, endpoints.myFile, async ({ session, params, read, reply }) => {
    const content = await read((trx) => readExport(trx, session, params.id, clock.now()));
    void reply.headers({
      ...{ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="meus-dados.zip"' },
      ...{ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
    });
    return content;
  });

  implement(app, endpoints.anonymisations, ({ session, read }) =>
    read(async (trx) => ({ content: await listAnonymisations(trx, session.accountId) })),
  );
  implement(app, endpoints.requestAnonymisation, ({ session, body, write }) =>
    write((trx, work) => requestAnonymisation(trx, work, session, body.user.id)),
  );
  implement(app, endpoints.decideAnonymisation, ({ session, params, body, write }) =>
    write((trx, work) => decideAnonymisation(trx, work, session, { id: params.id, outcome: body.outcome })),
  );

  implement(app, endpoints.dataViews, ({ session, query, read }) =>
    read((trx) => listDataViews(trx, session.accountId, query)),
  );
  implement(app, endpoints.retention, ({ session, read }) => read((trx) => readRetention(trx, session.accountId)));
  implement(app, endpoints.setRetention, ({ session, body, write }) =>
    write(async (trx, work) => {
      await requireReauthentication(trx, work, session);
      return changeRetention(trx, work, body);
    }),
  );
};
