import { normalizeSpaces, stripAccents } from '#domain/text.ts';
import type { EstimateRow, ItemState, ScheduleState } from '../state.ts';
import { readMark } from './marks.ts';
import type { FileTask } from './read.ts';

/** What a task of a file stands for. */
export type Target =
  | { kind: 'row'; row: EstimateRow; item: ItemState | null }
  | { kind: 'milestone'; stage: EstimateRow; item: ItemState | null }
  /** A stage over tasks: its dates follow from them. */
  | { kind: 'summary'; row: EstimateRow | null }
  | { kind: 'unknown'; reason: string };

const UNKNOWN = 'Não há linha deste orçamento com este item e este nome: a tarefa fica de fora.';
const AMBIGUOUS = 'Mais de uma linha deste orçamento tem este nome: a tarefa fica de fora.';
const NO_STAGE = 'Um marco fica em uma etapa do orçamento: ponha-o dentro de uma.';
const TWICE = 'Outra tarefa do arquivo já é esta linha do orçamento: a tarefa fica de fora.';

/** Names are compared without case and accents. */
const keyOf = (name: string): string => stripAccents(normalizeSpaces(name));

interface Book {
  state: ScheduleState;
  byName: ReadonlyMap<string, EstimateRow[]>;
  planned: ReadonlyMap<number, ItemState>;
  milestones: readonly ItemState[];
}

const bookOf = (state: ScheduleState): Book => {
  const byName = new Map<string, EstimateRow[]>();
  for (const row of state.rows.values()) {
    const name = keyOf(row.description);
    const known = byName.get(name);
    if (known) known.push(row);
    else byName.set(name, [row]);
  }
  return {
    ...{ state, byName },
    planned: new Map(state.items.flatMap((item) => (item.milestone === null ? [[item.rowId, item] as const] : []))),
    milestones: state.items.filter(({ milestone }) => milestone !== null),
  };
};

/** The row of a task: by its mark, by code and name, or by a name that only one row has. */
const rowOf = ({ state, byName }: Book, task: FileTask): EstimateRow | string => {
  const mark = readMark(state, task.mark);
  const marked = mark && 'rowId' in mark ? state.rows.get(mark.rowId) : undefined;
  if (marked) return marked;
  const named = byName.get(keyOf(task.name)) ?? [];
  const [placed] = named.filter(({ code }) => task.codes.includes(code));
  if (placed) return placed;
  const [only, another] = named;
  return another ? AMBIGUOUS : (only ?? UNKNOWN);
};

const isMilestone = ({ state }: Book, task: FileTask): boolean => {
  const mark = readMark(state, task.mark);
  return mark ? 'itemId' in mark : task.milestone && (task.minutes ?? 0) === 0;
};

const milestoneOf = ({ state, milestones }: Book, task: FileTask, stage: EstimateRow | null): Target => {
  const mark = readMark(state, task.mark);
  const marked = mark && 'itemId' in mark ? milestones.find(({ id }) => id === mark.itemId) : undefined;
  const kept = marked ? state.rows.get(marked.rowId) : undefined;
  if (marked && kept) return { kind: 'milestone', stage: kept, item: marked };
  if (!stage) return { kind: 'unknown', reason: NO_STAGE };
  const name = keyOf(task.name);
  const known = milestones.find((one) => one.rowId === stage.id && keyOf(one.milestone ?? '') === name);
  return { kind: 'milestone', stage, item: known ?? null };
};

/** What each task of a file stands for, in their order. A row is named by one task. */
export const matchTasks = (state: ScheduleState, tasks: readonly FileTask[]): Target[] => {
  const book = bookOf(state);
  const taken = new Set<string>();
  /** The stage that is open at each level. */
  const stages: (EstimateRow | null)[] = [];
  const once = (key: string, target: Target): Target => {
    if (taken.has(key)) return { kind: 'unknown', reason: TWICE };
    taken.add(key);
    return target;
  };
  return tasks.map((task): Target => {
    stages.length = Math.max(0, Math.min(stages.length, task.level - 1));
    const above = stages.findLast((one) => one != null) ?? null;
    if (!task.summary && isMilestone(book, task)) {
      const target = milestoneOf(book, task, above);
      const key = target.kind === 'milestone' && target.item ? `m${target.item.id}` : null;
      return key === null ? target : once(key, target);
    }
    const row = rowOf(book, task);
    if (task.summary) {
      const stage = typeof row === 'string' || !row.isStage ? null : row;
      stages[task.level - 1] = stage;
      return { kind: 'summary', row: stage };
    }
    if (typeof row === 'string') return { kind: 'unknown', reason: row };
    return once(`r${row.id}`, { kind: 'row', row, item: book.planned.get(row.id) ?? null });
  });
};
