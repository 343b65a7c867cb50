import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { formatCount } from '#domain/numberFormat.ts';
import { reportEndpoints as endpoints } from '#schema/reports/reports.rest.ts';
import { notFound, ruleBroken } from '../errors.ts';
import { madeFile } from '../http/madeFile.ts';
import { implement } from '../http/route.ts';
import { readAsked } from './asked.ts';
import { Catalogue, entryOf } from './catalogue.ts';
import type { ReportDescription } from './description.ts';
import { fileChunks } from './file.ts';
import { listFiles, readFile, readPiece, startFile } from './files.ts';
import { reportJob, type Tell } from './job.ts';
import { fileNameOf } from './names.ts';
import { openReport } from './open.ts';
import { DIRECT_ROWS, previewOf } from './preview.ts';
import { schedules } from './schedules/routes.ts';
import { forgetSaved, listSaved, readFavourites, saveReport, setFavourite } from './saved.ts';

/** Catalogue, preview and files of reports; their descriptions are their domains'. */
export const reportsFeature =
  (descriptions: readonly ReportDescription[], tell: Tell) =>
  async (app: FastifyInstance): Promise<void> => {
    const catalogue = new Catalogue(descriptions);
    app.platform.jobs.define(reportJob(catalogue, app.platform.clock, tell));
    reading(app, catalogue);
    keeping(app, catalogue);
    files(app, catalogue);
    schedules(app, catalogue, tell);
  };

const reading = (app: FastifyInstance, catalogue: Catalogue): void => {
  const { clock } = app.platform;

  implement(app, endpoints.catalogue, ({ session, params, read }) =>
    read(async (trx) => {
      const favourites = await readFavourites(trx, session);
      const allowed = catalogue.of(session, params.companyId);
      return { content: allowed.map((one) => entryOf(one, favourites.has(one.report))) };
    }),
  );

  implement(app, endpoints.preview, ({ session, params: { companyId, report }, query, read }) =>
    read(async (trx) => {
      const description = catalogue.find(report, session, companyId);
      return previewOf(description, await openReport(trx, clock, description, { session, companyId, sent: query }));
    }),
  );

  implement(app, endpoints.file, async ({ session, params: { companyId, report }, query, read, reply }) => {
    const { format, ...sent } = query;
    const made = await read(async (trx) => {
      const description = catalogue.find(report, session, companyId);
      const { printed } = await openReport(trx, clock, description, { session, companyId, sent });
      const refuseLarge = (rows: number): void => {
        if (rows > DIRECT_ROWS)
          throw ruleBroken(
            `Este relatório passa de ${formatCount(DIRECT_ROWS)} linhas: peça que o arquivo seja preparado.`,
          );
      };
      refuseLarge(printed.content.summary?.count ?? 0);
      const chunks: Buffer[] = [];
      for await (const chunk of fileChunks(format, { ...printed, onRow: refuseLarge })) chunks.push(chunk);
      return madeFile(fileNameOf(printed), format, Buffer.concat(chunks));
    });
    void reply.headers(made.headers);
    return made.content;
  });
};

const keeping = (app: FastifyInstance, catalogue: Catalogue): void => {
  implement(app, endpoints.favourite, ({ session, params, body, write }) =>
    write(async (trx) => {
      const { report } = catalogue.find(params.report, session, params.companyId);
      await setFavourite(trx, session, { report, favourite: body.favourite });
      return { report, favourite: body.favourite };
    }),
  );

  implement(app, endpoints.saved, ({ session, params, read }) =>
    read(async (trx) => ({ content: await listSaved(trx, catalogue, session, params.companyId) })),
  );

  implement(app, endpoints.save, ({ session, params, body, write }) =>
    write((trx, work) => saveReport(trx, work, catalogue, { session, companyId: params.companyId, body })),
  );

  implement(app, endpoints.forget, ({ session, params, write }) =>
    write(async (trx, work) => {
      await forgetSaved(trx, work, session, params);
      return null;
    }),
  );
};

const files = (app: FastifyInstance, catalogue: Catalogue): void => {
  const { clock } = app.platform;

  implement(app, endpoints.files, ({ session, params, read }) =>
    read(async (trx) => ({ content: await listFiles(trx, session, params.companyId) })),
  );

  implement(app, endpoints.makeFile, ({ session, params: { companyId }, body, write }) =>
    write(async (trx, work) => {
      const description = catalogue.find(body.report, session, companyId);
      await readAsked(trx, description, { session, companyId, clock, sent: body.parameters });
      return startFile(trx, work, session, { companyId, ...body, title: description.title });
    }),
  );

  implement(app, endpoints.fileContent, async ({ session, params, read, reply }) => {
    const { id, name, size, format } = await read((trx) => readFile(trx, session, params.companyId, params.id));
    if (name === null || size === null) throw ruleBroken('Este arquivo ainda não está pronto.');
    void reply.headers({ ...madeFile(name, format, Buffer.alloc(0)).headers, 'content-length': size });
    // Piece by piece, each in a SQL transaction of its own: a slow reader holds none open.
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for (let position = 0; ; position += 1) {
        const piece = await read((trx) => readPiece(trx, session.accountId, id, position));
        if (!piece && position === 0) throw notFound('Arquivo não encontrado.');
        if (!piece) return;
        yield piece;
      }
    };
    return Readable.from(pieces());
  });
};
