import { Logo } from '#web/ui/Logo.tsx';
import type { ReactNode } from 'react';
import styles from './public.module.css';

/** Header of public pages: logo at the left, `children` at the right. */
export const PublicHeader = ({ children }: { children?: ReactNode }) => (
  <header className={styles.header}>
    <a href="/" className={styles.brand} aria-label="Prumo, página inicial">
      <Logo size={28} />
    </a>
    {children}
  </header>
);
