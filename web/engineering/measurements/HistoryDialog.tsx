import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useMeasurementChangesQuery, type MeasurementChangesQuery } from '#web/generated/engineering.ts';
import { Button, dayOf, Dialog, ErrorState, Skeleton, timeOf } from '#web/ui/index.ts';
import sheetStyles from './sheet/sheet.module.css';
import { failures } from './words.ts';

type Change = NonNullable<MeasurementChangesQuery['measurementHistory']>['content'][number];

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'começou a medição',
  update: 'mudou o período',
  review: 'enviou para conferência',
  resume: 'voltou à digitação',
  close: 'fechou a medição',
  reopen: 'reabriu a medição',
  attach: 'juntou uma foto',
  detach: 'excluiu uma foto',
};

const whatOf = ({ action, lines }: Change): string =>
  action === 'lines' ? `mediu ${counted(lines, 'serviço')}` : (ACTIONS[action] ?? 'alterou a medição');

/** Who did what to a measurement, the latest first. */
export const HistoryDialog = ({ measurementId, onClose }: { measurementId: string; onClose: () => void }) => {
  const { data, error, refetch } = useMeasurementChangesQuery({
    variables: { measurementId },
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  const changes = data?.measurementHistory?.content;
  return (
    <Dialog open onClose={onClose} title="Histórico da medição" actions={<Button onClick={onClose}>Fechar</Button>}>
      {error ? (
        <ErrorState message={errorText(error, failures.one)} onRetry={() => void refetch()} />
      ) : !changes ? (
        <Skeleton rows={4} />
      ) : (
        <ul className={sheetStyles.changes}>
          {changes.map((change) => (
            <li key={change.id}>
              <span>
                <strong>{change.user?.name ?? 'Prumo'}</strong> {whatOf(change)}
              </span>
              <span className={sheetStyles.hint}>
                {formatDate(dayOf(change.at))}, {timeOf(change.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
