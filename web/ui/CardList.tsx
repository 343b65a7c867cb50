import { sum } from '#domain/money.ts';
import { useEffect, useMemo, useRef, type FocusEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './CardList.module.css';
import { Changed } from './Changed.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Leaving } from './Leaving.tsx';
import { useFocusWhenLost, type RowPlace } from './lostFocus.ts';
import { LongList } from './LongList.tsx';
import { MoneyText } from './MoneyText.tsx';

export interface CardItem {
  id: string;
  /** First line, bold. */
  title: string;
  /** Second line, small. */
  meta?: ReactNode;
  /** Right of the title: an amount. */
  end?: ReactNode;
  /** Below `end`: a StatusPill. */
  endMeta?: ReactNode;
  /** Cards of one group, such as a day, are listed under its heading. */
  group?: CardGroup;
  /** Link target, used instead of `onOpen`; null: the card opens nothing. */
  to?: string | null;
  /** The row no longer belongs to this view; the next refresh removes it. */
  leaves?: boolean;
  /** Who else has just changed the row. */
  changedBy?: string | undefined;
  /** Label of the checkbox that selects the card, in lists with selection. */
  selectLabel?: string;
}

export interface CardGroup {
  /** "20/11/2026" */
  title: string;
  /** Label for screen readers: "Vencimento 20/11/2026". */
  label: string;
  /** Decimal text of this card; the heading shows the sum over its cards, or that of `sums`. */
  amount?: string;
}

export interface CardListProps {
  items: readonly CardItem[];
  onOpen?: (id: string) => void;
  ariaLabel: string;
  /** Ids of the selected cards; give `selected` and `onToggle` to get a checkbox on each card. */
  selected?: readonly string[];
  onToggle?: (id: string) => void;
  /** The card whose drawer is open. */
  activeId?: string | null;
  /**
   * Sums by title of the group, for a list of which these are not all cards: a heading then shows what all of its cards
   * sum up to, or nothing where that is not known.
   */
  sums?: ReadonlyMap<string, string> | undefined;
}

const groupsOf = (items: readonly CardItem[]): { group?: CardGroup; items: CardItem[] }[] => {
  const groups = new Map<string, { group?: CardGroup; items: CardItem[] }>();
  for (const item of items) {
    const key = item.group?.label ?? '';
    const known = groups.get(key);
    if (known) known.items.push(item);
    else groups.set(key, { group: item.group, items: [item] });
  }
  return [...groups.values()];
};

/** Rows of a list on a phone; one tap opens a row. The list's container scrolls. */
export const CardList = ({ items, ariaLabel, activeId, sums, ...rest }: CardListProps) => (
  <div className={styles.cards} {...useCardFocus(items, activeId, rest.selected)}>
    {groupsOf(items).map(({ group, items: own }) =>
      group === undefined ? (
        <Cards key="" items={own} ariaLabel={ariaLabel} {...rest} />
      ) : (
        <section key={group.label} aria-label={group.label}>
          <h2 className={styles.group}>
            <span>{group.title}</span>
            <GroupSum group={group} items={own} sums={sums} />
          </h2>
          <Cards items={own} ariaLabel={group.label} {...rest} />
        </section>
      ),
    )}
  </div>
);

interface GroupSumProps extends Pick<CardListProps, 'items' | 'sums'> {
  group: CardGroup;
}

const GroupSum = ({ group, items, sums }: GroupSumProps) => {
  if (group.amount === undefined) return null;
  const value = sums ? sums.get(group.title) : sum(items.map((item) => item.group?.amount ?? '0'));
  return value === undefined ? null : <MoneyText value={value} />;
};

/** Returns a lost focus to the card that had it, or to the card that follows it, as the grid does. */
const useCardFocus = (items: readonly CardItem[], activeId: string | null | undefined, selected: unknown) => {
  const host = useRef<HTMLDivElement>(null);
  const at = useRef<RowPlace | null>(null);
  const place = (id: string | null | undefined) => {
    const index = items.findIndex((item) => item.id === id);
    if (id != null && index >= 0) at.current = { id, index };
  };
  useEffect(() => place(activeId));
  const find = () => {
    const cards = [...(host.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const { id, index } = at.current ?? { id: '', index: 0 };
    (cards.find((card) => card.dataset.card === id) ?? cards[Math.min(index, cards.length - 1)])?.focus();
  };
  useFocusWhenLost(
    useMemo(() => [items, activeId, selected], [items, activeId, selected]),
    find,
  );
  const onFocus = ({ target }: FocusEvent) => place(target.closest('[data-row]')?.getAttribute('data-row'));
  return { ref: host, onFocus };
};

const Cards = ({ items, ariaLabel, onOpen, selected, onToggle }: CardListProps) => (
  <div role="list" aria-label={ariaLabel}>
    <LongList items={items} rowHeight={62}>
      {(item) => (
        <div key={item.id} role="listitem" data-row={item.id} className={styles.row}>
          {selected && onToggle && (
            <span className={styles.box}>
              <Checkbox
                checked={selected.includes(item.id)}
                onChange={() => onToggle(item.id)}
                ariaLabel={item.selectLabel ?? `Selecionar ${item.title}`}
              />
            </span>
          )}
          <CardBody item={item} onOpen={onOpen} />
        </div>
      )}
    </LongList>
  </div>
);

const marked = ({ title, leaves, changedBy }: CardItem): ReactNode => {
  if (leaves) return <Leaving>{title}</Leaving>;
  return changedBy === undefined ? title : <Changed by={changedBy}>{title}</Changed>;
};

const CardBody = ({ item, onOpen }: { item: CardItem; onOpen?: (id: string) => void }) => {
  const content = (
    <>
      <span className={styles.name}>{marked(item)}</span>
      <span className={styles.end}>{item.end}</span>
      <span className={styles.meta}>{item.meta}</span>
      <span className={styles.end}>{item.endMeta}</span>
    </>
  );
  if (typeof item.to === 'string') {
    return (
      <Link to={item.to} data-card={item.id} className={styles.card}>
        {content}
      </Link>
    );
  }
  if (item.to === null || !onOpen) return <div className={styles.card}>{content}</div>;
  return (
    <button type="button" data-card={item.id} className={styles.card} onClick={() => onOpen(item.id)}>
      {content}
    </button>
  );
};
