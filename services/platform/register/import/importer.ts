import type { FastifyInstance } from 'fastify';
import type { ImportDescription } from '#domain/imports/description.ts';
import type { BodyOf, Endpoint } from '#schema/platform/endpoint.ts';
import type { ImportRequest, ImportResult } from '#schema/platform/imports.ts';
import type { Work } from '../../db/unitOfWork.ts';
import { ruleBroken, type FieldError } from '../../errors.ts';
import { answered, implement } from '../../http/route.ts';
import { closed } from '../../http/schemaNodes.ts';
import { compilePart } from '../../http/validation.ts';
import type { Importing } from './importing.ts';
import { readLines, refuse, type Line } from './lines.ts';
import { recordImport } from './recorded.ts';
import { makeMissing, resolveReferences, type Sources } from './references.ts';
import type { Reversal } from './reversal.ts';
import { implementUndo, type UndoEndpoint } from './undo.ts';

export type { Importing } from './importing.ts';

/**
 * How the rows of one register are found and written, many at a time: the number of SQL statements does not depend on how
 * many. `Request` is the body of its call.
 */
export interface Importer<Row extends { id: number }, State = void, Request extends ImportRequest = ImportRequest> {
  description: ImportDescription;
  /** The call that makes a single row: cells must hold what its body may say. */
  create: Endpoint;
  sources?: Sources;
  /** What a row may leave out although the body of `create` needs it. */
  stand?: Record<string, unknown>;
  /** Values that all rows have: the type of partners. */
  fixed?: (request: Request) => Record<string, unknown>;
  /** Refuses the whole request. */
  allow?: (importing: Importing<Request>) => void | Promise<void>;
  /** Finds the stored row that each line speaks of, and refuses lines that the register would; what it answers goes to `insert`. */
  match: (importing: Importing<Request>, lines: readonly Line<Row>[]) => Promise<State>;
  /** Fields in which a line differs from its stored row. */
  changesOf: (line: Line<Row>, existing: Row) => string[];
  /** Makes rows, sets their ids, and writes their history. */
  insert: (importing: Importing<Request>, work: Work, lines: readonly Line<Row>[], state: State) => Promise<void>;
  update: (importing: Importing<Request>, work: Work, lines: readonly Line<Row>[]) => Promise<void>;
  /** Takes rows back, and `earlierOf` tells what it then needs of a changed row: values of the fields of `line.changed`. */
  reversal: Reversal;
  earlierOf: (line: Line<Row>, existing: Row) => Record<string, unknown>;
  /** Sentence for a finished import (§8). */
  message?: string;
}

const REQUIRED = 'Campo obrigatório.';

/** Any row stands for references in this check, which looks at their shape only. */
const ANY_ID = { id: 1 };

/** Holds each line to the contract of a single row; what is missing is told once it is known which lines are new. */
const contractOf = ({
  create,
  description,
  stand: left = {},
}: Pick<Importer<never>, 'create' | 'description' | 'stand'>) => {
  const known = 'properties' in create.body ? Object.keys(create.body.properties as object) : [];
  let check: ReturnType<typeof compilePart> | undefined;
  const stand = Object.fromEntries(
    description.fields
      .filter(({ field, kind }) => kind === 'reference' && known.includes(field))
      .map(({ field }) => [field, ANY_ID]),
  );
  return (line: Line, fixed: Record<string, unknown>): void => {
    // Compiled at the first import: a test run starts the services some 150 times.
    check ??= compilePart(closed(create.body), 'body');
    const given = Object.entries(line.values).filter(([field, value]) => value !== undefined && known.includes(field));
    const verdict = check({ ...left, ...stand, ...Object.fromEntries(given), ...fixed });
    if (!('error' in verdict)) return;
    for (const { path, message } of verdict.error.fields) {
      const field = path.split('.')[0] ?? '';
      if (line.values[field] !== undefined) refuse(line, field, message);
    }
  };
};

const requireNew = ({ fields }: ImportDescription, line: Line): void => {
  for (const { field, required } of fields) {
    if (required && line.texts[field] === undefined) refuse(line, field, REQUIRED);
  }
};

const settle = <Row extends { id: number }, State>(
  importer: Pick<Importer<Row, State>, 'changesOf' | 'description'>,
  line: Line<Row>,
  keep: boolean,
): void => {
  const { existing } = line;
  if (existing) {
    line.id = existing.id;
    line.changed = [...new Set([...importer.changesOf(line, existing), ...line.unmade.keys()])];
  } else requireNew(importer.description, line);
  for (const [field, message] of line.onlyKept) {
    if (!existing || line.changed.includes(field)) refuse(line, field, message);
  }
  if (line.problems.length > 0) line.status = 'FAILED';
  else if (!existing) line.status = 'NEW';
  else line.status = line.changed.length === 0 ? 'UNCHANGED' : keep ? 'KEPT' : 'CHANGED';
};

const resultOf = (
  lines: readonly Line[],
  resolved: Pick<ImportResult, 'missing' | 'options'>,
  importId: number | null = null,
): ImportResult => {
  const count = (wanted: Line['status']) => lines.filter(({ status }) => status === wanted).length;
  return {
    importId,
    counts: {
      created: count('NEW'),
      updated: count('CHANGED'),
      unchanged: count('UNCHANGED'),
      kept: count('KEPT'),
      failed: count('FAILED'),
    },
    rows: lines.map(({ line, status, id, changed, problems }) => ({
      ...{ line, status, changed, problems },
      ...(id === undefined ? {} : { id }),
    })),
    ...resolved,
  };
};

const isFailed = ({ status }: Line): boolean => status === 'FAILED';

/** The problems of all lines, at the cells of the request. */
const problemsOf = (lines: readonly Line[]): FieldError[] =>
  lines.flatMap(({ problems }, index) =>
    problems.map(({ field, message }) => ({ path: `rows.${index}.${field}`, message })),
  );

/** Most cells that a refused import names; a check names all. */
const MAX_NAMED = 200;

/** The import of a register, and its undo. */
export interface ImportCalls<E extends Endpoint> {
  import: E;
  undoImport: UndoEndpoint;
}

/**
 * Adds `POST …/import` to a register: a check answers what each row would become; otherwise all rows are written, or none,
 * or those that are not at fault (`faulty`).
 * `POST …/import/:importId/undo` takes back what an import wrote.
 */
export const implementImport = <E extends Endpoint, Row extends { id: number }, State>(
  app: FastifyInstance,
  { import: endpoint, undoImport }: ImportCalls<E>,
  importer: Importer<Row, State, BodyOf<E> & ImportRequest>,
): void => {
  type Now = Importing<BodyOf<E> & ImportRequest>;
  const { description, sources = {} } = importer;
  const contract = contractOf(importer);

  const plan = async (importing: Now) => {
    const { request } = importing;
    await importer.allow?.(importing);
    const lines = readLines<Row>(description, request);
    const fixed = importer.fixed?.(request) ?? {};
    const { columns, createMissing = [] } = request;
    const wanted = { fields: description.fields, columns, createMissing };
    const resolved = await resolveReferences(importing, wanted, sources, lines);
    for (const line of lines) {
      contract(line, fixed);
      Object.assign(line.values, fixed);
    }
    const state = await importer.match(importing, lines);
    for (const line of lines) settle(importer, line, request.existing === 'KEEP');
    return { lines, resolved, state };
  };

  /**
   * Plans all rows or, where those at fault are skipped, those that are left: once more without them, since what was
   * planned for the others may rest on one that is skipped. `lines` are all of the request.
   */
  const planTaken = async (importing: Now) => {
    const request: ImportRequest = importing.request;
    const first = await plan(importing);
    if (request.faulty !== 'SKIP') return first;
    const lineOf = new Map(request.rows.map((row, index) => [row, first.lines[index]]));
    let { lines, state } = first;
    while (lines.some(isFailed)) {
      const rows = request.rows.filter((row) => lineOf.get(row)?.status !== 'FAILED');
      if (rows.length === 0) break;
      ({ lines, state } = await plan({ ...importing, request: { ...importing.request, rows } }));
      for (const [index, row] of rows.entries()) lineOf.set(row, lines[index]);
    }
    return { ...first, state, lines: [...lineOf.values()].filter((line) => line !== undefined) };
  };

  const write = async (importing: Now, work: Work): Promise<ImportResult> => {
    const { lines, resolved, state } = await planTaken(importing);
    const problems = problemsOf(lines);
    if (problems.length > 0 && importing.request.faulty !== 'SKIP')
      throw ruleBroken('Confira as células indicadas. Nada foi importado.', problems.slice(0, MAX_NAMED));
    const written = lines.filter(({ status }) => status === 'NEW' || status === 'CHANGED');
    const references = await makeMissing(importing.trx, work, sources, written);
    const made = written.filter(({ status }) => status === 'NEW');
    const changed = written.filter(({ status }) => status === 'CHANGED');
    if (made.length > 0) await importer.insert(importing, work, made, state);
    if (changed.length > 0) await importer.update(importing, work, changed);
    if (written.length === 0) return resultOf(lines, resolved);
    const { reversal, earlierOf } = importer;
    // Several lines may be one row: installments of one document.
    const own = new Map(
      written.map((line) => [
        line.id ?? 0,
        { id: line.id ?? 0, before: line.existing ? earlierOf(line, line.existing) : null },
      ]),
    );
    const importId = await recordImport(importing.trx, work, {
      ...{ entity: reversal.entity, fileName: importing.request.fileName },
      groups: [
        { reversal, rows: [...own.values()] },
        ...[...references].map(([of, ids]) => ({ reversal: of, rows: ids.map((id) => ({ id, before: null })) })),
      ],
    });
    return resultOf(lines, resolved, importId);
  };

  const call: Endpoint = endpoint;
  implement(app, call, async (context) => {
    const { session } = context;
    const request = context.body as BodyOf<E> & ImportRequest;
    const { companyId = null } = context.params as { companyId?: number };
    if (request.dryRun) {
      return context.read(async (trx) => {
        const { lines, resolved } = await plan({ trx, session, request, companyId, dryRun: true });
        return resultOf(lines, resolved);
      });
    }
    const result = await context.write((trx, work) =>
      write({ trx, session, request, companyId, dryRun: false }, withOrigin(work, request.fileName)),
    );
    return importer.message === undefined ? result : answered(result, importer.message);
  });

  const reversals = [importer.reversal, ...Object.values(sources).flatMap(({ making }) => making?.reversal ?? [])];
  implementUndo(app, undoImport, importer.reversal.entity, reversals);
};

/** The history of every row says which file it came from. */
const withOrigin = (work: Work, fileName: string): Work => ({
  ...work,
  audit: (entry) => work.audit({ ...entry, details: { ...(entry.details as object), import: fileName } }),
});
