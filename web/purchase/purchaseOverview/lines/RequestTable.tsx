import { formatMoment } from '#domain/dates.ts';
import { Link } from 'react-router-dom';
import { QUOTES } from '../words.ts';
import { Amount, totalOf } from './LineTable.tsx';
import styles from './lines.module.css';
import type { RequestedLine } from './useLines.ts';

interface RequestTableProps {
  requests: readonly RequestedLine[];
  /** A quantity in the unit of the screen. */
  quantityOf: (quantity: string | null) => string | null;
  unit: string;
}

const LABEL = 'Solicitado';

/** Lines of open quotes, and their sum, which is what is requested. */
export const RequestTable = ({ requests, quantityOf, unit }: RequestTableProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">Cotação</th>
        <th scope="col">Prazo e etapa</th>
        <th scope="col">{LABEL} (R$)</th>
      </tr>
    </thead>
    <tbody>
      {requests.map(({ lineId, quote, stage, requested }) => (
        <tr key={lineId}>
          <th scope="row">
            <Link to={`${QUOTES}?id=${quote.id}`}>{quote.document}</Link>
            <span className={styles.meta}>{quote.title}</span>
          </th>
          <td className={styles.supplier}>
            responder até {formatMoment(new Date(quote.deadline))}
            <span className={styles.meta}>{stage?.name ?? 'sem etapa'}</span>
          </td>
          <Amount label={LABEL} quantity={quantityOf(requested.quantity)} unit={unit} value={requested.value} />
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <Amount
          label={LABEL}
          unit={unit}
          {...totalOf(
            requests.map(({ requested }) => requested),
            quantityOf,
          )}
        />
      </tr>
    </tfoot>
  </table>
);
