import { Logo } from '#web/ui/Logo.tsx';
import type { ReactNode } from 'react';
import styles from './public.module.css';

/** Logo at the left, what the page offers at the right. */
export const PublicHeader = ({ children }: { children?: ReactNode }) => (
  <header className={styles.header}>
    <a href="/" className={styles.brand} aria-label="Prumo, página inicial">
      <Logo size={28} />
    </a>
    {children}
  </header>
);
