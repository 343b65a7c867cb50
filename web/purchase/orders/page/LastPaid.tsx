import { formatUnitPrice } from '#domain/numberFormat.ts';
import { changeText, isAbove, percentChange } from '#domain/purchase/orders/prices.ts';
import { dayText } from '#domain/purchase/orders/warnings.ts';
import { today, Tooltip, useIsPhone } from '#web/ui/index.ts';
import type { FormLine } from './form.ts';
import styles from './order.module.css';
import type { CheckedPrices, OrderCheckState } from './useOrderCheck.ts';

type Paid = NonNullable<CheckedPrices['lastPaid']>;

const whence = ({ supplier, order, documentNumber }: Paid): string =>
  [supplier.name, order.document, ...(documentNumber === null ? [] : [`nota ${documentNumber}`])].join(', ');

/** What else is known of the input's prices. */
const moreOf = ({ lastPaid, bestOfYear, estimatePrice }: CheckedPrices): string[] => [
  ...(lastPaid ? [`Último pago a ${whence(lastPaid)}`] : []),
  ...(bestOfYear
    ? [
        `Menor em 12 meses: R$\u00a0${formatUnitPrice(bestOfYear.price)} em ${dayText(bestOfYear.date, today())}, ${whence(bestOfYear)}`,
      ]
    : []),
  ...(estimatePrice === null ? [] : [`No orçamento: R$\u00a0${formatUnitPrice(estimatePrice)}`]),
];

const toneOf = (price: string, last: string, tolerance: string): string | undefined => {
  if (isAbove(price, last, tolerance)) return styles.above;
  return percentChange(price, last)?.startsWith('-') ? styles.below : undefined;
};

const Change = ({ price, lastPaid, tolerance }: { price: string; lastPaid: Paid; tolerance: string }) => {
  const change = price === '' ? '' : changeText(price, lastPaid.price);
  return (
    <span className={styles.code}>
      {change !== '' && (
        <>
          <span className={toneOf(price, lastPaid.price, tolerance)}>{change}</span>
          {' · '}
        </>
      )}
      {dayText(lastPaid.date, today())}
    </span>
  );
};

/** What was paid for the input of a line, beside the price that is typed; more of it on hover, on a phone below. */
export const LastPaid = ({ line, check }: { line: FormLine; check: OrderCheckState | null }) => {
  const phone = useIsPhone();
  const prices = check?.prices.get(line.key);
  if (!check || !prices || line.canceled) return null;
  const { lastPaid, estimatePrice } = prices;
  const more = moreOf(prices);
  const told = (
    <span className={styles.paid}>
      <span>{lastPaid ? formatUnitPrice(lastPaid.price) : '—'}</span>
      {lastPaid && <Change price={line.price} lastPaid={lastPaid} tolerance={check.priceTolerance} />}
      {!lastPaid && estimatePrice !== null && (
        <span className={styles.code}>orç. {formatUnitPrice(estimatePrice)}</span>
      )}
      {phone && more.map((text) => <small key={text}>{text}</small>)}
    </span>
  );
  return phone || more.length === 0 ? told : <Tooltip text={more.join(' · ')}>{told}</Tooltip>;
};
