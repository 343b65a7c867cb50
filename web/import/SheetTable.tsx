import type { ImportDescription, ImportField } from '#domain/imports/description.ts';
import type { ImportResult } from '#schema/platform/imports.ts';
import { normalizeSpaces, stripAccents } from '#domain/text.ts';
import { Checkbox, LongList, Select } from '#web/ui/index.ts';
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { columnName } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { ExistingLink, SheetCell, type Existing, type Mark } from './SheetCell.tsx';
import styles from './SheetTable.module.css';
import type { RowResult } from './useCheck.ts';

export interface Cursor {
  line: number;
  column: number;
}

export interface SheetTableProps {
  description: ImportDescription;
  draft: Draft;
  /** The rows of the view. */
  shown: readonly Row[];
  resultOf: (line: number) => RowResult | undefined;
  /** What cells of references may say. */
  options: ReadonlyMap<string, readonly string[]>;
  /** References that do not exist. */
  missing: ImportResult['missing'];
  /** Where a stored row is shown. */
  opens: ((id: number) => string) | undefined;
  cursor: Cursor | null;
  onCursor: (cursor: Cursor) => void;
  onType: (cursor: Cursor, text: string) => void;
  /** Cells pasted from a spreadsheet over those from the cursor on. */
  onPaste: (cursor: Cursor, text: string) => void;
  onReplace: (column: number, from: string, to: string) => void;
  onColumn: (column: number, field: string | null) => void;
  onTake: (lines: readonly number[], taken: boolean) => void;
}

const ROW_HEIGHT = 33;
const IGNORED = '-';

/** Moves of the cursor by key: rows, columns. */
const MOVES: Record<string, readonly [rows: number, columns: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const cellId = ({ line, column }: Cursor): string => `celula-${line}-${column}`;

/** The spreadsheet as it was read: a field for each column, its faults in their cells, and mended there. */
export const SheetTable = (props: SheetTableProps) => {
  const { description, draft, shown, cursor } = props;
  const focused = useRef<Cursor | null>(null);
  const row = shown.findIndex(({ line }) => line === cursor?.line);
  const start = shown[0] && { line: shown[0].line, column: 0 };
  const stop = row < 0 ? start : (cursor ?? start);
  useEffect(() => {
    // The first cursor is the table's only tab stop and takes no focus.
    if (!cursor || cursor === focused.current) return;
    focused.current = cursor;
    const cell = document.getElementById(cellId(cursor));
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cursor]);

  const move = (event: KeyboardEvent, from: Cursor): void => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    const at = shown.findIndex(({ line }) => line === from.line);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by[0]))];
    const column = Math.min(draft.titles.length - 1, Math.max(0, from.column + by[1]));
    if (next) props.onCursor({ line: next.line, column });
  };
  const paste = (event: ClipboardEvent): void => {
    if (!stop || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    props.onPaste(stop, event.clipboardData.getData('text/plain'));
  };
  const taken = shown.filter(({ out }) => out !== true).length;
  return (
    <div className={styles.scroll} data-scroller="">
      <table
        className={styles.table}
        role="grid"
        aria-label="Linhas da planilha"
        aria-rowcount={shown.length}
        onPaste={paste}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.line}>
              <Checkbox
                checked={taken === 0 ? false : taken === shown.length ? true : 'mixed'}
                onChange={(all) =>
                  props.onTake(
                    shown.map(({ line }) => line),
                    all,
                  )
                }
                ariaLabel="Importar todas as linhas"
              />
              <span>linha</span>
            </th>
            {draft.titles.map((title, column) => (
              <ColumnHead
                key={column}
                name={columnName(title, column)}
                fields={description.fields}
                field={draft.columns[column] ?? null}
                onField={(field) => props.onColumn(column, field)}
              />
            ))}
          </tr>
        </thead>
        <LongList items={shown} rowHeight={ROW_HEIGHT} table kept={row < 0 ? undefined : row}>
          {(item) => <SheetRow key={item.line} {...props} row={item} stop={stop} onMove={move} />}
        </LongList>
      </table>
    </div>
  );
};

interface ColumnHeadProps {
  name: string;
  fields: readonly ImportField[];
  field: string | null;
  onField: (field: string | null) => void;
}

const ColumnHead = ({ name, fields, field, onField }: ColumnHeadProps) => {
  return (
    <th scope="col" className={field === null ? styles.ignored : undefined}>
      <Select
        size="small"
        ariaLabel={`Campo da coluna ${name}`}
        value={field ?? IGNORED}
        onChange={(value) => onField(value === IGNORED ? null : value)}
        options={[
          { value: IGNORED, label: 'Ignorar' },
          ...fields.map((one) => ({ value: one.field, label: one.title + (one.required ? ' *' : '') })),
        ]}
      />
      <span className={styles.title}>{name}</span>
    </th>
  );
};

interface SheetRowProps extends SheetTableProps {
  row: Row;
  stop: Cursor | undefined;
  onMove: (event: KeyboardEvent, from: Cursor) => void;
}

/** A reference that the import would make, unless the user takes the one that it is like. */
const markOf = ({ missing, draft }: SheetRowProps, field: ImportField | undefined, text: string): Mark | undefined => {
  if (!field?.makes || !draft.createMissing.includes(field.field)) return undefined;
  const key = stripAccents(normalizeSpaces(text));
  const found = missing.find((one) => one.field === field.field && stripAccents(one.text) === key);
  return found && { similar: found.similar };
};

/** A document that exists already: where it opens, and the column whose cells tell it; -1 where none does. */
const existingOf = (
  { description: { documents, noun }, draft, opens, row }: SheetRowProps,
  result: RowResult | undefined,
): { existing: Existing; column: number } | null => {
  if (!opens || !documents || result?.status !== 'UNCHANGED' || result.id === undefined) return null;
  const text = row.cells[draft.columns.indexOf(documents.named)] ?? '';
  return {
    existing: { to: opens(result.id), called: text === '' ? noun.one : text },
    column: draft.columns.indexOf(documents.tells),
  };
};

const SheetRow = (props: SheetRowProps) => {
  const { row, stop, draft, description } = props;
  const result = row.out ? undefined : props.resultOf(row.line);
  const faults = new Map(result?.problems.map((problem) => [problem.field, problem]));
  const columns = new Set(draft.columns);
  // A problem with a field that no column has.
  const elsewhere = [...faults.values()].filter(({ field }) => !columns.has(field));
  const known = existingOf(props, result);
  return (
    <tr className={row.out ? styles.out : known ? styles.known : undefined} data-status={result?.status}>
      <td className={styles.line}>
        <Checkbox
          checked={row.out !== true}
          onChange={(taken) => props.onTake([row.line], taken)}
          ariaLabel={`Importar a linha ${row.line}`}
        />
        <span>
          {row.line}
          {elsewhere.map(({ field, message }) => (
            <span key={field} className={styles.fault}>
              {description.fields.find((one) => one.field === field)?.title}: {message}
            </span>
          ))}
          {known?.column === -1 && <ExistingLink {...known.existing} />}
        </span>
      </td>
      {draft.titles.map((_, column) => {
        const at = { line: row.line, column };
        const field = description.fields.find((one) => one.field === draft.columns[column]);
        return (
          <SheetCell
            key={column}
            id={cellId(at)}
            text={row.cells[column] ?? ''}
            field={field}
            tabStop={stop?.line === row.line && stop.column === column}
            problem={field && faults.get(field.field)}
            mark={markOf(props, field, row.cells[column] ?? '')}
            existing={known?.column === column ? known.existing : undefined}
            changed={field !== undefined && result?.status === 'CHANGED' && result.changed.includes(field.field)}
            options={field && props.options.get(field.field)}
            onFocus={() => props.onCursor(at)}
            onMove={(event) => props.onMove(event, at)}
            onType={(text) => props.onType(at, text)}
            onUse={(text) => props.onReplace(column, row.cells[column] ?? '', text)}
          />
        );
      })}
    </tr>
  );
};
