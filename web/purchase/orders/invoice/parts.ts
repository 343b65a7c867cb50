import type { Problems } from '#web/form/useForm.ts';
import type { Order } from '../receive/model.ts';
import type { InvoiceProposal } from './invoiceApi.ts';
import type { InvoiceCheck, InvoiceForm } from './model.ts';

/** What every part of a nota that was read is given. */
export interface InvoicePartProps {
  order: Order;
  proposal: InvoiceProposal;
  form: InvoiceForm;
  set: (values: Partial<InvoiceForm>) => void;
  problems: Problems;
  check: InvoiceCheck;
}
