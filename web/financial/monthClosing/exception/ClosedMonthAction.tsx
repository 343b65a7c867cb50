import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { UnlockIcon } from '#web/ui/icons.ts';
import { Button } from '#web/ui/index.ts';
import { lazy, Suspense, useState } from 'react';

const ExceptionDialog = lazy(() => import('./ExceptionDialog.tsx'));

/** What an administrator may do about a document of a closed month. */
export const ClosedMonthAction = ({ transaction }: { transaction: TransactionDetailFragment }) => {
  const [open, setOpen] = useState(false);
  if (!useSession().grantee.admin) return null;
  return (
    <>
      <Button icon={<UnlockIcon />} onClick={() => setOpen(true)}>
        Abrir exceção
      </Button>
      {open && (
        <Suspense>
          <ExceptionDialog
            month={transaction.closedMonth ?? ''}
            transactionId={transaction.id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};
