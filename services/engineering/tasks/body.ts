import { quantity4 } from '#domain/engineering/composition.ts';
import { toDecimal } from '#domain/decimal.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Task, TaskBody, TaskUpdate } from '#schema/engineering/tasks/tasks.rest.ts';
import { invalid, ruleBroken, type FieldError } from '../../platform/errors.ts';
import { blankAsNull } from '../../platform/text.ts';

/** A line as it will be stored. */
export interface LineDraft {
  /** Key of the stored line that it changes; null for a new one. */
  id: number | null;
  resourceId: number | null;
  taskId: number | null;
  quantity: string;
}

/** A body with its texts cleaned and its quantities as they are kept. */
export interface TaskDraft {
  code: string;
  description: string;
  unitId: number;
  group: string | null;
  sourceReference: string | null;
  active: boolean;
  items: LineDraft[];
}

const REQUIRED = 'Campo obrigatório.';
const DIFFERENT = 'Descrição e nome são o mesmo texto: envie um deles, ou os dois iguais.';

/** Throws one error with all problems of the fields of a body that is readable. */
export const refuseRules = (problems: readonly FieldError[]): void => {
  const [first] = problems;
  if (!first) return;
  throw ruleBroken(problems.length === 1 ? first.message : 'Confira os campos indicados.', problems);
};

/** The one text of `description` and `name` (§3). */
const descriptionOf = (body: TaskBody | TaskUpdate, before: Task | undefined): string => {
  const [description, name] = [body.description, body.name].map((text) =>
    text === undefined ? undefined : normalizeSpaces(text),
  );
  if (description !== undefined && name !== undefined && description !== name) {
    throw invalid([{ path: 'name', message: DIFFERENT }], DIFFERENT);
  }
  const told = description ?? name ?? before?.description;
  if (told === undefined) throw invalid([{ path: 'description', message: REQUIRED }]);
  return told;
};

/** A quantity that is not typed anew keeps all places of what it was copied from. */
const quantityOf = (typed: string, stored: string | undefined): string =>
  stored !== undefined && toDecimal(stored).equals(toDecimal(typed)) ? stored : quantity4(typed);

const ONE_OF = 'Indique um insumo (resourceId) ou uma composição (taskId).';

const readItems = ({ items }: TaskBody | TaskUpdate, before: Task | undefined): LineDraft[] => {
  const unclear = items.flatMap(({ resourceId, taskId }, index) =>
    (resourceId == null) === (taskId == null) ? [{ path: `items.${index}.resourceId`, message: ONE_OF }] : [],
  );
  if (unclear.length > 0) throw invalid(unclear);
  const stored = new Map(before?.items.map((item) => [item.id, item]));
  return items.map(({ id, resourceId, taskId, quantity }) => ({
    id: id ?? null,
    resourceId: resourceId ?? null,
    taskId: taskId ?? null,
    quantity: quantityOf(quantity, id === undefined ? undefined : stored.get(id)?.quantity),
  }));
};

/** What is wrong with the lines themselves, whatever they refer to. */
const problemsOf = (items: readonly LineDraft[], before: Task | undefined): FieldError[] => {
  if (items.length === 0) return [{ path: 'items', message: 'Inclua ao menos um item.' }];
  const known = new Set(before?.items.map(({ id }) => id));
  return items.flatMap(({ id, quantity }, index) => {
    const problems: FieldError[] = [];
    // Each key once: a repeated one is another line's.
    if (id !== null && !known.delete(id)) {
      problems.push({ path: `items.${index}.id`, message: 'Item não encontrado nesta composição.' });
    }
    if (!toDecimal(quantity).isPositive() || toDecimal(quantity).isZero()) {
      problems.push({ path: `items.${index}.quantity`, message: 'Informe um coeficiente maior que zero.' });
    }
    return problems;
  });
};

const kept = <T>(told: T | undefined, before: T | undefined, otherwise: T): T => told ?? before ?? otherwise;

/** Reads a body; `before` is the task that an update changes. @throws ServiceError 400 or 422 with every problem */
export const readBody = (body: TaskBody | TaskUpdate, before: Task | undefined): TaskDraft => {
  const description = descriptionOf(body, before);
  const items = readItems(body, before);
  refuseRules(problemsOf(items, before));
  const textOf = (text: string | null | undefined, stored: string | null | undefined) =>
    text === undefined ? (stored ?? null) : (blankAsNull(text) ?? null);
  return {
    code: body.code,
    description,
    unitId: body.unit.id,
    group: textOf(body.group, before?.group),
    sourceReference: textOf(body.sourceReference, before?.sourceReference),
    active: kept(body.active, before?.active, true),
    items,
  };
};
