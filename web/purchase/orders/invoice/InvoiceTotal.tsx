import { isZero, type Money } from '#domain/money.ts';
import { CheckCircleIcon } from '#web/ui/icons.ts';
import { MoneyText } from '#web/ui/index.ts';
import type { InvoicePartProps } from './parts.ts';
import receive from '../receive/receive.module.css';
import styles from './invoice.module.css';

const Row = ({ label, value }: { label: string; value: Money }) =>
  isZero(value) ? null : (
    <p className={styles.charge}>
      <span>{label}</span>
      <MoneyText value={value} symbol={false} />
    </p>
  );

/** Charges of the nota, and its total, which is the value of the XML. */
export const InvoiceTotal = ({ proposal: { invoice }, check: { figures } }: InvoicePartProps) => {
  const { shippingRate, ipiValue, discount, leftOut, value } = figures;
  return (
    <div className={styles.totals}>
      <Row label="Frete e outras despesas desta nota" value={shippingRate} />
      <Row label="dos quais, itens fora do pedido" value={leftOut} />
      <Row label="IPI e outros impostos desta nota" value={ipiValue} />
      <Row label="Desconto desta nota" value={discount} />
      <p className={receive.total} role="status">
        <span>Total da NF {invoice.number}</span>
        {value === invoice.value && (
          <span className={receive.done}>
            <CheckCircleIcon aria-hidden="true" /> confere com o XML
          </span>
        )}
        <MoneyText value={value} strong />
      </p>
    </div>
  );
};
