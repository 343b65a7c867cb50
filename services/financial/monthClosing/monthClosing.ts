import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { monthClosingEndpoints as endpoints } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { dispositionOf } from '../../platform/http/fileName.ts';
import { implement } from '../../platform/http/route.ts';
import { page, readListQuery, type ListRules } from '../../platform/register/lists.ts';
import { pointsOf } from './checklist.ts';
import { closeMonth, reopenMonth } from './closing.ts';
import { createException, endException } from './exceptions.ts';
import { folderJob } from './folder/job.ts';
import { readFolder, readPiece, startFolder } from './folder/store.ts';
import { checklistOf, readMonth, readYear } from './month.ts';
import { rowsOfPoint } from './rows.ts';
import { readCompany } from './scope.ts';
import { SENTENCES } from './sentences.ts';

/** Closing of months, exceptions from it, and folders for the accountant; administrators only. */
export const monthClosing = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe(SENTENCES);
  app.platform.jobs.define(folderJob(app.platform.clock));
  reading(app);
  closing(app);
  exceptions(app);
  folders(app);
};

/** Rows of a point always come by their day. */
const byDate: ListRules = { sortable: { date: 'r.date' }, defaultSort: 'date', key: 'r.id', maxSize: 500 };

const reading = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, endpoints.year, ({ session, params: { companyId }, query: { year }, read }) =>
    read((trx) => readYear(trx, session, { companyId, year, today: clock.today(session.timeZone) })),
  );

  implement(app, endpoints.get, ({ session, params, read }) =>
    read((trx) => readMonth(trx, session, { ...params, today: clock.today(session.timeZone) })),
  );

  implement(app, endpoints.rows, ({ session, params: { companyId, month, point }, query, read }) =>
    read(async (trx) => {
      const today = clock.today(session.timeZone);
      const company = await readCompany(trx, session.accountId, companyId);
      const list = readListQuery(query, byDate);
      const checklist = async () => {
        const points = await checklistOf(trx, session, company, { month, today });
        return (
          points.find((one) => one.point === point) ?? { ...pointsOf([])[0], point, count: 0, sum: null, wallets: [] }
        );
      };
      const { content, count, sum } = await rowsOfPoint(trx, company, { month, point, today }, list, checklist);
      return { ...page(list, content, count), sum };
    }),
  );
};

const closing = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, endpoints.close, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const asked = { ...params, today: clock.today(session.timeZone) };
      await closeMonth(trx, work, asked, body.confirmedCount);
      return readMonth(trx, session, asked);
    }),
  );

  implement(app, endpoints.reopen, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      await reopenMonth(trx, work, params, body.reason);
      return readMonth(trx, session, { ...params, today: clock.today(session.timeZone) });
    }),
  );
};

const exceptions = (app: FastifyInstance): void => {
  implement(app, endpoints.createException, ({ params, body, write }) =>
    write((trx, work) => createException(trx, work, params, body)),
  );

  implement(app, endpoints.endException, ({ params, write }) =>
    write((trx, work) => endException(trx, work, params.companyId, params.id)),
  );
};

const folders = (app: FastifyInstance): void => {
  implement(app, endpoints.makeFolder, ({ session, params, write }) =>
    write((trx, work) => startFolder(trx, work, session, params)),
  );

  implement(app, endpoints.folder, ({ session, params, read }) =>
    read((trx) => readFolder(trx, session, params.companyId, params.id)),
  );

  implement(app, endpoints.folderFile, async ({ session, params, read, reply }) => {
    const { id, name, size } = await read((trx) => readFolder(trx, session, params.companyId, params.id));
    if (name === null || size === null) throw ruleBroken('Esta pasta ainda não está pronta.');
    void reply.headers({
      ...{ 'content-type': 'application/zip', 'content-length': size, 'content-disposition': dispositionOf(name) },
      ...{ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
    });
    // Piece by piece, each in a SQL transaction of its own: a slow reader holds none open.
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for (let position = 0; ; position += 1) {
        const piece = await read((trx) => readPiece(trx, session.accountId, id, position));
        if (!piece && position === 0) throw notFound('Pasta não encontrada.');
        if (!piece) return;
        yield piece;
      }
    };
    return Readable.from(pieces());
  });
};
