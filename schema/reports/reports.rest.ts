import { Type, type Static } from 'typebox';
import { JobState } from '../engineering/jobs.rest.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, IsoDate, Name, NamedReference, Nullable } from '../platform/shapes.ts';

const FAILURE = 'Falha para buscar relatórios';

export const REPORT_FORMATS = ['PDF', 'XLSX', 'CSV'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
export const ReportFormatShape = Type.Union([Type.Literal('PDF'), Type.Literal('XLSX'), Type.Literal('CSV')], {
  'x-message': 'Escolha PDF, XLSX ou CSV.',
});

const Group = Type.Union([
  Type.Literal('FINANCIAL'),
  Type.Literal('PURCHASE'),
  Type.Literal('ENGINEERING'),
  Type.Literal('ADMINISTRATION'),
]);
export type ReportGroup = Static<typeof Group>;

export const ReportKey = Type.String({
  pattern: '^[a-z][a-z-]{1,39}$',
  description: 'Key of a report of the catalogue: bills-due',
  'x-message': 'Escolha um relatório do catálogo.',
});
export const ReportGroupingKey = Type.String({
  pattern: '^[A-Z][A-Z_]{0,29}$',
  description: 'One of the groupings that the report has: PARTNER',
  'x-message': 'Escolha um dos agrupamentos do relatório.',
});

const parameterFields = {
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
  buildingId: Type.Optional(Id),
  walletId: Type.Optional(Id),
  regime: Type.Optional(Type.Union([Type.Literal('CASH'), Type.Literal('ACCRUAL')])),
  grouping: Type.Optional(ReportGroupingKey),
};

/** What a report is asked with; a report refuses those that it does not have. */
export const ReportParameters = Type.Object(parameterFields);
export type ReportParameters = Static<typeof ReportParameters>;

const Choice = Type.Union([Type.Literal('NONE'), Type.Literal('OPTIONAL'), Type.Literal('REQUIRED')]);

/** A report that the user may run, and what it asks for. */
export const ReportEntry = Type.Object({
  report: Type.String(),
  title: Type.String(),
  group: Group,
  description: Type.String(),
  period: Type.Union([Type.Literal('NONE'), Type.Literal('DAYS'), Type.Literal('MONTHS'), Type.Literal('UNTIL')], {
    description: 'UNTIL: the day `to` alone',
  }),
  ahead: Type.Boolean({ description: 'Its days are mostly to come' }),
  building: Choice,
  wallet: Type.Boolean({ description: 'It is of one wallet' }),
  regime: Type.Boolean(),
  groupings: Type.Array(Type.Object({ grouping: Type.String(), title: Type.String() })),
  favourite: Type.Boolean(),
});
export type ReportEntry = Static<typeof ReportEntry>;

export const ReportColumn = Type.Object({
  title: Type.String(),
  kind: Type.Union([
    Type.Literal('TEXT'),
    Type.Literal('DATE'),
    Type.Literal('MONEY'),
    Type.Literal('PRICE'),
    Type.Literal('PERCENT'),
    Type.Literal('QUANTITY'),
    Type.Literal('COUNT'),
  ]),
  width: Type.Number(),
});

export const ReportLine = Type.Object({
  kind: Type.Union([Type.Literal('GROUP'), Type.Literal('ROW'), Type.Literal('STRONG'), Type.Literal('TOTAL')]),
  level: Type.Integer({ minimum: 0, description: 'Depth of the row in a tree' }),
  cells: Type.Array(Type.String({ description: 'As the paper shows it' })),
});
export type ReportLine = Static<typeof ReportLine>;

/** The first rows of a report as its paper shows them; its total is that of all rows. */
export const ReportPreview = Type.Object({
  report: Type.String(),
  title: Type.String(),
  about: Type.Array(Type.String({ description: 'Period, obra, regime …' })),
  company: Type.Object({ name: Type.String(), taxId: Nullable(Type.String()) }),
  landscape: Type.Boolean(),
  columns: Type.Array(ReportColumn),
  lines: Type.Array(ReportLine),
  count: Type.Integer({ minimum: 0, description: 'Rows of the whole report' }),
  shown: Type.Integer({ minimum: 0 }),
  notes: Type.Array(Type.String()),
  large: Type.Boolean({ description: 'Its files are made by a background job' }),
  printable: Type.Boolean({ description: 'It is not too long for a PDF' }),
  issued: Type.String({ description: 'Who issued it and when, as the foot of the paper says' }),
  parameters: Type.Object({
    from: Nullable(IsoDate),
    to: Nullable(IsoDate),
    buildingId: Nullable(Id),
    walletId: Nullable(Id),
    regime: Nullable(Type.Union([Type.Literal('CASH'), Type.Literal('ACCRUAL')])),
    grouping: Nullable(Type.String()),
  }),
});
export type ReportPreview = Static<typeof ReportPreview>;

/** A report with its parameters under a name; who opens it sees their own rows. */
export const SavedReport = Type.Object({
  id: Id,
  name: Type.String(),
  report: Type.String(),
  title: Type.String(),
  parameters: ReportParameters,
  shared: Type.Boolean({ description: 'All users of the account see it' }),
  own: Type.Boolean(),
  createdBy: NamedReference,
  createdAt: Instant,
});
export type SavedReport = Static<typeof SavedReport>;

/** A file that a background job makes, or has made; kept for 7 days. */
export const ReportFile = Type.Object({
  id: Id,
  jobId: Id,
  report: Type.String(),
  title: Type.String(),
  format: ReportFormatShape,
  state: JobState,
  done: Type.Integer({ minimum: 0, description: 'Rows that are written' }),
  total: Nullable(Type.Integer({ minimum: 0 })),
  message: Nullable(Type.String()),
  name: Nullable(Type.String()),
  size: Nullable(Type.Integer({ minimum: 0 })),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
});
export type ReportFile = Static<typeof ReportFile>;

const base = '/api/v1/reports/company/:companyId';
const params = Type.Object({ companyId: Id });
const reportParams = Type.Object({ companyId: Id, report: ReportKey });
const rowParams = Type.Object({ companyId: Id, id: Id });

export const reportEndpoints = {
  catalogue: endpoint({
    method: 'GET',
    path: `${base}/catalogue`,
    summary: 'Reports that the user may run in the company',
    params,
    answer: Type.Object({ content: Type.Array(ReportEntry) }),
    failure: FAILURE,
  }),
  preview: endpoint({
    method: 'GET',
    path: `${base}/reports/:report`,
    summary: 'First rows and totals of a report, as its paper shows them',
    replica: true,
    params: reportParams,
    query: ReportParameters,
    answer: ReportPreview,
    failure: 'Falha para montar o relatório',
  }),
  file: endpoint({
    method: 'GET',
    path: `${base}/reports/:report/file`,
    summary: 'A report as a file; 422 for one with so many rows that a background job makes it',
    replica: true,
    params: reportParams,
    query: Type.Object({ ...parameterFields, format: ReportFormatShape }),
    answer: Type.Unknown(),
    bare: true,
    failure: 'Falha para baixar o relatório',
  }),
  favourite: endpoint({
    method: 'PUT',
    path: `${base}/reports/:report/favourite`,
    summary: 'Keeps a report among the favourites of the user, or no longer',
    params: reportParams,
    body: Type.Object({ favourite: Type.Boolean() }),
    answer: Type.Object({ report: Type.String(), favourite: Type.Boolean() }),
    failure: 'Falha para guardar o favorito',
  }),
  saved: endpoint({
    method: 'GET',
    path: `${base}/saved-reports`,
    summary: 'Saved reports of the user and shared ones, those that the user may run',
    params,
    answer: Type.Object({ content: Type.Array(SavedReport) }),
    failure: FAILURE,
  }),
  save: endpoint({
    method: 'POST',
    path: `${base}/saved-reports`,
    summary: 'Saves a report with its parameters; one of the same name of the same user is replaced',
    params,
    body: Type.Object({
      name: Name(80),
      report: ReportKey,
      parameters: ReportParameters,
      shared: Type.Boolean({ description: 'All users of the account see it, each with their own rows' }),
    }),
    answer: SavedReport,
    failure: 'Falha para salvar o relatório',
  }),
  forget: endpoint({
    method: 'DELETE',
    path: `${base}/saved-reports/:id`,
    summary: 'Deletes a saved report: one’s own, or as an administrator a shared one',
    params: rowParams,
    answer: Type.Null(),
    failure: 'Falha para excluir o relatório salvo',
  }),
  files: endpoint({
    method: 'GET',
    path: `${base}/report-files`,
    summary: 'Files that background jobs make for the user, newest first; each is kept for 7 days',
    params,
    answer: Type.Object({ content: Type.Array(ReportFile) }),
    failure: FAILURE,
  }),
  makeFile: endpoint({
    method: 'POST',
    path: `${base}/report-files`,
    summary: 'Begins to make a file of a report in the background; 409 while the user has two of them under way',
    params,
    body: Type.Object({ report: ReportKey, format: ReportFormatShape, parameters: ReportParameters }),
    answer: ReportFile,
    failure: 'Falha para preparar o arquivo',
  }),
  fileContent: endpoint({
    method: 'GET',
    path: `${base}/report-files/:id/content`,
    summary: 'A file that a background job has made, for the user who asked for it',
    params: rowParams,
    answer: Type.Unknown(),
    bare: true,
    failure: 'Falha para baixar o relatório',
  }),
};
