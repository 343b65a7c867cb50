import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { AddIcon, CalendarIcon, FlagIcon, RedoIcon, UndoIcon, ZoomInIcon, ZoomOutIcon } from '#web/ui/icons.ts';
import { Breadcrumb, Button, IconButton, PageHeader, Segments, StatusPill, Switch, useIsPhone } from '#web/ui/index.ts';
import { delayOf, percentDone } from './model/figures.ts';
import type { Schedule } from './model/schedule.ts';
import { steppedWidth, widthOf, zoomOf, type Zoom } from './model/timeScale.ts';
import { PrintMenu } from './PrintMenu.tsx';
import { ProjectMenu } from './project/ProjectMenu.tsx';
import { SCHEDULE } from './words.ts';
import styles from './schedule.module.css';

const ZOOMS: readonly { value: Zoom; label: string }[] = [
  { value: 'DAY', label: 'Dia' },
  { value: 'WEEK', label: 'Semana' },
  { value: 'MONTH', label: 'Mês' },
  { value: 'QUARTER', label: 'Trimestre' },
];

/** What the screen shows of the schedule, in the address as `?view=`. */
export type View = 'gantt' | 'months';
const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'gantt', label: 'Gantt' },
  { value: 'months', label: 'Físico-financeiro' },
];

export interface ScheduleHeaderProps {
  title: string;
  /** Code of the cost estimate: files are named by it. */
  code: string;
  view: View;
  onView: (view: View) => void;
  schedule: Schedule;
  dayWidth: number;
  onZoom: (dayWidth: number) => void;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onWeekdays: (days: { workOnSaturdays?: boolean; workOnSundays?: boolean }) => void;
  onDaysOff: () => void;
  onBaselines: () => void;
  onProjectFile: () => void;
  onAdd: () => void;
}

const Summary = ({ schedule }: { schedule: Schedule }) => {
  const percent = percentDone(schedule.items);
  const delay = delayOf(schedule.items);
  const end = schedule.items.reduce((last, { endDate }) => (endDate > last ? endDate : last), '');
  if (schedule.items.length === 0) return null;
  return (
    <span className={styles.summary}>
      {percent !== null && <StatusPill tone="info">{`${percent}% concluído`}</StatusPill>}
      {delay > 0 ? (
        <span
          className={styles.late}
        >{`${counted(delay, 'dia útil', 'dias úteis')} de atraso no caminho crítico`}</span>
      ) : (
        <span>Termina em {formatDate(end)}</span>
      )}
    </span>
  );
};

/** Title with progress and delay, zoom, calendar and legend. */
export const ScheduleHeader = (props: ScheduleHeaderProps) => {
  const { schedule } = props;
  const phone = useIsPhone();
  const file = { id: schedule.id, code: props.code, empty: schedule.items.length === 0 };
  return (
    <>
      <div className={styles.path}>
        <Breadcrumb steps={[{ label: 'Cronogramas', to: SCHEDULE }, { label: props.title }]} />
      </div>
      <PageHeader
        title="Cronograma"
        summary={<Summary schedule={schedule} />}
        actions={
          <>
            <IconButton
              label="Desfazer (Ctrl+Z)"
              icon={<UndoIcon />}
              disabled={!props.canUndo}
              onClick={props.onUndo}
            />
            <IconButton label="Refazer (Ctrl+Y)" icon={<RedoIcon />} disabled={!props.canRedo} onClick={props.onRedo} />
            {!phone && (
              <>
                <PrintMenu {...file} />
                <ProjectMenu {...file} onImport={props.onProjectFile} />
              </>
            )}
            <Button variant="primary" icon={<AddIcon />} onClick={props.onAdd}>
              Tarefa
            </Button>
          </>
        }
      />
      <div className={styles.tools} role="group" aria-label="Visão, calendário e escala">
        <Segments ariaLabel="Visão" value={props.view} options={VIEWS} onChange={props.onView} />
        {props.view === 'gantt' && <GanttTools {...props} />}
      </div>
    </>
  );
};

/** Scale, calendar and columns of the Gantt. */
const GanttTools = (props: ScheduleHeaderProps) => {
  const { schedule, dayWidth, onZoom } = props;
  const phone = useIsPhone();
  return (
    <>
      {!phone && (
        <>
          <Segments
            ariaLabel="Escala"
            value={zoomOf(dayWidth)}
            options={ZOOMS}
            onChange={(zoom) => onZoom(widthOf(zoom))}
          />
          <IconButton label="Afastar" icon={<ZoomOutIcon />} onClick={() => onZoom(steppedWidth(dayWidth, -1))} />
          <IconButton label="Aproximar" icon={<ZoomInIcon />} onClick={() => onZoom(steppedWidth(dayWidth, 1))} />
        </>
      )}
      <Switch
        label="Sábados"
        checked={schedule.workOnSaturdays}
        onChange={(workOnSaturdays) => props.onWeekdays({ workOnSaturdays })}
      />
      <Switch
        label="Domingos"
        checked={schedule.workOnSundays}
        onChange={(workOnSundays) => props.onWeekdays({ workOnSundays })}
      />
      <Button icon={<CalendarIcon />} onClick={props.onDaysOff}>
        {`Dias de folga (${schedule.daysOff.length})`}
      </Button>
      {schedule.items.length > 0 && (
        <Button icon={<FlagIcon />} onClick={props.onBaselines}>
          Linhas de base
        </Button>
      )}
    </>
  );
};
