import { formatCount } from '#domain/numberFormat.ts';
import { COUNT_NAMES, WORDS, type CountName, type Counts } from './model.ts';
import styles from './import.module.css';

/** Below an account, where lines without a wallet are all that it has. */
const wordOf = (name: CountName, count: number): string => {
  if (name === 'waiting') return count === 1 ? 'linha espera a carteira' : 'linhas esperam a carteira';
  return WORDS[name][count === 1 ? 0 : 1];
};

/** What becomes of the lines of an account: their shares as a bar, and how many. */
export const CountBar = ({ counts }: { counts: Counts }) => {
  const names = COUNT_NAMES.filter((name) => counts[name] > 0);
  return (
    <div className={styles.counts}>
      <div className={styles.bar} aria-hidden="true">
        {names.map((name) => (
          <span key={name} data-count={name} style={{ flexGrow: counts[name] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {names.map((name) => (
          <li key={name} data-waiting={name === 'waiting' || undefined}>
            <i className={styles.dot} data-count={name} aria-hidden="true" />
            <strong>{formatCount(counts[name])}</strong> {wordOf(name, counts[name])}
          </li>
        ))}
        {names.length === 0 && <li>nenhuma linha</li>}
      </ul>
    </div>
  );
};
