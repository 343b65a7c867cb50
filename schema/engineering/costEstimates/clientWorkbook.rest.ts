import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, NamedReference, Nullable, Version } from '../../platform/shapes.ts';
import { MAX_ROWS } from './costEstimates.rest.ts';

/** Last row of a spreadsheet. */
const LAST_ROW = 1_048_576;

const Letters = Type.String({
  pattern: '^[A-Z]{1,3}$',
  'x-message': 'Informe a letra da coluna.',
});
const letters = Type.Optional(Nullable(Letters));

/** Columns of a client's workbook by their letters. The last five are written to. */
const ClientColumns = Type.Object({
  item: letters,
  code: letters,
  description: Letters,
  unit: letters,
  quantity: letters,
  unitPrice: letters,
  bdi: letters,
  unitPriceWithBdi: letters,
  directTotal: letters,
  total: letters,
});

/** Where a client's workbook has what. */
export const ClientLayout = Type.Object({
  sheet: Type.String({ minLength: 1, maxLength: 100 }),
  headerRow: Type.Integer({ minimum: 1, maximum: LAST_ROW, description: 'Last row of the titles' }),
  columns: ClientColumns,
});
export type ClientLayout = Static<typeof ClientLayout>;

/** What a row of the file is to the cost estimate. */
export const ClientRowState = Type.Union(
  [
    Type.Literal('NEW', { description: 'It would become a row of the cost estimate' }),
    Type.Literal('LINKED', { description: 'It belongs to a row of the cost estimate' }),
    Type.Literal('UNLINKED', { description: 'No row of the cost estimate belongs to it' }),
    Type.Literal('REJECTED', { description: 'It cannot be read; `problem` says why' }),
  ],
  { description: 'Rows without a description, and rows of totals, are left out' },
);
export type ClientRowState = Static<typeof ClientRowState>;

export const ClientRow = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'Number of the row in the sheet' }),
  group: Type.Boolean({ description: 'A stage: no unit and no quantity' }),
  item: Type.String(),
  code: Type.String(),
  description: Type.String(),
  unit: Type.String(),
  quantity: Nullable(Decimal),
  unitPrice: Nullable(Type.String({ description: 'Decimal as text: price without BDI that the file has' })),
  state: ClientRowState,
  problem: Nullable(Type.String({ description: 'In Portuguese: why it is rejected, or what to look at' })),
  detailId: Nullable(Id),
  detailCode: Nullable(Type.String({ description: 'Code of the row of the cost estimate' })),
  detailQuantity: Nullable(
    Type.String({ description: 'Decimal as text, where the cost estimate has another quantity' }),
  ),
  written: Type.Array(Type.Object({ cell: Type.String(), value: Type.String({ description: 'Decimal as text' }) }), {
    description: 'Numbers that an export writes',
  }),
  formulas: Type.Integer({ description: 'Cells that an export leaves, since they have a formula' }),
});
export type ClientRow = Static<typeof ClientRow>;

/** What a layout makes of a client's workbook. */
export const ClientCheck = Type.Object({
  groups: Type.Integer(),
  lines: Type.Integer(),
  linked: Type.Integer({ description: 'Rows that are no stages, with a row of the cost estimate' }),
  unlinked: Type.Integer({ description: 'The same without one' }),
  rejected: Type.Integer(),
  otherQuantities: Type.Integer({ description: 'Rows whose quantity is another in the cost estimate' }),
  withoutPrice: Type.Integer({ description: 'Rows whose row in the cost estimate has no price: nothing is written' }),
  writtenCells: Type.Integer(),
  formulas: Type.Integer({ description: 'Cells of written columns that keep their formula' }),
  discount: Decimal,
  rows: Type.Array(ClientRow),
  missing: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      description: Type.String(),
      unit: Nullable(Type.String()),
      total: Nullable(Type.String({ description: 'Decimal as text' })),
    }),
    { description: 'Rows of the cost estimate that the file does not have' },
  ),
});
export type ClientCheck = Static<typeof ClientCheck>;

/** The client's workbook of a cost estimate, if it has one. */
export const ClientWorkbook = Type.Object({
  id: Id,
  version: Version,
  file: Nullable(
    Type.Object({
      name: Type.String(),
      size: Type.Integer({ description: 'Bytes' }),
      createdAt: Instant,
      createdBy: Nullable(NamedReference),
    }),
  ),
  canFill: Type.Boolean({ description: 'The cost estimate has no rows and may change: the file can make them' }),
  sheets: Type.Array(
    Type.Object({
      name: Type.String(),
      hidden: Type.Boolean(),
      rows: Type.Array(Type.Object({ number: Type.Integer(), cells: Type.Array(Type.String()) }), {
        description: 'The first rows that are not empty, as a spreadsheet program in Portuguese shows them',
      }),
      proposed: Nullable(ClientLayout),
    }),
  ),
  layout: Nullable(ClientLayout),
  proposed: Nullable(ClientLayout),
  remembered: Type.Boolean({ description: '`proposed` is that of an earlier file with the same titles' }),
  check: Nullable(ClientCheck),
});
export type ClientWorkbook = Static<typeof ClientWorkbook>;

const path = '/api/v1/engineering/company/:companyId/cost-estimate/:id/client-workbook';
const params = Type.Object({ companyId: Id, id: Id });
const failures = {
  read: 'Falha para buscar planilha do cliente',
  save: 'Falha para salvar planilha do cliente',
  remove: 'Falha para retirar planilha do cliente',
  export: 'Falha para exportar planilha do cliente',
};

export const clientWorkbookEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: "The client's workbook of a cost estimate: its sheets, its layout, and what an export writes",
    failure: failures.read,
    params,
    answer: ClientWorkbook,
  }),
  upload: endpoint({
    method: 'POST',
    path,
    summary: 'Keeps a workbook (part "workbook", XLSX, 20 MiB) as that of the client, instead of the one before',
    failure: failures.save,
    params,
    bodyKind: 'multipart',
    answer: ClientWorkbook,
  }),
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'What a layout makes of the workbook, without storing it',
    failure: failures.read,
    params,
    body: Type.Object({ layout: ClientLayout }),
    answer: ClientCheck,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: `${path}/layout`,
    summary: 'Stores the layout, and links the rows of the file with those of the cost estimate',
    failure: failures.save,
    params,
    body: Type.Object({
      version: Type.Optional(Version),
      layout: ClientLayout,
      fill: Type.Optional(
        Type.Boolean({ description: `Makes the rows of an empty cost estimate, at most ${MAX_ROWS}` }),
      ),
      withPrices: Type.Optional(Type.Boolean({ description: 'Rows that are made take the prices without BDI' })),
    }),
    answer: ClientWorkbook,
  }),
  export: endpoint({
    method: 'GET',
    path: `${path}/file`,
    summary: "A copy of the client's workbook with the figures of the cost estimate in the mapped cells",
    failure: failures.export,
    params,
    answer: Type.Unknown(),
    bare: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    summary: "Removes the client's workbook; the cost estimate stays as it is",
    failure: failures.remove,
    params,
    answer: Type.Object({ id: Id }),
  }),
};
