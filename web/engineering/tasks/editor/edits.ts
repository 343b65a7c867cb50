import type { FormLine, LineSplit, TaskForm } from './model.ts';

type Change = (form: TaskForm) => TaskForm;

export const setFields =
  (values: Partial<Omit<TaskForm, 'items'>>): Change =>
  (form) => ({ ...form, ...values });

export const setLines =
  (items: readonly FormLine[]): Change =>
  (form) => ({ ...form, items });

export const setQuantity =
  (key: string, quantity: string): Change =>
  (form) => ({ ...form, items: form.items.map((line) => (line.key === key ? { ...line, quantity } : line)) });

/** Adds lines at the end; a line in `instead` gives its place to the first of them, and its coefficient. */
export const addLines =
  (added: readonly FormLine[], instead: string | null = null): Change =>
  (form) => {
    const replaced = form.items.find(({ key }) => key === instead);
    if (!replaced) return { ...form, items: [...form.items, ...added] };
    const [first, ...others] = added;
    const items = form.items.flatMap((line) => {
      if (line !== replaced) return [line];
      return first ? [{ ...first, quantity: first.quantity || replaced.quantity }, ...others] : [];
    });
    return { ...form, items };
  };

export const removeLine =
  (key: string): Change =>
  (form) => ({ ...form, items: form.items.filter((line) => line.key !== key) });

/** Puts a removed line back where it was. */
export const restoreLine =
  (line: FormLine, index: number): Change =>
  (form) => {
    if (form.items.some(({ key }) => key === line.key)) return form;
    return { ...form, items: [...form.items.slice(0, index), line, ...form.items.slice(index)] };
  };

/** Sets how the price of a composition is split, which a search does not tell. */
export const setSplit =
  (childId: string, split: LineSplit): Change =>
  (form) => ({
    ...form,
    items: form.items.map((line) => (line.kind === 'TASK' && line.childId === childId ? { ...line, split } : line)),
  });
