import { formatDate } from '#domain/dates.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { retentionOf } from '#domain/engineering/measurements/sheet.ts';
import { isZero, subtract } from '#domain/money.ts';
import { Banner, Button, ConfirmDialog, DateInput, Dialog, Field, ReadingContext, useReading } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { BulletinGap } from '#web/generated/engineering.ts';
import { BulletinDialog } from './BulletinDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import type { MeasuredRow } from './model/rows.ts';
import { NextDialog } from './NewMeasurementDialog.tsx';
import { SideDialog } from './SideDialog.tsx';
import { PhotosDialog } from './photos/PhotosDialog.tsx';
import sheetStyles from './sheet/sheet.module.css';
import type { Sheet } from './useSheet.ts';
import { useMeasurementCalls } from './useMeasurementCalls.ts';

export type Asked =
  | { kind: 'close' | 'reopen' | 'remove' | 'history' | 'side' }
  | { kind: 'next'; contractId: string }
  | { kind: 'photos'; row: MeasuredRow | null }
  | { kind: 'bulletin'; gaps: readonly BulletinGap[] }
  | null;

interface SheetDialogsProps {
  sheet: Sheet;
  asked: Asked;
  onDone: () => void;
  onOpen: (id: string) => void;
  onRemoved: () => void;
  /** A side was added that has no measurement yet. */
  onSide: (contractId: string) => void;
  onPrint: () => void;
}

/** Why a sheet cannot be closed yet; null where it can. */
const obstacleOf = ({ figures, rows, state }: Sheet): string | null => {
  if (state.conflicts.size > 0) return 'Decida antes sobre as linhas que outra pessoa mudou.';
  const [first] = figures.unresolved;
  const row = first === undefined ? undefined : rows[first]?.facts;
  if (row) {
    const more = figures.unresolved.length - 1;
    const others = more > 0 ? ` e ${counted(more, 'outro serviço', 'outros serviços')}` : '';
    return `Falta explicar ${row.code} ${row.description}${others}: acima do contratado ou abaixo da medição anterior.`;
  }
  return state.waiting > 0 ? 'Ainda há lançamentos que não foram salvos.' : null;
};

const CloseDialog = ({ sheet, onDone }: Pick<SheetDialogsProps, 'sheet' | 'onDone'>) => {
  const { head, figures, queue } = sheet;
  const calls = useMeasurementCalls();
  const reading = useReading();
  const [dueDate, setDueDate] = useState(head.dueDate);
  const [busy, setBusy] = useState(false);
  const obstacle = obstacleOf(sheet);
  const unbillable = head.kind === 'CUSTOMER' && head.partner == null && !isZero(figures.periodValue);
  const retention = retentionOf(figures.periodValue, head.retentionPercentage);
  const document = head.kind === 'CUSTOMER' ? 'receita' : 'despesa';
  const close = async () => {
    setBusy(true);
    await queue.flush();
    const closed = await calls.setStatus(head, 'CLOSED', dueDate);
    setBusy(false);
    if (!closed) return;
    sheet.setHead(closed);
    onDone();
  };
  return (
    <Dialog
      open
      onClose={onDone}
      title={`Fechar a medição ${head.number}?`}
      actions={
        <>
          <Button onClick={onDone}>Cancelar</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={obstacle !== null || unbillable || dueDate === '' || Object.keys(reading.unread).length > 0}
            onClick={() => void close()}
          >
            Fechar medição
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <div className={sheetStyles.stack}>
          {obstacle !== null && <Banner tone="warning">{obstacle}</Banner>}
          {unbillable && (
            <Banner tone="warning">
              O orçamento não tem cliente, que paga a receita. Desfaça os aditivos, se houver, desaprove o orçamento,
              informe o cliente e aprove de novo.{' '}
              <Link to={`/home/forms/engineering/cost-estimate?id=${head.costEstimate.id}`}>Abrir orçamento</Link>
            </Banner>
          )}
          <span>
            {formatCurrency(figures.periodValue)} nesta medição, {formatCurrency(retention)} retidos: uma {document} de{' '}
            <strong>{formatCurrency(subtract(figures.periodValue, retention))}</strong> é criada. As linhas ficam
            fechadas e o boletim guarda estes valores.
          </span>
          <Field label="Vencimento" required error={reading.unread['dueDate']?.problem}>
            <DateInput path="dueDate" value={dueDate} towards="future" onChange={setDueDate} />
          </Field>
        </div>
      </ReadingContext>
    </Dialog>
  );
};

/** The dialogs of a sheet: one at a time. */
export const SheetDialogs = ({ sheet, asked, onDone, onOpen, onRemoved, onSide, onPrint }: SheetDialogsProps) => {
  const { head } = sheet;
  const calls = useMeasurementCalls();
  switch (asked?.kind) {
    case 'close':
      return <CloseDialog {...{ sheet, onDone }} />;
    case 'reopen':
      return (
        <ConfirmDialog
          open
          title={`Reabrir a medição ${head.number}?`}
          text="O documento que o fechamento criou é excluída, e as linhas podem ser digitadas de novo."
          confirm="Reabrir"
          onCancel={onDone}
          onConfirm={() => {
            onDone();
            void calls.setStatus(head, 'OPEN').then((now) => now && sheet.setHead(now));
          }}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          open
          danger
          title={`Excluir a medição ${head.number}?`}
          text={`Tudo o que foi medido de ${formatDate(head.periodStart)} a ${formatDate(head.periodEnd)} se perde. Isto não pode ser desfeito.`}
          confirm="Excluir"
          onCancel={onDone}
          onConfirm={() => {
            onDone();
            void calls.remove(head).then((done) => done && onRemoved());
          }}
        />
      );
    case 'next':
      return <NextDialog contractId={asked.contractId} onClose={onDone} onCreated={onOpen} />;
    case 'side':
      return <SideDialog head={head} onClose={onDone} onCreated={onSide} />;
    case 'history':
      return <HistoryDialog measurementId={head.id} onClose={onDone} />;
    case 'bulletin':
      return <BulletinDialog {...{ head, onPrint }} gaps={asked.gaps} onClose={onDone} />;
    case 'photos':
      return <PhotosDialog {...{ sheet, row: asked.row }} onClose={onDone} />;
    default:
      return null;
  }
};
