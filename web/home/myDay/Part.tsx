import { formatDate, formatMonthName, type IsoDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useFocusWhenLost } from '#web/ui/lostFocus.ts';
import { Button, CountBadge, ErrorState, MoneyText, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DayActs, DayFigures, DayPart, DayRow, Payable } from './model.ts';
import styles from './Part.module.css';

interface PartProps {
  /** What all parts beside it are about: "A pagar". */
  group: string;
  part: DayPart;
  today: IsoDate;
  act: DayActs;
}

/** A part of the day: count and sum of a list, its first rows, and the way to the list. */
export const Part = ({ group, part, today, act }: PartProps) => {
  const { title, days, late, figures, error, retry, none } = part;
  useFocusWhenLost(figures?.rows.map(({ id }) => id).join(), act.onLost);
  return (
    <section className={styles.part} aria-label={`${group}: ${title}`}>
      <header className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {figures && figures.count > 0 && <CountBadge count={figures.count} {...(late && { tone: 'out' })} />}
        {days !== undefined && <span className={styles.days}>{days}</span>}
        {figures && figures.count > 0 && figures.value !== null && (
          <span className={styles.sum}>
            <MoneyText value={figures.value} strong {...(late && { tone: 'out' })} />
          </span>
        )}
      </header>
      {figures === undefined ? (
        error ? (
          <ErrorState message={errorText(error)} onRetry={retry} />
        ) : (
          <Skeleton rows={3} />
        )
      ) : figures.count === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <Rows part={part} figures={figures} today={today} onPay={act.onPay} />
      )}
    </section>
  );
};

const WHOLE_LIST = 'list';

interface RowsProps {
  part: Pick<DayPart, 'list' | 'noun'>;
  figures: DayFigures;
  today: IsoDate;
  onPay: (payable: Payable) => void;
}

/** One tab stop: the row that had the focus last, else the first one. */
const Rows = ({ part: { list, noun }, figures: { rows, count }, today, onPay }: RowsProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const stop = chosen === WHOLE_LIST || rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
  const stopOf = (id: string) => ({ tabIndex: id === stop ? 0 : -1, onFocus: () => setChosen(id) });
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <Link to={row.to} data-day-row={row.id} className={styles.link} {...stopOf(row.id)}>
            <Day date={row.date} late={row.late} today={today} />
            <span className={styles.texts}>
              <span className={styles.name}>{row.name}</span>
              <span className={styles.about} title={row.about}>
                {row.about}
              </span>
            </span>
            {row.value !== null && (
              <span className={styles.value}>
                <MoneyText value={row.value} strong />
              </span>
            )}
          </Link>
          {row.pays && <Pay row={row} payable={row.pays} onPay={onPay} />}
        </li>
      ))}
      {list !== null && (
        <li className={styles.all}>
          <Link to={list} data-day-row={WHOLE_LIST} className={styles.allLink} {...stopOf(WHOLE_LIST)}>
            {count === 1
              ? `Ver ${noun.gender} ${noun.one} na lista`
              : `Ver ${noun.gender}s ${counted(count, noun.one, noun.many)} na lista`}
          </Link>
        </li>
      )}
    </ul>
  );
};

const Day = ({ date, late, today }: { date: IsoDate | null; late: boolean; today: IsoDate }) => {
  if (date === null) return <span className={styles.day}>—</span>;
  return (
    <time dateTime={date} className={late ? styles.late : styles.day}>
      <b>{date.slice(8)}</b>
      {date === today ? 'hoje' : formatMonthName(date)}
      <span className="visuallyHidden">
        {late ? ', em atraso desde' : ','} {formatDate(date)}
      </span>
    </time>
  );
};

/** For the mouse and the finger; the keyboard has P. */
const Pay = ({ row, payable, onPay }: { row: DayRow; payable: Payable; onPay: (payable: Payable) => void }) => (
  <span className={styles.pay}>
    <Button size="small" tabIndex={-1} data-pays onClick={() => onPay(payable)}>
      {payable.type === 'DEBIT' ? 'Pagar' : 'Receber'}
      <span className="visuallyHidden">
        {' '}
        {row.name}, {row.about}
      </span>
    </Button>
  </span>
);
