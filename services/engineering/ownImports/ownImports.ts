import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWN_RESOURCES, OWN_TASKS, type OwnFormat } from '#domain/imports/ownFormat.ts';
import { IMPORT_DONE, TASK_IMPORT_DONE } from '#domain/messages.ts';
import { ownImportEndpoints } from '#schema/engineering/imports/ownImports.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { dispositionOf } from '../../platform/http/fileName.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import { answered, implement } from '../../platform/http/route.ts';
import { importResources, type OwnTable } from './resources.ts';
import { readFileRows, type FileRow } from './sheet.ts';
import { importTasks } from './tasks.ts';

const readRows = async (request: FastifyRequest, expected: OwnFormat): Promise<FileRow[]> => {
  const { sentAs, content } = await readFilePart(request, expected.part);
  identifyBody(request, { name: sentAs, content });
  return readFileRows(content, expected);
};

/** A cost database of the account's own, held to the end: codes are given one after the other. */
const lockOwnTable = async (trx: Trx, accountId: number, id: number): Promise<OwnTable> => {
  const table = await trx
    .selectFrom('product_tables')
    .select(['id', 'catalogue_id as catalogueId', 'source', 'active'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!table) throw notFound('Tabela de insumos não encontrada.');
  if (table.source !== 'GO') throw ruleBroken('As tabelas do SINAPI só mudam pela importação do mês.');
  if (!table.active) throw ruleBroken('Esta tabela de insumos está inativa.');
  return table;
};

const sendTemplate = (reply: FastifyReply, { template, columns, examples }: OwnFormat): string => {
  void reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': dispositionOf(`${template}.csv`),
    'x-content-type-options': 'nosniff',
  });
  return `\uFEFF${[columns, ...examples].map((cells) => `${cells.join(';')}\r\n`).join('')}`;
};

/** Inputs and compositions from a file into a cost database of the account's own (§7). */
export const ownImports = async (app: FastifyInstance): Promise<void> => {
  implement(app, ownImportEndpoints.resources, async ({ session, params, request, write }) => {
    const rows = await readRows(request, OWN_RESOURCES);
    const done = await write(async (trx, work) =>
      importResources(trx, work, await lockOwnTable(trx, session.accountId, params.id), rows),
    );
    return answered(done, IMPORT_DONE);
  });

  implement(app, ownImportEndpoints.tasks, async ({ session, params, request, write }) => {
    const rows = await readRows(request, OWN_TASKS);
    const done = await write(async (trx, work) =>
      importTasks(trx, work, await lockOwnTable(trx, session.accountId, params.id), rows),
    );
    return answered(done, TASK_IMPORT_DONE);
  });

  implement(app, ownImportEndpoints.resourcesTemplate, ({ reply }) => sendTemplate(reply, OWN_RESOURCES));
  implement(app, ownImportEndpoints.tasksTemplate, ({ reply }) => sendTemplate(reply, OWN_TASKS));
};
