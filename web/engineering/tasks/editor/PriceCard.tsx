import { formatPrice4, formatShare } from '#domain/numberFormat.ts';
import { Card } from '#web/ui/index.ts';
import styles from './editor.module.css';
import { ReferenceRow } from './ReferenceRow.tsx';
import type { TaskFigures } from './totals.ts';

interface PriceCardProps {
  figures: TaskFigures;
  unit: string | undefined;
  published: boolean;
  /** No line yet: there is nothing that lacks a price. */
  empty: boolean;
  /** The stored composition with its reference; null where it has none. */
  referringId: string | null;
}

/** Colours of the product types, in their order; further ones repeat. */
const TONES = [styles.tone1, styles.tone2, styles.tone3, styles.tone4, styles.tone5];

/** Unit price of the composition and what of it is material, labour, equipment; it follows what is typed. */
export const PriceCard = ({ figures: { price, byType }, unit, published, empty, referringId }: PriceCardProps) => (
  <Card title="Preço unitário" meta={unit === undefined ? undefined : `por ${unit}`}>
    <div className={styles.price} role="status" aria-live="polite">
      {empty ? (
        <span className={styles.muted}>—</span>
      ) : price === null ? (
        <span className={styles.noPrice}>{published ? 'sem preço' : 'incompleto'}</span>
      ) : (
        `R$ ${formatPrice4(price)}`
      )}
    </div>
    <p className={styles.small}>
      {empty
        ? 'Soma dos itens, quatro casas por linha.'
        : price === null && !published
          ? 'Falta o preço ou o coeficiente de algum item.'
          : 'No orçamento, quantidade × preço, arredondado a 2 casas na linha.'}
    </p>
    {byType.length > 0 && (
      <>
        <div className={styles.bar} aria-hidden="true">
          {byType.map(({ id, share }, index) => (
            <span key={id} className={TONES[index % TONES.length]} style={{ width: `${share}%` }} />
          ))}
        </div>
        <ul className={styles.types}>
          {byType.map(({ id, name, price: part, share }, index) => (
            <li key={id}>
              <span className={`${styles.dot} ${TONES[index % TONES.length] ?? ''}`} aria-hidden="true" />
              <span className={styles.typeName}>{name}</span>
              <span>{formatPrice4(part)}</span>
              <span className={styles.share}>{formatShare(share)}</span>
            </li>
          ))}
        </ul>
      </>
    )}
    {referringId !== null && <ReferenceRow id={referringId} unit={unit} price={price} />}
  </Card>
);
