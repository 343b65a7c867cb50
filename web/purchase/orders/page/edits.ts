import type { Option } from '#web/ui/useOptions.ts';
import { Refused, type Edit } from '#web/form/document/edit.ts';
import { isReceived } from './figures.ts';
import type { FormLine, FormTerms, OrderForm } from './form.ts';
import { linePath, spread } from './model.ts';

type Change = (form: OrderForm) => OrderForm;

export const setFields =
  (values: Partial<Omit<OrderForm, 'lines' | 'terms' | 'building'>>): Change =>
  (form) => ({ ...form, ...values });

/** Stages belong to a building: with another one, the lines have none. */
export const setBuilding =
  (building: Option | null): Change =>
  (form) => ({
    ...form,
    building,
    lines:
      building?.id === form.building?.id
        ? form.lines
        : form.lines.map((line) => (line.stage === null ? line : { ...line, stage: null })),
  });

export const setTerms =
  (terms: Partial<FormTerms>): Change =>
  (form) => ({ ...form, terms: { ...form.terms, ...terms } });

/** Days that are typed have equal values. */
export const setDays = (days: readonly number[]): Change => setTerms({ days, weights: null });

export const setCount =
  (count: number): Change =>
  (form) =>
    setDays(spread(form.terms.days, count))(form);

export const setLines =
  (lines: readonly FormLine[]): Change =>
  (form) => ({ ...form, lines });

export const setLine =
  (key: string, values: Partial<Pick<FormLine, 'quantity' | 'price' | 'stage' | 'canceled'>>): Change =>
  (form) => ({ ...form, lines: form.lines.map((line) => (line.key === key ? { ...line, ...values } : line)) });

/** Cancels a stored line; one that has come stays, and says why. */
export const cancelLine =
  (key: string): Edit<OrderForm> =>
  (form) => {
    const line = form.lines.find((one) => one.key === key);
    if (line && isReceived(line))
      return new Refused('Este item já foi recebido: encerre o saldo em vez de cancelá-lo.', linePath(key, 'canceled'));
    return setLine(key, { canceled: true })(form);
  };

/** Sets the stage of lines that can still change. */
export const setStages =
  (keys: ReadonlySet<string>, stage: Option | null): Change =>
  (form) => ({
    ...form,
    lines: form.lines.map((line) => (keys.has(line.key) && !line.canceled ? { ...line, stage } : line)),
  });

/** Adds lines at the end; a line in `instead` gives its place to the first of them, and what was typed in it. */
export const addLines =
  (added: readonly FormLine[], instead: string | null = null): Change =>
  (form) => {
    const replaced = form.lines.find(({ key }) => key === instead);
    if (!replaced) return { ...form, lines: [...form.lines, ...added] };
    const { quantity, price, stage } = replaced;
    const lines = form.lines.flatMap((line) => {
      if (line !== replaced) return [line];
      return added.map((one, index) => (index === 0 ? { ...one, quantity, price, stage } : one));
    });
    return { ...form, lines };
  };

/** Values for a column from one line on downwards, over lines that can change. */
export const fillDown =
  (from: string, values: readonly Partial<Pick<FormLine, 'quantity' | 'price'>>[]): Change =>
  (form) => {
    const start = form.lines.findIndex(({ key }) => key === from);
    const lines = form.lines.map((line, index) => {
      const value = start < 0 || index < start ? undefined : values[index - start];
      return value && !line.canceled ? { ...line, ...value } : line;
    });
    return { ...form, lines };
  };

export const removeLine =
  (key: string): Change =>
  (form) => ({ ...form, lines: form.lines.filter((line) => line.key !== key) });

/** Puts a removed line back where it was. */
export const restoreLine =
  (line: FormLine, index: number): Change =>
  (form) => {
    if (form.lines.some(({ key }) => key === line.key)) return form;
    return { ...form, lines: [...form.lines.slice(0, index), line, ...form.lines.slice(index)] };
  };
