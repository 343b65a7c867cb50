import { formatDate } from '#domain/dates.ts';
import { formatQuantity, formatUnitPrice } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { useProductPricesQuery, type ProductRowFragment } from '#web/generated/purchase.ts';
import { PriceChart } from './PriceChart.tsx';
import styles from './Products.module.css';

/** What is known about a stored product: its price, its prices, and what uses it. */
export const ProductFacts = ({ row }: { row: ProductRowFragment }) => {
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
      {prices.length > 1 && (
        <section aria-label="Histórico de preços">
          <h3 className={styles.title}>Histórico de preços</h3>
          <PriceChart prices={prices} />
        </section>
      )}
      {usages.length > 0 && (
        <section aria-label="Onde é usado">
          <h3 className={styles.title}>Onde é usado</h3>
          <ul className={styles.uses}>
            {usages.map(({ id, code, name, unit: per, quantity }) => (
              <li key={id}>
                <span className={styles.muted}>{code}</span>
                <span className={styles.label}>{name}</span>
                <span>
                  {formatQuantity(quantity)} {unit?.acronyms} / {per}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
