import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import {
  RemoveBaselineDocument,
  SaveBaselineDocument,
  useScheduleBaselineListQuery,
  type BaselineRowFragment,
} from '#web/generated/engineering.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  ErrorState,
  Field,
  IconButton,
  Select,
  Skeleton,
  Switch,
  TextInput,
} from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { failures } from '../words.ts';
import { Comparison } from './Comparison.tsx';
import type { ShownBaseline } from './useShownBaseline.ts';
import styles from '../schedule.module.css';
import own from './baselines.module.css';

const quiet = { fetchPolicy: 'no-cache', context: { quiet: true } } as const;
const PLAN = '';

interface BaselinesDialogProps {
  /** Key of the cost estimate. */
  id: string;
  /** Edits are on their way: a baseline would not have them. */
  saving: boolean;
  shown: ShownBaseline;
  onClose: () => void;
}

interface RowProps {
  baseline: BaselineRowFragment;
  shown: boolean;
  onShow: (shown: boolean) => void;
  onRemove: () => void;
}

const BaselineListRow = ({ baseline: { name, createdAt, endDate, total }, shown, onShow, onRemove }: RowProps) => (
  <li>
    <span className={styles.what}>
      {name}{' '}
      <span className={styles.kind}>
        {`de ${formatDate(createdAt.slice(0, 10))} · fim em ${formatDate(endDate)} · R$ ${formatMoney(total)}`}
      </span>
    </span>
    <Switch label="Mostrar no Gantt" of={name} checked={shown} onChange={onShow} />
    <IconButton label={`Excluir ${name}`} icon={<DeleteIcon />} onClick={onRemove} />
  </li>
);

/** Two schedules to compare: a baseline, and the plan or another baseline. */
const Compare = ({ id, baselines }: { id: string; baselines: readonly BaselineRowFragment[] }) => {
  const [before, setBefore] = useState(baselines[0]?.id ?? '');
  const [after, setAfter] = useState(PLAN);
  const options = baselines.map((one) => ({ value: one.id, label: one.name }));
  // A baseline that was deleted is no longer compared.
  const first = options.find(({ value }) => value === before) ?? options[0];
  const second = options.find(({ value }) => value === after);
  if (!first) return null;
  return (
    <>
      <h3 className={styles.heading}>Comparar</h3>
      <div className={styles.form}>
        <Field label="Antes">
          <Select value={first.value} onChange={setBefore} options={options} />
        </Field>
        <Field label="Depois">
          <Select
            value={second?.value ?? PLAN}
            onChange={setAfter}
            options={[{ value: PLAN, label: 'Plano atual' }, ...options]}
          />
        </Field>
      </div>
      <Comparison costEstimateId={id} before={first.value} after={second?.value ?? null} />
    </>
  );
};

/** Baselines (linhas de base): saved by name, shown in the Gantt, compared, deleted. */
export const BaselinesDialog = ({ id, saving, shown, onClose }: BaselinesDialogProps) => {
  const client = useApolloClient();
  const { data, error, refetch } = useScheduleBaselineListQuery({ variables: { costEstimateId: id }, ...quiet });
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState<BaselineRowFragment | null>(null);
  const baselines = data?.scheduleBaselines;
  const save = async () => {
    if (name.trim() === '') return setProblem('Informe o nome da linha de base.');
    setBusy(true);
    try {
      await client.mutate({ mutation: SaveBaselineDocument, variables: { costEstimateId: id, name }, ...quiet });
      setName('');
      setProblem(undefined);
      await refetch();
    } catch (failure) {
      setProblem(fieldProblems(failure)[0]?.message ?? errorText(failure, failures.saveBaseline));
    }
    setBusy(false);
  };
  const remove = async (scheduleBaselineId: string) => {
    setBusy(true);
    try {
      const variables = { costEstimateId: id, scheduleBaselineId };
      await client.mutate({ mutation: RemoveBaselineDocument, variables, ...quiet });
      if (shown.shown === scheduleBaselineId) shown.show(null);
      await refetch();
    } catch (failure) {
      notifyFailure(failure, failures.removeBaseline);
    }
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title="Linhas de base" actions={<Button onClick={onClose}>Fechar</Button>}>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Nome da nova linha de base" {...(problem !== undefined && { error: problem })}>
          <TextInput value={name} onChange={setName} />
        </Field>
        <Button variant="primary" type="submit" busy={busy} disabled={saving}>
          Salvar o plano atual
        </Button>
      </form>
      {error ? (
        <ErrorState message={errorText(error, failures.baselines)} onRetry={() => void refetch()} />
      ) : !baselines ? (
        <Skeleton rows={3} />
      ) : (
        <>
          {baselines.length === 0 && (
            <p className={styles.facts}>
              Uma linha de base guarda datas, quantidades e valores como estão planejados agora, para comparar depois.
            </p>
          )}
          <ul className={`${styles.list} ${own.rows}`}>
            {baselines.map((baseline) => (
              <BaselineListRow
                key={baseline.id}
                baseline={baseline}
                shown={shown.shown === baseline.id}
                onShow={(on) => shown.show(on ? baseline.id : null)}
                onRemove={() => setLeaving(baseline)}
              />
            ))}
          </ul>
          <Compare id={id} baselines={baselines} />
        </>
      )}
      {leaving && (
        <ConfirmDialog
          open
          title={`Excluir ${leaving.name}?`}
          text="O cronograma fica como está; a linha de base não volta."
          confirm="Excluir"
          danger
          onConfirm={() => {
            setLeaving(null);
            void remove(leaving.id);
          }}
          onCancel={() => setLeaving(null)}
        />
      )}
    </Dialog>
  );
};
