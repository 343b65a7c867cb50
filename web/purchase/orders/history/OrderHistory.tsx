import { HistorySection } from '#web/form/history/HistorySection.tsx';
import { lazy } from 'react';

const OrderChanges = lazy(() => import('./OrderChanges.tsx'));

/** "Histórico" at the end of the page of an order; what was saved there is in it at once. */
export const OrderHistory = ({ order }: { order: { id: string; version: number } }) => (
  <HistorySection title="Histórico" card>
    <OrderChanges key={`${order.id} ${order.version}`} id={order.id} />
  </HistorySection>
);
