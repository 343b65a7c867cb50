import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface LongListProps<Item> {
  items: readonly Item[];
  /** Average row height in px, used until the rows have been measured. */
  rowHeight: number;
  /** Renders a row, with its key and role="listitem"; a tr in a table. */
  children: (item: Item, index: number) => ReactNode;
  /** The rows are rows of a table: each chunk is a tbody. */
  table?: boolean;
  /** Index of a row that stays rendered because it is the list's only tab stop. */
  kept?: number;
}

const CHUNK = 40;

const chunksOf = <Item,>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );

/**
 * Rows of a list of any length, inside an element of role="list" or a table. Chunks far from the viewport are empty
 * boxes of the measured height.
 */
export const LongList = <Item,>({ items, rowHeight, children, table = false, kept }: LongListProps<Item>) => {
  if (items.length <= 2 * CHUNK) return table ? <tbody>{items.map(children)}</tbody> : items.map(children);
  return chunksOf(items).map((chunk, index) => (
    <Chunk
      key={index}
      height={chunk.length * rowHeight}
      first={index === 0}
      table={table}
      kept={kept !== undefined && Math.floor(kept / CHUNK) === index}
    >
      {() => chunk.map((item, row) => children(item, index * CHUNK + row))}
    </Chunk>
  ));
};

/** Returns the nearest scrolling ancestor, or null. */
const scrollerOf = (element: Element): Element | null => {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return null;
};

interface ChunkProps {
  height: number;
  /** Rendered from the start. */
  first: boolean;
  table: boolean;
  kept: boolean;
  children: () => ReactNode;
}

const Chunk = ({ height, first, table, kept, children }: ChunkProps) => {
  const [near, setNear] = useState(first);
  const [measured, setMeasured] = useState(height);
  const box = useRef<HTMLDivElement & HTMLTableSectionElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry) return;
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) setMeasured(entry.boundingClientRect.height);
      setNear(entry.isIntersecting);
    };
    const observer = new IntersectionObserver(look, { root: scrollerOf(element), rootMargin: '800px 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawn = near || kept;
  if (table) {
    return (
      <tbody ref={box}>
        {drawn ? (
          children()
        ) : (
          <tr aria-hidden>
            <td style={{ height: measured }} />
          </tr>
        )}
      </tbody>
    );
  }
  return (
    <div ref={box} role="presentation" style={drawn ? undefined : { height: measured }}>
      {drawn && children()}
    </div>
  );
};
