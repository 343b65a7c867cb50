import { counted, formatMoney, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { Button, Combobox, StatusPill } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState } from 'react';
import type { ChosenProducts, Reading } from '../given.ts';
import { useProductSearch } from './useProductSearch.ts';
import styles from './panel.module.css';

type Item = Reading['items'][number];
type Product = NonNullable<Item['product']>;

/** Items that are seen at first: a nota has up to 990. */
const FIRST = 20;

interface NotaItemsProps {
  items: readonly Item[];
  chosen: ChosenProducts;
  onChoose: (number: number, product: Option | null) => void;
}

const optionOf = ({ id, name, unit }: Product): Option => ({ id, label: name, hint: unit });

const productOf = (item: Item, chosen: ChosenProducts): Option | null =>
  chosen.has(item.number) ? (chosen.get(item.number) ?? null) : item.product ? optionOf(item.product) : null;

/** Items of the nota, each with the product that it is; what is chosen is remembered for the next nota of the supplier. */
export const NotaItems = ({ items, chosen, onChoose }: NotaItemsProps) => {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FIRST);
  const known = items.filter((item) => productOf(item, chosen) !== null).length;
  return (
    <section aria-labelledby="nota-items">
      <h3 id="nota-items" className={styles.heading}>
        Itens da nota{' '}
        <span className={styles.muted}>
          {counted(items.length, 'item', 'itens')}, {known} com insumo
        </span>
      </h3>
      <ol className={styles.items}>
        {shown.map((item) => (
          <ItemRow key={item.number} item={item} chosen={chosen} onChoose={onChoose} />
        ))}
      </ol>
      {!all && items.length > FIRST && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          Mostrar os {items.length - FIRST} restantes
        </Button>
      )}
    </section>
  );
};

const matchOf = (item: Item, chosen: ChosenProducts) => {
  if (chosen.has(item.number))
    return chosen.get(item.number)
      ? ({ tone: 'in', text: 'será lembrado' } as const)
      : ({ tone: 'neutral', text: 'sem insumo' } as const);
  switch (item.match) {
    case 'REMEMBERED':
      return { tone: 'in', text: 'lembrado' } as const;
    case 'CODE':
      return { tone: 'info', text: 'mesmo código' } as const;
    case 'NAME':
      return { tone: 'info', text: `parecido ${item.similarity ?? 0}%` } as const;
    default:
      return { tone: 'warning', text: 'novo' } as const;
  }
};

const ItemRow = ({ item, chosen, onChoose }: Omit<NotaItemsProps, 'items'> & { item: Item }) => {
  const maySearch = useSession().may({ anyOf: ['PURCHASE', 'ENGINEERING'] });
  const search = useProductSearch();
  const { tone, text } = matchOf(item, chosen);
  const near = [...(item.product ? [item.product] : []), ...item.others].map(optionOf);
  const load = async (typed: string) => (typed.trim() === '' ? near : search(typed));
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <span className={styles.itemName} title={item.name}>
          {item.name}
        </span>
        <span className={styles.muted}>
          {formatQuantity(item.quantity)} {item.unit} × {formatUnitPrice(item.unitPrice)}
        </span>
        <span className={styles.itemValue}>{formatMoney(item.value)}</span>
      </div>
      <div className={styles.itemChoice}>
        <ArrowRightIcon aria-hidden="true" />
        <Combobox
          size="small"
          ariaLabel={`Insumo do item ${item.number}`}
          placeholder="Sem insumo"
          value={productOf(item, chosen)}
          onChange={(product) => onChoose(item.number, product)}
          {...(maySearch ? { loadOptions: load } : { options: near })}
        />
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
    </li>
  );
};
