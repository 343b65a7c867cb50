import { daysBetween } from '#domain/dates.ts';
import { isPositive, percentageOf } from '#domain/money.ts';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { FigureStrip, today } from '#web/ui/index.ts';
import { TransactionStatusPill } from '../TransactionStatusPill.tsx';
import { figuresOf, type TransactionForm } from './model.ts';
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

/** Value, paid and open value, with a bar of the paid share. */
export const Figures = ({ form, expense }: { form: TransactionForm; expense: boolean }) => {
  const { value, paid, open } = figuresOf(form);
  return (
    <div className={styles.figures}>
      <FigureStrip
        figures={[
          { label: 'Valor total', value },
          { label: expense ? 'Pago' : 'Recebido', value: paid, tone: 'in' },
          { label: 'Em aberto', value: open },
        ]}
      >
        <div className={styles.track} aria-hidden="true">
          <span style={{ width: isPositive(value) ? `${percentageOf(paid, value)}%` : 0 }} />
        </div>
      </FigureStrip>
    </div>
  );
};
