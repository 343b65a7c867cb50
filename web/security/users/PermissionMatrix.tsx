import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { grantKey, permissionLabels, withGrants, type GrantKey } from './model.ts';
import styles from './PermissionMatrix.module.css';

export interface MatrixCompany {
  id: string;
  name: string;
  buildings: readonly { id: string; name: string }[];
}

export interface PermissionMatrixProps {
  companies: readonly MatrixCompany[];
  grants: readonly GrantKey[];
  onChange: (grants: GrantKey[]) => void;
}

interface Row {
  key: string;
  label: string;
  /** Read aloud after the permission: "Despesas, Casa Jatobá". */
  name: string;
  /** The cells that one box of this row stands for. */
  keysOf: (permission: Permission) => GrantKey[];
  company: boolean;
}

/** A company with all of its rows, then what belongs to no building, then its buildings. */
const rowsOf = ({ id, name, buildings }: MatrixCompany): Row[] => {
  const places = [{ id: null, name: 'Sem obra' }, ...buildings];
  return [
    {
      key: id,
      label: name,
      name: `toda a empresa ${name}`,
      company: true,
      keysOf: (permission) => places.map((place) => grantKey(id, place.id, permission)),
    },
    ...places.map((place) => ({
      key: `${id}/${place.id ?? '-'}`,
      label: place.name,
      name: `${place.name}, ${name}`,
      company: false,
      keysOf: (permission: Permission) => [grantKey(id, place.id, permission)],
    })),
  ];
};

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Who may do what where (§6): a row a building, a column a permission. One stop of the Tab key; arrows move inside,
 * space marks. The box of a company marks all of its rows.
 */
export const PermissionMatrix = ({ companies, grants, onChange }: PermissionMatrixProps) => {
  const [focus, setFocus] = useState<[number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const rows = companies.flatMap(rowsOf);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const row = Math.min(Math.max(focus[0] + step[0], 0), rows.length - 1);
    const column = Math.min(Math.max(focus[1] + step[1], 0), PERMISSIONS.length - 1);
    setFocus([row, column]);
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}.${column}"]`)?.focus();
  };
  return (
    <table ref={table} className={styles.matrix} onKeyDown={move}>
      <caption className="visuallyHidden">Permissões por obra</caption>
      <thead>
        <tr>
          <th scope="col">Empresa e obra</th>
          {PERMISSIONS.map((permission) => (
            <th key={permission} scope="col" className={styles.permission}>
              {permissionLabels[permission]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={row.key} className={row.company ? styles.company : undefined}>
            <th scope="row">{row.label}</th>
            {PERMISSIONS.map((permission, column) => (
              <Cell
                key={permission}
                label={`${permissionLabels[permission]}, ${row.name}`}
                held={row.keysOf(permission).map((key) => grants.includes(key))}
                cell={`${rowIndex}.${column}`}
                focusable={focus[0] === rowIndex && focus[1] === column}
                onFocus={() => setFocus([rowIndex, column])}
                onChange={(on) => onChange(withGrants(grants, row.keysOf(permission), on))}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface CellProps {
  label: string;
  /** Which of the cells it stands for are on. */
  held: readonly boolean[];
  cell: string;
  focusable: boolean;
  onFocus: () => void;
  onChange: (on: boolean) => void;
}

const Cell = ({ label, held, cell, focusable, onFocus, onChange }: CellProps) => {
  const all = held.every(Boolean);
  const some = !all && held.some(Boolean);
  return (
    <td>
      <label className={styles.cell}>
        <input
          type="checkbox"
          aria-label={label}
          data-cell={cell}
          tabIndex={focusable ? 0 : -1}
          checked={all}
          ref={(input) => {
            if (input) input.indeterminate = some;
          }}
          onFocus={onFocus}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
    </td>
  );
};
