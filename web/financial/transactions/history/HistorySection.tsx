import { HistorySection as Section } from '#web/form/history/HistorySection.tsx';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { lazy } from 'react';

const HistoryParts = lazy(() => import('./HistoryParts.tsx'));

/** Where a message about a comment leads to. */
const COMMENTS = '#comments';

/** "Comentários e histórico" at the end of a document. */
export const HistorySection = ({ transaction }: { transaction: TransactionDetailFragment }) => (
  <Section title="Comentários e histórico" hash={COMMENTS}>
    <HistoryParts transaction={transaction} />
  </Section>
);
