import { monthText, monthTitle } from '#domain/financial/monthClosing/months.ts';
import { COUNTED_POINTS, openCountOf } from '#domain/financial/monthClosing/points.ts';
import { errorCode, errorText } from '#web/client/errors.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { Banner, Button, Checkbox, Dialog } from '#web/ui/index.ts';
import { useState } from 'react';
import { recordedText, type Closing } from './model.ts';
import { useClosingCalls } from './useClosingCalls.ts';
import styles from './dialogs.module.css';

interface CloseDialogProps {
  closing: Closing;
  companyId: string;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

/** Closes a month; what it still lacks is told, confirmed, and recorded with it. */
export const CloseDialog = ({ closing, companyId, onChanged, onClose }: CloseDialogProps) => {
  const { month, points, earlierToo, companyName } = closing;
  const { close, busy } = useClosingCalls(companyId);
  const [refused, setRefused] = useState<string | null>(null);
  const count = openCountOf(points);
  // What was confirmed: other counts are confirmed anew.
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const ready = count === 0 || confirmed === count;
  const save = async (): Promise<void> => {
    if (!ready || busy) return;
    try {
      await close(month, count);
      notifySuccess(`${monthTitle(month)} fechado`);
      onClose();
    } catch (error) {
      setRefused(errorText(error));
      if (errorCode(error) === 'CONFLICT') await onChanged();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Fechar ${monthText(month)}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} disabled={!ready} onClick={() => void save()}>
            Fechar {monthText(month)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          Lançamentos, pagamentos, transferências e saldos iniciais com data em {monthText(month)}
          {earlierToo ? ' ou antes' : ''} passam a ser só de consulta em {companyName}. Parcelas em aberto podem ser
          pagas nos meses abertos.
        </p>
        {earlierToo && (
          <Banner tone="info">É o primeiro fechamento da empresa: tudo o que veio antes fecha junto.</Banner>
        )}
        {count > 0 && (
          <>
            <p className={styles.lead}>O mês fecha com estas pendências, que ficam registradas:</p>
            <ul className={styles.points}>
              {points
                .filter(({ point, count: open }) => open > 0 && COUNTED_POINTS.includes(point))
                .map((point) => (
                  <li key={point.point}>{recordedText(point)}</li>
                ))}
            </ul>
            <Checkbox
              label="Sei destas pendências e fecho o mês assim"
              checked={ready}
              onChange={(checked) => setConfirmed(checked ? count : null)}
            />
          </>
        )}
        {refused !== null && <Banner tone="error">{refused}</Banner>}
      </div>
    </Dialog>
  );
};
