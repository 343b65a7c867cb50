import { MAX_IMPORT_CELL, MAX_IMPORT_ROWS, type ImportDescription } from '#domain/imports/description.ts';
import { Type, type Static, type TProperties } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Nullable } from './shapes.ts';

const ImportRow = Type.Object({
  line: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Line in the file, for messages' }),
  cells: Type.Array(Type.String({ maxLength: MAX_IMPORT_CELL }), { maxItems: 40 }),
});

/** Rows of a spreadsheet as texts, one cell for each of `columns`; a blank cell says nothing of its field. */
const importFields = {
  fileName: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-message': 'Campo obrigatório.' }),
  columns: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 40 }),
  rows: Type.Array(ImportRow, { minItems: 1, maxItems: MAX_IMPORT_ROWS }),
  existing: Type.Optional(
    Type.Union([Type.Literal('UPDATE'), Type.Literal('KEEP')], {
      description: 'What happens to rows that exist already and differ; UPDATE without it',
    }),
  ),
  faulty: Type.Optional(
    Type.Union([Type.Literal('REFUSE'), Type.Literal('SKIP')], {
      description:
        'What rows at fault do: REFUSE, without it, writes nothing and names them (422); SKIP writes the others, and answers these as FAILED',
    }),
  ),
  createMissing: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: 40,
      description: 'Fields whose references are made where they do not exist',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Checks only: nothing is written, and faults are answered' })),
};

const AnyRequest = Type.Object(importFields);
/** What the body of every import says. */
export type ImportRequest = Static<typeof AnyRequest>;

const ImportStatus = Type.Union([
  Type.Literal('NEW'),
  Type.Literal('CHANGED'),
  Type.Literal('UNCHANGED'),
  Type.Literal('KEPT'),
  Type.Literal('FAILED'),
]);
export type ImportStatus = Static<typeof ImportStatus>;

const ImportProblem = Type.Object({
  field: Type.String(),
  message: Type.String(),
  suggestion: Type.Optional(Type.String({ description: 'Text that was probably meant' })),
});
export type ImportProblem = Static<typeof ImportProblem>;

export const ImportResult = Type.Object({
  importId: Nullable(
    Type.Integer({ minimum: 1, description: 'By which it is undone; null where nothing was written' }),
  ),
  counts: Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    kept: Type.Integer({ description: 'Exist already, differ, and stay as they are' }),
    failed: Type.Integer(),
  }),
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      status: ImportStatus,
      id: Type.Optional(Id),
      changed: Type.Array(Type.String()),
      problems: Type.Array(ImportProblem),
    }),
    { description: 'In the order of the request' },
  ),
  missing: Type.Array(
    Type.Object({
      field: Type.String(),
      text: Type.String(),
      rows: Type.Integer(),
      similar: Type.Optional(Type.String({ description: 'An existing one that was probably meant' })),
    }),
    { description: 'References that do not exist, and how many rows name them' },
  ),
  options: Type.Array(Type.Object({ field: Type.String(), texts: Type.Array(Type.String()) }), {
    description: 'What cells of references may say; at most 500 of each',
  }),
});
export type ImportResult = Static<typeof ImportResult>;

/** Bytes of the largest import. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

/** `POST …/import`: checks the rows of a spreadsheet, or writes all of them or none; with `faulty: SKIP`, all that are sound. */
export const importEndpoint = <O extends TProperties, X extends TProperties = Record<never, never>>(
  { path, owner, called }: { path: string; owner: O; called: readonly [string, string] },
  { noun }: ImportDescription,
  /** Further fields of the body, which concern all rows. */
  beside: X = {} as X,
) =>
  endpoint({
    method: 'POST',
    path: `${path}/import`,
    summary: `Checks or imports ${called[1]} from the rows of a spreadsheet, all or none, or all but those at fault`,
    failure: `Falha para importar ${noun.many}`,
    params: Type.Object(owner),
    body: Type.Object({ ...AnyRequest.properties, ...beside }),
    bodyBytes: MAX_IMPORT_BYTES,
    answer: ImportResult,
  });

const ImportUndoOutcome = Type.Union([Type.Literal('REMOVED'), Type.Literal('RESTORED'), Type.Literal('LEFT')]);
export type ImportUndoOutcome = Static<typeof ImportUndoOutcome>;

export const ImportUndo = Type.Object({
  counts: Type.Object(
    {
      removed: Type.Integer(),
      restored: Type.Integer({ description: 'Have their earlier values again' }),
      left: Type.Integer({ description: 'Stay as they are: changed or used since' }),
    },
    { description: 'Their sum is that of the rows that the import wrote' },
  ),
  rows: Type.Array(
    Type.Object({
      id: Id,
      label: Type.String(),
      outcome: ImportUndoOutcome,
      reason: Type.Optional(Type.String({ description: 'Why it stays, in Portuguese' })),
    }),
    { description: 'In the order of the import; references that were made for its rows come last' },
  ),
});
export type ImportUndo = Static<typeof ImportUndo>;

/** `POST …/import/:importId/undo`: takes back what an import wrote, as far as nothing was changed or used since. */
export const undoImportEndpoint = <O extends TProperties>(
  { path, owner, called }: { path: string; owner: O; called: readonly [string, string] },
  { noun }: ImportDescription,
) =>
  endpoint({
    method: 'POST',
    path: `${path}/import/:importId/undo`,
    summary: `Takes back what an import of ${called[1]} wrote; rows that were changed or used since stay`,
    failure: `Falha para desfazer a importação de ${noun.many}`,
    params: Type.Object({ ...owner, importId: Id }),
    answer: ImportUndo,
  });
