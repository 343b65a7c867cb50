import { formatDate } from '#domain/dates.ts';
import { formatCoefficient, formatPrice4 } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useTaskHistoryQuery, type TaskHistoryQuery } from '#web/generated/engineering.ts';
import { dayOf, Drawer, ErrorState, Skeleton, timeOf } from '#web/ui/index.ts';
import styles from './editor.module.css';

interface HistoryDrawerProps {
  task: { id: string; code: string };
  onClose: () => void;
}

type Change = NonNullable<TaskHistoryQuery['taskHistory']>['content'][number];

const ACTIONS: Readonly<Record<Change['action'], string>> = {
  CREATED: 'criou a composição',
  COPIED: 'criou a composição por cópia',
  CHANGED: 'alterou a composição',
};

const LABELS: Readonly<Record<string, string>> = {
  ...{ code: 'Código', description: 'Descrição', unitId: 'Unidade', group: 'Grupo' },
  ...{ sourceReference: 'Referência', active: 'Situação', unitPrice: 'Preço unitário' },
};

const valueOf = (field: string, value: string | null): string => {
  if (field === 'unitPrice') return value === null ? 'incompleto' : `R$ ${formatPrice4(value)}`;
  if (field === 'active') return value === 'true' ? 'Ativa' : 'Inativa';
  return value ?? 'vazio';
};

const quantities = (values: readonly string[]): string => values.map(formatCoefficient).join(' + ');

/** "Cimento CP II: 0,5000 → 0,6000", or that it was put in or taken out. */
const ItemChange = ({ item: { code, name, before, after } }: { item: Change['items'][number] }) => {
  const what = code === '' ? 'Item que não existe mais' : `${code} ${name}`;
  if (before.length === 0) return `Incluiu ${what}: ${quantities(after)}`;
  if (after.length === 0) return `Retirou ${what}: ${quantities(before)}`;
  return `${what}: ${quantities(before)} → ${quantities(after)}`;
};

const Entry = ({ change }: { change: Change }) => (
  <li>
    <strong>{change.user?.name ?? 'Prumo'}</strong> {ACTIONS[change.action]}
    <span className={styles.small}>
      {formatDate(dayOf(change.at))}, {timeOf(change.at)}
    </span>
    <ul className={styles.changes}>
      {change.fields.map(({ field, before, after }) => (
        <li key={field}>
          {LABELS[field] ?? field}: {valueOf(field, before)} → {valueOf(field, after)}
        </li>
      ))}
      {change.items.map((item, index) => (
        // What is no more has no code to tell it by.
        <li key={`${item.kind}-${item.code}-${index}`}>
          <ItemChange item={item} />
        </li>
      ))}
    </ul>
  </li>
);

/** Who changed a composition, and what; the latest first. */
export const HistoryDrawer = ({ task, onClose }: HistoryDrawerProps) => {
  const { data, error, refetch } = useTaskHistoryQuery({
    ...{ variables: { id: task.id }, fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const history = data?.taskHistory;
  const left = history ? history.totalElements - history.content.length : 0;
  return (
    <Drawer open onClose={onClose} title="Histórico" subtitle={task.code}>
      {!history &&
        (error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : <Skeleton rows={6} />)}
      {history?.content.length === 0 && (
        <p className={styles.small}>Nada foi registrado: a composição veio de uma importação ou da demonstração.</p>
      )}
      {history && (
        <ul className={styles.history} aria-label="Alterações">
          {history.content.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </ul>
      )}
      {left > 0 && <p className={styles.small}>Mais {left}.</p>}
    </Drawer>
  );
};
