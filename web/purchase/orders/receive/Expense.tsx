import { formatDate, type IsoDate } from '#domain/dates.ts';
import { formatCurrency, isZero, type Money } from '#domain/money.ts';
import { Banner } from '#web/ui/index.ts';
import type { Order } from './model.ts';
import styles from './receive.module.css';

interface ExpenseProps {
  order: Order;
  /** Of the nota. */
  total: Money;
  /** Value of the expense with it. */
  after: Money;
  /** Due dates that the nota itself agrees. */
  dueDates?: readonly IsoDate[];
}

const dueText = (dates: readonly IsoDate[]): string => {
  const days = dates.map((date) => formatDate(date));
  return days.length === 0 ? '' : `, vencendo em ${days.join(', ').replace(/, ([^,]*)$/, ' e $1')}`;
};

/** What the nota does to the one expense of the order. */
export const Expense = ({ order, total, after, dueDates = [] }: ExpenseProps) => {
  if (isZero(total)) return null;
  const [value, due] = [formatCurrency(after), dueText(dueDates)];
  return (
    <div className={styles.expense}>
      <Banner tone="info">
        {order.expense ? (
          <>
            A despesa <strong>{order.document}</strong> passa de {formatCurrency(order.invoicedValue)} para{' '}
            <strong>{value}</strong>
            {due}. Continua sendo uma só.
          </>
        ) : (
          <>
            Esta nota cria a despesa <strong>{order.document}</strong>, de <strong>{value}</strong>
            {due}.
          </>
        )}
      </Banner>
    </div>
  );
};
