import { initials } from '#web/ui/initials.ts';
import styles from './sheet.module.css';

const SHOWN = 3;

/** Others at a line, by their initials. */
export const People = ({ names }: { names: readonly string[] }) => {
  if (names.length === 0) return null;
  const text = `${names.join(', ')} ${names.length === 1 ? 'está' : 'estão'} nesta linha`;
  return (
    <span className={styles.people} role="img" aria-label={text} title={text}>
      {names.slice(0, SHOWN).map((name, index) => (
        <span key={index}>{initials(name)}</span>
      ))}
      {names.length > SHOWN && <span>+{names.length - SHOWN}</span>}
    </span>
  );
};

/** "Rafael Lima também está aqui"; "" alone. */
export const togetherText = (names: readonly string[]): string => {
  if (names.length === 0) return '';
  const who = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
  return `${who} também ${names.length === 1 ? 'está' : 'estão'} aqui`;
};
