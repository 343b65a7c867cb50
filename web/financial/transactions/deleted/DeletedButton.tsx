import type { TransactionType } from '#web/generated/financial.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { HistoryIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import { lazy, Suspense } from 'react';

const DeletedDialog = lazy(() => import('./DeletedDialog.tsx').then((module) => ({ default: module.DeletedDialog })));

interface DeletedButtonProps {
  type: TransactionType;
  list: Pick<ListState, 'own' | 'setOwn'>;
}

/** The way to what was deleted of a list, which has an address (`?deleted=1`). */
export const DeletedButton = ({ type, list }: DeletedButtonProps) => (
  <>
    <IconButton
      label={type === 'DEBIT' ? 'Despesas excluídas' : 'Receitas excluídas'}
      icon={<HistoryIcon />}
      onClick={() => list.setOwn('deleted', '1')}
    />
    {list.own('deleted') !== null && (
      <Suspense fallback={null}>
        <DeletedDialog type={type} onClose={() => list.setOwn('deleted', null)} />
      </Suspense>
    )}
  </>
);
