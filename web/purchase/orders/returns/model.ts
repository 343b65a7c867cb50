import { isIsoDate, type IsoDate } from '#domain/dates.ts';
import { compare, subtract, sum, toTenThousandths, type Money } from '#domain/money.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { paidText, returnableQuantity, returnValue } from '#domain/purchase/orders/returns.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { OrderDetailsFragment, OrderReturnInput } from '#web/generated/purchase.ts';
import { today } from '#web/ui/index.ts';

export type Order = OrderDetailsFragment;
export type Nota = Order['deliveries'][number];
export type Return = Nota['returns'][number];
type Line = Order['requirementLineList'][number];

/** A line of the nota of which something may go back. */
export interface ReturnableLine {
  line: Line;
  brought: Nota['lines'][number];
  /** What has not gone back. */
  most: string;
}

/** What is typed about a line. */
export interface TypedLine {
  /** Decimal text, '' for none. */
  quantity: string;
  /** The supplier sends it again. */
  replaced: boolean;
}

/** A return as it is typed; '' is none. */
export interface ReturnForm {
  reason: string;
  returnDate: IsoDate | '';
  documentNumber: string;
  /** By the id of the line of the order; a line that nobody has touched is not there. */
  lines: Readonly<Record<string, TypedLine>>;
}

/** Lines of a nota of which something may go back. */
export const returnableLines = (order: Order, nota: Nota): ReturnableLine[] =>
  nota.lines.flatMap((brought) => {
    const line = order.requirementLineList.find(({ id }) => id === brought.lineId);
    const most = returnableQuantity(brought);
    return line && toTenThousandths(most) > 0n ? [{ line, brought, most }] : [];
  });

export const formOf = (): ReturnForm => ({ reason: '', returnDate: today(), documentNumber: '', lines: {} });

/** The rest of a closed line was given up: what goes back of it is not sent again. */
export const typedOf = ({ lines }: ReturnForm, { id, closed }: Line): TypedLine => {
  const typed = lines[id] ?? { quantity: '', replaced: true };
  return closed ? { ...typed, replaced: false } : typed;
};

/** The form with a line changed. */
export const withLine = (form: ReturnForm, line: Line, change: Partial<TypedLine>): Pick<ReturnForm, 'lines'> => ({
  lines: { ...form.lines, [line.id]: { ...typedOf(form, line), ...change } },
});

/** All that may go back. */
export const withEverything = (form: ReturnForm, lines: readonly ReturnableLine[]): Pick<ReturnForm, 'lines'> => ({
  lines: Object.fromEntries(lines.map(({ line, most }) => [line.id, { ...typedOf(form, line), quantity: most }])),
});

const isTypedLine = (value: unknown): value is TypedLine =>
  isRecord(value) && isText(value.quantity) && typeof value.replaced === 'boolean';

/** Whether a stored draft has the shape of the form. */
export const isReturnForm = (value: unknown): value is ReturnForm =>
  isRecord(value) &&
  [value.reason, value.returnDate, value.documentNumber].every(isText) &&
  isRecord(value.lines) &&
  Object.values(value.lines).every(isTypedLine);

export const isTyped = ({ quantity }: TypedLine): boolean => quantity !== '' && toTenThousandths(quantity) > 0n;

/** Lines of which something goes back, in the order of the nota. */
const goingBack = (form: ReturnForm, lines: readonly ReturnableLine[]) =>
  lines.map((one) => ({ ...one, typed: typedOf(form, one.line) })).filter(({ typed }) => isTyped(typed));

export interface ReturnFigures {
  value: Money;
  /** Of the one expense. */
  before: Money;
  after: Money;
  /** Why it cannot be returned before a payment is undone. */
  paid: string | undefined;
}

/** What a return does, by the functions of the services. */
export const figuresOf = (order: Order, form: ReturnForm, lines: readonly ReturnableLine[]): ReturnFigures => {
  const value = sum(goingBack(form, lines).map(({ brought, typed }) => returnValue(brought, typed.quantity)));
  const paid = order.expense?.paidValue ?? '0.00';
  const open = subtract(order.invoicedValue, paid);
  return {
    ...{ value, before: order.invoicedValue, after: subtract(order.invoicedValue, value) },
    paid: compare(value, open) > 0 ? paidText({ value, open, paid }) : undefined,
  };
};

const lineProblems = (form: ReturnForm, lines: readonly ReturnableLine[]): Problems =>
  Object.fromEntries(
    goingBack(form, lines)
      .filter(({ typed, most }) => toTenThousandths(typed.quantity) > toTenThousandths(most))
      .map(({ line, most }) => [
        `lines.${line.id}.quantity`,
        `Desta nota ainda podem ser devolvidos ${formatQuantity(most)} ${line.unit.acronyms}.`,
      ]),
  );

export const problemsOf =
  (lines: readonly ReturnableLine[]) =>
  (form: ReturnForm): Problems => ({
    ...(goingBack(form, lines).length === 0 ? { lines: 'Informe quanto volta de pelo menos um item.' } : {}),
    ...lineProblems(form, lines),
    ...(form.reason.trim() === '' ? { reason: 'Diga por que devolve.' } : {}),
    ...(isIsoDate(form.returnDate) ? {} : { returnDate: 'Informe o dia da devolução.' }),
  });

export const inputOf = (form: ReturnForm, lines: readonly ReturnableLine[]): OrderReturnInput => ({
  reason: form.reason.trim(),
  ...(form.returnDate && { returnDate: form.returnDate }),
  ...(form.documentNumber.trim() !== '' && { documentNumber: form.documentNumber.trim() }),
  lines: goingBack(form, lines).map(({ line, typed: { quantity, replaced } }) => ({
    ...{ lineId: line.id, quantity, replaced },
  })),
});

/** The service counts the lines that were sent, the form knows them by their ids. */
export const pathOf =
  (lines: readonly ReturnableLine[]) =>
  (path: string, form: ReturnForm): string =>
    path.replace(/^input\./, '').replace(/^lines\.(\d+)\.\w+$/, (whole, index: string) => {
      const sent = goingBack(form, lines)[Number(index)];
      return sent ? `lines.${sent.line.id}.quantity` : whole;
    });
