import type { FieldProblem } from '#domain/errors.ts';
import { formatCount } from '#domain/numberFormat.ts';
import styles from '../ImportScreen.module.css';

interface Fault {
  row: number;
  column: string;
  text: string;
}

/** "resources.3.Código", "Linha 3, Código: campo obrigatório." → row 3, column Código, "campo obrigatório." */
const faultOf = ({ path, message }: FieldProblem): Fault[] => {
  const [, row, column] = /^\w+\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (row === undefined || column === undefined) return [];
  const text = message.slice(message.indexOf(`${column}: `) + column.length + 2);
  return [{ row: Number(row), column, text: text.charAt(0).toUpperCase() + text.slice(1) }];
};

export const faultsOf = (problems: readonly FieldProblem[]): Fault[] =>
  problems.flatMap(faultOf).sort((a, b) => a.row - b.row);

/** What is wrong in a file, by row and column. */
export const OwnFaults = ({ faults }: { faults: readonly Fault[] }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label="Erros do arquivo">
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={`${styles.number} ${styles.narrow}`}>
            Linha
          </th>
          <th scope="col" className={styles.narrow}>
            Coluna
          </th>
          <th scope="col">O que há</th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ row, column, text }) => (
          <tr key={`${row} ${column} ${text}`}>
            <td className={styles.number}>{formatCount(row)}</td>
            <td>{column}</td>
            <td className={styles.wide}>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
