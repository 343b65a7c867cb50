import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import { counted, formatQuantity } from '#domain/numberFormat.ts';
import { FormSection } from '#web/ui/index.ts';
import { isWaiting } from '../receive/model.ts';
import { ItemCard } from './ItemCard.tsx';
import { choiceOf } from './model.ts';
import type { InvoicePartProps } from './parts.ts';
import styles from './invoice.module.css';

/** Items of the nota with the line of the order that each is of, and what did not come with it. */
export const InvoiceItems = (props: InvoicePartProps) => {
  const { order, proposal, form, check } = props;
  const { items } = proposal.invoice;
  const left = order.requirementLineList.filter((line) => isWaiting(line) && !check.lines.has(line.id));
  const decided = items.filter(({ number }) => choiceOf(form, number).line !== '').length;
  return (
    <>
      <FormSection title={`Itens da nota · ${decided} de ${counted(items.length, 'item', 'itens')}`}>
        <ol className={styles.items} aria-label="Itens da nota">
          {items.map((item) => (
            <ItemCard key={item.number} {...props} item={item} />
          ))}
        </ol>
      </FormSection>
      {left.length > 0 && (
        <FormSection title="Não vieram nesta nota">
          <ul className={styles.left} aria-label="Não vieram nesta nota">
            {left.map((line) => (
              <li key={line.id}>
                <span>{line.product.name}</span>
                <span className={styles.muted}>
                  faltam {formatQuantity(missingQuantity(line))} {line.unit.acronyms}
                </span>
              </li>
            ))}
          </ul>
        </FormSection>
      )}
    </>
  );
};
