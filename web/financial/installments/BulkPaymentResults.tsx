import { counted } from '#domain/numberFormat.ts';
import { Banner, Button, Dialog, MoneyText, StatusPill } from '#web/ui/index.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import type { Row } from './row.ts';
import type { BulkResults } from './useBulk.ts';
import styles from './BulkPaymentDialog.module.css';

interface ResultsProps {
  type: TransactionType;
  /** The installments that were to be paid. */
  rows: readonly Row[];
  results: BulkResults;
  /** Undoes the successful payments; null when there are none. */
  onUndo: (() => void) | null;
  onClose: () => void;
}

/** What was paid, and each rejected row with its reason. */
export const BulkPaymentResults = ({ type, rows, results, onUndo, onClose }: ResultsProps) => {
  const expense = type === 'DEBIT';
  const done = results.filter(({ ok }) => ok).length;
  const undoLabel = `Desfazer ${counted(done, expense ? 'pagamento' : 'recebimento')}`;
  const word = expense ? 'paga' : 'recebida';
  const byId = new Map(results.map((result) => [result.id, result]));
  // Rejected rows first, because they need attention.
  const ordered = [...rows].sort((a, b) => Number(byId.get(a.id)?.ok ?? false) - Number(byId.get(b.id)?.ok ?? false));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${done} de ${rows.length} parcelas ${word}s`}
      actions={
        <>
          {onUndo && <Button onClick={onUndo}>{undoLabel}</Button>}
          <Button variant="primary" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      <Banner tone="warning">
        {results.length - done === 1
          ? 'Uma parcela foi recusada e continua selecionada na lista, com o motivo.'
          : `${results.length - done} parcelas foram recusadas e continuam selecionadas na lista, com o motivo.`}
      </Banner>
      <ul className={styles.results}>
        {ordered.map(({ id, installment, transaction }) => {
          const result = byId.get(id);
          return (
            <li key={id}>
              <span className={styles.name}>
                {transaction.partner?.name ?? transaction.description ?? `Lançamento ${transaction.id}`}
              </span>
              <MoneyText value={installment.grossValue} />
              <StatusPill tone={result?.ok ? 'in' : 'warning'}>{result?.ok ? capital(word) : 'Recusada'}</StatusPill>
              {!result?.ok && <span className={styles.reason}>{result?.message}</span>}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
