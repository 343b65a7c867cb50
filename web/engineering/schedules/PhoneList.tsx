import { addDays, dayOfWeek, formatDate, formatShortDate, type IsoDate } from '#domain/dates.ts';
import { floatWords } from './chart/BarTip.tsx';
import { percentText } from './model/cells.ts';
import { nameOf, type Item } from './model/schedule.ts';
import styles from './schedule.module.css';

const mondayOf = (day: IsoDate): IsoDate => addDays(day, -((dayOfWeek(day) + 6) % 7));

interface Week {
  monday: IsoDate;
  items: Item[];
}

const weeksOf = (items: readonly Item[]): Week[] => {
  const weeks = new Map<IsoDate, Item[]>();
  for (const item of items.toSorted((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0))) {
    const monday = mondayOf(item.startDate);
    const own = weeks.get(monday);
    if (own) own.push(item);
    else weeks.set(monday, [item]);
  }
  return [...weeks].map(([monday, own]) => ({ monday, items: own }));
};

/** Items by the week in which they begin, for phones; dates and progress are edited in the item's dialog. */
export const PhoneList = ({ items, onOpen }: { items: readonly Item[]; onOpen: (id: string) => void }) => (
  <div className={styles.phone}>
    {weeksOf(items).map(({ monday, items: own }) => (
      <section key={monday} aria-label={`Semana de ${formatDate(monday)}`}>
        <h2 className={styles.week}>{`Semana de ${formatShortDate(monday)}`}</h2>
        <ul className={styles.cards}>
          {own.map((item) => (
            <li key={item.id}>
              <button type="button" className={styles.card} onClick={() => onOpen(item.id)}>
                <span className={styles.cardHead}>
                  <span>{nameOf(item)}</span>
                  <span>{percentText(item.percentComplete)}</span>
                </span>
                <span className={styles.cardMeta}>
                  <span>
                    {item.milestone === null
                      ? `${formatDate(item.startDate)} a ${formatDate(item.endDate)}`
                      : `marco em ${formatDate(item.startDate)}`}
                  </span>
                  {item.critical ? <span data-critical="">crítico</span> : <span>{floatWords(item.totalFloat)}</span>}
                </span>
                {item.milestone === null && (
                  <span className={styles.progress} style={{ display: 'block' }}>
                    <span style={{ width: `${item.percentComplete}%` }} />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);
