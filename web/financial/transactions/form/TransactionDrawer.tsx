import { useTransactionQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { errorText } from '#web/client/errors.ts';
import { Drawer, ErrorState, Skeleton } from '#web/ui/index.ts';
import { TransactionEditor, type TransactionEditorProps } from './TransactionEditor.tsx';

export interface TransactionDrawerProps extends Omit<TransactionEditorProps, 'transaction'> {
  /** 'new', or the id of the transaction. */
  id: string;
}

/** A transaction beside its list; an existing one is shown once it is loaded. */
export const TransactionDrawer = (props: TransactionDrawerProps) => {
  const { companyId } = usePlace();
  const { type, id } = props;
  const isNew = id === 'new';
  const { data, error, refetch } = useTransactionQuery({
    variables: { companyId, type, id },
    skip: isNew,
    fetchPolicy: 'cache-and-network',
  });
  if (isNew) return <TransactionEditor key="new" {...props} transaction={null} />;
  const transaction = data?.transaction;
  if (transaction) {
    return <TransactionEditor key={id} {...props} transaction={transaction} />;
  }
  const name = type === 'DEBIT' ? 'Despesa' : 'Receita';
  const missing = error ? errorText(error) : `${name} não encontrada`;
  return (
    <Drawer open onClose={props.onClose} title={name}>
      {(error ?? data) ? <ErrorState message={missing} onRetry={() => void refetch()} /> : <Skeleton rows={10} />}
    </Drawer>
  );
};
