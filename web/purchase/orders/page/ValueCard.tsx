import { formatCurrency, formatMoney } from '#domain/numberFormat.ts';
import { negate } from '#domain/money.ts';
import type { OrderFigures } from '#domain/purchase/orders/figures.ts';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { Button, Card, Field, MoneyInput, MoneyText, QuantityInput, useReadOnly } from '#web/ui/index.ts';
import type { ReactElement } from 'react';
import { setFields } from './edits.ts';
import type { OrderForm, OrderFormState } from './form.ts';
import { chargeOf } from './model.ts';
import styles from './order.module.css';

interface ValueCardProps {
  state: OrderFormState;
  history: FormHistory<OrderForm>;
  figures: OrderFigures;
}

interface ChargeProps {
  label: string;
  error: string | undefined;
  value: string;
  children: ReactElement;
}

const Charge = ({ label, error, value, children }: ChargeProps) => (
  <div className={styles.charge}>
    <Field label={label} error={error}>
      {children}
    </Field>
    <span className={styles.chargeValue}>
      <MoneyText value={value} symbol={false} />
    </span>
  </div>
);

/** An amount of IPI that an invoice names, in the place of the percent. */
const NamedIpi = ({ amount, onPercent }: { amount: string; onPercent: () => void }) => (
  <div className={styles.namedIpi}>
    <span>
      IPI da nota: <strong>{formatCurrency(amount)}</strong>, no lugar do percentual.
    </span>
    {!useReadOnly() && (
      <Button size="small" onClick={onPercent}>
        Usar percentual
      </Button>
    )}
  </div>
);

/** What the order is worth, while it is typed (§5, by the function of the services). */
export const ValueCard = ({ state, history, figures }: ValueCardProps) => {
  const { form, problems } = state;
  const set = (values: Partial<Pick<OrderForm, 'shippingRate' | 'ipi' | 'ipiAmount' | 'discount'>>) =>
    history.edit(setFields(values), Object.keys(values).join());
  return (
    <Card title="Valor do pedido">
      <div className={styles.values}>
        <div className={styles.valueRow}>
          <span>Itens</span>
          <span className={styles.number}>{formatMoney(figures.linesValue)}</span>
        </div>
        <Charge label="Frete" error={problems.shippingRate} value={chargeOf(form.shippingRate)}>
          <MoneyInput
            path="shippingRate"
            value={form.shippingRate}
            onChange={(shippingRate) => set({ shippingRate })}
          />
        </Charge>
        {form.ipiAmount === null ? (
          <Charge label="IPI %" error={problems.ipi ?? problems.ipiAmount} value={figures.ipiValue}>
            <QuantityInput path="ipi" value={form.ipi} onChange={(ipi) => set({ ipi })} />
          </Charge>
        ) : (
          <NamedIpi amount={form.ipiAmount} onPercent={() => set({ ipiAmount: null })} />
        )}
        <Charge label="Desconto" error={problems.discount} value={negate(chargeOf(form.discount))}>
          <MoneyInput path="discount" value={form.discount} onChange={(discount) => set({ discount })} />
        </Charge>
        <div className={styles.gross} role="status" aria-label="Valor bruto">
          <span>Valor bruto</span>
          <span className={styles.grossValue}>
            <MoneyText value={figures.grossValue} />
          </span>
        </div>
        <span className={styles.quiet}>IPI calculado sobre itens e frete</span>
      </div>
    </Card>
  );
};
