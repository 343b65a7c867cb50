import { toDecimal } from '#domain/decimal.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { DocumentFormState } from '#web/form/document/useDocumentForm.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { CandidateFragment, TaskDetailFragment, TaskInput, TaskLineFragment } from '#web/generated/engineering.ts';
import type { Option } from '#web/ui/useOptions.ts';

export type LineSplit = TaskLineFragment['pricesByType'];

/** A line as the form shows it. */
export interface FormLine {
  key: string;
  /** Id of the stored line; null for a new one. */
  id: string | null;
  /** Null: a pasted code that stands for no input and no composition. */
  kind: 'PRODUCT' | 'TASK' | null;
  /** Id of the input or the composition. */
  childId: string;
  code: string;
  name: string;
  unit: string;
  base: { id: string; name: string; source: string } | null;
  quantity: string;
  unitPrice: string | null;
  /** Name of its product type; null for compositions. */
  productType: string | null;
  split: LineSplit;
  /** Why a pasted line cannot be stored. */
  unknown: string | null;
}

export interface TaskForm {
  code: string;
  description: string;
  unit: Option | null;
  group: string;
  sourceReference: string;
  costDatabaseId: string;
  active: boolean;
  items: readonly FormLine[];
}

export type TaskFormState = DocumentFormState<TaskForm>;

export const linePath = (key: string): string => `lines.${key}.quantity`;

let lines = 0;
/** A key for a line that is not stored; drafts keep it. */
export const newKey = (): string => {
  lines += 1;
  return `new-${Date.now().toString(36)}-${lines}`;
};

const lineOf = (item: TaskLineFragment): FormLine => ({
  ...{ key: item.id, id: item.id, kind: item.kind, childId: item.resourceId ?? item.taskId ?? '' },
  ...{ code: item.code, name: item.name, unit: item.unit, base: item.costDatabase },
  ...{ quantity: item.quantity, unitPrice: item.unitPrice, split: item.pricesByType, unknown: null },
  productType: item.kind === 'PRODUCT' ? (item.pricesByType[0]?.productType.name ?? null) : null,
});

export const formOf = (task: TaskDetailFragment): TaskForm => ({
  ...{ code: task.code, description: task.description, active: task.active },
  ...{ group: task.group ?? '', sourceReference: task.sourceReference ?? '' },
  unit: task.unit && { id: task.unit.id, label: task.unit.acronyms },
  costDatabaseId: task.costDatabase.id,
  items: (task.items ?? []).map(lineOf),
});

export const emptyForm = (costDatabaseId: string): TaskForm => ({
  ...{ code: '', description: '', unit: null, group: '', sourceReference: '', costDatabaseId, active: true, items: [] },
});

/** A line of what a search found. */
export const lineOfCandidate = (found: CandidateFragment, quantity = ''): FormLine => ({
  ...{ key: newKey(), id: null, kind: found.kind, childId: found.id, code: found.code, name: found.name },
  ...{ unit: found.unit, base: found.costDatabase, quantity, unitPrice: found.price, unknown: null },
  productType: found.productType?.name ?? null,
  split: found.productType && found.price !== null ? [{ productType: found.productType, price: found.price }] : [],
});

/** A pasted line whose code is not known; it keeps what was pasted. */
export const unknownLine = (code: string, quantity: string, unknown: string): FormLine => ({
  ...{ key: newKey(), id: null, kind: null, childId: '', code, name: '', unit: '', base: null, quantity },
  ...{ unitPrice: null, productType: null, split: [], unknown },
});

const isOption = (value: unknown): value is Option | null =>
  value === null || (isRecord(value) && isText(value.id) && isText(value.label));

const isLine = (value: unknown): value is FormLine =>
  isRecord(value) &&
  [value.key, value.childId, value.code, value.name, value.unit, value.quantity].every(isText) &&
  [value.id, value.kind, value.unitPrice, value.productType, value.unknown].every(
    (one) => one === null || isText(one),
  ) &&
  Array.isArray(value.split);

export const isTaskForm = (value: unknown): value is TaskForm =>
  isRecord(value) &&
  [value.code, value.description, value.group, value.sourceReference, value.costDatabaseId].every(isText) &&
  isOption(value.unit) &&
  typeof value.active === 'boolean' &&
  Array.isArray(value.items) &&
  value.items.every(isLine);

const lineProblem = ({ quantity, unknown }: FormLine): string | undefined => {
  if (unknown !== null) return unknown;
  if (quantity === '') return 'Informe o coeficiente';
  return toDecimal(quantity).isZero() ? 'Informe um coeficiente maior que zero.' : undefined;
};

export const problemsOf = (form: TaskForm): Problems => {
  const found = form.items.flatMap((line) => {
    const problem = lineProblem(line);
    return problem === undefined ? [] : [[linePath(line.key), problem] as const];
  });
  return {
    ...(form.code.trim() === '' && { code: 'Informe o código' }),
    ...(form.description.trim() === '' && { description: 'Informe a descrição' }),
    ...(form.unit === null && { unitId: 'Escolha a unidade' }),
    ...(form.costDatabaseId === '' && { costDatabaseId: 'Escolha a base' }),
    ...(form.items.length === 0 && { items: 'Inclua ao menos um item.' }),
    ...Object.fromEntries(found),
  };
};

export const inputOf = (form: TaskForm): TaskInput => ({
  code: form.code.trim(),
  description: form.description,
  unitId: form.unit?.id ?? '',
  group: form.group.trim() === '' ? null : form.group,
  sourceReference: form.sourceReference.trim() === '' ? null : form.sourceReference,
  active: form.active,
  items: form.items.map(({ id, kind, childId, quantity }) => ({
    ...(id !== null && { id }),
    ...(kind === 'TASK' ? { taskId: childId } : { resourceId: childId }),
    quantity,
  })),
});

/** The input of a new composition with the same lines. */
export const newInputOf = (form: TaskForm): TaskInput => {
  const input = inputOf(form);
  return { ...input, items: input.items.map(({ resourceId, taskId, quantity }) => ({ resourceId, taskId, quantity })) };
};
