import { counted } from '#domain/numberFormat.ts';
import { notifyError, notifyUndo } from '#web/client/notify.ts';
import { useStable } from '#web/form/useStable.ts';
import { Banner, Button, EmptyState, Screen, today, useIsPhone } from '#web/ui/index.ts';
import { useEffect, useMemo, useState } from 'react';
import { useAddressKeys } from '#web/client/address.ts';
import { Board } from './board/Board.tsx';
import { criticalLinks } from './model/figures.ts';
import { plainLink, removeItems, setWeekdays } from './model/edits.ts';
import { swapped } from './model/names.ts';
import { rowsOf, type Detail } from './model/rows.ts';
import { identityOf, nameOf, type Schedule } from './model/schedule.ts';
import { stayReason } from './model/stayReason.ts';
import { widthOf } from './model/timeScale.ts';
import { Legend } from './Legend.tsx';
import { PhoneList } from './PhoneList.tsx';
import { ScheduleDialogs } from './ScheduleDialogs.tsx';
import { MonthsView } from './months/MonthsView.tsx';
import { ScheduleHeader, type View } from './ScheduleHeader.tsx';
import { useShownBaseline } from './baselines/useShownBaseline.ts';
import { useDialogs } from './useDialogs.ts';
import { useSchedule, type EditedSchedule } from './useSchedule.ts';
import styles from './schedule.module.css';

interface ScheduleEditorProps {
  title: string;
  /** Code of the cost estimate: files are named by it. */
  code: string;
  details: readonly Detail[];
  loaded: Schedule;
}

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

/** Ctrl+Z and Ctrl+Y anywhere on the screen, but in a field that is typed in. */
const useUndoKeys = ({ undo, redo }: EditedSchedule) => {
  const press = useStable((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
    else if (key === 'z') undo();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
};

const Conflict = ({ resolve }: Pick<EditedSchedule, 'resolve'>) => (
  <Banner
    tone="error"
    action={
      <>
        <Button onClick={() => resolve(false)}>Descartar minha mudança</Button>
        <Button variant="primary" onClick={() => resolve(true)}>
          Aplicar de novo
        </Button>
      </>
    }
  >
    Este cronograma foi alterado por outra pessoa. Sua mudança ainda não foi salva e continua na tela.
  </Banner>
);

/** What is shown, in the address, so that back and forward go through it. */
const useView = (): [View, (view: View) => void] => {
  const [search, setKeys] = useAddressKeys();
  const set = (view: View) => setKeys({ view: view === 'gantt' ? null : view });
  return [search.get('view') === 'months' ? 'months' : 'gantt', set];
};

/** A schedule: table, chart and dialogs, or the list by weeks on a phone. */
export const ScheduleEditor = ({ title, code, details, loaded }: ScheduleEditorProps) => {
  const edited = useSchedule(loaded);
  const { schedule } = edited;
  const phone = useIsPhone();
  const { asked, ask } = useDialogs();
  const [view, setView] = useView();
  const [dayWidth, setDayWidth] = useState(widthOf('WEEK'));
  const [wide, setWide] = useState(false);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const keys = useMemo(() => swapped(edited.names), [edited.names]);
  const rows = useMemo(
    () => rowsOf(details, schedule, { folded, withFree: true, keys }),
    [details, schedule, folded, keys],
  );
  const baseline = useShownBaseline(schedule.id);
  useUndoKeys(edited);

  const edit: EditedSchedule['edit'] = (change, options) => {
    const refusal = edited.edit(change, options);
    if (refusal !== null) notifyError(refusal);
    return refusal;
  };
  /** Edits of the board: refusals are told at the cell, and an item that cannot go where it is put says why. */
  const place: EditedSchedule['edit'] = (change, options) => {
    const refusal = edited.edit(change, options);
    const reason = refusal === null ? stayReason(schedule, edited.latest(), today()) : null;
    if (reason !== null) notifyError(reason);
    return refusal;
  };
  const remove = (id: string) => {
    const item = schedule.items.find((one) => one.id === id);
    if (item && edit(removeItems([id])) === null) notifyUndo(`${nameOf(item)} saiu do cronograma`, undo);
  };
  const askItem = (id: string) => {
    const item = schedule.items.find((one) => one.id === id);
    if (item) ask({ kind: 'item', identity: identityOf(item) });
  };
  const undo = useStable(edited.undo);
  const empty = schedule.items.length === 0;
  const gantt = view === 'gantt' && !empty;
  return (
    <Screen>
      <ScheduleHeader
        {...{ title, code, schedule, dayWidth, view }}
        onView={setView}
        onZoom={setDayWidth}
        canUndo={edited.canUndo}
        canRedo={edited.canRedo}
        onUndo={edited.undo}
        onRedo={edited.redo}
        onWeekdays={(days) =>
          ask({ kind: 'shift', title: 'Mudar os dias de trabalho?', edit: setWeekdays(days), back: null })
        }
        onDaysOff={() => ask({ kind: 'daysOff' })}
        onProjectFile={() => ask({ kind: 'projectFile' })}
        onBaselines={() => ask({ kind: 'baselines' })}
        onAdd={() => ask({ kind: 'add', chosen: [...marked] })}
      />
      {edited.conflict && <Conflict resolve={edited.resolve} />}
      {view === 'gantt' && empty && details.length > 0 && (
        <EmptyState
          title="Nada planejado ainda"
          text="Comece pelas etapas: cada uma ganha uma barra, uma depois da outra, e depois você ajusta datas, durações e dependências."
          action={
            <Button variant="primary" onClick={() => ask({ kind: 'stages' })}>
              Planejar as etapas
            </Button>
          }
        />
      )}
      {view === 'gantt' && details.length === 0 && (
        <EmptyState
          title="Este orçamento não tem linhas"
          text="O cronograma planeja as etapas e os serviços do orçamento."
        />
      )}
      {view === 'months' && <MonthsView key={schedule.version} id={schedule.id} code={code} />}
      {gantt && phone && <PhoneList items={schedule.items} onOpen={askItem} />}
      {gantt && !phone && (
        <Board
          {...{ schedule, rows, dayWidth, wide, marked }}
          baseline={baseline.dates}
          today={today()}
          onEdit={place}
          onFold={(stage) => setFolded((now) => toggled(now, stage))}
          onMark={(row) => setMarked((now) => toggled(now, row))}
          onPlan={(chosen) => ask({ kind: 'add', chosen })}
          onDetails={askItem}
          onMilestone={(stage) => ask({ kind: 'milestone', stage })}
          onRemove={remove}
          onLink={(from, to) => ask({ kind: 'link', link: plainLink(from, to) })}
          onOpenLink={(id) => {
            const link = schedule.links.find((one) => one.id === id);
            if (link) ask({ kind: 'link', link });
          }}
          onWide={setWide}
        />
      )}
      {gantt && (
        <footer className={styles.foot}>
          <span>
            {counted(schedule.items.length, 'tarefa')} ·{' '}
            {counted(criticalLinks(schedule.items, schedule.links), 'dependência crítica', 'dependências críticas')}
            <span role="status">{edited.saving ? ' · salvando…' : ''}</span>
          </span>
          {!phone && <Legend withBaseline={baseline.shown !== null} />}
          <span>← → move, Shift duração, Alt etapa · Enter digita · M marco · D predecessoras</span>
        </footer>
      )}
      <ScheduleDialogs
        {...{ asked, details, edited, ask, baseline }}
        onAdded={() => setMarked(new Set())}
        onRemove={remove}
      />
    </Screen>
  );
};
