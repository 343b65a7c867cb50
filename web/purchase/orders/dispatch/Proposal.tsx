import { formatDate } from '#domain/dates.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { Button, ConfirmDialog } from '#web/ui/index.ts';
import { useState } from 'react';
import type { Dispatch } from './texts.ts';
import type { useDispatch } from './useDispatch.ts';

interface ProposalProps {
  order: OrderDetailsFragment;
  dispatch: Dispatch;
  calls: ReturnType<typeof useDispatch>;
  disabled: boolean;
}

/** The two answers to another date: it is taken, or that of the order stays. */
export const Proposal = ({
  order: { delivery, supplier },
  dispatch: { answer, email },
  calls,
  disabled,
}: ProposalProps) => {
  const [keeping, setKeeping] = useState(false);
  const date = answer?.date;
  if (date == null) return null;
  const agreed = delivery.date === null ? 'a combinar' : formatDate(delivery.date);
  return (
    <>
      <Button variant="primary" busy={calls.busy} disabled={disabled} onClick={() => void calls.accept(date)}>
        {`Aceitar ${formatDate(date).slice(0, 5)}`}
      </Button>
      <Button disabled={disabled || calls.busy} onClick={() => setKeeping(true)}>
        Manter a data
      </Button>
      <ConfirmDialog
        open={keeping}
        title={`Manter a entrega ${delivery.date === null ? agreed : `em ${agreed}`}?`}
        text={
          email === null
            ? `${supplier.name} vê isso ao abrir o link.`
            : `${supplier.name} é avisado por e-mail, em ${email}.`
        }
        confirm="Manter a data"
        onCancel={() => setKeeping(false)}
        onConfirm={() => {
          setKeeping(false);
          void calls.keep();
        }}
      />
    </>
  );
};
