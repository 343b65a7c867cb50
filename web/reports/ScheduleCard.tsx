import { Button, Card, instantText, Switch } from '#web/ui/index.ts';
import { CalendarIcon } from '#web/ui/icons.ts';
import { useState } from 'react';
import type { ReportEntry } from './model.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { scheduleText, type Schedule } from './schedules.ts';
import type { ReportView } from './useReportView.ts';
import { useScheduleCalls } from './useScheduleCalls.ts';
import styles from './schedules.module.css';

interface Props {
  entry: ReportEntry;
  view: ReportView;
  /** Undefined while they are read. */
  schedules: readonly Schedule[] | undefined;
}

const Scheduled = ({ schedule, view, onEdit }: { schedule: Schedule; view: ReportView; onEdit: () => void }) => {
  const calls = useScheduleCalls(view.companyId);
  return (
    <>
      <p className={styles.text}>{scheduleText(schedule)}</p>
      <ul className={styles.chips} aria-label="Destinatários">
        {schedule.recipients.map(({ userId, name }) => (
          <li key={userId ?? name}>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {schedule.pausedReason && <p className={styles.paused}>{schedule.pausedReason}</p>}
      {schedule.nextAt && (
        <p className={styles.next}>
          <CalendarIcon aria-hidden="true" /> Próximo: {instantText(schedule.nextAt)}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" onClick={onEdit}>
          Editar envio
        </Button>
        <Button size="small" variant="subtle" busy={calls.testing} onClick={() => calls.test(schedule)}>
          Testar
        </Button>
      </div>
    </>
  );
};

/** The report by mail: one's own schedule of it, or the way to one. */
export const ScheduleCard = ({ entry, view, schedules }: Props) => {
  const [editing, setEditing] = useState<Schedule | 'new' | null>(null);
  const calls = useScheduleCalls(view.companyId);
  const own = schedules?.filter((one) => one.own && one.report === entry.report) ?? [];
  const [first] = own;
  return (
    <Card title="Enviar por e-mail" className={styles.card}>
      {first && (
        <Switch
          label={first.active ? 'Ligado' : 'Desligado'}
          of={`envio de ${entry.title}`}
          checked={first.active}
          disabled={calls.busy}
          onChange={(active) => calls.setActive(first, active)}
        />
      )}
      {first ? (
        <Scheduled schedule={first} view={view} onEdit={() => setEditing(first)} />
      ) : (
        <p className={styles.hint}>O relatório chega por e-mail no dia e na hora que você escolher.</p>
      )}
      {schedules && (
        <div className={styles.actions}>
          <Button size="small" variant={first ? 'subtle' : 'secondary'} onClick={() => setEditing('new')}>
            {first ? 'Agendar outro' : 'Agendar envio'}
          </Button>
          {own.length > 1 && (
            <Button size="small" variant="subtle" onClick={() => view.setTab('schedules')}>
              Ver os {own.length}
            </Button>
          )}
        </div>
      )}
      {editing && (
        <ScheduleDialog
          companyId={view.companyId}
          entry={entry}
          chosen={view.chosen}
          schedule={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
};
