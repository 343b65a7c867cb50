import { counted, formatMoney, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { Button, Combobox, StatusPill } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { lazy, Suspense, useState } from 'react';
import { productOption, type ChosenProducts, type Reading } from '../given.ts';
import { useProductSearch } from './useProductSearch.ts';
import styles from './panel.module.css';

type Item = Reading['items'][number];

// The register of products is loaded with the first one that is made here.
const NewProductDialog = lazy(() => import('#web/purchase/products/NewProductDialog.tsx'));

/** Items that are seen at first: a nota has up to 990. */
const FIRST = 20;

/** A product that is made for an item. */
interface Making {
  item: Item;
  name: string;
}

interface NotaItemsProps {
  items: readonly Item[];
  chosen: ChosenProducts;
  onChoose: (number: number, product: Option | null) => void;
}

const productOf = (item: Item, chosen: ChosenProducts): Option | null =>
  chosen.has(item.number) ? (chosen.get(item.number) ?? null) : item.product ? productOption(item.product) : null;

/** Items of the nota, each with the product that it is; what is chosen is remembered for the next nota of the supplier. */
export const NotaItems = ({ items, chosen, onChoose }: NotaItemsProps) => {
  const [all, setAll] = useState(false);
  const [making, setMaking] = useState<Making | null>(null);
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
          <ItemRow key={item.number} item={item} chosen={chosen} onChoose={onChoose} onMake={setMaking} />
        ))}
      </ol>
      {!all && items.length > FIRST && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          Mostrar os {items.length - FIRST} restantes
        </Button>
      )}
      {making && (
        <Suspense>
          <NewProductDialog
            name={making.name}
            unit={making.item.unit}
            onCreated={(product) => {
              onChoose(making.item.number, product);
              setMaking(null);
            }}
            onClose={() => setMaking(null)}
          />
        </Suspense>
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

/** "Criar insumo", below the products that an item may be. */
const MAKE = 'make';

interface ItemRowProps extends Omit<NotaItemsProps, 'items'> {
  item: Item;
  onMake: (making: Making) => void;
}

const ItemRow = ({ item, chosen, onChoose, onMake }: ItemRowProps) => {
  const { may } = useSession();
  const maySearch = may({ anyOf: ['PURCHASE', 'ENGINEERING'] });
  const mayMake = may({ anyOf: ['PURCHASE'] });
  const search = useProductSearch();
  const { tone, text } = matchOf(item, chosen);
  const near = [...(item.product ? [item.product] : []), ...item.others].map(productOption);
  const make: Option[] = mayMake ? [{ id: MAKE, label: `Criar insumo “${item.name}”` }] : [];
  const load = async (typed: string) => (typed.trim() === '' ? [...near, ...make] : search(typed));
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
          onChange={(product) =>
            product?.id === MAKE ? onMake({ item, name: item.name }) : onChoose(item.number, product)
          }
          onCreate={mayMake ? (name) => onMake({ item, name }) : undefined}
          createVerb="Criar insumo"
          {...(maySearch ? { loadOptions: load } : { options: near })}
        />
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
    </li>
  );
};
