import { TreeGrid, type TreeColumn } from '#web/form/tree/TreeGrid.tsx';
import { useTreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useMemo } from 'react';
import type { Checks } from '../useChecks.ts';
import { useRowKeys } from '../useRowKeys.ts';
import { MEASURE_LABELS, MEASURES } from '../words.ts';
import type { Overview, StageItem } from './rows.ts';
import { StageRow, type RowActs } from './StageRow.tsx';

interface StageGridProps {
  items: readonly StageItem[];
  withoutStage: Overview['withoutStage'];
  checks: Checks;
  /** Ids of the orders that stand in no stage. */
  orderIds: readonly string[];
  refused: ReadonlyMap<string, string>;
  busy: boolean;
  /** Key of the input whose drawer is open. */
  openKey: string | null;
  acts: RowActs;
}

const ROW = 36;

const COLUMNS: readonly TreeColumn<string>[] = [
  { id: 'check', title: '', width: '40px' },
  { id: 'name', title: 'Etapa', width: 'minmax(200px, 1fr)' },
  ...MEASURES.map((measure) => ({
    ...{ id: measure, title: `${MEASURE_LABELS[measure]} (R$)`, width: '100px', right: true as const },
  })),
  { id: 'bar', title: 'Consumo do orçado', width: '124px' },
  { id: 'percentage', title: '%', width: '66px', right: true },
];

/** Stages with what stands in them, down to orders (mock 21b). */
export const StageGrid = (props: StageGridProps) => {
  const { items, checks, orderIds, refused, acts } = props;
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const cursor = useTreeCursor<string>(keys, ['name'], 'name');
  const onKeyDown = useRowKeys({
    ...{ cursor, rows: items, onToggle: acts.onToggle, onOpen: acts.onOpen },
    onCheck: (item) => acts.onCheck(item, false),
    onExtend: (from, to) => {
      if (from.kind === 'order' && to.kind === 'order') checks.extend(to.order.id, from.order.id);
    },
  });
  const checkedOf = (item: StageItem): boolean | 'mixed' => {
    if (item.kind === 'loose') return checks.stateOf(orderIds);
    return item.kind === 'order' && checks.chosen.has(item.order.id);
  };
  return (
    <TreeGrid
      label="Etapas"
      columns={COLUMNS}
      usual="name"
      rowHeight={ROW}
      count={items.length}
      place={cursor.at}
      readOnly
      several
      revision={0}
      cursor={cursor}
      onKeyDown={onKeyDown}
    >
      {(index, top) => {
        const item = items[index];
        return (
          item && (
            <StageRow
              key={item.key}
              {...{ item, top, acts }}
              place={index + 2}
              active={cursor.active?.key === item.key}
              checked={checkedOf(item)}
              opened={item.key === props.openKey}
              withoutStage={props.withoutStage}
              refused={item.kind === 'order' ? refused.get(item.order.id) : undefined}
              busy={props.busy}
            />
          )
        );
      }}
    </TreeGrid>
  );
};
