import { useTransactionModelDraftQuery, useTransactionQuery } from '#web/generated/financial.ts';
import {
  copiedTransactionOf,
  newTransactionOf,
  type CopiedTransaction,
  type NewTransaction,
} from '#web/session/newTransaction.ts';
import { newExpenseOf } from '#web/financial/paymentCodes/intake/newExpense.ts';
import { useBegun } from '#web/choices/useBegun.ts';
import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePlace } from '#web/session/sessionContext.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { Drawer, Skeleton, today } from '#web/ui/index.ts';
import { begunForm } from './begun.ts';
import { copiedForm } from './copied.ts';
import { TransactionEditor, type TransactionEditorProps } from './TransactionEditor.tsx';

export interface TransactionDrawerProps extends Omit<
  TransactionEditorProps,
  'transaction' | 'given' | 'started' | 'initial'
> {
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
  const { state } = useLocation() as { state: unknown };
  const given = newTransactionOf(state);
  const started = type === 'DEBIT' ? newExpenseOf(state) : null;
  const copied = copiedTransactionOf(state);
  const building = useChosenBuilding();
  const asked = useBegun(type === 'DEBIT' ? 'EXPENSE' : 'INCOME');
  if (isNew && asked.waiting) {
    return (
      <Drawer open onClose={props.onClose} title={type === 'DEBIT' ? 'Nova despesa' : 'Nova receita'}>
        <Skeleton rows={10} />
      </Drawer>
    );
  }
  if (isNew && asked.begun) {
    const initial = { key: asked.begun.key, form: begunForm(asked.begun, today(), building) };
    return <TransactionEditor key={initial.key} {...props} transaction={null} initial={initial} />;
  }
  if (isNew && copied) return <CopyDrawer key={copied.key} {...props} copied={copied} />;
  if (isNew && given) return <GivenDrawer key={given.key} {...props} given={given} />;
  if (isNew) return <TransactionEditor key={started?.key ?? 'new'} {...props} transaction={null} started={started} />;
  const transaction = data?.transaction;
  if (transaction) {
    return <TransactionEditor key={id} {...props} transaction={transaction} />;
  }
  const name = type === 'DEBIT' ? 'Despesa' : 'Receita';
  const missing = error ? errorText(error) : `${name} não encontrada`;
  return (
    <Drawer open onClose={props.onClose} title={name}>
      {(error ?? data) ? (
        <Failure error={error} message={missing} onRetry={() => void refetch()} remedy={gone(props.onClose)} />
      ) : (
        <Skeleton rows={10} />
      )}
    </Drawer>
  );
};

/** A new transaction that begins as the next document of a model, once that is known. */
const GivenDrawer = ({ given, ...props }: Omit<TransactionDrawerProps, 'given'> & { given: NewTransaction }) => {
  const { companyId } = usePlace();
  const [date] = useState(today);
  const { data, error, refetch } = useTransactionModelDraftQuery({
    variables: { companyId, id: given.modelId, date },
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  const { draft, model } = data ?? {};
  if (draft && model) {
    return <TransactionEditor {...props} transaction={null} given={{ key: given.key, draft, model }} />;
  }
  return (
    <Drawer open onClose={props.onClose} title={props.type === 'DEBIT' ? 'Nova despesa' : 'Nova receita'}>
      {(error ?? data) ? (
        <Failure
          error={error}
          message={error ? errorText(error) : 'Modelo não encontrado'}
          onRetry={() => void refetch()}
          remedy={gone(props.onClose)}
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </Drawer>
  );
};

/** A new transaction that begins as a copy of a stored one, once that is known. */
const CopyDrawer = ({ copied, ...props }: TransactionDrawerProps & { copied: CopiedTransaction }) => {
  const { companyId } = usePlace();
  const { type } = props;
  const { data, error, refetch } = useTransactionQuery({
    variables: { companyId, type, id: copied.id },
    context: { quiet: true },
  });
  const [date] = useState(today);
  const transaction = data?.transaction;
  const initial = useMemo(
    () => transaction && { key: copied.key, form: copiedForm(transaction, date) },
    [transaction, copied.key, date],
  );
  if (initial) return <TransactionEditor {...props} transaction={null} initial={initial} />;
  const name = type === 'DEBIT' ? 'Despesa' : 'Receita';
  return (
    <Drawer open onClose={props.onClose} title={type === 'DEBIT' ? 'Nova despesa' : 'Nova receita'}>
      {(error ?? data) ? (
        <Failure
          error={error}
          message={error ? errorText(error) : `${name} não encontrada`}
          onRetry={() => void refetch()}
          remedy={gone(props.onClose)}
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </Drawer>
  );
};
