import { formatDate } from '#domain/dates.ts';
import { percentText, shareText } from '#domain/engineering/purchaseOverview/figures.ts';
import { CardList, MoneyText, type CardItem } from '#web/ui/index.ts';
import type { Checks } from '../useChecks.ts';
import { nameOf } from '../inputs/rows.ts';
import type { Values } from '../words.ts';
import type { LooseOrder, Overview, StageItem } from './rows.ts';
import { StageBar } from './StageBar.tsx';
import type { RowActs } from './StageRow.tsx';
import styles from './stages.module.css';
import { Waiting } from './Waiting.tsx';

interface StageCardsProps {
  items: readonly StageItem[];
  orders: readonly LooseOrder[];
  withoutStage: Overview['withoutStage'];
  checks: Checks;
  refused: ReadonlyMap<string, string>;
  acts: RowActs;
}

const MARKS = { true: '▾ ', false: '▸ ' };
const markOf = ({ open }: StageItem): string => (open === undefined ? '' : MARKS[`${open}`]);

const bar = (values: Values, percentage: string | null): Pick<CardItem, 'meta' | 'end' | 'endMeta'> => ({
  meta: (
    <span className={styles.cardBar}>
      <StageBar values={values} />
    </span>
  ),
  end: <MoneyText value={values.balance.value} tone="sign" />,
  endMeta: percentage ?? '—',
});

const cardOf = (item: StageItem, acts: RowActs): CardItem | null => {
  switch (item.kind) {
    case 'stage':
      return {
        ...{ id: item.key, title: `${markOf(item)}${item.stage.code} ${item.stage.name}` },
        ...bar(item.stage, item.stage.percentage && percentText(item.stage.percentage)),
      };
    case 'own':
      return {
        ...{ id: item.key, title: `${markOf(item)}Direto em ${item.stage.name}` },
        ...bar(item.values, shareText(item.values.ordered.value, item.values.estimated.value)),
      };
    case 'input':
      return {
        ...{ id: item.key, title: nameOf(item.row), ...(item.row.product ? {} : { to: null }) },
        ...bar(item.row, shareText(item.row.ordered.value, item.row.estimated.value)),
      };
    case 'wait':
      return { id: item.key, title: item.stage.name, meta: <Waiting item={item} acts={acts} />, to: null };
    default:
      return null;
  }
};

const orderCard = (order: LooseOrder, refused: string | undefined): CardItem => ({
  ...{ id: order.id, title: order.items, to: null, selectLabel: `Selecionar ${order.document}` },
  meta: `${order.document} · ${formatDate(order.date)} · ${refused ?? (order.suggested.length > 0 ? `sugestão ${order.suggested.join(', ')}` : 'sem sugestão')}`,
  end: <MoneyText value={order.ordered} />,
});

/** Stages on a phone: how far each is, and what is left; then the orders that are in none. */
export const StageCards = ({ items, orders, withoutStage, checks, refused, acts }: StageCardsProps) => (
  <>
    <CardList
      ariaLabel="Etapas"
      items={items.flatMap((item) => cardOf(item, acts) ?? [])}
      onOpen={(key) => {
        const item = items.find((one) => one.key === key);
        if (item) acts.onOpen(item);
      }}
    />
    {withoutStage.orders > 0 && (
      <section aria-label="Sem etapa">
        <h2 className={styles.looseTitle}>
          Sem etapa · <MoneyText value={withoutStage.ordered.value} />
        </h2>
        <CardList
          ariaLabel="Pedidos sem etapa"
          items={orders.map((order) => orderCard(order, refused.get(order.id)))}
          selected={[...checks.chosen]}
          onToggle={checks.toggle}
        />
      </section>
    )}
  </>
);
