import { daysBetween } from '#domain/dates.ts';
import { formatCurrency, isPositive, negate, percentageOf } from '#domain/money.ts';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { FigureStrip, today } from '#web/ui/index.ts';
import type { Figure } from '#web/ui/FigureStrip.tsx';
import { TransactionStatusPill } from '../TransactionStatusPill.tsx';
import { figuresOf, totalOf, type TransactionForm } from './model.ts';
import { netOf, retainedTotal } from './retentions.ts';
import styles from './EditorHeader.module.css';

/** Returns the partner's name, else the description. */
export const titleOf = (transaction: TransactionDetailFragment | null, expense: boolean): string => {
  if (!transaction) return expense ? 'Nova despesa' : 'Nova receita';
  return transaction.partner?.name ?? transaction.description ?? (expense ? 'Despesa' : 'Receita');
};

/** Returns number and description; the description only if it is not the title. */
export const subtitleOf = ({ partner, documentNumber, description }: TransactionDetailFragment): string =>
  [documentNumber, partner ? description : null].filter(Boolean).join(' · ');

const dueText = (days: number): string => {
  const unit = Math.abs(days) === 1 ? 'dia' : 'dias';
  if (days === 0) return 'vence hoje';
  return days > 0 ? `vence em ${days} ${unit}` : `venceu há ${-days} ${unit}`;
};

export const EditorStatus = ({ transaction }: { transaction: TransactionDetailFragment | null }) =>
  transaction ? (
    <>
      <TransactionStatusPill transaction={transaction} />
      {transaction.status !== 'PAID' && <span>{dueText(daysBetween(today(), transaction.referenceDueDate))}</span>}
    </>
  ) : null;

interface FiguresProps {
  form: TransactionForm;
  expense: boolean;
  /** A new one has no payments to tell of. */
  saved: boolean;
}

/**
 * Value, paid and open value of a saved document, with a bar of the paid share; of an invoice of which something is withheld,
 * first what it costs and what is withheld.
 */
export const Figures = ({ form, expense, saved }: FiguresProps) => {
  const { value, paid, open } = figuresOf(form);
  const isWithheld = form.retentions.length > 0;
  if (!saved && !isWithheld) return null;
  const figures: Figure[] = isWithheld
    ? [
        { label: 'Valor bruto, custo da obra', value: totalOf(form) },
        { label: 'Retenções', value: negate(retainedTotal(form)), tone: 'out' },
        { label: 'A pagar ao fornecedor', value: netOf(form) },
      ]
    : [
        { label: 'Valor líquido', value },
        { label: expense ? 'Pago' : 'Recebido', value: paid, tone: 'in' },
        { label: 'Em aberto', value: open },
      ];
  return (
    <div className={styles.figures}>
      <FigureStrip figures={figures}>
        {saved && isWithheld && (
          <p className={styles.payments}>
            <span>Pago {formatCurrency(paid)}</span> · <span>Em aberto {formatCurrency(open)}</span>
          </p>
        )}
        {saved && (
          <div className={styles.track} aria-hidden="true">
            <span style={{ width: isPositive(value) ? `${percentageOf(paid, value)}%` : 0 }} />
          </div>
        )}
      </FigureStrip>
    </div>
  );
};
