import { formatDate } from '#domain/dates.ts';
import { percentText, shareText, valueText } from '#domain/engineering/purchaseOverview/figures.ts';
import { compare, isZero } from '#domain/money.ts';
import { CountBadge } from '#web/ui/index.ts';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Cell, Check, Fold, isOnControl, NumberCell } from '../GridParts.tsx';
import grid from '../grid.module.css';
import { nameOf } from '../inputs/rows.ts';
import { MEASURES, ORDERS, type Values } from '../words.ts';
import type { LooseOrder, Overview, StageItem } from './rows.ts';
import { StageBar } from './StageBar.tsx';
import styles from './stages.module.css';
import { Waiting } from './Waiting.tsx';

/** What rows do; the same for all of them. */
export interface RowActs {
  onToggle: (item: StageItem) => void;
  onOpen: (item: StageItem) => void;
  onCheck: (item: StageItem, extending: boolean) => void;
  onAccept: (order: LooseOrder) => void;
  onNeed: (stageId: string) => void;
  onRetry: (stageId: string) => void;
}

export interface StageRowProps {
  item: StageItem;
  top: number;
  place: number;
  active: boolean;
  checked: boolean | 'mixed';
  opened: boolean;
  withoutStage: Overview['withoutStage'];
  /** Why the order was refused. */
  refused: string | undefined;
  busy: boolean;
  acts: RowActs;
}

const Numbers = ({ values, outside = false }: { values: Values; outside?: boolean }) =>
  MEASURES.map((measure) => (
    <NumberCell
      key={measure}
      // What is in no stage is compared with nothing.
      text={outside && measure === 'balance' ? '—' : valueText(values[measure].value)}
      value={values[measure].value}
      signed={measure === 'balance' && !outside}
      strong={measure === 'balance'}
    />
  ));

const Usage = ({ values, percentage }: { values: Values; percentage: string | null }) => {
  const isAbove = !isZero(values.estimated.value) && compare(values.ordered.value, values.estimated.value) > 0;
  return (
    <>
      <Cell className={styles.bar}>
        <StageBar values={values} />
      </Cell>
      <div role="gridcell" className={grid.number} data-tone={isAbove ? 'out' : undefined}>
        {percentage ?? '—'}
      </div>
    </>
  );
};

const shareOf = (values: Values): string | null => shareText(values.ordered.value, values.estimated.value);

const Suggestion = ({ order, refused, busy, acts }: { order: LooseOrder } & Omit<StageRowProps, 'item'>) => {
  if (refused !== undefined)
    return (
      <span className={styles.failed} title={refused}>
        {refused}
      </span>
    );
  const [first, ...others] = order.suggested;
  if (first === undefined) return <span className={styles.waiting}>sem sugestão</span>;
  return (
    <>
      <span className={styles.waiting}>sugestão</span>
      <button
        type="button"
        tabIndex={-1}
        className={styles.suggestion}
        disabled={busy}
        title={`Classificar ${order.document} em ${order.suggested.join(', ')}`}
        onClick={() => acts.onAccept(order)}
      >
        {others.length === 0 ? first : `${order.suggested.length} etapas`}
      </button>
    </>
  );
};

const nameCell = (item: StageItem, { withoutStage }: Pick<StageRowProps, 'withoutStage'>, acts: RowActs): ReactNode => {
  switch (item.kind) {
    case 'stage':
      return (
        <>
          <span className={styles.code}>{item.stage.code}</span>
          <span className={styles.text}>{item.stage.name}</span>
        </>
      );
    case 'own':
      return <span className={styles.text}>Direto em {item.stage.name}</span>;
    case 'input':
      return (
        <>
          <span className={styles.text}>{nameOf(item.row)}</span>
          <span className={styles.meta}>{item.row.product?.code}</span>
        </>
      );
    case 'wait':
      return <Waiting item={item} acts={acts} />;
    case 'loose':
      return (
        <>
          <span className={styles.text}>Sem etapa</span>{' '}
          <CountBadge count={withoutStage.orders} tone="warning" className={styles.count} />
        </>
      );
    case 'order':
      return (
        <>
          <Link to={`${ORDERS}?id=${item.order.id}`} tabIndex={-1}>
            {item.order.document}
          </Link>
          <span className={styles.meta}>{formatDate(item.order.date)}</span>
          <span className={styles.text} title={item.order.items}>
            {item.order.items}
          </span>
        </>
      );
  }
};

const spokenName = (item: StageItem): string => {
  if (item.kind === 'loose') return 'Sem etapa';
  if (item.kind === 'order') return item.order.document;
  return item.kind === 'input' ? nameOf(item.row) : item.stage.name;
};

const figureCells = (item: StageItem, props: StageRowProps): ReactNode => {
  switch (item.kind) {
    case 'stage':
      return (
        <>
          <Numbers values={item.stage} />
          <Usage values={item.stage} percentage={item.stage.percentage && percentText(item.stage.percentage)} />
        </>
      );
    case 'own':
      return (
        <>
          <Numbers values={item.values} />
          <Usage values={item.values} percentage={shareOf(item.values)} />
        </>
      );
    case 'input':
      return (
        <>
          <Numbers values={item.row} />
          <Usage values={item.row} percentage={shareOf(item.row)} />
        </>
      );
    case 'loose':
      return (
        <>
          <Numbers values={props.withoutStage} outside />
          <Cell className={`${grid.wide} ${styles.outside}`}>fora da comparação</Cell>
        </>
      );
    case 'order': {
      const { ordered, received, invoiced, paid } = item.order;
      return (
        <>
          <NumberCell text="—" />
          <NumberCell text="—" />
          {[ordered, received, invoiced, paid].map((value, index) => (
            <NumberCell key={index} text={valueText(value)} />
          ))}
          <NumberCell text="—" />
          <Cell className={grid.wide}>
            <Suggestion {...props} order={item.order} />
          </Cell>
        </>
      );
    }
    case 'wait':
      return null;
  }
};

const isCheckable = ({ kind }: StageItem): boolean => kind === 'order' || kind === 'loose';

const classOf = ({ kind, level }: StageItem): string =>
  [grid.row, kind === 'loose' && grid.warning, kind === 'stage' && level === 0 && styles.top].filter(Boolean).join(' ');

/** A stage, an input in it, or an order that is in none. */
export const StageRow = memo((props: StageRowProps) => {
  const { item, top, place, active, checked, opened, acts } = props;
  const { open } = item;
  const click = (target: EventTarget, extending: boolean) => {
    if (isOnControl(target)) return;
    if (item.kind === 'order') acts.onCheck(item, extending);
    else acts.onOpen(item);
  };
  return (
    <div
      role="row"
      data-row={item.key}
      data-column="name"
      data-active={active ? '' : undefined}
      tabIndex={active ? 0 : -1}
      aria-rowindex={place}
      aria-level={item.level + 1}
      aria-expanded={open}
      aria-selected={item.kind === 'order' ? checked === true : undefined}
      data-open={opened || undefined}
      data-openable={item.kind === 'wait' ? undefined : ''}
      className={classOf(item)}
      style={{ top }}
      onClick={({ target, shiftKey }) => click(target, shiftKey)}
    >
      <Cell>
        {isCheckable(item) && (
          <Check
            label={`Selecionar ${item.kind === 'loose' ? 'todos os pedidos sem etapa' : spokenName(item)}`}
            checked={checked}
            onChange={(extending) => acts.onCheck(item, extending)}
          />
        )}
      </Cell>
      <Cell className={styles.name}>
        <span
          aria-hidden="true"
          style={{ flex: 'none', inlineSize: item.level * 22 + (open === undefined ? 22 : 0) }}
        />
        {open !== undefined && <Fold open={open} name={spokenName(item)} onToggle={() => acts.onToggle(item)} />}
        {nameCell(item, props, acts)}
      </Cell>
      {figureCells(item, props)}
    </div>
  );
});
StageRow.displayName = 'StageRow';
