import { Banner } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { gapOf } from './links.ts';
import type { Overview } from './rows.ts';
import styles from './overview.module.css';

/** What keeps figures from being whole, each with the screen that mends it. */
export const Gaps = ({ overview }: { overview: Overview }) => {
  if (overview.gaps.length === 0) return null;
  return (
    <Banner tone="info">
      <ul className={styles.gaps}>
        {overview.gaps.map((gap) => {
          const { text, action } = gapOf(gap, overview);
          return (
            <li key={gap}>
              {text} {action && <Link to={action.to}>{action.label}</Link>}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
};
