import { isNegative, negate, subtract, type Money } from '#domain/money.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { Difference } from '../columns.tsx';
import { isPending, SUPPLIER_STATES } from '../words.ts';
import styles from './map.module.css';

const Figure = ({
  label,
  value,
  best,
  children,
}: {
  label: string;
  value: string;
  best?: boolean;
  children?: React.ReactNode;
}) => (
  <section className={styles.card} data-best={best || undefined}>
    <h2>{label}</h2>
    <strong>{value}</strong>
    <span>{children}</span>
  </section>
);

/** By how much a total is below the reference, or above it. */
const againstText = (saved: Money): string =>
  isNegative(saved) ? `${formatCurrency(negate(saved))} acima do orçado` : `economia de ${formatCurrency(saved)}`;

/** The estimate, the best single supplier, the best combination, and who is still missing (mock 5). */
export const Cards = ({ quote }: { quote: QuoteDetailsFragment }) => {
  const { comparison, suppliers } = quote;
  const { referenceTotal, bestSingle, bestCombination } = comparison;
  const nameOf = (supplierId: string | undefined) => suppliers.find(({ id }) => id === supplierId)?.partner.name ?? '';
  const pending = suppliers.filter(isPending);
  const complete = bestCombination !== null && bestCombination.missing.length === 0;
  return (
    <div className={styles.cards}>
      <Figure label="Preço orçado (referência)" value={referenceTotal === null ? '—' : formatCurrency(referenceTotal)}>
        {referenceTotal === null && 'falta a referência de algum item'}
      </Figure>
      <Figure label="Melhor fornecedor único" value={bestSingle === null ? '—' : formatCurrency(bestSingle.total)}>
        {bestSingle !== null && (
          <>
            {nameOf(bestSingle.awards[0]?.supplierId)}{' '}
            {bestSingle.missing.length === 0 && <Difference best={bestSingle.total} reference={referenceTotal} />}
          </>
        )}
      </Figure>
      <Figure
        label="Melhor combinação com frete"
        value={bestCombination === null ? '—' : formatCurrency(bestCombination.total)}
        best={bestCombination !== null}
      >
        {bestCombination !== null && !complete && `sem ${bestCombination.missing.length} itens que ninguém cotou`}
        {complete && referenceTotal !== null && (
          <>
            {againstText(subtract(referenceTotal, bestCombination.total))}{' '}
            <Difference best={bestCombination.total} reference={referenceTotal} />
          </>
        )}
      </Figure>
      <Figure
        label="Pendente"
        value={pending.length === 0 ? '—' : pending.map(({ partner }) => partner.name).join(', ')}
      >
        {pending.length === 1 && pending[0] !== undefined && SUPPLIER_STATES[pending[0].state]}
      </Figure>
    </div>
  );
};
