import styles from './login.module.css';

/** A person with a key. */
export const PasskeyGlyph = () => (
  <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={styles.glyph}>
    <circle cx="8" cy="5.8" r="3.3" />
    <path d="M10.5 11.5H3.3a1.3 1.3 0 0 0-1.3 1.3c0 2.8 2.6 4.4 6 4.4 1 0 2-.1 2.8-.4" />
    <circle cx="15" cy="10.8" r="2.6" />
    <path d="M15 13.4v4.8m0-2h1.7" />
  </svg>
);
