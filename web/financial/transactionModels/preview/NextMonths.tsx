import { formatMoney } from '#domain/money.ts';
import { monthTitle } from '../words.ts';
import type { Preview } from './rows.ts';
import styles from './preview.module.css';

/** Sums of what the months after the shown one would bring. */
export const NextMonths = ({ months, onMonth }: { months: Preview['next']; onMonth: (month: string) => void }) => (
  <table className={styles.months} aria-label="Próximos meses">
    <thead>
      <tr>
        <th scope="col">Próximos meses</th>
        <th scope="col">Documentos</th>
        <th scope="col">Despesas (R$)</th>
        <th scope="col">Receitas (R$)</th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, documents, expenses, incomes, unknown }) => (
        <tr key={month}>
          <th scope="row">
            <button type="button" className={styles.monthLink} onClick={() => onMonth(month)}>
              {monthTitle(month)}
            </button>
            {unknown > 0 && <span className={styles.muted}> · {unknown} a digitar</span>}
          </th>
          <td>{documents}</td>
          <td>{formatMoney(expenses)}</td>
          <td>{formatMoney(incomes)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
