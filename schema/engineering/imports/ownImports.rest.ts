import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id } from '../../platform/shapes.ts';

/** What an import into a cost database of the account's own has written. */
export const OwnImport = Type.Object({
  rows: Type.Integer({ description: 'Rows of the file' }),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
});
export type OwnImport = Static<typeof OwnImport>;

const path = '/api/v1/engineering/cost-databases';
const params = Type.Object({ id: Id });

/** Inputs and compositions from a file (CSV or XLSX) into a cost database of the account's own (§7). */
export const ownImportEndpoints = {
  resources: endpoint({
    method: 'POST',
    path: `${path}/:id/resources`,
    summary: 'Imports inputs (part "resources", CSV or XLSX) into a cost database of the account',
    params,
    bodyKind: 'multipart',
    answer: OwnImport,
  }),
  tasks: endpoint({
    method: 'POST',
    path: `${path}/:id/tasks`,
    summary: 'Imports compositions (part "tasks", CSV or XLSX) into a cost database of the account',
    params,
    bodyKind: 'multipart',
    answer: OwnImport,
  }),
  resourcesTemplate: endpoint({
    method: 'GET',
    path: `${path}/templates/resources`,
    summary: 'Template of a file of inputs, as CSV',
    answer: Type.Unknown(),
    bare: true,
  }),
  tasksTemplate: endpoint({
    method: 'GET',
    path: `${path}/templates/tasks`,
    summary: 'Template of a file of compositions, as CSV',
    answer: Type.Unknown(),
    bare: true,
  }),
};
