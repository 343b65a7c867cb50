import type { IsoDate } from '#domain/dates.ts';
import { compare, decimal4, isZero, MAX_MONEY, money } from '#domain/money.ts';
import { toDecimal } from '#domain/decimal.ts';
import { answerFigures } from '#domain/purchase/quotes/figures.ts';
import type { QuoteAnswerBody } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import { blankAsNull } from '../../platform/text.ts';

type TypedLine = QuoteAnswerBody['lines'][number];
type RequestedLines = readonly { id: number; quantity: string }[];

const readLine = (line: TypedLine, path: string, problems: Problems): TypedLine => {
  const price = line.price === null ? null : decimal4(line.price);
  if (price !== null && line.unavailable)
    problems.contradiction(`${path}.price`, 'Um item que você não tem não leva preço.');
  if (price !== null && toDecimal(price).isZero())
    problems.rule(`${path}.price`, 'Informe um preço maior que zero, ou marque que não tem.');
  return { lineId: line.lineId, price, unavailable: line.unavailable, brand: blankAsNull(line.brand) ?? null };
};

/** Normalizes what a supplier types; what is missing is no problem of a draft. */
export const readTyped = (body: QuoteAnswerBody, lines: RequestedLines, problems: Problems): QuoteAnswerBody => {
  const known = new Set(lines.map(({ id }) => id));
  const typed = body.lines.map((line, index) => {
    const path = `lines.${index}`;
    if (!known.has(line.lineId)) problems.rule(`${path}.lineId`, 'Este item não é desta cotação.');
    if (body.lines.findIndex(({ lineId }) => lineId === line.lineId) !== index)
      problems.contradiction(`${path}.lineId`, 'Este item aparece duas vezes.');
    return readLine(line, path, problems);
  });
  const rises = body.paymentDays.every((day, index) => index === 0 || day > (body.paymentDays[index - 1] ?? 0));
  if (!rises) problems.rule('paymentDays', 'Os dias de pagamento precisam crescer: 28, 56, 84.');
  return {
    lines: typed,
    freight: body.freight,
    shippingRate: body.shippingRate === null ? null : money(body.shippingRate),
    ipi: body.ipi === null ? null : decimal4(body.ipi),
    ...{ deliveryDays: body.deliveryDays, validUntil: body.validUntil, paymentDays: body.paymentDays },
    notes: blankAsNull(body.notes) ?? null,
  };
};

const checkFreight = ({ freight, shippingRate }: QuoteAnswerBody, problems: Problems): void => {
  if (freight === 'CHARGED' && shippingRate === null) problems.rule('shippingRate', 'Informe o valor do frete.');
  if (freight !== 'CHARGED' && shippingRate !== null && !isZero(shippingRate))
    problems.contradiction('shippingRate', 'Só um frete cobrado tem valor.');
};

/** Problems with an answer that is sent: nothing is missing, and its figures are ones. */
export const checkComplete = (
  typed: QuoteAnswerBody,
  { lines, today }: { lines: RequestedLines; today: IsoDate },
  problems: Problems,
): void => {
  const places = new Map(typed.lines.map(({ lineId }, index) => [lineId, index]));
  for (const { id } of lines) {
    const index = places.get(id);
    const line = index === undefined ? undefined : typed.lines[index];
    if (line?.price == null && line?.unavailable !== true)
      problems.rule(index === undefined ? 'lines' : `lines.${index}.price`, 'Informe o preço, ou marque que não tem.');
  }
  if (typed.lines.length > 0 && typed.lines.every(({ unavailable }) => unavailable))
    problems.rule('lines', 'Informe o preço de ao menos um item, ou recuse a cotação.');
  checkFreight(typed, problems);
  if (typed.paymentDays.length === 0) problems.rule('paymentDays', 'Informe como quer receber.');
  if (typed.validUntil !== null && typed.validUntil < today)
    problems.rule('validUntil', 'A validade da proposta já passou.');
  const prices = new Map(typed.lines.map(({ lineId, price }) => [lineId, price]));
  const { total } = answerFigures(
    lines.map(({ id, quantity }) => ({ quantity, price: prices.get(id) ?? null })),
    { freight: typed.freight, shippingRate: typed.shippingRate, ipi: typed.ipi ?? '0' },
  );
  if (compare(total, MAX_MONEY) > 0) problems.rule('lines', 'O valor da resposta passa do maior valor aceito.');
};
