import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { Banner, dayOf } from '#web/ui/index.ts';
import type { ReactNode } from 'react';

type Approval = NonNullable<OrderDetailsFragment['approval']>;

const whoAndWhen = ({ decidedBy, decidedAt }: Approval): string =>
  `por ${decidedBy?.name ?? 'alguém'}${decidedAt === null ? '' : ` em ${formatDate(dayOf(decidedAt))}`}`;

const waitingText = ({ value, limit, requestedBy, mayDecide }: Approval): string => {
  const what = `${requestedBy.name} pede ${formatCurrency(value)}, acima do limite de ${formatCurrency(limit)}.`;
  return mayDecide
    ? `Aguardando a sua aprovação. ${what}`
    : `Aguardando aprovação. ${what} Até lá, o pedido não é enviado nem recebido.`;
};

/** Where an order stands that passed a limit; with the buttons of who may decide. */
export const ApprovalBand = ({ approval, action }: { approval: Approval; action?: ReactNode }) => {
  const why = approval.reason === null ? '' : ` “${approval.reason}”`;
  if (approval.status === 'WAITING')
    return (
      <Banner tone="warning" action={action}>
        {waitingText(approval)}
      </Banner>
    );
  if (approval.status === 'REJECTED')
    return (
      <Banner tone="warning">
        Reprovado {whoAndWhen(approval)}.{why} Altere o pedido e salve para pedir aprovação de novo.
      </Banner>
    );
  return (
    <Banner tone="info">
      Aprovado {whoAndWhen(approval)}, até {formatCurrency(approval.value)}.{why}
    </Banner>
  );
};
