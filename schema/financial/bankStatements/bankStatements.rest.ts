import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import {
  Decimal,
  Id,
  Instant,
  IsoDate,
  listKeys,
  NamedReference,
  Nullable,
  Page,
  Version,
} from '../../platform/shapes.ts';

/** Files of statements of banks, in OFX or CSV, and the lines of wallets that come with them (domain.md §3; mocks 7, 7b). */

const FileState = Type.Union([
  Type.Literal('DRAFT', { description: 'Read, and looked at: no wallet has its lines' }),
  Type.Literal('IMPORTED'),
  Type.Literal('UNDONE', { description: 'Its lines are gone, but those that another file has too' }),
]);

/** What becomes of a line of a file; there is no other. */
const LineStatus = Type.Union([
  Type.Literal('NEW'),
  Type.Literal('KNOWN', {
    description:
      'The wallet has it: same FITID, date, amount, memo and number among identical ones; or, in another format, same date and amount',
  }),
  Type.Literal('CONFLICT', { description: 'The wallet has a line of that day and FITID with another amount' }),
  Type.Literal('IGNORED', { description: 'A balance, or nothing: it moves no money' }),
  Type.Literal('WAITING', { description: 'Its account has no wallet yet' }),
]);
export type BankLineStatus = Static<typeof LineStatus>;

/** Lines by what becomes of them; they add up to `lines`. Of an imported file: by what became of them. */
const LineCounts = Type.Object({
  lines: Type.Integer(),
  new: Type.Integer(),
  known: Type.Integer(),
  conflict: Type.Integer({ description: 'Of an imported file: conflicts in which the known line was kept' }),
  ignored: Type.Integer(),
  waiting: Type.Integer(),
});
export type BankLineCounts = Static<typeof LineCounts>;

const column = (description: string) => Nullable(Type.Integer({ minimum: 1, description }));

const columns = {
  bank: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S', description: 'Name of the bank' }),
  date: Type.Integer({ minimum: 1, description: 'Column of the day' }),
  memo: Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    maxItems: 4,
    description: 'Columns of the memo, in the order in which they are joined',
  }),
};
const choices = {
  amount: column('Column of the signed amount; without it, moneyIn or moneyOut, or both'),
  moneyIn: column('Column of what came in'),
  moneyOut: column('Column of what went out'),
  direction: column('Column that says of each amount whether it is credit or debit ("C", "D")'),
  document: column('Column of the number that the bank gives'),
  identifier: column("Column of the bank's own number of the line, as FITID"),
  balance: column('Column of the balance after each line'),
  account: column('Column of the number of the account'),
};

/** What the columns of a CSV are, counted from 1. */
const TableLayout = Type.Object({
  ...{ ...columns, ...choices },
  inverted: Type.Boolean({ description: 'Money out is positive, as on bills of cards' }),
});

/** As TableLayout; a column that is left out is none. */
const TableLayoutBody = Type.Object({
  ...columns,
  ...Type.Partial(Type.Object(choices)).properties,
  inverted: Type.Optional(Type.Boolean({ description: 'Default: false' })),
});
export type TableLayoutBody = Static<typeof TableLayoutBody>;

/** The table of a CSV (docs/decisions/0069). Without a layout, the file has no accounts and no lines yet. */
const StatementTable = Type.Object({
  headers: Type.Array(Type.String()),
  sample: Type.Array(Type.Array(Type.String()), { description: 'The first rows below the headers' }),
  rows: Type.Integer({ description: 'Rows below the headers' }),
  guess: Type.Object(
    {
      ...TableLayout.properties,
      ...{ bank: Type.String(), memo: Type.Array(Type.Integer()) },
    },
    { description: 'What the columns probably are' },
  ),
  layout: Nullable(TableLayout),
});
export type StatementTable = Static<typeof StatementTable>;

/** An account of a file. */
const FileAccount = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  bank: Type.String({ description: 'Number of the bank, as the file has it' }),
  branch: Type.String(),
  number: Type.String(),
  kind: Type.String({ description: 'ACCTTYPE: CHECKING, SAVINGS, CREDITCARD …' }),
  start: Nullable(IsoDate),
  end: Nullable(IsoDate),
  ledger: Nullable(Type.Object({ amount: Decimal, date: IsoDate }, { description: 'LEDGERBAL' })),
  wallet: Nullable(NamedReference),
  remembered: Type.Boolean({ description: 'The wallet is the one that this account went to last time' }),
  counts: LineCounts,
});

export const BankStatementFile = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  dialect: Type.String({ description: '"OFX 1.02", "CSV"' }),
  encoding: Type.String({ description: 'As it was read: UTF-8, UTF-16 or windows-1252' }),
  state: FileState,
  uploadedAt: Instant,
  uploadedBy: Nullable(NamedReference),
  importedAt: Nullable(Instant),
  importedBy: Nullable(NamedReference),
  undoneAt: Nullable(Instant),
  keptLines: Type.Integer({ description: 'Of an undone file: lines that stay, since they are reconciled' }),
  table: Nullable(StatementTable),
  accounts: Type.Array(FileAccount),
  counts: LineCounts,
  version: Version,
});
export type BankStatementFile = Static<typeof BankStatementFile>;

/** Line of a file. Money in is positive. */
export const BankFileLine = Type.Object({
  position: Type.Integer({ minimum: 1, description: 'In the file' }),
  account: Type.Integer({ description: 'Position of its account' }),
  date: Nullable(Type.String({ format: 'date', description: 'Null: a balance line without one' })),
  amount: Nullable(Type.String({ description: 'Signed decimal as text; null: a balance line without one' })),
  memo: Type.String({ description: 'As the bank wrote it' }),
  document: Type.String({ description: 'Number that the bank gives; empty without one' }),
  status: LineStatus,
  reason: Nullable(Type.String({ description: 'Why it is so, in words' })),
  known: Nullable(
    Type.Object(
      {
        ...{ id: Id, amount: Decimal, file: Nullable(Type.String()), importedAt: Nullable(Instant) },
        reconciled: Type.Boolean(),
        reconciledWith: Nullable(
          Type.String({
            description: 'Document, or else partner, that it is reconciled with; null where it may not be seen',
          }),
        ),
      },
      { description: 'Line of the wallet that it is, or is in conflict with, and the file that it came with' },
    ),
  ),
});
export type BankFileLine = Static<typeof BankFileLine>;

/** Line of a wallet's statement. Money in is positive. */
export const BankLine = Type.Object({
  id: Id,
  wallet: NamedReference,
  date: IsoDate,
  amount: Type.String({ description: 'Signed decimal as text' }),
  memo: Type.String(),
  document: Type.String(),
  type: Type.String({ description: 'TRNTYPE' }),
  file: NamedReference,
});
export type BankLine = Static<typeof BankLine>;

export const BankLineTotals = Type.Object({
  lines: Type.Integer(),
  moneyIn: Decimal,
  moneyOut: Type.String({ description: 'Decimal as text, unsigned' }),
});
export type BankLineTotals = Static<typeof BankLineTotals>;

const ConflictDecision = Type.Union([
  Type.Literal('KEEP', { description: 'The known line stays, the new one stays out' }),
  Type.Literal('REPLACE', { description: 'The new line takes the place of the known one' }),
  Type.Literal('BOTH', { description: 'They are two movements' }),
]);
export type ConflictDecision = Static<typeof ConflictDecision>;

const MAX_CONFLICTS = 1_000;

export const BankImportBody = Type.Object({
  conflicts: Type.Optional(
    Type.Array(Type.Object({ position: Type.Integer({ minimum: 1 }), decision: ConflictDecision }), {
      maxItems: MAX_CONFLICTS,
      description: 'An undecided conflict keeps the known line',
    }),
  ),
  version: Type.Optional(Version),
});
export type BankImportBody = Static<typeof BankImportBody>;

const collection = '/api/v1/financial/company/:companyId/bank-statements';
const company = Type.Object({ companyId: Id });
const ofFile = Type.Object({ companyId: Id, id: Id });
const one = `${collection}/files/:id`;

const lineFilters = {
  wallet: Type.Optional(Id),
  file: Type.Optional(Id),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
};

export const bankStatementEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: `${collection}/files`,
    summary: 'Reads a statement (OFX or CSV, part "file", 10 MiB) as a draft; the same file again is the same draft',
    params: company,
    bodyKind: 'multipart',
    answer: BankStatementFile,
  }),
  examples: endpoint({
    method: 'GET',
    path: `${collection}/examples`,
    summary: 'Names of the statements that the demo company comes with; none for any other company',
    params: company,
    answer: Type.Object({ names: Type.Array(Type.String()) }),
  }),
  addExamples: endpoint({
    method: 'POST',
    path: `${collection}/examples`,
    summary: 'Reads those statements as drafts',
    params: company,
    answer: Type.Object({ files: Type.Array(BankStatementFile) }),
  }),
  files: endpoint({
    method: 'GET',
    path: `${collection}/files`,
    summary: 'Files of a company, newest first',
    params: company,
    query: Type.Object({ ...listKeys, state: Type.Optional(FileState) }),
    answer: Page(BankStatementFile),
    watched: { entity: 'bank_statement_file' },
  }),
  file: endpoint({ method: 'GET', path: one, summary: 'One file', params: ofFile, answer: BankStatementFile }),
  content: endpoint({
    method: 'GET',
    path: `${one}/content`,
    summary: 'The file as it was sent',
    params: ofFile,
    answer: Type.Unknown(),
    bare: true,
  }),
  fileLines: endpoint({
    method: 'GET',
    path: `${one}/lines`,
    summary: 'Lines of a file, and what becomes, or became, of each',
    params: ofFile,
    query: Type.Object({
      ...listKeys,
      accountPosition: Type.Optional(Type.Integer({ minimum: 1, description: 'Of an account of the file' })),
      status: Type.Optional(LineStatus),
    }),
    answer: Page(BankFileLine),
  }),
  suggested: endpoint({
    method: 'GET',
    path: `${one}/accounts/:position/suggested`,
    summary: 'How many of the new lines of an account of a draft something in Prumo may answer',
    params: Type.Object({ companyId: Id, id: Id, position: Type.Integer({ minimum: 1 }) }),
    answer: Type.Object({ lines: Type.Integer({ description: 'New lines' }), suggested: Type.Integer() }),
  }),
  map: endpoint({
    method: 'PUT',
    path: `${one}/layout`,
    summary: 'Says what the columns of a draft in CSV are, which is remembered for files with the same headers',
    params: ofFile,
    body: Type.Object({ tableLayout: TableLayoutBody, version: Type.Optional(Version) }),
    answer: BankStatementFile,
  }),
  route: endpoint({
    method: 'PUT',
    path: `${one}/accounts/:position`,
    summary: 'Chooses the wallet of an account of a draft, or none',
    params: Type.Object({ companyId: Id, id: Id, position: Type.Integer({ minimum: 1 }) }),
    body: Type.Object({
      wallet: Nullable(Type.Object({ id: Id })),
      version: Type.Optional(Version),
    }),
    answer: BankStatementFile,
  }),
  import: endpoint({
    method: 'POST',
    path: `${one}/import`,
    summary: 'Brings the new lines of a draft into their wallets; the wallets of its accounts are remembered',
    params: ofFile,
    body: BankImportBody,
    answer: BankStatementFile,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${one}/undo`,
    summary: 'Takes the lines of an import out of their wallets, but those that another file has too',
    params: ofFile,
    body: Type.Object({ version: Type.Optional(Version) }),
    answer: BankStatementFile,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    summary: 'Deletes a draft',
    params: ofFile,
    answer: Type.Object({ id: Id }),
  }),
  lines: endpoint({
    method: 'GET',
    path: `${collection}/lines`,
    summary: 'Lines of the wallets of a company, newest first',
    params: company,
    query: Type.Object({ ...listKeys, ...lineFilters }),
    answer: Page(BankLine),
    watched: { entity: 'bank_statement_line' },
  }),
  totals: endpoint({
    method: 'GET',
    path: `${collection}/lines/totals`,
    summary: 'Count and sums of lines over a filter',
    params: company,
    query: Type.Object({ search: listKeys.search, ...lineFilters }),
    answer: BankLineTotals,
  }),
};
