import { Decimal } from '#domain/decimal.ts';
import { formatUnitPrice } from '#domain/money.ts';
import { counted, formatCount, formatPercentage } from '#domain/numberFormat.ts';
import type { ProductRowFragment } from '#web/generated/purchase.ts';
import { Sparkline, type CardItem, type Column } from '#web/ui/index.ts';
import styles from './Products.module.css';

type Prices = { price?: string | null }[];

/** Prices of the last twelve months that are known, oldest first. */
const knownPrices = (row: ProductRowFragment): string[] =>
  (row.figures?.prices as Prices | undefined)?.flatMap(({ price }) => (price ? [price] : [])) ?? [];

/** How much a price has changed in twelve months, in percent; null where fewer than two prices are known. */
export const changeOf = (values: readonly string[]): string | null => {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return null;
  const change = new Decimal(last).div(first).minus(1).times(100).toDecimalPlaces(2);
  // Adding 0 drops the sign of a zero: no change is shown as −0,00 % (domain.md §3).
  return change.plus(0).toFixed(2);
};

/** Within 5 % a change is none (mock 23). */
const toneOf = (change: string): 'plain' | 'in' | 'out' => {
  const size = new Decimal(change);
  if (size.abs().lessThanOrEqualTo(5)) return 'plain';
  return size.isNegative() ? 'in' : 'out';
};

const trendText = (change: string | null): string | null =>
  change === null ? null : `${change.startsWith('-') ? '−' : '+'}${formatPercentage(change.replace('-', ''))}`;

const Trend = ({ row }: { row: ProductRowFragment }) => {
  const values = knownPrices(row);
  const change = changeOf(values);
  if (change === null) return null;
  return (
    <span role="img" aria-label={`${trendText(change)} em 12 meses`} className={styles.trend}>
      <Sparkline values={values} tone={toneOf(change)} />
    </span>
  );
};

const NO_PRICE = 'sem preço';

export const productColumns: readonly Column<ProductRowFragment>[] = [
  { id: 'code', title: 'Código', width: 90, sortable: true, value: ({ code }) => code },
  {
    ...{ id: 'name', title: 'Insumo', minWidth: 190, flex: 1, sortable: true, tone: 'strong' },
    value: ({ name }) => name,
    render: (row) => (
      <>
        {row.name} {row.figures?.suggested && <span className={styles.suggested}>duplicado?</span>}
      </>
    ),
  },
  { id: 'unit', title: 'Un.', width: 66, sortable: true, value: ({ unit }) => unit?.acronyms },
  { id: 'productType', title: 'Tipo', width: 112, value: ({ productType }) => productType?.name },
  {
    ...{ id: 'price', title: 'Último preço (R$)', width: 140, kind: 'money', sortable: true },
    value: ({ price }) => price,
    render: ({ price }) => (price ? formatUnitPrice(price) : <span className={styles.muted}>{NO_PRICE}</span>),
  },
  { id: 'priceDay', title: 'Preço de', kind: 'date', width: 106, value: ({ figures }) => figures?.priceDay },
  {
    ...{ id: 'trend', title: '12 meses', width: 100 },
    value: (row) => trendText(changeOf(knownPrices(row))),
    render: (row) => <Trend row={row} />,
  },
  {
    ...{ id: 'uses', title: 'Usos', width: 64, align: 'right' },
    value: ({ figures }) => (figures ? formatCount(figures.uses) : null),
  },
];

/** Columns of the file besides those of the grid. */
export const productFileColumns: readonly Column<ProductRowFragment>[] = [
  { id: 'group', title: 'Grupo', value: ({ productGroup }) => productGroup?.name },
  { id: 'table', title: 'Tabela', value: ({ productTable }) => productTable?.name },
  { id: 'brands', title: 'Marcas', value: ({ brands }) => brands.map(({ name }) => name).join(', ') },
];

export const productCard = (row: ProductRowFragment): CardItem => ({
  id: row.id,
  title: row.name,
  meta: [row.code, row.productType?.name, row.figures && row.figures.uses > 0 && counted(row.figures.uses, 'uso')]
    .filter(Boolean)
    .join(' · '),
  end: row.price ? `R$ ${formatUnitPrice(row.price)}` : <span className={styles.muted}>{NO_PRICE}</span>,
  endMeta: row.unit?.acronyms,
});
