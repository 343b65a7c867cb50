import { formatDate } from '#domain/dates.ts';
import { isZero, negate } from '#domain/money.ts';
import { formatCurrency, formatPercentage, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { isPaymentMethod, PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import styles from '#web/public/supplier/supplier.module.css';
import type { SentOrder } from './confirmationApi.ts';

type Row = [name: string, value: string];

const charge = (name: string, value: string): Row[] => (isZero(value) ? [] : [[name, formatCurrency(value)]]);

const totalsOf = (order: SentOrder): Row[] => [
  ['Itens', formatCurrency(order.linesValue)],
  ...charge('Frete', order.shippingRate),
  ...charge(order.ipi === null ? 'IPI' : `IPI (${formatPercentage(order.ipi)})`, order.ipiValue),
  ...charge('Desconto', negate(order.discount)),
  ['Valor do pedido', formatCurrency(order.grossValue)],
];

const paymentOf = ({ installments, paymentMethod }: SentOrder): Row[] => {
  const method = isPaymentMethod(paymentMethod) ? PAYMENT_METHOD_LABELS[paymentMethod] : null;
  return [
    ...(method === null ? [] : [['Forma', method] satisfies Row]),
    ...(installments.length === 0 ? [['Vencimento', 'a combinar'] satisfies Row] : []),
    ...installments.map(({ dueDate, grossValue }): Row => [formatDate(dueDate), formatCurrency(grossValue)]),
  ];
};

const Rows = ({ rows }: { rows: Row[] }) => (
  <dl className={styles.conditions}>
    {rows.map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** What is bought, what it costs, and how it is paid. */
export const Content = ({ order }: { order: SentOrder }) => (
  <>
    <section className={styles.section}>
      <h2>Itens</h2>
      <ul className={styles.review}>
        {order.lines.map(({ code, name, description, brand, unit, quantity, price, total }, index) => (
          <li key={`${code}/${index}`}>
            <span>
              <strong>{name}</strong>
              {(description !== null || brand !== null) && (
                <span>{[description, brand].filter((text) => text !== null).join(' · ')}</span>
              )}
              <span>
                {formatQuantity(quantity)} {unit} × R$ {formatUnitPrice(price)}
              </span>
            </span>
            <strong>{formatCurrency(total)}</strong>
          </li>
        ))}
      </ul>
      <Rows rows={totalsOf(order)} />
    </section>
    <section className={styles.section}>
      <h2>Pagamento</h2>
      <Rows rows={paymentOf(order)} />
    </section>
    {order.notes !== null && (
      <section className={styles.section}>
        <h2>Observações</h2>
        <p className={styles.text}>{order.notes}</p>
      </section>
    )}
  </>
);
