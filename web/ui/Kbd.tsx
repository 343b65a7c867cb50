import styles from './Kbd.module.css';

export interface KbdProps {
  /** "Ctrl K" */
  children: string;
  tone?: 'plain' | 'onBrand';
}

/** A keyboard shortcut, drawn as a key. */
export const Kbd = ({ children, tone = 'plain' }: KbdProps) => (
  <kbd className={`${styles.kbd} ${styles[tone] ?? ''}`} aria-hidden="true">
    {children}
  </kbd>
);
