import styles from './tasks.module.css';

interface BasePillProps {
  base: { name: string; source: string } | null;
  /** "Próprio" and "SINAPI" instead of the name of the cost database. */
  short?: boolean;
}

/** The cost database of a composition or of an input: violet for the account's own, grey for published ones. */
export const BasePill = ({ base, short = false }: BasePillProps) => {
  if (base === null) return null;
  const own = base.source === 'GO';
  return (
    <span className={own ? styles.own : styles.published} title={base.name}>
      {short ? (own ? 'Próprio' : base.source) : base.name}
    </span>
  );
};
