import { Type, type Static } from 'typebox';
import { MONTH_PATTERN } from '#domain/financial/financialStatement/months.ts';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, IsoDate, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';
import { JobState, JobStep } from '../../engineering/jobs.rest.ts';

const FAILURE = 'Falha para buscar o fechamento do mês';

const Month = Type.String({
  pattern: MONTH_PATTERN,
  maxLength: 7,
  description: 'Month YYYY-MM',
  'x-message': 'Informe um mês, como 2026-10.',
});

const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  'x-message': 'Diga por quê.',
});

export const MonthState = Type.Union(
  [Type.Literal('OPEN'), Type.Literal('PENDING'), Type.Literal('CLOSED'), Type.Literal('REOPENED')],
  {
    description:
      'PENDING: open, and the checklist is not empty. REOPENED: was closed and is open again, whatever the checklist says',
  },
);
export type MonthState = Static<typeof MonthState>;

export const ClosingPoint = Type.Union(
  [
    Type.Literal('UNRECONCILED_LINES'),
    Type.Literal('PENDING_SUGGESTIONS'),
    Type.Literal('WALLETS_WITHOUT_STATEMENT'),
    Type.Literal('DRIFT'),
    Type.Literal('UNCLASSIFIED'),
    Type.Literal('WITHOUT_BUILDING'),
    Type.Literal('WITHOUT_NUMBER'),
    Type.Literal('WITHOUT_ATTACHMENT'),
    Type.Literal('WITHOUT_PARTNER'),
    Type.Literal('OVERDUE'),
  ],
  {
    description:
      'UNRECONCILED_LINES of statements, PENDING_SUGGESTIONS for some of them, WALLETS_WITHOUT_STATEMENT that moved or have had one, DRIFT of wallets whose lines are all answered, documents by competence that are UNCLASSIFIED (on no line of the income statement), WITHOUT_BUILDING, WITHOUT_NUMBER, WITHOUT_ATTACHMENT, expenses WITHOUT_PARTNER, and OVERDUE installments due in the month',
  },
);

const PointFigures = {
  point: ClosingPoint,
  count: Type.Integer({ minimum: 0 }),
  /** Of gross values, of installments, of the absolute amounts of lines and differences; null where rows have no value. */
  sum: Nullable(Decimal),
};

/** A point of the checklist of a month. */
export const ChecklistPoint = Type.Object({
  ...PointFigures,
  wallets: Type.Array(Type.Object({ wallet: NamedReference, count: Type.Integer(), sum: Nullable(Decimal) }), {
    description: 'Of points of statements: by wallet',
  }),
});
export type ChecklistPoint = Static<typeof ChecklistPoint>;

/** A month of the strip of a year. */
export const ClosingMonth = Type.Object({
  month: Month,
  state: MonthState,
  openCount: Type.Integer({ description: 'Rows of the checklist; 0 of closed months, which are not counted anew' }),
  documents: Type.Integer({ description: 'Documents with their competence in the month' }),
});
export type ClosingMonth = Static<typeof ClosingMonth>;

export const ClosingYear = Type.Object({
  companyId: Id,
  companyName: Type.String(),
  year: Type.Integer(),
  today: IsoDate,
  closedThrough: Nullable(IsoDate),
  nextToClose: Nullable(
    Type.String({ description: 'Month that is closed next; null while none has ended since the last one' }),
  ),
  months: Type.Array(ClosingMonth),
});
export type ClosingYear = Static<typeof ClosingYear>;

/** A time that a month was closed. */
export const ClosingRecord = Type.Object({
  id: Id,
  closedAt: Instant,
  closedBy: Nullable(NamedReference),
  openPoints: Type.Array(Type.Object(PointFigures), {
    description: 'What was confirmed to be open when it was closed',
  }),
  earlierToo: Type.Boolean({
    description: 'It was the first closing of the company: months before it were closed, too',
  }),
  reopenedAt: Nullable(Instant),
  reopenedBy: Nullable(NamedReference),
  reopenReason: Nullable(Type.String()),
});
export type ClosingRecord = Static<typeof ClosingRecord>;

/** A change that an exception allowed, from the history. */
export const ExceptionChange = Type.Object({
  at: Instant,
  by: Nullable(NamedReference),
  action: Type.String({ description: 'create, update, delete, pay, undo …' }),
  entity: Type.String({ description: 'transaction, transfer, wallet, category' }),
  entityId: Id,
  name: Nullable(Type.String({ description: 'What it is called: number and partner of a document' })),
  fields: Type.Array(
    Type.Object({
      of: Nullable(Type.String({ description: 'Part of the document: parcela 2, a building with its stage, a tax' })),
      field: Type.String(),
      before: Nullable(Type.String({ description: 'Names in place of ids' })),
      after: Nullable(Type.String()),
    }),
  ),
});
export type ExceptionChange = Static<typeof ExceptionChange>;

export const MonthException = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('DOCUMENT'), Type.Literal('MONTH')]),
  month: Month,
  transaction: Nullable(Type.Object({ id: Id, type: Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')]) })),
  label: Type.String({ description: 'The document as it was called, or the month' }),
  reason: Type.String(),
  user: Nullable(NamedReference),
  createdBy: Nullable(NamedReference),
  createdAt: Instant,
  expiresAt: Instant,
  endedAt: Nullable(Instant),
  endedBy: Nullable(NamedReference),
  active: Type.Boolean(),
  changes: Type.Array(ExceptionChange),
});
export type MonthException = Static<typeof MonthException>;

/** A folder for the accountant that the asking user had made. */
export const AccountantFolder = Type.Object({
  id: Id,
  month: Month,
  jobId: Id,
  state: JobState,
  progress: Type.Array(JobStep),
  message: Nullable(Type.String()),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  name: Nullable(Type.String()),
  size: Nullable(Type.Integer({ description: 'Bytes' })),
  sha256: Nullable(Type.String()),
  files: Nullable(Type.Integer()),
});
export type AccountantFolder = Static<typeof AccountantFolder>;

export const MonthClosing = Type.Object({
  companyId: Id,
  companyName: Type.String(),
  month: Month,
  state: MonthState,
  closedThrough: Nullable(IsoDate),
  closable: Type.Boolean(),
  notClosable: Nullable(Type.String({ description: 'Why it cannot be closed now, in Portuguese' })),
  reopenable: Type.Boolean(),
  earlierToo: Type.Boolean({ description: 'Closing it closes all months before it: it is the first closing' }),
  points: Type.Array(ChecklistPoint),
  history: Type.Array(ClosingRecord),
  exceptions: Type.Array(MonthException),
  folder: Nullable(AccountantFolder),
});
export type MonthClosing = Static<typeof MonthClosing>;

/** A row of a point of the checklist. */
export const PointRow = Type.Object({
  kind: Type.Union([
    Type.Literal('TRANSACTION'),
    Type.Literal('INSTALLMENT'),
    Type.Literal('LINE'),
    Type.Literal('WALLET'),
  ]),
  id: Id,
  type: Nullable(Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')])),
  transactionId: Nullable(Id),
  wallet: Nullable(NamedReference),
  date: Nullable(IsoDate),
  label: Type.String(),
  partner: Nullable(NamedReference),
  value: Nullable(Decimal),
});
export type PointRow = Static<typeof PointRow>;

/** Longest exceptions, in minutes: a document a week, a month a day. */
export const LONGEST_EXCEPTION = { DOCUMENT: 7 * 24 * 60, MONTH: 24 * 60 } as const;

export const MonthExceptionBody = Type.Object({
  transactionId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Document of the month; without it, all of the month',
    }),
  ),
  userId: Type.Optional(Id),
  minutes: Type.Integer({
    minimum: 5,
    maximum: LONGEST_EXCEPTION.DOCUMENT,
    description: 'From now on; of a month at most a day',
    'x-message': 'Uma exceção dura de 5 minutos a 7 dias.',
  }),
  reason: Reason,
});
export type MonthExceptionBody = Static<typeof MonthExceptionBody>;

const base = '/api/v1/financial/company/:companyId/month-closings';
const params = Type.Object({ companyId: Id });
const monthParams = Type.Object({ companyId: Id, month: Month });
const rowParams = Type.Object({ companyId: Id, id: Id });

export const monthClosingEndpoints = {
  year: endpoint({
    method: 'GET',
    path: base,
    summary: 'The months of a year of a company and whether they are closed',
    params,
    query: Type.Object({
      year: Type.Integer({ minimum: 1900, maximum: 2199, 'x-message': 'Informe um ano entre 1900 e 2199.' }),
    }),
    answer: ClosingYear,
    failure: FAILURE,
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/:month`,
    summary: 'A month: its checklist, computed now, its history, exceptions, and the newest folder of the asking user',
    params: monthParams,
    answer: MonthClosing,
    failure: FAILURE,
  }),
  rows: endpoint({
    method: 'GET',
    path: `${base}/:month/points/:point`,
    summary: 'The rows of a point of the checklist, oldest first',
    params: Type.Object({ companyId: Id, month: Month, point: ClosingPoint }),
    query: Type.Object({ page: listKeys.page, size: listKeys.size }),
    answer: Type.Object({ ...Page(PointRow).properties, sum: Nullable(Decimal) }),
    failure: FAILURE,
  }),
  close: endpoint({
    method: 'POST',
    path: `${base}/:month/close`,
    summary:
      'Closes a month: what is dated in it is read-only. In order; the first closing of a company closes all months before, too. 409 where the checklist has another number of open points than was confirmed',
    params: monthParams,
    body: Type.Object({
      confirmedCount: Type.Integer({ minimum: 0, description: 'Open points that the user has seen and confirmed' }),
    }),
    answer: MonthClosing,
    failure: 'Falha para fechar o mês',
  }),
  reopen: endpoint({
    method: 'POST',
    path: `${base}/:month/reopen`,
    summary: 'Reopens the newest closed month',
    params: monthParams,
    body: Type.Object({ reason: Reason }),
    answer: MonthClosing,
    failure: 'Falha para reabrir o mês',
  }),
  createException: endpoint({
    method: 'POST',
    path: `${base}/:month/exceptions`,
    summary: 'Lets one person change one document of a closed month, or all of the month, for some time',
    params: monthParams,
    body: MonthExceptionBody,
    answer: MonthException,
    failure: 'Falha para abrir a exceção',
  }),
  endException: endpoint({
    method: 'POST',
    path: `${base}/exceptions/:id/end`,
    summary: 'Ends an exception before its time',
    params: rowParams,
    answer: MonthException,
    failure: 'Falha para encerrar a exceção',
  }),
  makeFolder: endpoint({
    method: 'POST',
    path: `${base}/:month/folder`,
    summary: 'Begins to make the folder for the accountant: all of the month in one ZIP, by a background job',
    params: monthParams,
    answer: AccountantFolder,
    failure: 'Falha para preparar a pasta do contador',
  }),
  folder: endpoint({
    method: 'GET',
    path: `${base}/folders/:id`,
    summary: 'A folder for the accountant of the asking user, with the progress of its job',
    params: rowParams,
    answer: AccountantFolder,
    failure: FAILURE,
  }),
  folderFile: endpoint({
    method: 'GET',
    path: `${base}/folders/:id/file`,
    summary: 'The ZIP, for the user who had it made; kept for 7 days',
    params: rowParams,
    answer: Type.Unknown(),
    bare: true,
    failure: 'Falha para baixar a pasta do contador',
  }),
};
