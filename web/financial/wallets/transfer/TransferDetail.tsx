import { formatDate } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { usePlace } from '#web/session/sessionContext.ts';
import { useTransferQuery, type TransferDetailFragment } from '#web/generated/financial.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import { Button, Dialog, MoneyText, Skeleton } from '#web/ui/index.ts';
import { canRepeat, useTransferCalls } from './useTransferCalls.ts';
import styles from './Transfer.module.css';

/** One transfer of a statement, with a button that deletes it. */
export const TransferDetail = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { companyId } = usePlace();
  const { data, error, refetch } = useTransferQuery({ variables: { companyId, id } });
  const calls = useTransferCalls();
  const transfer = data?.transfer;
  const remove = async () => {
    if (transfer && (await calls.takeBack(transfer))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Transferência"
      actions={
        <>
          {transfer && (
            <Button variant="subtle" icon={<DeleteIcon />} busy={calls.removing} onClick={() => void remove()}>
              Excluir
            </Button>
          )}
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      {transfer ? (
        <Facts transfer={transfer} />
      ) : (error ?? data) ? (
        <Failure
          error={error}
          remedy={gone(onClose, 'Voltar ao extrato')}
          message={error ? errorText(error) : 'Transferência não encontrada'}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  );
};

const Facts = ({ transfer }: { transfer: TransferDetailFragment }) => (
  <>
    <dl className={styles.facts}>
      <dt>Valor</dt>
      <dd>
        <MoneyText value={transfer.amount} strong />
      </dd>
      <dt>Data</dt>
      <dd>{formatDate(transfer.date)}</dd>
      <dt>De</dt>
      <dd>{transfer.sourceWallet?.identifier ?? '—'}</dd>
      <dt>Para</dt>
      <dd>{transfer.targetWallet?.identifier ?? '—'}</dd>
      {transfer.description && (
        <>
          <dt>Descrição</dt>
          <dd>{transfer.description}</dd>
        </>
      )}
    </dl>
    {transfer.reconciled && (
      <p className={styles.remark}>Conciliada com o extrato: ao excluir, a linha do banco volta para “A conciliar”.</p>
    )}
    {!canRepeat(transfer) && (
      <p className={styles.remark}>Uma das carteiras está inativa: a exclusão não poderá ser desfeita.</p>
    )}
  </>
);
