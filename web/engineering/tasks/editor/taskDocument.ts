import { formatCoefficient } from '#domain/numberFormat.ts';
import type { DocumentField, DocumentModel } from '#web/form/document/model.ts';
import type { TaskDetailFragment } from '#web/generated/engineering.ts';
import { formOf, isTaskForm, problemsOf, type FormLine, type TaskForm } from './model.ts';

const linesText = (lines: readonly FormLine[]): string =>
  lines.map(({ code, quantity }) => `${code} × ${quantity === '' ? '?' : formatCoefficient(quantity)}`).join('; ');

/** The fields as a conflict shows them, in the order of the form. */
const fields: readonly DocumentField<TaskForm>[] = [
  { field: 'code', label: 'Código', text: ({ code }) => code },
  { field: 'description', label: 'Descrição', text: ({ description }) => description },
  { field: 'unit', label: 'Unidade', text: ({ unit }) => unit?.label ?? '' },
  { field: 'group', label: 'Grupo', text: ({ group }) => group },
  { field: 'sourceReference', label: 'Referência', text: ({ sourceReference }) => sourceReference },
  { field: 'active', label: 'Situação', text: ({ active }) => (active ? 'Ativa' : 'Inativa') },
  { field: 'items', label: 'Itens', text: ({ items }) => linesText(items) },
];

/** Lines that were typed go on top of the stored ones; a line that is no longer stored is a new one. */
const mergedLines = (mine: readonly FormLine[], theirs: readonly FormLine[]): readonly FormLine[] => {
  const stored = new Set(theirs.map(({ id }) => id));
  return mine.map((line) => (line.id === null || stored.has(line.id) ? line : { ...line, id: null }));
};

/** The document model of a composition. */
export const taskDocument: DocumentModel<TaskDetailFragment, TaskForm> = {
  formOf,
  nextOf: (empty) => empty,
  isForm: isTaskForm,
  problemsOf,
  pathOf: (path) => path.replace(/^input\./, ''),
  fields,
  together: ['items'],
  mergeTogether: (merged, _before, theirs) => ({ ...merged, items: mergedLines(merged.items, theirs.items) }),
};
