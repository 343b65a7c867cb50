import { Type, type Static } from 'typebox';
import { MONTH_PATTERN } from '#domain/financial/financialStatement/months.ts';
import { endpoint } from '../../platform/endpoint.ts';
import {
  Decimal,
  Done,
  Id,
  Instant,
  IsoDate,
  listKeys,
  NamedReference,
  Nullable,
  Page,
  Version,
} from '../../platform/shapes.ts';

const FAILURE = 'Falha para buscar o demonstrativo de resultado';

/** Month of a statement, as `YYYY-MM`. */
const Month = Type.String({
  pattern: MONTH_PATTERN,
  maxLength: 7,
  description: 'Month YYYY-MM',
  'x-message': 'Informe um mês, como 2026-10.',
});

const Regime = Type.Union([Type.Literal('CASH'), Type.Literal('ACCRUAL')], {
  description: 'CASH (caixa) counts payments by their date, ACCRUAL (competência) documents by their competence date',
});

/** Key of a row: a line (`CONSTRUCTION_COST`), a category (`category-12`), documents without one, or charges of payments. */
const FigureKey = Type.String({
  minLength: 1,
  maxLength: 40,
  description:
    'Row of the statement: a line ("CONSTRUCTION_COST", "UNCLASSIFIED"), a category ("category-12"), documents without one ("without-debit"), or increases and discounts of payments ("increase-debit")',
});

const TransactionType = Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')]);

/** A row that a line adds up from. Income is positive, expenses negative. */
export const StatementRow = Type.Object({
  figure: FigureKey,
  line: Type.String({
    description: 'Line that it belongs to; "UNCLASSIFIED" without one, "OUTSIDE" beside the result',
  }),
  label: Type.String(),
  type: TransactionType,
  category: Nullable(NamedReference),
  values: Type.Array(Decimal, { description: 'By month, in the order of `months`' }),
  total: Decimal,
});
export type StatementRow = Static<typeof StatementRow>;

/** A line of the statement. Computed ones are the sum of the lines above them. */
export const FinancialStatementLine = Type.Object({
  line: Type.String(),
  label: Type.String(),
  computed: Type.Boolean(),
  values: Type.Array(Decimal),
  total: Decimal,
  verticalShares: Type.Array(Nullable(Decimal), {
    description: 'AV: percentage of the net revenue of the month; null where that is not above zero',
  }),
  totalVerticalShare: Nullable(Decimal),
  horizontalChanges: Type.Array(Nullable(Decimal), {
    description:
      'AH: change over the month before as a percentage of its absolute value; null on the first month and over zero',
  }),
});
export type FinancialStatementLine = Static<typeof FinancialStatementLine>;

/** A text that explains one figure, with who wrote it last. */
export const StatementNote = Type.Object({
  id: Id,
  figure: FigureKey,
  regime: Regime,
  month: Month,
  buildingId: Nullable(Id),
  text: Type.String(),
  author: Nullable(NamedReference),
  writtenAt: Instant,
  version: Version,
});
export type StatementNote = Static<typeof StatementNote>;

/** Movement of the company's wallets in the period, which result and what stays outside must add up to. */
export const WalletCheck = Type.Object({
  change: Decimal,
  difference: Decimal,
  ignoredMovements: Type.Integer({ description: 'Movements of the period before the initial balance of their wallet' }),
});

/** Income statement (DRE) of some months. */
export const FinancialStatement = Type.Object({
  companyId: Id,
  buildingId: Nullable(Id),
  regime: Regime,
  months: Type.Array(Month),
  today: IsoDate,
  lines: Type.Array(FinancialStatementLine),
  rows: Type.Array(StatementRow),
  outside: Type.Object({ values: Type.Array(Decimal), total: Decimal }),
  wallets: Nullable(WalletCheck),
  expensesWithoutBuilding: Nullable(Decimal),
  notes: Type.Array(StatementNote),
});
export type FinancialStatement = Static<typeof FinancialStatement>;

/** What one document adds to a figure. */
export const StatementDocument = Type.Object({
  transactionId: Id,
  type: TransactionType,
  documentNumber: Nullable(Type.String()),
  description: Nullable(Type.String()),
  partner: Nullable(NamedReference),
  category: Nullable(NamedReference),
  date: IsoDate,
  value: Decimal,
});
export type StatementDocument = Static<typeof StatementDocument>;

const base = '/api/v1/financial/company/:companyId/financial-statement';
const params = Type.Object({ companyId: Id });
const noteParams = Type.Object({ companyId: Id, id: Id });
const period = { regime: Regime, from: Month, to: Month, buildingId: Type.Optional(Id) };

const NoteText = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', 'x-message': 'Escreva a nota.' });

export const StatementNoteBody = Type.Object({
  figure: FigureKey,
  regime: Regime,
  month: Month,
  buildingId: Type.Optional(Nullable(Id)),
  text: NoteText,
});
export type StatementNoteBody = Static<typeof StatementNoteBody>;

export const financialStatementEndpoints = {
  get: endpoint({
    method: 'GET',
    path: base,
    summary:
      'Income statement (DRE) by month, both months included, at most 24; of the shares of a building where one is named',
    replica: true,
    params,
    query: Type.Object(period),
    answer: FinancialStatement,
    failure: FAILURE,
  }),
  documents: endpoint({
    method: 'GET',
    path: `${base}/documents`,
    summary: 'Documents behind a figure of the statement, the largest first, with their sum',
    replica: true,
    params,
    query: Type.Object({ ...period, figure: FigureKey, page: listKeys.page, size: listKeys.size }),
    answer: Type.Object({ ...Page(StatementDocument).properties, total: Decimal }),
    failure: FAILURE,
  }),
  file: endpoint({
    method: 'GET',
    path: `${base}/file`,
    summary: 'The statement as PDF (landscape), XLSX (computed lines are formulas) or CSV',
    replica: true,
    params,
    query: Type.Object({
      ...period,
      format: Type.Union([Type.Literal('PDF'), Type.Literal('XLSX'), Type.Literal('CSV')]),
      open: Type.Optional(
        Type.String({
          maxLength: 300,
          description: 'Of a PDF: lines whose rows are printed, comma-separated; none without it',
        }),
      ),
      analysis: Type.Optional(
        Type.Union([Type.Literal('NONE'), Type.Literal('AV'), Type.Literal('AH')], {
          description: 'Of a PDF: percentages beside the values; AV without it',
        }),
      ),
    }),
    answer: Type.Unknown(),
    bare: true,
    failure: 'Falha para exportar o demonstrativo de resultado',
  }),
  createNote: endpoint({
    method: 'POST',
    path: `${base}/notes`,
    summary: 'Writes a note on a figure of a month; a figure has one',
    params,
    body: StatementNoteBody,
    answer: StatementNote,
    failure: 'Falha para salvar a nota',
  }),
  updateNote: endpoint({
    method: 'PUT',
    path: `${base}/notes/:id`,
    summary: 'Changes the text of a note',
    params: noteParams,
    body: Type.Object({ text: NoteText, version: Type.Optional(Version) }),
    echo: StatementNote,
    answer: StatementNote,
    failure: 'Falha para salvar a nota',
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: `${base}/notes/:id`,
    summary: 'Deletes a note',
    params: noteParams,
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Done,
    failure: 'Falha para apagar a nota',
  }),
};
