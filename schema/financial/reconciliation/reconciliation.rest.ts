import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import {
  BuildingId,
  Decimal,
  Done,
  Id,
  Instant,
  IsoDate,
  listKeys,
  NamedReference,
  Nullable,
  Page,
  PositiveDecimal,
  Reference,
  Version,
} from '../../platform/shapes.ts';

/** Lines of a wallet's statement and what answers them in Prumo (domain.md §3; mock 7). All calls need DEBIT and CREDIT (§6). */

const Signed = Type.String({ description: 'Signed decimal as text; money in is positive' });

/** A list of lines: what is open, what of it has a suggestion, what is answered, and what nothing answers. */
const DeskView = Type.Union([
  Type.Literal('OPEN', { description: 'Not reconciled and not ignored; those with a suggestion first' }),
  Type.Literal('SUGGESTED'),
  Type.Literal('RECONCILED'),
  Type.Literal('IGNORED'),
]);
export type DeskView = Static<typeof DeskView>;

const EntryStatus = Type.Union([
  Type.Literal('OVERDUE'),
  Type.Literal('OPEN'),
  Type.Literal('PAID'),
  Type.Literal('TRANSFERRED'),
]);

/** An installment or a transfer that may answer lines, or does. */
export const BankEntry = Type.Object({
  kind: Type.Union([Type.Literal('INSTALLMENT'), Type.Literal('TRANSFER')]),
  id: Id,
  transactionId: Nullable(Id),
  transactionVersion: Nullable(Version),
  type: Nullable(Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')])),
  partner: Nullable(NamedReference),
  documentNumber: Nullable(Type.String()),
  description: Nullable(Type.String()),
  number: Nullable(Type.Integer({ description: 'Of the installment in its document' })),
  count: Nullable(Type.Integer()),
  dueDate: Nullable(IsoDate),
  date: Nullable(Type.String({ format: 'date', description: 'Of the payment or the transfer; null while it is open' })),
  otherWallet: Nullable(Type.Object(NamedReference.properties, { description: 'Other side of a transfer' })),
  status: EntryStatus,
  amount: Type.String({
    description: 'Signed decimal as text: what no line answers yet; of a reconciled line, what it answers',
  }),
  hidden: Type.Boolean({
    description: 'Of obras that the user may not see: without partner, document and description',
  }),
});
export type BankEntry = Static<typeof BankEntry>;

const DifferenceKind = Type.Union([
  Type.Literal('INCREASE', { description: 'Juros, multa' }),
  Type.Literal('DISCOUNT', { description: 'Desconto' }),
]);

export const BankSuggestion = Type.Object({
  score: Type.Integer({ minimum: 70, maximum: 99, description: 'Per cent; 90 and more are accepted together' }),
  reasons: Type.Array(Type.String(), { description: 'In words, from the factors of the score' }),
  entries: Type.Array(BankEntry),
  difference: Nullable(Type.Object({ kind: DifferenceKind, amount: Decimal })),
  transfer: Nullable(
    Type.Object({
      wallet: NamedReference,
      line: Nullable(Type.Object({ id: Id }, { description: 'Open line of the other statement, reconciled with it' })),
    }),
  ),
});
export type BankSuggestion = Static<typeof BankSuggestion>;

/** What a document from the line would say, from earlier choices. */
export const BankGuess = Type.Object({
  partner: Nullable(NamedReference),
  category: Nullable(NamedReference),
  building: Nullable(NamedReference),
  reason: Type.String({ description: 'Where it comes from, in words' }),
});
export type BankGuess = Static<typeof BankGuess>;

const Reconciliation = Type.Object({
  id: Id,
  acceptance: Type.String({ format: 'uuid', description: 'Same for all of one command' }),
  acceptedLines: Type.Integer({ description: 'Lines of that command that are still reconciled' }),
  score: Nullable(Type.Integer({ description: 'Of the accepted suggestion; null where a person chose' })),
  lines: Type.Integer({ description: 'Lines that are reconciled as one' }),
  by: Nullable(NamedReference),
  at: Instant,
  entries: Type.Array(BankEntry),
});

export const DeskLine = Type.Object({
  id: Id,
  date: IsoDate,
  amount: Signed,
  memo: Type.String({ description: 'As the bank wrote it' }),
  document: Type.String(),
  taxId: Nullable(Type.String({ description: 'CPF or CNPJ of the memo, without mask' })),
  view: Type.Union([Type.Literal('OPEN'), Type.Literal('RECONCILED'), Type.Literal('IGNORED')]),
  suggestion: Nullable(BankSuggestion),
  guess: Nullable(BankGuess),
  reconciliation: Nullable(Reconciliation),
  ignored: Nullable(Type.Object({ at: Instant, by: Nullable(NamedReference), reason: Nullable(Type.String()) })),
});
export type DeskLine = Static<typeof DeskLine>;

/** LEDGERBAL = wallet's balance + lines that are not in Prumo + unexplained. */
export const BankEquation = Type.Object({
  date: IsoDate,
  ledger: Type.String({ description: 'LEDGERBAL of the newest file of the wallet' }),
  wallet: Type.String({ description: 'Balance of the wallet at the end of that day' }),
  outside: Type.String({ description: 'Lines until that day that nothing in Prumo answers: ignored ones too' }),
  outsideLines: Type.Integer(),
  unexplained: Signed,
  since: Nullable(
    Type.String({ format: 'date', description: 'First day on which the running balances part; null at 0.00' }),
  ),
});
export type BankEquation = Static<typeof BankEquation>;

/** The account of the wallet as the newest imported file writes it. */
const WrittenAccount = Type.Object({
  bank: Type.String(),
  branch: Type.String(),
  number: Type.String(),
  kind: Type.String({ description: 'ACCTTYPE: CHECKING, SAVINGS, CREDITCARD and others' }),
});

/** How many lines of a wallet nothing answers yet. */
const OpenLines = Type.Object({ wallet: NamedReference, lines: Type.Integer() });

const DeskSummary = {
  counts: Type.Object({
    open: Type.Integer(),
    suggested: Type.Integer(),
    acceptable: Type.Integer({ description: 'Suggestions of the asked minimum and more' }),
    reconciled: Type.Integer(),
    ignored: Type.Integer(),
  }),
  moneyIn: Type.String({ description: 'Sum of the lines of the view' }),
  moneyOut: Type.String({ description: 'The same, unsigned' }),
  acceptable: Type.Array(Type.Integer({ minimum: 1 }), {
    description: 'Lines whose suggestion has the asked minimum, on all pages',
  }),
  account: Nullable(WrittenAccount),
  equation: Nullable(BankEquation),
  reconciledThrough: Nullable(IsoDate),
  provenThrough: Nullable(
    Type.String({ format: 'date', description: 'Last day up to which all is reconciled and the balances are equal' }),
  ),
  differenceLimit: Decimal,
  tooMany: Type.Boolean({ description: 'The period has more open lines than are compared: the oldest are' }),
};

export const BankDesk = Type.Object({ ...Page(DeskLine).properties, ...DeskSummary });
export type BankDesk = Static<typeof BankDesk>;

/** Open lines that are compared at once. */
export const MAX_COMPARED = 2_000;
/** Lines, and entries, of one reconciliation. */
export const MAX_TOGETHER = 50;
/** Reconciliations of one command. */
export const MAX_ACCEPTED = 200;

/** An installment, or a transfer that is there, and how much of it. */
const ChosenEntry = Type.Object({
  installmentId: Type.Optional(Id),
  transferId: Type.Optional(Id),
  version: Type.Optional(Version),
  amount: Type.Optional(
    Type.String({
      ...PositiveDecimal,
      description:
        'Of an open installment: gross value to pay, by default all; else what the lines answer, by default the rest',
    }),
  ),
  increase: Type.Optional(PositiveDecimal),
  discount: Type.Optional(PositiveDecimal),
});
export type ChosenEntry = Static<typeof ChosenEntry>;

const NewDocument = Type.Object(
  {
    category: Nullable(Reference),
    partner: Type.Optional(Nullable(Reference)),
    building: Type.Optional(Nullable(Type.Object({ id: BuildingId }))),
    costEstimateGroup: Type.Optional(Nullable(Reference)),
    documentNumber: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
    description: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  },
  { description: 'A paid document of what the entries do not explain' },
);
export type NewDocument = Static<typeof NewDocument>;

export const Acceptance = Type.Object({
  lines: Type.Array(Id, { minItems: 1, maxItems: MAX_TOGETHER, description: 'Lines of one wallet and of one sign' }),
  entries: Type.Optional(Type.Array(ChosenEntry, { maxItems: MAX_TOGETHER })),
  transfer: Type.Optional(
    Type.Object(
      { wallet: Reference, line: Type.Optional(Reference) },
      { description: 'Makes a transfer with another wallet; alone, or with the line of its statement' },
    ),
  ),
  fee: Type.Optional(
    Type.Object(
      { amount: PositiveDecimal, category: Reference, partner: Type.Optional(Nullable(Reference)) },
      { description: 'Makes a paid expense of what the bank kept' },
    ),
  ),
  document: Type.Optional(NewDocument),
  score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Of the suggestion that is accepted' })),
});
export type Acceptance = Static<typeof Acceptance>;

/** What became of one item of a command; a failed one stores nothing. */
const ItemResult = Type.Object({
  ok: Type.Boolean(),
  id: Nullable(Id),
  error: Nullable(Type.String()),
  message: Nullable(Type.String()),
  fields: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
});
export type ItemResult = Static<typeof ItemResult>;

export const AcceptanceAnswer = Type.Object({
  acceptance: Nullable(
    Type.String({ format: 'uuid', description: 'Undoes all of them; null where none was reconciled' }),
  ),
  results: Type.Array(ItemResult, { description: 'In the order of the items' }),
});
export type AcceptanceAnswer = Static<typeof AcceptanceAnswer>;

const statements = '/api/v1/financial/company/:companyId/bank-statements';
const collection = `${statements}/reconciliation`;
const params = Type.Object({ companyId: Id });
const settingsOf = { path: '/api/v1/financial/reconciliation-settings' } as const;

export const ReconciliationSettings = Type.Object({
  differenceLimit: Type.String({
    ...PositiveDecimal,
    description: 'Largest sum of juros, multa, desconto and tarifa of one reconciliation',
  }),
});
export type ReconciliationSettings = Static<typeof ReconciliationSettings>;

export const reconciliationEndpoints = {
  desk: endpoint({
    method: 'GET',
    path: collection,
    summary:
      'Lines of a wallet with what may answer, or answers, them; counts of all views and the equation of balances',
    params,
    query: Type.Object({
      page: listKeys.page,
      size: listKeys.size,
      search: listKeys.search,
      wallet: Id,
      view: Type.Optional(DeskView),
      minimum: Type.Optional(Type.Integer({ minimum: 70, maximum: 99, description: 'Of `acceptable`; 90 without it' })),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
      file: Type.Optional(Id),
    }),
    answer: BankDesk,
  }),
  open: endpoint({
    method: 'GET',
    path: `${collection}/open`,
    summary: 'Number of open lines of each active wallet that has any, by name',
    params,
    answer: Type.Object({ wallets: Type.Array(OpenLines) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: `${collection}/candidates`,
    summary: 'What no line answers yet; with lines, first what can close their sum',
    params,
    query: Type.Object({
      page: listKeys.page,
      size: listKeys.size,
      search: listKeys.search,
      wallet: Id,
      lines: Type.Optional(
        Type.String({ maxLength: 1_000, pattern: '^\\d+(,\\d+)*$', description: 'Ids of open lines: 1,2,3' }),
      ),
    }),
    answer: Page(BankEntry),
  }),
  accept: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Reconciles lines with entries, each item in its own SQL transaction, and returns a result for each',
    params,
    body: Type.Object({ items: Type.Array(Acceptance, { minItems: 1, maxItems: MAX_ACCEPTED }) }),
    answer: AcceptanceAnswer,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${collection}/undo`,
    summary: 'Undoes reconciliations with what they paid and made, each in its own SQL transaction',
    params,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_ACCEPTED })),
      acceptance: Type.Optional(Type.String({ format: 'uuid', description: 'Instead of ids: all of one command' })),
    }),
    answer: Type.Object({ results: Type.Array(ItemResult) }),
  }),
  ignore: endpoint({
    method: 'POST',
    path: `${collection}/ignored`,
    summary: 'Says of open lines that nothing answers them',
    params,
    body: Type.Object({
      lines: Type.Array(Id, { minItems: 1, maxItems: MAX_ACCEPTED }),
      reason: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    }),
    answer: Done,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${collection}/ignored/undo`,
    summary: 'Makes ignored lines open again',
    params,
    body: Type.Object({ lines: Type.Array(Id, { minItems: 1, maxItems: MAX_ACCEPTED }) }),
    answer: Done,
  }),
  close: endpoint({
    method: 'PUT',
    path: `${collection}/wallets/:walletId/reconciled-through`,
    summary: 'Sets the day up to which nothing of a wallet moves; to move it back needs an administrator and a reason',
    params: Type.Object({ companyId: Id, walletId: Id }),
    body: Type.Object({
      through: Nullable(IsoDate),
      before: Type.Union([IsoDate, Type.Null()], { description: 'Day that it replaces; another one is 409' }),
      reason: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    }),
    answer: Type.Object({ through: Nullable(IsoDate) }),
  }),
  settings: endpoint({
    method: 'GET',
    summary: 'Limit of differences of the account',
    answer: ReconciliationSettings,
    ...settingsOf,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    summary: 'Changes the limit of differences of the account',
    body: ReconciliationSettings,
    answer: ReconciliationSettings,
    ...settingsOf,
  }),
};
