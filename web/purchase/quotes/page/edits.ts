import type { Option } from '#web/ui/useOptions.ts';
import type { QuoteForm, QuoteFormLine, QuoteFormSupplier } from './form.ts';

type Change = (form: QuoteForm) => QuoteForm;

export const setFields =
  (values: Partial<Omit<QuoteForm, 'lines' | 'suppliers' | 'building'>>): Change =>
  (form) => ({ ...form, ...values });

/** Stages belong to a building: with another one, the lines have none. */
export const setBuilding =
  (building: Option | null): Change =>
  (form) => ({
    ...form,
    building,
    lines: building?.id === form.building?.id ? form.lines : form.lines.map((line) => ({ ...line, stage: null })),
  });

export const setLines =
  (lines: readonly QuoteFormLine[]): Change =>
  (form) => ({ ...form, lines });

export const setLine =
  (key: string, values: Partial<QuoteFormLine>): Change =>
  (form) => ({ ...form, lines: form.lines.map((line) => (line.key === key ? { ...line, ...values } : line)) });

export const addLines =
  (lines: readonly QuoteFormLine[]): Change =>
  (form) => ({ ...form, lines: [...form.lines, ...lines] });

export const removeLine =
  (key: string): Change =>
  (form) => ({ ...form, lines: form.lines.filter((line) => line.key !== key) });

export const restoreLine =
  (line: QuoteFormLine, index: number): Change =>
  (form) => ({ ...form, lines: form.lines.toSpliced(index, 0, line) });

/** A supplier is asked once. */
export const addSupplier =
  (supplier: QuoteFormSupplier): Change =>
  (form) =>
    form.suppliers.some(({ partner }) => partner.id === supplier.partner.id)
      ? form
      : { ...form, suppliers: [...form.suppliers, supplier] };

export const setEmail =
  (key: string, email: string): Change =>
  (form) => ({ ...form, suppliers: form.suppliers.map((one) => (one.key === key ? { ...one, email } : one)) });

export const removeSupplier =
  (key: string): Change =>
  (form) => ({ ...form, suppliers: form.suppliers.filter((one) => one.key !== key) });
