import { formatDate } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import { useReportScheduleRunsQuery } from '#web/generated/reports.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  instantText,
  Skeleton,
  StatusPill,
  Switch,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReportEntry } from './model.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { addressOfSchedule, DELIVERY_STATES, RUN_STATES, scheduleText, type Run, type Schedule } from './schedules.ts';
import type { ReportView } from './useReportView.ts';
import { useScheduleCalls } from './useScheduleCalls.ts';
import lists from './lists.module.css';
import styles from './schedules.module.css';

const LOOK_EVERY = 2_000;

const RunRow = ({ run }: { run: Run }) => {
  const { label, tone } = RUN_STATES[run.state];
  const days = run.from && run.to ? `, de ${formatDate(run.from)} a ${formatDate(run.to)}` : '';
  return (
    <li>
      <span className={styles.runHead}>
        {instantText(run.dueAt)}
        {days}
        {run.trial && ', teste'} <StatusPill tone={tone}>{label}</StatusPill>
      </span>
      <ul className={styles.deliveries}>
        {run.deliveries.map(({ name, state, message }, index) => (
          <li key={index}>
            {name}: {DELIVERY_STATES[state]}
            {message && ` (${message})`}
          </li>
        ))}
      </ul>
    </li>
  );
};

const Runs = ({ companyId, id, title }: { companyId: string; id: string; title: string }) => {
  const [busy, setBusy] = useState(true);
  const { data, error, refetch } = useReportScheduleRunsQuery({
    variables: { companyId, id },
    fetchPolicy: 'cache-and-network',
    pollInterval: busy ? LOOK_EVERY : 0,
    context: { quiet: true },
  });
  const runs = data?.runs;
  const isBusy = runs?.some(({ state }) => state === 'UNDER_WAY') ?? true;
  if (isBusy !== busy) setBusy(isBusy);
  if (error && !runs) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  if (!runs) return <Skeleton rows={2} />;
  if (runs.length === 0) return <p className={styles.hint}>Nada foi enviado ainda.</p>;
  return (
    <ul className={styles.runs} aria-label={`Envios de ${title}`}>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} />
      ))}
    </ul>
  );
};

interface RowProps {
  schedule: Schedule;
  companyId: string;
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}

const Actions = ({ schedule, companyId, onEdit, onRemove }: RowProps) => {
  const { grantee } = useSession();
  const calls = useScheduleCalls(companyId);
  const { own, active, receives, title } = schedule;
  const mayPause = own || (grantee.admin && active);
  return (
    <span className={styles.rowActions}>
      {mayPause && (
        <Switch
          label={active ? 'Ligado' : 'Desligado'}
          of={`envio de ${title}`}
          checked={active}
          disabled={calls.busy}
          onChange={(on) => calls.setActive(schedule, on)}
        />
      )}
      {own && onEdit && (
        <Button size="small" onClick={onEdit}>
          Editar
        </Button>
      )}
      {own && (
        <Button size="small" variant="subtle" busy={calls.testing} onClick={() => calls.test(schedule)}>
          Testar
        </Button>
      )}
      {receives && !own && (
        <Button size="small" busy={calls.busy} onClick={() => calls.leave(schedule)}>
          Parar de receber
        </Button>
      )}
      {(own || grantee.admin) && (
        <IconButton label={`Excluir envio de ${title}`} icon={<DeleteIcon />} onClick={onRemove} />
      )}
    </span>
  );
};

const Row = (props: RowProps) => {
  const { schedule, companyId } = props;
  const { grantee } = useSession();
  const [open, setOpen] = useState(false);
  const { own, title, active, pausedReason, nextAt, recipients, createdByName, lastRun } = schedule;
  const seesRuns = own || grantee.admin;
  const last = lastRun && RUN_STATES[lastRun.state];
  return (
    <li className={lists.row}>
      <div className={lists.texts}>
        <Link to={addressOfSchedule(schedule)} className={lists.name}>
          {title}
        </Link>
        <span className={lists.meta}>{scheduleText(schedule)}</span>
        <span className={lists.meta}>
          {seesRuns ? `Para ${recipients.map(({ name }) => name).join(', ')}` : `Você recebe, de ${createdByName}`}
          {seesRuns && !own && ` · de ${createdByName}`}
        </span>
        <span className={lists.meta}>
          {active ? `Próximo: ${instantText(nextAt)}` : (pausedReason ?? 'Desligado')}
          {lastRun && last && ` · último em ${instantText(lastRun.at)}: ${last.label.toLowerCase()}`}
        </span>
      </div>
      {!active && pausedReason && <StatusPill tone="warning">Pausado</StatusPill>}
      <Actions {...props} />
      {seesRuns && (
        <Button size="small" variant="subtle" onClick={() => setOpen(!open)}>
          {open ? 'Esconder envios' : 'Ver envios'}
        </Button>
      )}
      {open && (
        <div className={styles.open}>
          <Runs companyId={companyId} id={schedule.id} title={title} />
        </div>
      )}
    </li>
  );
};

interface Props {
  schedules: readonly Schedule[];
  catalogue: readonly ReportEntry[];
  view: ReportView;
}

/** Reports that are sent by mail: one's own, those that one receives, and for an administrator all of the company. */
export const SchedulesList = ({ schedules, catalogue, view }: Props) => {
  const [editing, setEditing] = useState<Schedule | null>(null);
  const [removing, setRemoving] = useState<Schedule | null>(null);
  const calls = useScheduleCalls(view.companyId);
  const entry = editing && catalogue.find(({ report }) => report === editing.report);
  if (schedules.length === 0)
    return (
      <EmptyState
        title="Nenhum envio agendado"
        text="Abra um relatório do catálogo e use Agendar envio, em Enviar por e-mail."
      />
    );
  return (
    <>
      <ul className={lists.list} aria-label="Envios agendados">
        {schedules.map((one) => (
          <Row
            key={one.id}
            schedule={one}
            companyId={view.companyId}
            onEdit={catalogue.some(({ report }) => report === one.report) ? () => setEditing(one) : undefined}
            onRemove={() => setRemoving(one)}
          />
        ))}
      </ul>
      {editing && entry && (
        <ScheduleDialog
          companyId={view.companyId}
          entry={entry}
          chosen={{ from: null, to: null, ...chosenOf(editing) }}
          schedule={editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          title="Excluir este envio agendado?"
          text={`“${removing.title}” deixa de ser enviado, e o que já foi enviado sai desta lista.`}
          confirm="Excluir"
          danger
          onConfirm={() => {
            calls.remove(removing);
            setRemoving(null);
          }}
          onCancel={() => setRemoving(null)}
        />
      )}
    </>
  );
};

/** Here the schedule keeps its own parameters. */
const chosenOf = ({ parameters: { buildingId, walletId, regime, grouping } }: Schedule) => ({
  ...{ buildingId: buildingId ?? null, walletId: walletId ?? null },
  ...{ regime: regime ?? null, grouping: grouping ?? null },
});
