import { formatCoefficient, formatPrice4 } from '#domain/numberFormat.ts';
import { toDecimal } from '#domain/decimal.ts';
import { decimal4 } from '#domain/money.ts';
import { BasePill } from '#web/engineering/tasks/BasePill.tsx';
import { LineIcon } from '#web/engineering/tasks/editor/LineIcon.tsx';
import type { LineColumn } from '#web/form/lines/columns.ts';
import { QuantityInput } from '#web/ui/index.ts';
import { NO_PRICE } from '../cellText.ts';
import type { CompositionLine } from '../model/rows.ts';
import styles from './composition.module.css';

export const Name = ({ line }: { line: Pick<CompositionLine, 'kind' | 'productType' | 'code' | 'name'> }) => (
  <span className={styles.item}>
    <LineIcon kind={line.kind} type={line.productType} />
    <span className={styles.code}>{line.code}</span>
    <span className={styles.name} title={line.name}>
      {line.name}
    </span>
  </span>
);

export const priceText = (price: string | null): string => (price === null ? NO_PRICE : formatPrice4(price));

const quantityPath = ({ key }: CompositionLine): string => `${key}.quantity`;
const pricePath = ({ key }: CompositionLine): string => `${key}.unitPrice`;

/** Why the text of a field of a line does not read. */
export const unreadOf = (line: CompositionLine, unread: Record<string, string>): string | undefined =>
  unread[quantityPath(line)] ?? unread[pricePath(line)];

/** Why a line cannot be applied as it is. */
export const problemOf = (line: CompositionLine, unread: Record<string, string>): string | undefined => {
  const text = unreadOf(line, unread);
  if (text !== undefined) return text;
  if (line.quantity === '') return 'Informe o coeficiente';
  if (line.id === null && toDecimal(line.quantity).isZero()) return 'Informe um coeficiente maior que zero.';
  if (line.unitPrice !== null && toDecimal(line.unitPrice).isZero()) return 'O preço deve ser maior que zero';
  return undefined;
};

interface ColumnsContext {
  totalOf: (line: CompositionLine) => string | null;
  onQuantity: (line: CompositionLine, quantity: string) => void;
  onPrice: (line: CompositionLine, unitPrice: string | null) => void;
}

export const columnsOf = ({ totalOf, onQuantity, onPrice }: ColumnsContext): readonly LineColumn<CompositionLine>[] => [
  { id: 'item', title: 'Item', card: 'title', render: (line) => <Name line={line} /> },
  { id: 'base', title: 'Base', width: '76px', card: 'meta', render: ({ base }) => <BasePill base={base} short /> },
  { id: 'unit', title: 'Un.', width: '52px', card: 'meta', render: ({ unit }) => unit },
  {
    ...{ id: 'quantity', title: 'Coeficiente', width: '116px', align: 'right' },
    render: ({ quantity }) => formatCoefficient(quantity),
    edit: (line) => (
      <QuantityInput
        fourPlaces
        size="small"
        path={quantityPath(line)}
        ariaLabel={`Coeficiente de ${line.name}`}
        value={line.quantity}
        onChange={(quantity) => onQuantity(line, quantity)}
      />
    ),
    repeat: (line, above) => ({ ...line, quantity: above.quantity }),
  },
  {
    ...{ id: 'price', title: 'Preço (R$)', width: '116px', align: 'right' },
    render: ({ unitPrice }) => priceText(unitPrice),
    edit: (line) =>
      line.priced ? (
        <QuantityInput
          fourPlaces
          size="small"
          path={pricePath(line)}
          ariaLabel={`Preço de ${line.name}`}
          value={line.unitPrice ?? ''}
          onChange={(price) => onPrice(line, price === '' ? null : decimal4(price))}
        />
      ) : (
        priceText(line.unitPrice)
      ),
  },
  {
    ...{ id: 'total', title: 'Total (R$)', width: '104px', align: 'right', card: 'end' },
    render: (line) => {
      const total = totalOf(line);
      return <strong>{total === null ? '—' : formatPrice4(total)}</strong>;
    },
  },
];
