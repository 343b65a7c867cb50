import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import { subtract, sum } from '#domain/money.ts';
import type { OrderFigures } from '#domain/purchase/orders/figures.ts';
import { formatTerms, type PayAfterBase } from '#domain/purchase/orders/terms.ts';
import { MAX_ORDER_INSTALLMENTS } from '#schema/purchase/orders/orders.rest.ts';
import { SumCheck } from '#web/form/document/SumCheck.tsx';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { Card, CountInput, Field, Select } from '#web/ui/index.ts';
import { setCount, setDays, setTerms } from './edits.ts';
import { installmentsOf } from './figures.ts';
import type { OrderForm, OrderFormState } from './form.ts';
import { readTerms } from './model.ts';
import styles from './order.module.css';
import { TermsInput } from './TermsInput.tsx';

interface PaymentCardProps {
  state: OrderFormState;
  history: FormHistory<OrderForm>;
  figures: OrderFigures;
}

const BASES: { value: PayAfterBase; label: string }[] = [
  { value: 'DELIVERY', label: 'da entrega' },
  { value: 'ORDER', label: 'do pedido' },
];

const countProblem = (count: number): string | undefined =>
  count > MAX_ORDER_INSTALLMENTS ? `No máximo ${MAX_ORDER_INSTALLMENTS} parcelas` : undefined;

/** Payment terms, and the installments that follow from them: forecasts, hence dashed. */
export const PaymentCard = ({ state, history, figures }: PaymentCardProps) => {
  const { form, problems } = state;
  const { days, base } = form.terms;
  const installments = installmentsOf(form, figures.grossValue);
  const total = sum(installments.map(({ grossValue }) => grossValue));
  return (
    <Card title="Pagamento">
      <div className={styles.terms}>
        <Field
          label="Pagar em (dias)"
          error={problems.terms}
          hint={form.terms.weights ? 'parcelas de valores diferentes' : undefined}
          className={styles.days}
        >
          <TermsInput
            value={formatTerms(days)}
            onChange={(text) => history.edit(setDays(readTerms(text) ?? []), 'terms')}
          />
        </Field>
        <Field
          label="Contados a partir"
          hint={base === 'DELIVERY' && form.deliveryDate === '' ? 'sem entrega, do pedido' : undefined}
        >
          <Select value={base} options={BASES} onChange={(next) => history.edit(setTerms({ base: next }))} />
        </Field>
        <Field label="Parcelas" error={problems.termCount}>
          <CountInput
            path="termCount"
            value={days.length}
            problemOf={countProblem}
            onChange={(count) => history.edit(setCount(count))}
          />
        </Field>
      </div>
      {installments.length > 0 && (
        <div className={styles.installments}>
          <ol className={styles.installmentList} aria-label="Parcelas previstas">
            {installments.map(({ dueDate, grossValue }, index) => (
              <li key={index} className={styles.installment}>
                <span className={styles.quiet}>
                  {index + 1}/{installments.length}
                </span>{' '}
                <span>{formatDate(dueDate)}</span> <strong>{formatMoney(grossValue)}</strong>
              </li>
            ))}
          </ol>
          <span className={styles.check}>
            Soma <strong>{formatMoney(total)}</strong> <SumCheck left={subtract(figures.grossValue, total)} />
          </span>
        </div>
      )}
    </Card>
  );
};
