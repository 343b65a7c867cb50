import { addMonths, formatDate } from '#domain/dates.ts';
import { formatExact, formatUnitPrice } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { useProductPricesQuery, type ProductPricesQuery, type ProductRowFragment } from '#web/generated/purchase.ts';
import { ProductEstimates } from '#web/engineering/estimateUses/EstimateUses.tsx';
import { Segments, today } from '#web/ui/index.ts';
import { useState } from 'react';
import { MergesInto } from './merging/Merges.tsx';
import { Link } from 'react-router-dom';
import { PriceChart } from './PriceChart.tsx';
import styles from './Products.module.css';

type PricePoint = NonNullable<ProductPricesQuery['productPriceHistory']>[number];
type Span = '6' | '12' | 'all';
const SPANS: readonly { value: Span; label: string }[] = [
  { value: '6', label: '6 meses' },
  { value: '12', label: '12 meses' },
  { value: 'all', label: 'Tudo' },
];

/** Prices since some months ago, and the one before, which was in force then. */
const since = (prices: readonly PricePoint[], span: Span): readonly PricePoint[] => {
  if (span === 'all') return prices;
  const from = addMonths(today(), -Number(span));
  const first = prices.findIndex(({ day }) => day >= from);
  return first === -1 ? prices.slice(-1) : prices.slice(Math.max(0, first - 1));
};

/** The prices that a product has had, in half a year, a year, or ever. */
const PriceHistory = ({ prices }: { prices: readonly PricePoint[] }) => {
  const [span, setSpan] = useState<Span>('12');
  if (prices.length < 2) return null;
  const shown = since(prices, span);
  return (
    <section aria-label="Histórico de preços">
      <div className={styles.head}>
        <h3 className={styles.title}>Histórico de preços</h3>
        <Segments ariaLabel="Período dos preços" value={span} options={SPANS} onChange={setSpan} />
      </div>
      {shown.filter(({ price }) => price).length > 1 ? (
        <PriceChart prices={shown} />
      ) : (
        <p className={styles.muted}>Nenhuma mudança de preço neste período.</p>
      )}
    </section>
  );
};

/** What is known about a stored product: its price, its prices, and what uses it. */
export const ProductFacts = ({ row, mayWrite }: { row: ProductRowFragment; mayWrite: boolean }) => {
  const { data } = useProductPricesQuery({ variables: { id: row.id }, fetchPolicy: 'cache-and-network' });
  const prices = data?.productPriceHistory ?? [];
  const usages = data?.productUsages ?? [];
  const { price, figures, unit } = row;
  const facts = [
    {
      label: 'Último preço',
      value: price ? `R$ ${formatUnitPrice(price)}${unit ? ` / ${unit.acronyms}` : ''}` : 'sem preço',
    },
    { label: 'Preço de', value: figures?.priceDay ? formatDate(figures.priceDay) : '—' },
    { label: 'Usos', value: counted(figures?.uses ?? 0, 'composição', 'composições') },
    ...(row.purchaseUnit && row.purchaseFactor
      ? [
          {
            label: 'Comprado em',
            value: `${row.purchaseUnit.acronyms} de ${formatExact(row.purchaseFactor)} ${unit?.acronyms ?? ''}`,
          },
        ]
      : []),
    ...(row.leadTimeDays === null
      ? []
      : [{ label: 'Prazo de entrega', value: counted(row.leadTimeDays, 'dia', 'dias') }]),
    ...(row.aliases.length > 0 ? [{ label: 'Códigos unificados', value: row.aliases.join(', ') }] : []),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PriceHistory prices={prices} />
      {row.aliases.length > 0 && <MergesInto row={row} mayWrite={mayWrite} />}
      {usages.length > 0 && (
        <section aria-label="Onde é usado">
          <h3 className={styles.title}>Onde é usado</h3>
          <ul className={styles.uses}>
            {usages.map(({ id, code, name, unit: per, quantity }) => (
              <li key={id}>
                <Link to={`/home/forms/task?id=${id}`}>{code}</Link>
                <span className={styles.label}>{name}</span>
                <span>
                  {formatExact(quantity)} {unit?.acronyms} / {per}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProductEstimates id={row.id} />
    </>
  );
};
