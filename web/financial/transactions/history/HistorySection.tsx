import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { Button, Skeleton } from '#web/ui/index.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import layout from '#web/form/document/document.module.css';

const HistoryParts = lazy(() => import('./HistoryParts.tsx'));

/** Where a message about a comment leads to. */
const COMMENTS = '#comments';

/** "Comentários e histórico" at the end of a document: nothing is read until it is opened, by hand or by a link to the comments. */
export const HistorySection = ({ transaction }: { transaction: TransactionDetailFragment }) => {
  const { hash, key } = useLocation();
  const asked = hash === COMMENTS ? key : null;
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
    <section ref={ref} className={layout.section} aria-labelledby="transaction-history">
      <h3 id="transaction-history" className={layout.heading}>
        <Button
          variant="subtle"
          icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
          expanded={open}
          onClick={() => setOpen(!open)}
        >
          Comentários e histórico
        </Button>
      </h3>
      {open && (
        <Suspense fallback={<Skeleton rows={3} />}>
          <HistoryParts transaction={transaction} />
        </Suspense>
      )}
    </section>
  );
};
