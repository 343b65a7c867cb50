import { formatDate } from '#domain/dates.ts';
import { formatCurrency, formatPercentage } from '#domain/numberFormat.ts';
import { retentionOf, type SheetFigures } from '#domain/engineering/measurements/sheet.ts';
import { isPositive, negate, subtract } from '#domain/money.ts';
import { Kbd } from '#web/ui/index.ts';
import { DocumentLink } from '../DocumentLink.tsx';
import { documentText, type Head } from '../words.ts';
import styles from './sheet.module.css';

/** What this measurement is worth, what is kept back of it, and the document that closing makes. */
export const SheetFoot = ({ head, figures }: { head: Head; figures: SheetFigures }) => {
  const period = figures.periodValue;
  const retention = head.status === 'CLOSED' ? head.retentionValue : retentionOf(period, head.retentionPercentage);
  const income = head.kind === 'CUSTOMER';
  const document = income ? 'receita' : 'despesa';
  return (
    <footer className={styles.foot}>
      <span className={styles.sums}>
        <span>
          Nesta medição <strong>{formatCurrency(period)}</strong>
        </span>
        {isPositive(head.retentionPercentage) && (
          <span>
            Retenção {formatPercentage(head.retentionPercentage).replace(',00', '')}{' '}
            <strong>{formatCurrency(negate(retention))}</strong>
          </span>
        )}
        <span>
          {income ? 'A receber' : 'A pagar'} <strong>{formatCurrency(subtract(period, retention))}</strong>
        </span>
        <span className={styles.hint}>
          {head.status === 'CLOSED' ? (
            <DocumentLink
              transaction={head.transaction}
              text={`${documentText(document, head.transaction?.status ?? 'OPEN')} de ${formatDate(head.dueDate)}`}
            />
          ) : (
            `vira ${document} com vencimento em ${formatDate(head.dueDate)}`
          )}
        </span>
      </span>
      <span className={styles.keys}>
        <Kbd>Enter</Kbd> desce <Kbd>Tab</Kbd> % / qtd. <Kbd>Ctrl D</Kbd> repete
      </span>
    </footer>
  );
};
