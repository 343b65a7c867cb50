import styles from './login.module.css';

/** The address typed in the first step; "Trocar" returns to it. */
export const TypedAddress = ({ login }: { login: string }) => (
  <div className={styles.typed}>
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={styles.glyph}>
      <circle cx="10" cy="6.5" r="4" />
      <path d="M3.5 13.5h13v.5c0 2.5-2.6 4-6.5 4s-6.5-1.5-6.5-4z" />
    </svg>
    <span>{login}</span>
    <a href="#">Trocar</a>
  </div>
);
