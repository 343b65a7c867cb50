import { memo } from 'react';
import { ROW } from '../layout.ts';
import { linkPath, type Bar } from '../model/linkPath.ts';
import type { Item, Link } from '../model/schedule.ts';
import { endOf, xOf, type TimeScale } from '../model/timeScale.ts';
import styles from './chart.module.css';

interface LinksProps {
  links: readonly Link[];
  items: ReadonlyMap<string, Item>;
  /** Row of each item that is on the screen or could be scrolled to. */
  places: ReadonlyMap<string, number>;
  scale: TimeScale;
  /** Rows that are drawn. */
  first: number;
  last: number;
}

export const barOf = (item: Item, place: number, scale: TimeScale): Bar => {
  const y = place * ROW + ROW / 2;
  const x = xOf(scale, item.startDate);
  return item.milestone === null
    ? { x, width: Math.max(3, endOf(scale, item.endDate) - x), y }
    : { x: x - 7, width: 14, y };
};

/** Dependencies that pass through the rows that are drawn. */
export const Links = memo(({ links, items, places, scale, first, last }: LinksProps) => (
  <g>
    {links.map((link) => {
      const [from, to] = [places.get(link.from), places.get(link.to)];
      if (from === undefined || to === undefined) return null;
      if (Math.max(from, to) < first || Math.min(from, to) > last) return null;
      const [before, after] = [items.get(link.from), items.get(link.to)];
      if (!before || !after) return null;
      const { line, arrow } = linkPath(link.type, barOf(before, from, scale), barOf(after, to, scale), ROW / 2);
      const critical = before.critical && after.critical;
      return (
        <g key={link.id} className={styles.link} data-link={link.id} data-critical={critical || undefined}>
          <path className={styles.reach} d={line} />
          <path className={styles.line} d={line} />
          <path className={styles.arrow} d={arrow} />
        </g>
      );
    })}
  </g>
));
Links.displayName = 'Links';
