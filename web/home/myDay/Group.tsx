import type { IsoDate } from '#domain/dates.ts';
import { EmptyState } from '#web/ui/index.ts';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Part } from './Part.tsx';
import type { DayActs, DayPart } from './model.ts';
import styles from './MyDay.module.css';

interface GroupProps {
  title: string;
  parts: readonly DayPart[];
  today: IsoDate;
  act: DayActs;
  /** Shown in place of the parts where all of them are empty. */
  empty?: ReactNode;
}

const isEmpty = ({ figures }: DayPart): boolean => figures?.count === 0;

/** Parts about one thing, from what is late to what comes last. */
export const Group = ({ title, parts, today, act, empty }: GroupProps) => {
  const heading = useId();
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {title}
      </h2>
      {empty !== undefined && parts.every(isEmpty) ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <div className={styles.parts}>
          {parts.map((part) => (
            <Part key={part.title} group={title} part={part} today={today} act={act} />
          ))}
        </div>
      )}
    </section>
  );
};

interface NothingProps {
  title: string;
  text: string;
  /** The form that fills the part, and the list where the rest is. */
  links: readonly { to: string; label: string }[];
}

/** What an empty group teaches: when something will stand here, and where it comes from. */
export const Nothing = ({ title, text, links }: NothingProps) => (
  <EmptyState
    title={title}
    text={text}
    action={links.map(({ to, label }) => (
      <Link key={to} to={to} className={styles.action}>
        {label}
      </Link>
    ))}
  />
);
