import { FlashBanner } from './FlashBanner.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import styles from './PublicCard.module.css';
import type { ReactNode } from 'react';

export interface PublicCardProps {
  title: string;
  text: ReactNode;
  /** Right side of the page's header. */
  header?: ReactNode;
  children?: ReactNode;
}

/** A public page with one card, such as the login. */
export const PublicCard = ({ title, text, header, children }: PublicCardProps) => (
  <div className={styles.page}>
    <FlashBanner />
    <PublicHeader>{header}</PublicHeader>
    <main className={styles.main}>
      <section className={styles.card}>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </section>
    </main>
  </div>
);
