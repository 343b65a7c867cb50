import type { IsoDate } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';
import type { PayAfterBase } from '#domain/purchase/orders/terms.ts';
import type { DocumentFormState } from '#web/form/document/useDocumentForm.ts';
import type { Option } from '#web/ui/useOptions.ts';

/** A line as the form shows it. */
export interface FormLine {
  key: string;
  /** Id of the stored line; null for a new one. */
  id: string | null;
  /** Empty: a pasted text that stands for no product. */
  productId: string;
  code: string;
  name: string;
  unit: string;
  quantity: string;
  price: string;
  stage: Option | null;
  canceled: boolean;
  /** What is missing will not come any more. */
  closed: boolean;
  receivedQuantity: string;
  /** Of a stored line: went back, and does not come again. */
  canceledQuantity?: string | undefined;
  /** Why a pasted line cannot be stored. */
  unknown: string | null;
}

/** Days of the terms; their values are equal unless `weights` says how the value is shared. */
export interface FormTerms {
  days: readonly number[];
  base: PayAfterBase;
  weights: readonly Money[] | null;
}

export interface OrderForm {
  supplier: Option | null;
  building: Option | null;
  deliveryDate: IsoDate | '';
  createdDate: IsoDate | '';
  category: Option | null;
  paymentMethod: string;
  notes: string;
  lines: readonly FormLine[];
  shippingRate: string;
  /** Percent. */
  ipi: string;
  /** Amount of an invoice, which wins over the percent. */
  ipiAmount: Money | null;
  discount: string;
  terms: FormTerms;
}

export type OrderFormState = DocumentFormState<OrderForm>;
