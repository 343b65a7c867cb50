import { Decimal } from '#domain/decimal.ts';
import {
  changeOf,
  knownPrices,
  productColumns as shared,
  productFileColumns as sharedFileColumns,
  trendText,
} from '#domain/lists/products.ts';
import { formatUnitPrice } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ProductRowFragment } from '#web/generated/purchase.ts';
import { withLooks } from '#web/list/columns/withLooks.ts';
import { Sparkline, type CardItem, type Column } from '#web/ui/index.ts';
import styles from './Products.module.css';

/** Within 5 % a change is none (mock 23). */
const toneOf = (change: string): 'plain' | 'in' | 'out' => {
  const size = new Decimal(change);
  if (size.abs().lessThanOrEqualTo(5)) return 'plain';
  return size.isNegative() ? 'in' : 'out';
};

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

export const productColumns: readonly Column<ProductRowFragment>[] = withLooks<ProductRowFragment>(shared, {
  code: { width: 90, sortable: true },
  name: {
    ...{ minWidth: 190, flex: 1, sortable: true, tone: 'strong' },
    render: (row) => (
      <>
        {row.name} {row.figures?.suggested && <span className={styles.suggested}>duplicado?</span>}
      </>
    ),
  },
  unit: { width: 66, sortable: true },
  productType: { width: 112 },
  price: {
    ...{ width: 140, sortable: true },
    render: ({ price }) => (price ? formatUnitPrice(price) : <span className={styles.muted}>{NO_PRICE}</span>),
  },
  priceDay: { width: 106 },
  trend: { width: 100, render: (row) => <Trend row={row} /> },
  uses: { width: 64, align: 'right' },
});

/** Columns of the file besides those of the grid. */
export const productFileColumns: readonly Column<ProductRowFragment>[] = sharedFileColumns;

export const productCard = (row: ProductRowFragment): CardItem => ({
  id: row.id,
  title: row.name,
  meta: [row.code, row.productType?.name, row.figures && row.figures.uses > 0 && counted(row.figures.uses, 'uso')]
    .filter(Boolean)
    .join(' · '),
  end: row.price ? `R$ ${formatUnitPrice(row.price)}` : <span className={styles.muted}>{NO_PRICE}</span>,
  endMeta: row.unit?.acronyms,
});
