import { PERMISSION_LABELS, PERMISSIONS, type Permission } from '#domain/permissions.ts';
import { LongList, useReadOnly } from '#web/ui/index.ts';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { grantKey, withGrants, type GrantKey } from './model.ts';
import styles from './PermissionMatrix.module.css';

export interface MatrixCompany {
  id: string;
  name: string;
  buildings: readonly { id: string; name: string }[];
}

export interface PermissionMatrixProps {
  companies: readonly MatrixCompany[];
  /** Label of the row for all companies: "Todas as empresas". */
  everything: string;
  grants: readonly GrantKey[];
  onChange: (grants: GrantKey[]) => void;
}

interface Row {
  key: string;
  label: string;
  /** Label for screen readers after the permission: "Despesas, Casa Jatobá". */
  name: string;
  kind: 'everything' | 'company' | 'place';
  /** The places that a checkbox of this row covers. */
  places: readonly (readonly [companyId: string, buildingId: string | null])[];
}

/** A column: the permissions that its checkbox covers. The first column covers all of them. */
interface Column {
  key: string;
  label: string;
  permissions: readonly Permission[];
}
const WHOLE: Column = { key: 'ALL', label: 'Tudo', permissions: PERMISSIONS };
const columns: readonly Column[] = [
  WHOLE,
  ...PERMISSIONS.map((permission) => ({
    key: permission,
    label: PERMISSION_LABELS[permission],
    permissions: [permission],
  })),
];

const placesOf = ({ id, buildings }: MatrixCompany): Row['places'] => [
  [id, null] as const,
  ...buildings.map((building) => [id, building.id] as const),
];

/** Returns a company's row for all its places, then "Sem obra", then its buildings. */
const companyRows = (company: MatrixCompany): Row[] => {
  const { id, name, buildings } = company;
  return [
    { key: id, label: name, name: `toda a empresa ${name}`, kind: 'company', places: placesOf(company) },
    ...[{ id: null, name: 'Sem obra' }, ...buildings].map((place): Row => ({
      key: `${id}/${place.id ?? '-'}`,
      label: place.name,
      name: `${place.name}, ${name}`,
      kind: 'place',
      places: [[id, place.id]],
    })),
  ];
};

/** Returns all rows; with several companies the first row covers all of them. */
const rowsOf = (companies: readonly MatrixCompany[], label: string): Row[] => {
  const everything: Row = {
    key: 'all',
    label,
    name: label.toLowerCase(),
    kind: 'everything',
    places: companies.flatMap(placesOf),
  };
  return [...(companies.length > 1 ? [everything] : []), ...companies.flatMap(companyRows)];
};

const keysOf = ({ places }: Row, permissions: readonly Permission[]): GrantKey[] =>
  places.flatMap(([companyId, buildingId]) =>
    permissions.map((permission) => grantKey(companyId, buildingId, permission)),
  );

/** How many of the grants that a checkbox covers are set. */
type State = 'all' | 'some' | 'none';

/** Returns the states of a row's checkboxes, from left to right. */
const statesOf = (row: Row, held: ReadonlySet<GrantKey>): State[] =>
  columns.map(({ permissions }) => {
    const keys = keysOf(row, permissions);
    const on = keys.filter((key) => held.has(key)).length;
    return on === 0 ? 'none' : on === keys.length ? 'all' : 'some';
  });

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Matrix of permissions by place (§6): a row per building, a column per permission. It is one tab stop; arrow keys move
 * inside, space toggles. "Tudo" toggles a row, a company's checkbox all its rows, the checkbox of all companies a whole
 * column.
 */
export const PermissionMatrix = ({ companies, everything, grants, onChange }: PermissionMatrixProps) => {
  const [focus, setFocus] = useState<[number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const rows = useMemo(() => rowsOf(companies, everything), [companies, everything]);
  const held = useMemo(() => new Set(grants), [grants]);
  // The first row may cover tens of thousands of places, so its states are not recomputed on every arrow key.
  const states = useMemo(() => rows.slice(0, 1).map((row) => statesOf(row, held)), [rows, held]);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const row = Math.min(Math.max(focus[0] + step[0], 0), rows.length - 1);
    const column = Math.min(Math.max(focus[1] + step[1], 0), columns.length - 1);
    setFocus([row, column]);
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}.${column}"]`)?.focus();
  };
  return (
    <table ref={table} className={styles.matrix} onKeyDown={move}>
      <caption className="visuallyHidden">Permissões por obra</caption>
      <thead>
        <tr>
          <th scope="col">Empresa e obra</th>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col" className={key === 'ALL' ? styles.whole : styles.permission}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <LongList items={rows} rowHeight={33} table kept={focus[0]}>
        {(row, rowIndex) => (
          <tr key={row.key} data-kind={row.kind}>
            <th scope="row">{row.label}</th>
            {(states[rowIndex] ?? statesOf(row, held)).map((state, column) => {
              const { key, label, permissions } = columns[column] ?? WHOLE;
              return (
                <Cell
                  key={key}
                  label={`${label}, ${row.name}`}
                  state={state}
                  cell={`${rowIndex}.${column}`}
                  focusable={focus[0] === rowIndex && focus[1] === column}
                  onFocus={() => setFocus([rowIndex, column])}
                  onChange={(on) => onChange(withGrants(grants, keysOf(row, permissions), on))}
                />
              );
            })}
          </tr>
        )}
      </LongList>
    </table>
  );
};

interface CellProps {
  label: string;
  state: State;
  cell: string;
  focusable: boolean;
  onFocus: () => void;
  onChange: (on: boolean) => void;
}

const Cell = ({ label, state, cell, focusable, onFocus, onChange }: CellProps) => {
  const readOnly = useReadOnly();
  return (
    <td>
      <label className={styles.cell}>
        <input
          type="checkbox"
          aria-label={label}
          data-cell={cell}
          tabIndex={focusable ? 0 : -1}
          checked={state === 'all'}
          disabled={readOnly}
          ref={(input) => {
            if (input) input.indeterminate = state === 'some';
          }}
          onFocus={onFocus}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
    </td>
  );
};
