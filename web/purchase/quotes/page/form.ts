import type { IsoDate } from '#domain/dates.ts';
import type { DocumentFormState } from '#web/form/document/useDocumentForm.ts';
import type { Option } from '#web/ui/useOptions.ts';

/** A line as the form shows it: of a product, or in words. */
export interface QuoteFormLine {
  key: string;
  /** Id of the stored line; null for a new one. */
  id: string | null;
  /** Null: asked for in words. */
  productId: string | null;
  code: string;
  description: string;
  unit: Option | null;
  quantity: string;
  stage: Option | null;
  /** '' on a new line: the estimate's; on a stored one, none. */
  referencePrice: string;
}

export interface QuoteFormSupplier {
  key: string;
  partner: Option;
  email: string;
}

export interface QuoteForm {
  title: string;
  building: Option | null;
  deliveryDate: IsoDate | '';
  deliveryPlace: string;
  deadlineDate: IsoDate | '';
  /** "18:00" */
  deadlineTime: string;
  phone: string;
  message: string;
  lines: readonly QuoteFormLine[];
  suppliers: readonly QuoteFormSupplier[];
}

export type QuoteFormState = DocumentFormState<QuoteForm>;
