import { errorText } from '#web/client/errors.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Drawer, EmptyState, ErrorState, Skeleton } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { useNeighbours } from '../usePurchasePlace.ts';
import { failures } from '../words.ts';
import { LineTable } from './LineTable.tsx';
import { RequestTable } from './RequestTable.tsx';
import { useLines, useRequests } from './useLines.ts';

interface LinesDrawerProps {
  title: string;
  subtitle: ReactNode;
  buildingId: string;
  productId: string;
  /** Lines of this stage alone. */
  stageId?: string | undefined;
  quantityOf: (quantity: string | null) => string | null;
  unit: string;
  onClose: () => void;
  /** The figures that the lines are behind. */
  children: ReactNode;
}

/** The lines of open quotes and of orders behind the figures of an input. */
export const LinesDrawer = (props: LinesDrawerProps) => {
  const { buildingId, productId, stageId, quantityOf, unit } = props;
  const { companyId } = usePlace();
  const { expenses } = useNeighbours(buildingId);
  const place = { companyId, buildingId, productId, stageId: stageId ?? null };
  const { page, error, refetch } = useLines(place);
  const requests = useRequests(place).page?.content ?? [];
  return (
    <Drawer open onClose={props.onClose} title={props.title} subtitle={props.subtitle}>
      {props.children}
      {requests.length > 0 && <RequestTable {...{ requests, quantityOf, unit }} />}
      {error && !page ? (
        <ErrorState message={errorText(error, failures.lines)} onRetry={() => void refetch()} />
      ) : !page ? (
        <Skeleton rows={5} />
      ) : page.content.length === 0 ? (
        <EmptyState title="Nada pedido ainda" text="Os pedidos deste insumo aparecem aqui, com notas e pagamentos." />
      ) : (
        <LineTable lines={page.content} {...{ quantityOf, unit, expenses }} />
      )}
    </Drawer>
  );
};
