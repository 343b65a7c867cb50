import { HistorySection } from '#web/form/history/HistorySection.tsx';
import { lazy } from 'react';

const QuoteChanges = lazy(() => import('./QuoteChanges.tsx'));

/** "Histórico" at the end of the page of a quote; what was saved there is in it at once. */
export const QuoteHistory = ({ quote }: { quote: { id: string; version: number } }) => (
  <HistorySection title="Histórico" card>
    <QuoteChanges key={`${quote.id} ${quote.version}`} id={quote.id} />
  </HistorySection>
);
