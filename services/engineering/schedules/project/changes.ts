import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import type { ProjectFileChanges, ToldTask } from '#schema/engineering/schedules/files.rest.ts';
import type { ItemChange, LinkChange, ScheduleChanges } from '#schema/engineering/schedules/schedules.rest.ts';
import { ruleBroken, ServiceError } from '../../../platform/errors.ts';
import { changedState } from '../change.ts';
import { inOrder, planState } from '../plan.ts';
import type { ScheduleState } from '../state.ts';
import { calendarChanges, missingDays } from './calendar.ts';
import { differences, labelOf } from './differences.ts';
import { fieldsOf } from './fields.ts';
import { endKey, linkChanges, linksByEnd, type End } from './links.ts';
import { matchTasks, type Target } from './match.ts';
import type { FileTask, ProjectFile } from './read.ts';

const BASELINES = 'As linhas de base do arquivo não entram: uma linha de base do Prumo guarda também valores.';
const SUMMARY_LINKS = 'Uma etapa não tem dependências: ligue as tarefas dela.';
/** Each pass leaves out what the rules refuse; what is left after so many is no file of a planning program. */
const MAX_PASSES = 8;
const HOPELESS = 'As dependências do arquivo se fecham em círculos demais. Corrija-as no MS Project e envie de novo.';

/** A change, and the task of the file that it comes from. */
interface Traced<T> {
  task: FileTask;
  change: T;
}

interface Draft {
  items: Traced<ItemChange>[];
  links: Traced<LinkChange>[];
}

/** Collects what is told of tasks, by task. */
class Told {
  readonly #texts = new Map<FileTask, Set<string>>();
  tell(task: FileTask, text: string): void {
    const known = this.#texts.get(task) ?? new Set();
    this.#texts.set(task, known.add(text));
  }
  get all(): ToldTask[] {
    return [...this.#texts].map(([{ codes, name }, texts]) => ({ code: codes[0] ?? '', name, texts: [...texts] }));
  }
}

interface Matched {
  task: FileTask;
  target: Extract<Target, { kind: 'row' | 'milestone' }>;
  end: End;
}

const matchedOf = (file: ProjectFile, targets: readonly Target[], told: Told): Matched[] =>
  targets.flatMap((target, index): Matched[] => {
    const task = file.tasks[index];
    if (!task) return [];
    if (target.kind === 'unknown') told.tell(task, target.reason);
    if (target.kind === 'summary' && task.links.length > 0) told.tell(task, SUMMARY_LINKS);
    if (target.kind === 'unknown' || target.kind === 'summary') return [];
    return [{ task, target, end: target.item ? { id: target.item.id } : { key: `t${index}` } }];
  });

const itemChange = (
  { task, target, end }: Matched,
  file: ProjectFile,
  state: ScheduleState,
  told: Told,
): ItemChange => {
  const reading = { minutesADay: file.minutesADay, calendar: calendarOf(state) };
  const fields = fieldsOf(task, target.item, { ...reading, tell: (text) => told.tell(task, text) });
  const { milestone } = target.item ?? {};
  const isRenamed = target.kind === 'milestone' && task.name !== '' && task.name !== milestone;
  const name = isRenamed ? { milestone: task.name.slice(0, 120) } : {};
  if ('id' in end) return { id: end.id, ...fields, ...name };
  const rowId = target.kind === 'row' ? target.row.id : target.stage.id;
  const duration = target.kind === 'milestone' ? 0 : (fields.duration ?? 1);
  return { key: end.key, costEstimateItem: { id: rowId }, ...fields, duration, ...name };
};

const draftOf = (matched: readonly Matched[], file: ProjectFile, state: ScheduleState, told: Told): Draft => {
  const items = new Map(matched.map(({ task, end }) => [task.uid, end]));
  const tasks = new Map(file.tasks.map((task) => [task.uid, task]));
  const ends = { tasks, items, keys: new Set([...items.values()].map(endKey)) };
  const before = linksByEnd(state);
  return {
    items: matched
      .map((one) => ({ task: one.task, change: itemChange(one, file, state, told) }))
      // An id alone says nothing.
      .filter(({ change }) => change.id === undefined || Object.keys(change).length > 1),
    links: matched.flatMap(({ task, end }) => {
      const known = 'id' in end ? (before.get(end.id) ?? []) : [];
      const { minutesADay } = file;
      const changes = linkChanges(task, end, known, { ends, minutesADay, tell: (text) => told.tell(task, text) });
      return changes.map((change) => ({ task, change }));
    }),
  };
};

const bodyOf = (calendar: ScheduleChanges, { items, links }: Draft): ScheduleChanges => ({
  ...calendar,
  ...(items.length > 0 && { items: items.map(({ change }) => change) }),
  ...(links.length > 0 && { links: links.map(({ change }) => change) }),
});

/** Leaves out the changes that the rules of schedules refuse, and tells why, task by task. */
const withoutRefused = (draft: Draft, { fields }: ServiceError, told: Told): Draft => {
  const refused = { items: new Set<number>(), links: new Set<number>() };
  for (const { path, message } of fields) {
    const [, list, index] = /^(items|links)\.(\d+)\./.exec(`${path}.`) ?? [];
    if (list !== 'items' && list !== 'links') throw ruleBroken(message, [{ path: 'file', message }]);
    const found = draft[list][Number(index)];
    if (found) told.tell(found.task, message);
    refused[list].add(Number(index));
  }
  return {
    items: draft.items.filter((_, index) => !refused.items.has(index)),
    links: draft.links.filter((_, index) => !refused.links.has(index)),
  };
};

const allowed = (state: ScheduleState, calendar: ScheduleChanges, wanted: Draft, told: Told) => {
  let draft = wanted;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    try {
      return { draft, after: changedState(state, bodyOf(calendar, draft)) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      draft = withoutRefused(draft, error, told);
    }
  }
  throw ruleBroken(HOPELESS, [{ path: 'file', message: HOPELESS }]);
};

/** What a project file would change of a schedule, under the rules of schedules. @throws ServiceError 422 */
export const projectChanges = (state: ScheduleState, file: ProjectFile, today: string): ProjectFileChanges => {
  const told = new Told();
  const matched = matchedOf(file, matchTasks(state, file.tasks), told);
  const calendar = calendarChanges(state, file);
  const { draft, after } = allowed(state, calendar.changes, draftOf(matched, file, state, told), told);
  const inFile = new Set(matched.flatMap(({ target }) => target.item?.id ?? []));
  return {
    version: state.version,
    changes: bodyOf(calendar.changes, draft),
    calendar: calendar.texts,
    tasks: differences(state, after).map(({ code, name, texts, isNew }) => ({ code, name, texts, isNew })),
    problems: told.all,
    notes: [...file.notes, ...(file.hasBaselines ? [BASELINES] : [])],
    missing: {
      items: inOrder(state)
        .filter(({ id }) => !inFile.has(id))
        .map((item) => ({ id: item.id, ...labelOf(state, item) })),
      daysOff: missingDays(state, file).map(({ id, date, description }) => ({ id, date, description })),
    },
    endBefore: planState(state, today).finish,
    endAfter: planState(after, today).finish,
  };
};
