import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { Banner, Button, Dialog } from '#web/ui/index.ts';
import { factsOf, nounOf } from '../reading.ts';
import styles from './CodeIntake.module.css';
import { placeOf, type Asked, type Fitting, type Used } from './useProposal.ts';

export interface ProposalDialogProps {
  asked: Asked;
  busy: boolean;
  onAttach: (one: Fitting) => void;
  onOpen: (transactionId: string) => void;
  onNew: () => void;
  onClose: () => void;
}

const THIS = { BOLETO: 'Esta linha', COLLECTION: 'Esta linha', PIX: 'Este Pix' };

const titleOf = ({ code, reading }: Asked): string => {
  const [first, ...others] = reading.installments.filter(({ exact }) => exact);
  if (reading.usedBy.length > 0 || reading.usedElsewhere) return `${THIS[code.kind]} já está numa parcela`;
  if (first && others.length === 0) return `${THIS[code.kind]} é da parcela ${placeOf(first)}`;
  return `De que parcela é ${code.kind === 'PIX' ? 'este Pix' : `este ${nounOf(code)}`}?`;
};

/** Proposes the open installments that a code fits, and tells those that have it. */
export const ProposalDialog = ({ asked, busy, onAttach, onOpen, onNew, onClose }: ProposalDialogProps) => {
  const { code, reading } = asked;
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(asked)}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button onClick={onNew}>Nova despesa</Button>
        </>
      }
    >
      <p className={styles.text}>{factsOf(code)}</p>
      {reading.usedElsewhere && (
        <Banner tone="warning">O código também está numa parcela de uma obra em que você não tem permissão.</Banner>
      )}
      <ul className={styles.list}>
        {reading.usedBy.map((one) => (
          <UsedItem key={one.installmentId} one={one} onOpen={onOpen} />
        ))}
        {reading.installments.map((one, index) => (
          <li key={one.installmentId} className={styles.item}>
            <span className={styles.about}>
              <span className={styles.name}>Parcela {placeOf(one)}</span>
              <span className={styles.meta}>
                {[
                  one.documentNumber,
                  `vence ${formatDate(one.dueDate)}`,
                  formatCurrency(one.grossValue),
                  one.reasons.join(', '),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button
              variant={index === 0 && one.exact ? 'primary' : 'secondary'}
              busy={busy}
              autoFocus={index === 0}
              onClick={() => onAttach(one)}
            >
              Anexar
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

const UsedItem = ({ one, onOpen }: { one: Used; onOpen: (transactionId: string) => void }) => (
  <li className={styles.item}>
    <span className={styles.about}>
      <span className={styles.name}>Parcela {placeOf(one)}</span>
      <span className={styles.meta}>já tem este código</span>
    </span>
    <Button onClick={() => onOpen(one.transactionId)}>Abrir</Button>
  </li>
);
