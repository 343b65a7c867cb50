import { today } from '#web/ui/index.ts';
import { BaselinesDialog } from './baselines/BaselinesDialog.tsx';
import type { ShownBaseline } from './baselines/useShownBaseline.ts';
import { AddDialog } from './dialogs/AddDialog.tsx';
import { DaysOffDialog } from './dialogs/DaysOffDialog.tsx';
import { ItemDialog } from './dialogs/ItemDialog.tsx';
import { LinkDialog } from './dialogs/LinkDialog.tsx';
import { MilestoneDialog } from './dialogs/MilestoneDialog.tsx';
import { ShiftDialog } from './dialogs/ShiftDialog.tsx';
import { addItems, type NewItem } from './model/edits.ts';
import { applyProjectFile } from './model/projectFile.ts';
import { freeRows, topRows, type Detail } from './model/rows.ts';
import { identityOf } from './model/schedule.ts';
import { ProjectFileDialog } from './project/ProjectFileDialog.tsx';
import type { Asked } from './useDialogs.ts';
import type { EditedSchedule } from './useSchedule.ts';

interface ScheduleDialogsProps {
  asked: Asked | null;
  details: readonly Detail[];
  edited: EditedSchedule;
  ask: (asked: Asked | null) => void;
  baseline: ShownBaseline;
  onAdded: () => void;
  onRemove: (itemId: string) => void;
}

/** The dialog that is open above the board, if any. */
export const ScheduleDialogs = ({ asked, details, edited, ask, baseline, onAdded, onRemove }: ScheduleDialogsProps) => {
  const { schedule, edit } = edited;
  const close = () => ask(null);
  const start = schedule.startsOn ?? today();
  const add = (items: NewItem[], chained: boolean): string | null => {
    const refusal = edit(addItems(items, { chained, today: today() }));
    if (refusal === null) onAdded();
    return refusal;
  };
  switch (asked?.kind) {
    case undefined:
      return null;
    case 'add': {
      const rows = freeRows(details, schedule);
      return (
        <AddDialog
          title="Incluir no cronograma"
          {...{ rows, start }}
          chosen={asked.chosen}
          chained={false}
          onAdd={add}
          onClose={close}
        />
      );
    }
    case 'stages': {
      const rows = topRows(details);
      const chosen = rows.map(({ id }) => id);
      return <AddDialog title="Planejar as etapas" {...{ rows, start, chosen }} chained onAdd={add} onClose={close} />;
    }
    case 'item': {
      const item = schedule.items.find((one) => identityOf(one) === asked.identity);
      return item ? (
        <ItemDialog
          {...{ item, schedule }}
          onEdit={edit}
          onRemove={() => {
            close();
            onRemove(item.id);
          }}
          onClose={close}
        />
      ) : null;
    }
    case 'milestone': {
      const row = details.find(({ id }) => id === asked.stage);
      if (!row) return null;
      const { id, code, description } = row;
      return (
        <MilestoneDialog
          stage={description}
          start={schedule.items.reduce((last, { endDate }) => (endDate > last ? endDate : last), start)}
          onAdd={(milestone, notBefore) =>
            add([{ row: { id, code, description }, milestone, duration: 0, notBefore }], false)
          }
          onClose={close}
        />
      );
    }
    case 'link': {
      // A new item gets its id while the dialog may be open.
      const idOf = (key: string): string => edited.names.get(key) ?? key;
      const link = { ...asked.link, from: idOf(asked.link.from), to: idOf(asked.link.to), id: idOf(asked.link.id) };
      const [from, to] = [link.from, link.to].map((key) => schedule.items.find(({ id }) => id === key));
      return from && to ? <LinkDialog {...{ link, from, to }} onEdit={edit} onClose={close} /> : null;
    }
    case 'daysOff':
      return (
        <DaysOffDialog
          schedule={schedule}
          onAsk={(title, change) => ask({ kind: 'shift', title, edit: change, back: 'daysOff' })}
          onClose={close}
        />
      );
    case 'baselines':
      return <BaselinesDialog id={schedule.id} saving={edited.saving} shown={baseline} onClose={close} />;
    case 'projectFile':
      return (
        <ProjectFileDialog
          id={schedule.id}
          saving={edited.saving}
          onApply={(file, removeMissing) => edit(applyProjectFile(file, { details, removeMissing, today: today() }))}
          onClose={close}
        />
      );
    case 'shift': {
      const { title, back } = asked;
      const leave = () => ask(back === null ? null : { kind: back });
      return (
        <ShiftDialog
          {...{ title, schedule }}
          edit={asked.edit}
          onApply={() => {
            edit(asked.edit);
            leave();
          }}
          onClose={leave}
        />
      );
    }
  }
};
