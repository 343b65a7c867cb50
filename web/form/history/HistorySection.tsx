import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { Button, Skeleton } from '#web/ui/index.ts';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import layout from '../document/document.module.css';
import styles from './history.module.css';

export interface HistorySectionProps {
  title: string;
  /** The end of an address that opens it: "#comments". */
  hash?: string;
  /** It stands among the cards of a page, not in a drawer. */
  card?: true;
  children: ReactNode;
}

const ID = 'document-history';

/** The last section of a document: nothing of it is read until it is opened, by hand or by a link to it. */
export const HistorySection = ({ title, hash: opening, card, children }: HistorySectionProps) => {
  const { hash, key } = useLocation();
  const asked = opening !== undefined && hash === opening ? key : null;
  const [open, setOpen] = useState(asked !== null);
  const [answered, setAnswered] = useState(asked);
  const ref = useRef<HTMLElement>(null);
  if (answered !== asked) {
    setAnswered(asked);
    if (asked !== null) setOpen(true);
  }
  useEffect(() => {
    if (asked !== null) ref.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  return (
    <section ref={ref} className={card ? styles.card : layout.section} aria-labelledby={ID}>
      <h3 id={ID} className={layout.heading}>
        <Button
          variant="subtle"
          icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
          expanded={open}
          onClick={() => setOpen(!open)}
        >
          {title}
        </Button>
      </h3>
      {open && <Suspense fallback={<Skeleton rows={3} />}>{children}</Suspense>}
    </section>
  );
};
