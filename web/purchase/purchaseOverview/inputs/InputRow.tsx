import { quantityText, valueText } from '#domain/engineering/purchaseOverview/figures.ts';
import { CountBadge } from '#web/ui/index.ts';
import { memo } from 'react';
import { Cell, Check, Fold, isOnControl, NumberCell } from '../GridParts.tsx';
import grid from '../grid.module.css';
import { BuyUntil } from './BuyUntil.tsx';
import { measuresOf, partsOf } from './columns.ts';
import { InputBar } from './InputBar.tsx';
import styles from './inputs.module.css';
import { nameOf, type Item, type Row } from './rows.ts';
import { quantityIn, unitIn, type Shown } from './view.ts';

interface RowPlace {
  top: number;
  /** Row of the whole grid, as screen readers count. */
  place: number;
  /** It has the cursor. */
  active: boolean;
  checked: boolean | 'mixed';
  shown: Shown;
}

export interface InputRowProps extends RowPlace {
  item: Extract<Item, { kind: 'input' }>;
  /** Quantities in the unit that it is bought in. */
  purchase: boolean;
  /** Its drawer is open. */
  open: boolean;
  onCheck: (item: Item, extending: boolean) => void;
  onOpen: (item: Item) => void;
}

const rowProps = ({ top, place, active }: RowPlace, key: string) => ({
  ...{ role: 'row', 'data-row': key, 'data-column': 'name', 'aria-rowindex': place, style: { top } },
  ...(active ? { 'data-active': '', tabIndex: 0 } : { tabIndex: -1 }),
});

const Numbers = ({ row, shown, purchase }: { row: Row; shown: Shown; purchase: boolean }) =>
  measuresOf(shown).flatMap((measure) => {
    const { quantity, value } = row[measure];
    const texts = { quantity: quantityText(quantityIn(row, quantity, purchase)), value: valueText(value) };
    return partsOf(shown).map((part, index) => (
      <NumberCell
        key={`${measure}.${part}`}
        text={texts[part]}
        value={row[measure][part]}
        first={index === 0}
        signed={measure === 'balance'}
      />
    ));
  });

/** An input with its figures; what is left to buy of it, and until when. */
export const InputRow = memo(({ item, purchase, open, onCheck, onOpen, ...rest }: InputRowProps) => {
  const { row } = item;
  const name = nameOf(row);
  const isProduct = row.product !== null;
  return (
    <div
      {...rowProps(rest, item.key)}
      className={grid.row}
      aria-level={2}
      aria-selected={isProduct ? rest.checked === true : undefined}
      data-open={open || undefined}
      data-openable={isProduct || undefined}
      onClick={(event) => {
        if (isOnControl(event.target)) return;
        if (event.shiftKey) onCheck(item, true);
        else onOpen(item);
      }}
    >
      <Cell className={grid.stuck}>
        {isProduct && (
          <Check
            label={`Selecionar ${name}`}
            checked={rest.checked}
            onChange={(extending) => onCheck(item, extending)}
          />
        )}
      </Cell>
      <Cell className={`${styles.name} ${grid.stuck} ${grid.stuckSecond}`}>
        <span className={styles.words} title={name}>
          <span className={styles.text}>{name}</span>
          <span className={styles.code}>{row.product?.code}</span>
        </span>
        <InputBar row={row} />
      </Cell>
      <Cell className={styles.unit}>{unitIn(row, purchase)}</Cell>
      <Numbers row={row} shown={rest.shown} purchase={purchase} />
      <Cell className={grid.first}>
        <BuyUntil row={row} />
      </Cell>
    </div>
  );
});
InputRow.displayName = 'InputRow';

export interface GroupRowProps extends RowPlace {
  item: Extract<Item, { kind: 'group' }>;
  onCheck: (item: Item, extending: boolean) => void;
  onToggle: (item: Item) => void;
}

/** A group: values only, for units do not add up. */
export const GroupRow = memo(({ item, onCheck, onToggle, ...rest }: GroupRowProps) => {
  const { name, group, open, ids } = item;
  return (
    <div
      {...rowProps(rest, item.key)}
      className={`${grid.row} ${grid.group}`}
      aria-level={1}
      aria-expanded={open}
      data-openable=""
      onClick={({ target }) => !isOnControl(target) && onToggle(item)}
    >
      <Cell className={grid.stuck}>
        {ids.length > 0 && (
          <Check label={`Selecionar ${name}`} checked={rest.checked} onChange={() => onCheck(item, false)} />
        )}
      </Cell>
      <Cell className={`${styles.groupName} ${grid.stuck} ${grid.stuckSecond}`}>
        <Fold open={open} name={name} onToggle={() => onToggle(item)} />
        <span className={styles.text}>{name}</span> {group && <CountBadge count={group.count} />}
      </Cell>
      <Cell />
      {measuresOf(rest.shown).flatMap((measure) =>
        partsOf(rest.shown).map((part, index) => (
          <NumberCell
            key={`${measure}.${part}`}
            text={part === 'value' && group ? valueText(group[measure].value) : ''}
            value={group?.[measure].value}
            first={index === 0}
            signed={measure === 'balance' && part === 'value'}
          />
        )),
      )}
      <Cell className={grid.first} />
    </div>
  );
});
GroupRow.displayName = 'GroupRow';
