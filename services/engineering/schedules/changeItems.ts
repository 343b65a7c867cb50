import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import type { WorkCalendar } from '#domain/engineering/schedules/workCalendar.ts';
import { formatDate } from '#domain/dates.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { MAX_ITEMS, type ItemChange } from '#schema/engineering/schedules/schedules.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import type { EstimateRow, ItemState, ScheduleState } from './state.ts';

/** Where the problems of one change are told, and what it is changed with. */
interface Place {
  path: string;
  problems: Problems;
  calendar: WorkCalendar;
}

const MISSING = 'Item do cronograma não encontrado.';
const NO_DURATION = 'Um marco não tem duração.';
const NO_DAY = 'Informe ao menos um dia útil.';

const newItem = (id: number, rowId: number): ItemState => ({
  ...{ id, rowId, milestone: null, duration: 0, notBefore: null, constraint: null, percentComplete: '0.00' },
  ...{ startedOn: null, planned: null },
});

/** The row of the cost estimate that a change names. */
const rowOf = (rows: ScheduleState['rows'], id: number, { path, problems }: Place): EstimateRow | undefined => {
  const row = rows.get(id);
  if (!row) problems.rule(`${path}costEstimateItem`, 'Item não encontrado neste orçamento.');
  return row;
};

const setMilestone = (
  item: ItemState,
  change: ItemChange,
  isStage: boolean,
  isNew: boolean,
  { path, problems }: Place,
) => {
  if (change.milestone === undefined) return;
  const name = change.milestone === null ? null : normalizeSpaces(change.milestone);
  if (!isNew && (name === null) !== (item.milestone === null)) {
    problems.rule(`${path}milestone`, name === null ? 'Um marco tem nome.' : 'Só um marco tem nome.');
  } else if (name !== null && !isStage) {
    problems.rule(`${path}milestone`, 'Um marco fica em uma etapa.');
  }
  item.milestone = name;
};

/**
 * Sets what a start means: an item that has begun keeps its day, any other is not before it. A new item may say both, as one
 * that comes back by undo.
 */
const setStart = (item: ItemState, { startDate }: ItemChange, { path, problems }: Place): void => {
  // Clients send whole items back: the planned start is no start that somebody typed.
  if (startDate === undefined || startDate === item.planned?.startDate) return;
  if (item.planned !== null && item.startedOn !== null && startDate !== item.notBefore) {
    problems.rule(`${path}startDate`, `Este item já começou em ${formatDate(item.startedOn)}: altere o início real.`);
  }
  item.notBefore = startDate;
};

/** Duration from the number of days, or from the last day; both must agree. */
const setDuration = (item: ItemState, change: ItemChange, { path, problems, calendar }: Place): void => {
  const { planned } = item;
  const start = item.startedOn ?? change.startDate ?? planned?.startDate ?? null;
  const typed = change.duration !== undefined && change.duration !== item.duration ? change.duration : undefined;
  const end = change.endDate != null && change.endDate !== planned?.endDate ? change.endDate : undefined;
  const isNew = planned === null;
  if (change.duration !== undefined && (typed !== undefined || isNew)) item.duration = change.duration;
  if (end === undefined) return;
  if (item.milestone !== null) {
    if (end !== start) problems.rule(`${path}endDate`, NO_DURATION);
    return;
  }
  if (start === null) {
    problems.rule(`${path}endDate`, 'Informe o início ou a duração.');
    return;
  }
  const days = calendar.countDays(start, end);
  if (end < start) problems.rule(`${path}endDate`, 'O fim é antes do início.');
  else if (days === 0) problems.rule(`${path}endDate`, 'Não há dia útil entre o início e o fim.');
  else if (typed !== undefined && typed !== days) {
    problems.rule(`${path}endDate`, `O fim não combina com a duração: até ${formatDate(end)} são ${days} dias úteis.`);
  }
  item.duration = days;
};

const setProgress = (item: ItemState, { percentComplete, startedOn }: ItemChange, { path, problems }: Place): void => {
  if (percentComplete !== undefined) {
    if (toDecimal(percentComplete).gt(100)) problems.rule(`${path}percentComplete`, 'O avanço vai até 100 %.');
    else item.percentComplete = roundHalfEven(toDecimal(percentComplete), 2);
  }
  if (startedOn === undefined) return;
  if (startedOn === null && !toDecimal(item.percentComplete).isZero()) {
    problems.rule(`${path}startedOn`, 'Um item com avanço já começou: informe quando.');
  }
  item.startedOn = startedOn;
};

const checkDuration = (item: ItemState, { path, problems }: Place): void => {
  if (item.milestone !== null) {
    if (item.duration !== 0) problems.rule(`${path}duration`, NO_DURATION);
  } else if (item.duration === 0 && problems.isEmpty) problems.rule(`${path}duration`, NO_DAY);
};

/** Changes an item in place; every field of the change is used, or told as a problem. */
const changeItem = (item: ItemState, change: ItemChange, rows: ScheduleState['rows'], place: Place): void => {
  const isNew = item.planned === null;
  const rowId = change.costEstimateItem?.id ?? item.rowId;
  const row = rowOf(rows, rowId, place);
  if (!row) return;
  if (!isNew && rowId !== item.rowId && item.milestone === null) {
    place.problems.rule(`${place.path}costEstimateItem`, 'Um item fica na sua linha do orçamento: inclua a outra.');
  }
  item.rowId = rowId;
  setMilestone(item, change, row.isStage, isNew, place);
  setProgress(item, change, place);
  setStart(item, change, place);
  setDuration(item, change, place);
  if (change.constraint !== undefined) item.constraint = change.constraint;
  checkDuration(item, place);
};

/** A row is planned once: by itself, within a stage that is planned as a whole, or by the rows below it. */
const checkRows = (state: ScheduleState, pathOf: ReadonlyMap<number, string>, problems: Problems): void => {
  const byRow = new Map<number, ItemState>();
  const own = state.items.filter(({ milestone }) => milestone === null);
  for (const item of own) {
    const path = pathOf.get(item.id);
    const row = state.rows.get(item.rowId);
    if (byRow.has(item.rowId) && path !== undefined && row) {
      problems.rule(`${path}costEstimateItem`, `${row.code} ${row.description} já está no cronograma.`);
    }
    byRow.set(item.rowId, item);
  }
  for (const item of own) {
    const row = state.rows.get(item.rowId);
    for (let above = row?.parentId ?? null; above !== null; above = state.rows.get(above)?.parentId ?? null) {
      const whole = byRow.get(above);
      const path = whole && (pathOf.get(item.id) ?? pathOf.get(whole.id));
      const stage = state.rows.get(above);
      if (path === undefined || !stage) continue;
      const message = `A etapa ${stage.code} ${stage.description} está no cronograma como um todo: retire-a antes de detalhar.`;
      problems.rule(`${path}costEstimateItem`, message);
    }
  }
};

/** Applies changes of items. Answers keys of new items by what the call names them. */
export const changeItems = (
  state: ScheduleState,
  changes: readonly ItemChange[],
  { prefix, problems, calendar }: { prefix: (index: number) => string; problems: Problems; calendar: WorkCalendar },
): Map<string, number> => {
  const keys = new Map<string, number>();
  const pathOf = new Map<number, string>();
  const items = new Map(state.items.map((item) => [item.id, { ...item }]));
  for (const [index, change] of changes.entries()) {
    const place = { path: prefix(index), problems, calendar };
    if (change.id === undefined) {
      const id = -(index + 1);
      if (!change.costEstimateItem) {
        problems.rule(`${place.path}costEstimateItem`, 'Informe o item do orçamento.');
        continue;
      }
      if (change.removed) problems.contradiction(`${place.path}removed`, 'Um item novo não é retirado.');
      if (change.key !== undefined) {
        if (keys.has(change.key)) problems.contradiction(`${place.path}key`, 'Esta chave já é de outro item.');
        keys.set(change.key, id);
      }
      const item = newItem(id, change.costEstimateItem.id);
      items.set(id, item);
      pathOf.set(id, place.path);
      changeItem(item, change, state.rows, place);
      continue;
    }
    const item = items.get(change.id);
    if (!item || pathOf.has(change.id)) {
      problems.rule(`${place.path}id`, MISSING);
      continue;
    }
    if (change.key !== undefined) problems.contradiction(`${place.path}key`, 'A chave nomeia itens novos.');
    pathOf.set(change.id, place.path);
    if (change.removed) items.delete(change.id);
    else changeItem(item, change, state.rows, place);
  }
  state.items = [...items.values()];
  if (state.items.length > MAX_ITEMS) problems.rule('items', `Um cronograma tem até ${MAX_ITEMS} itens.`);
  if (problems.isEmpty) checkRows(state, pathOf, problems);
  return keys;
};
