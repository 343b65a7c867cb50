import { readCell } from '#domain/imports/cells.ts';
import type { ImportDescription, ImportField } from '#domain/imports/description.ts';
import type { ImportProblem, ImportRequest, ImportStatus } from '#schema/platform/imports.ts';
import { invalid } from '../../errors.ts';

/** A row of a spreadsheet under way to a row of a register. `Row` is what the register has stored. */
export interface Line<Row = unknown> {
  line: number;
  /** Texts of the cells that say something, by field. */
  texts: Record<string, string>;
  /** What they say, as the register's body says it. */
  values: Record<string, unknown>;
  /** What the register keeps of them, by column. */
  columns: Record<string, unknown>;
  problems: ImportProblem[];
  /** Names of references that are still to be made, by field. */
  unmade: Map<string, string[]>;
  /** Why a reference may only stay where it already is, by field. */
  onlyKept: Map<string, string>;
  /** The stored row that it speaks of. */
  existing?: Row;
  /** Fields in which it differs from the stored row. */
  changed: string[];
  status: ImportStatus;
  id?: number;
}

/** Adds a problem to a cell; the first one of a cell is enough. */
export const refuse = (line: Line, field: string, message: string, suggestion?: string): void => {
  if (line.problems.some((problem) => problem.field === field)) return;
  line.problems.push({ field, message, ...(suggestion === undefined ? {} : { suggestion }) });
};

const columnsOf = ({ fields }: ImportDescription, names: readonly string[]): ImportField[] => {
  const columns = names.map((name) => fields.find(({ field }) => field === name));
  const wrong = columns.flatMap((column, index) => {
    const path = `columns.${index}`;
    if (!column) return [{ path, message: 'Este cadastro não tem este campo.' }];
    return names.indexOf(column.field) < index ? [{ path, message: 'Este campo já tem uma coluna.' }] : [];
  });
  if (wrong.length > 0) throw invalid(wrong);
  return columns.filter((column) => column !== undefined);
};

const requireCells = ({ rows, columns }: ImportRequest): void => {
  const wrong = rows.flatMap(({ cells }, index) =>
    cells.length === columns.length
      ? []
      : [{ path: `rows.${index}.cells`, message: `Informe ${columns.length} células, uma para cada coluna.` }],
  );
  if (wrong.length > 0) throw invalid(wrong.slice(0, 50));
};

const requireMakeable = ({ fields }: ImportDescription, wanted: readonly string[]): void => {
  const wrong = wanted.flatMap((name, index) =>
    fields.some(({ field, makes }) => field === name && makes)
      ? []
      : [{ path: `createMissing.${index}`, message: 'Este campo não cria registros que faltam.' }],
  );
  if (wrong.length > 0) throw invalid(wrong);
};

/** The rows of a request, read cell by cell. @throws ServiceError 400 for what is no table of this register */
export const readLines = <Row>(description: ImportDescription, request: ImportRequest): Line<Row>[] => {
  const columns = columnsOf(description, request.columns);
  requireCells(request);
  requireMakeable(description, request.createMissing ?? []);
  return request.rows.map(({ line, cells }) => {
    const read: Line<Row> = {
      ...{ line, texts: {}, values: {}, columns: {}, problems: [], changed: [], status: 'NEW' },
      ...{ unmade: new Map<string, string[]>(), onlyKept: new Map<string, string>() },
    };
    columns.forEach((column, index) => {
      const cell = cells[index]?.trim() ?? '';
      if (cell === '') return;
      read.texts[column.field] = cell;
      const reading = readCell(column, cell);
      if ('problem' in reading) refuse(read, column.field, reading.problem, reading.suggestion);
      else {
        read.values[column.field] = reading.value;
        read.values = { ...reading.also, ...read.values };
      }
    });
    return read;
  });
};
