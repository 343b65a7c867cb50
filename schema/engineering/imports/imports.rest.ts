import { Type, type Static } from 'typebox';
import { CostRegime } from '../../purchase/productTables.rest.ts';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, listKeys, Nullable, Page } from '../../platform/shapes.ts';
import { Job } from '../jobs.rest.ts';
import { ImportOutcome } from './costDatabaseImport.ts';

/** A row of an imported file that is worth telling. */
export const ImportReportRow = Type.Object({
  sheet: Type.String(),
  row: Type.Integer(),
  code: Nullable(Type.String()),
  name: Nullable(Type.String()),
  outcome: ImportOutcome,
  text: Type.String({ description: 'What happened, in Portuguese' }),
});
export type ImportReportRow = Static<typeof ImportReportRow>;

/** Answer to the question of an import: the states and regimes, or to go on without the rejected rows. */
export const ImportAnswer = Type.Object({
  states: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$', 'x-message': 'Informe a sigla do estado.' }), {
      minItems: 1,
      maxItems: 27,
      uniqueItems: true,
    }),
  ),
  regimes: Type.Optional(Type.Array(CostRegime, { minItems: 1, maxItems: 3, uniqueItems: true })),
  withoutRejected: Type.Optional(Type.Boolean({ description: 'Write the month without the rejected rows' })),
});
export type ImportAnswer = Static<typeof ImportAnswer>;

const path = '/api/v1/engineering/cost-databases/imports';
const params = Type.Object({ id: Id });
const reportKeys = { search: listKeys.search, outcome: Type.Optional(ImportOutcome) };

/** Imports of published prices: the SINAPI workbook of a month, as a background job. */
export const importEndpoints = {
  start: endpoint({
    method: 'POST',
    path,
    summary: 'Imports the SINAPI workbook of a month (part "workbook", 20 MiB) as a background job, which first asks',
    bodyKind: 'multipart',
    answer: Job,
  }),
  answer: endpoint({
    method: 'POST',
    path: `${path}/:id/answer`,
    summary: 'Answers the question of an import, which then goes on',
    params,
    body: ImportAnswer,
    answer: Job,
  }),
  report: endpoint({
    method: 'GET',
    path: `${path}/:id/report`,
    summary: 'Rows of the file that are worth telling, in its order',
    params,
    query: Type.Object({ page: listKeys.page, size: listKeys.size, ...reportKeys }),
    answer: Page(ImportReportRow),
  }),
  reportFile: endpoint({
    method: 'GET',
    path: `${path}/:id/report/csv`,
    summary: 'All of these rows as CSV',
    params,
    answer: Type.Unknown(),
    bare: true,
  }),
};
