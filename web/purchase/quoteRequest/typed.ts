import { formatDate, parseDate, type IsoDate } from '#domain/dates.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { parseMoney } from '#domain/moneyInput.ts';
import { formatMoney, formatUnitPrice } from '#domain/numberFormat.ts';
import { formatTerms, parseTerms } from '#domain/purchase/orders/terms.ts';
import { answerFigures, type AnswerFigures } from '#domain/purchase/quotes/figures.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import type { QuoteAnswerBody, QuoteFreight, QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/** The request that is answered. */
export type Request = NonNullable<QuoteRequest['request']>;

export interface TypedLine {
  price: string;
  brand: string;
  unavailable: boolean;
}

/** What is typed, as it is typed; lines by their ids. */
export interface Typed {
  lines: Record<string, TypedLine>;
  freight: QuoteFreight;
  shippingRate: string;
  deliveryDays: string;
  ipi: string;
  validUntil: string;
  /** "28 / 56"; '' for none yet. */
  terms: string;
  notes: string;
}

export const NO_LINE: TypedLine = { price: '', brand: '', unavailable: false };

const EMPTY: Typed = {
  ...{ lines: {}, freight: 'INCLUDED', shippingRate: '', deliveryDays: '', ipi: '', validUntil: '' },
  ...{ terms: '', notes: '' },
};

/** What the server keeps, as it is typed. */
export const typedOf = (answer: QuoteRequest['answer']): Typed =>
  answer === null
    ? EMPTY
    : {
        lines: Object.fromEntries(
          answer.lines.map(({ lineId, price, brand, unavailable }) => [
            String(lineId),
            { price: price === null ? '' : formatUnitPrice(price), brand: brand ?? '', unavailable },
          ]),
        ),
        freight: answer.freight,
        shippingRate: answer.shippingRate === null ? '' : formatMoney(answer.shippingRate),
        deliveryDays: answer.deliveryDays === null ? '' : String(answer.deliveryDays),
        ipi: answer.ipi === null ? '' : formatUnitPrice(answer.ipi),
        validUntil: formatDate(answer.validUntil),
        terms: answer.paymentDays.length === 0 ? '' : formatTerms(answer.paymentDays),
        notes: answer.notes ?? '',
      };

const isLine = (value: unknown): value is TypedLine =>
  isRecord(value) && isText(value.price) && isText(value.brand) && typeof value.unavailable === 'boolean';

/** Whether a value that the device kept is one of this version of the page. */
export const isTyped = (value: unknown): value is Typed =>
  isRecord(value) &&
  isRecord(value.lines) &&
  Object.values(value.lines).every(isLine) &&
  ['INCLUDED', 'CHARGED', 'PICKUP'].includes(String(value.freight)) &&
  ['shippingRate', 'deliveryDays', 'ipi', 'validUntil', 'terms', 'notes'].every((key) => isText(value[key]));

interface ReadTyped {
  body: QuoteAnswerBody;
  /** Text that says nothing: at its field. */
  problems: FieldProblem[];
}

const PRICE = 'Informe um preço, como 6,39.';

/** Text as the value that it says; null for none, with a problem where it says nothing. */
const valueOf = <Value>(
  text: string,
  { read, path, message }: { read: (text: string) => Value | null; path: string; message: string },
  problems: FieldProblem[],
): Value | null => {
  if (text.trim() === '') return null;
  const value = read(text);
  if (value === null) problems.push({ path, message });
  return value;
};

const daysOf = (text: string): number | null => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : null);

/** What was typed as the server takes it. Text that says nothing is left out, and told as a problem. */
export const readTyped = (typed: Typed, { lines }: Request, today: IsoDate): ReadTyped => {
  const problems: FieldProblem[] = [];
  const body: QuoteAnswerBody = {
    lines: lines.map(({ id }, index) => {
      const { price, brand, unavailable } = typed.lines[id] ?? NO_LINE;
      const path = `lines.${index}.price`;
      return {
        lineId: id,
        price: unavailable ? null : valueOf(price, { read: parseQuantity, path, message: PRICE }, problems),
        unavailable,
        brand: brand.trim() || null,
      };
    }),
    freight: typed.freight,
    shippingRate:
      typed.freight === 'CHARGED'
        ? valueOf(
            typed.shippingRate,
            { read: parseMoney, path: 'shippingRate', message: 'Informe um valor, como 1.200,00.' },
            problems,
          )
        : null,
    ipi: valueOf(
      typed.ipi,
      { read: parseQuantity, path: 'ipi', message: 'Informe um percentual, como 3,25.' },
      problems,
    ),
    deliveryDays: valueOf(
      typed.deliveryDays,
      { read: daysOf, path: 'deliveryDays', message: 'Informe quantos dias, como 7.' },
      problems,
    ),
    validUntil: valueOf(
      typed.validUntil,
      {
        read: (text) => parseDate(text, today, 'future'),
        path: 'validUntil',
        message: 'Informe uma data, como 30/11/2026.',
      },
      problems,
    ),
    paymentDays:
      valueOf(
        typed.terms,
        { read: parseTerms, path: 'paymentDays', message: 'Informe os dias, como 28/56/84.' },
        problems,
      ) ?? [],
    notes: typed.notes.trim() || null,
  };
  return { body, problems };
};

/** Figures of what is typed, by the arithmetic of the server. */
export const figuresOf = ({ lines }: Request, body: QuoteAnswerBody): AnswerFigures =>
  answerFigures(
    lines.map(({ quantity }, index) => ({ quantity, price: body.lines[index]?.price ?? null })),
    { freight: body.freight, shippingRate: body.shippingRate, ipi: body.ipi ?? '0' },
  );

/** Lines that are decided: a price, or "não tenho". */
export const decided = (body: QuoteAnswerBody): number =>
  body.lines.filter(({ price, unavailable }) => price !== null || unavailable).length;
