import type { Problems } from '#web/form/useForm.ts';
import type { ReceiveFigures } from './figures.ts';
import type { Order, ReceiveForm } from './model.ts';

/** What every part of the drawer is given. */
export interface PartProps {
  order: Order;
  form: ReceiveForm;
  set: (values: Partial<ReceiveForm>) => void;
  problems: Problems;
  figures: ReceiveFigures;
  /** Percent by which a price of the nota may pass that of the order without a question. */
  tolerance: string;
}
