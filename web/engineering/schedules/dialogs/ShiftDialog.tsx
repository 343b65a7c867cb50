import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useScheduleShiftQuery } from '#web/generated/engineering.ts';
import { Button, Dialog, ErrorState, Skeleton } from '#web/ui/index.ts';
import { changesBetween } from '../model/changes.ts';
import type { Edit, Schedule } from '../model/schedule.ts';
import { failures } from '../words.ts';
import styles from '../schedule.module.css';

interface ShiftDialogProps {
  title: string;
  schedule: Schedule;
  edit: Edit;
  onApply: () => void;
  onClose: () => void;
}

/** Items that are told by name. */
const NAMED = 10;

/** What a change of the calendar would move, asked before it is applied. */
export const ShiftDialog = ({ title, schedule, edit, onApply, onClose }: ShiftDialogProps) => {
  const { data, error, refetch } = useScheduleShiftQuery({
    variables: { costEstimateId: schedule.id, changes: changesBetween(schedule, edit(schedule)) ?? {} },
    fetchPolicy: 'no-cache',
    context: { quiet: true },
  });
  const preview = data?.schedulePreview;
  const moved = preview?.moved ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={!preview} onClick={onApply}>
            Aplicar
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState message={errorText(error, failures.fetch)} onRetry={() => void refetch()} />
      ) : !preview ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <p>
            {moved.length === 0
              ? 'Nenhuma tarefa muda de data.'
              : `${counted(moved.length, 'tarefa muda', 'tarefas mudam')} de data; as durações ficam.`}{' '}
            {preview.endBefore === preview.endAfter
              ? `O fim fica em ${formatDate(preview.endAfter)}.`
              : `O fim vai de ${formatDate(preview.endBefore)} para ${formatDate(preview.endAfter)}.`}
          </p>
          {moved.length > 0 && (
            <table className={styles.shift}>
              <thead>
                <tr>
                  <th scope="col">Tarefa</th>
                  <th scope="col">Hoje</th>
                  <th scope="col">Depois</th>
                </tr>
              </thead>
              <tbody>
                {moved.slice(0, NAMED).map(({ id, costEstimateItem, milestone, before, after }) => (
                  <tr key={id}>
                    <th scope="row">{milestone ?? `${costEstimateItem.code} ${costEstimateItem.description}`}</th>
                    <td>{`${formatDate(before.startDate)} a ${formatDate(before.endDate)}`}</td>
                    <td>{`${formatDate(after.startDate)} a ${formatDate(after.endDate)}`}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {moved.length > NAMED && <p className={styles.facts}>e mais {moved.length - NAMED}</p>}
        </>
      )}
    </Dialog>
  );
};
