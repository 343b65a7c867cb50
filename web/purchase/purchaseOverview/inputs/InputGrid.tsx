import { TreeGrid } from '#web/form/tree/TreeGrid.tsx';
import { useTreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useStable } from '#web/form/useStable.ts';
import { Checkbox } from '#web/ui/index.ts';
import { useMemo } from 'react';
import type { Checks } from '../useChecks.ts';
import { useRowKeys } from '../useRowKeys.ts';
import { columnsOf, groupsOf, longestOf } from './columns.ts';
import { GroupRow, InputRow } from './InputRow.tsx';
import { idOf, type Group, type Item, type Row } from './rows.ts';
import type { Shown } from './view.ts';

interface InputGridProps {
  rows: readonly Row[];
  groups: readonly Group[];
  items: readonly Item[];
  shown: Shown;
  purchase: boolean;
  checks: Checks;
  /** Ids of all inputs that can be chosen. */
  all: readonly string[];
  /** Input whose drawer is open. */
  openId: string | null;
  onToggle: (key: string) => void;
  onOpen: (id: string) => void;
}

const ROW = 36;
/** Two rows of titles are above the first one. */
const FIRST = 3;

/** Inputs by group, with quantity and value of each measure (mock 21). */
export const InputGrid = (props: InputGridProps) => {
  const { rows, groups, items, shown, purchase, checks, all, openId } = props;
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const cursor = useTreeCursor<string>(keys, ['name'], 'name');
  const toggle = useStable((item: Item) => props.onToggle(item.key));
  const open = useStable((item: Item) => {
    if (item.kind === 'group') props.onToggle(item.key);
    else if (item.row.product) props.onOpen(item.row.product.id);
  });
  const check = useStable((item: Item, extending: boolean) => {
    if (item.kind === 'group') checks.toggleAll(item.ids);
    else if (extending) checks.extend(idOf(item.row));
    else checks.toggle(idOf(item.row));
  });
  const onKeyDown = useRowKeys({
    ...{ cursor, rows: items, onToggle: toggle, onOpen: open },
    onCheck: (item) => check(item, false),
    onExtend: (from, to) => {
      if (from.kind === 'input' && to.kind === 'input') checks.extend(idOf(to.row), idOf(from.row));
    },
  });
  const state = checks.stateOf(all);
  const layout = useMemo(
    () => columnsOf({ shown, longest: longestOf(rows, groups, purchase) }),
    [shown, rows, groups, purchase],
  );
  const columns = layout.columns.map((column) =>
    column.id === 'check'
      ? {
          ...column,
          heading: (
            <Checkbox ariaLabel="Selecionar todos os insumos" checked={state} onChange={() => checks.toggleAll(all)} />
          ),
        }
      : column,
  );
  const { active } = cursor;
  return (
    <TreeGrid
      label="Insumos"
      columns={columns}
      groups={groupsOf(shown)}
      usual="name"
      rowHeight={ROW}
      minWidth={layout.minWidth}
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
        if (!item) return null;
        const place = { top, place: index + FIRST, active: active?.key === item.key, shown };
        return item.kind === 'group' ? (
          <GroupRow
            key={item.key}
            {...{ ...place, item }}
            checked={checks.stateOf(item.ids)}
            onCheck={check}
            onToggle={toggle}
          />
        ) : (
          <InputRow
            key={item.key}
            {...{ ...place, item, purchase }}
            checked={checks.chosen.has(idOf(item.row))}
            open={openId !== null && idOf(item.row) === openId}
            onCheck={check}
            onOpen={open}
          />
        );
      }}
    </TreeGrid>
  );
};
