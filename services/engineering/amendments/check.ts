import { toDecimal } from '#domain/decimal.ts';
import { add, compare, MAX_MONEY, sum, toTenThousandths } from '#domain/money.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { Problems } from '../../platform/problems.ts';
import type { Change, Step } from './steps.ts';
import type { AmendmentState } from './state.ts';

const TOO_LARGE = 'A quantidade passa do maior valor aceito.';
const CONTRACT_TOO_LARGE = 'O total do contrato passa do maior valor aceito.';
const REPEATED = 'Esta linha aparece mais de uma vez.';

const withUnit = (quantity: string, unit: string | null): string =>
  `${formatQuantity(quantity)}${unit === null ? '' : ` ${unit}`}`;

const unitOf = ({ contents }: AmendmentState, lineId: number): string | null => {
  const row = contents.rows.get(lineId);
  const resource = row?.resourceId == null ? undefined : contents.resources.get(row.resourceId);
  return row?.unit ?? resource?.unit ?? null;
};

/** What keeps the quantity of a line from changing so; null: nothing. */
const quantityProblem = (state: AmendmentState, { line, before, after }: Change): string | null => {
  if (toDecimal(after).gte('1e13')) return TOO_LARGE;
  if (line.lineId === null || toTenThousandths(line.quantity) > 0n) return null;
  const unit = unitOf(state, line.lineId);
  if (toTenThousandths(after) < 0n) return `A supressão passa do contratado: ${withUnit(before, unit)}.`;
  const measured = state.measured.get(line.lineId) ?? '0';
  return toTenThousandths(after) < toTenThousandths(measured)
    ? `Já foram medidos ${withUnit(measured, unit)} desta linha: o contratado não fica abaixo disso.`
    : null;
};

/** Refuses an amendment that the contract of now does not allow. @throws ServiceError 422 at the lines that are wrong */
export const requireAllowed = (state: AmendmentState, { changes, previousTotal }: Step): void => {
  const problems = new Problems();
  const seen = new Set<number>();
  changes.forEach((change, index) => {
    const { lineId } = change.line;
    if (lineId !== null && seen.has(lineId)) problems.rule(`lines.${index}.id`, REPEATED);
    if (lineId !== null) seen.add(lineId);
    const message = quantityProblem(state, change);
    if (message !== null) problems.rule(`lines.${index}.quantity`, message);
  });
  const total = add(previousTotal, sum(changes.map(({ figures }) => figures.total)));
  if (compare(total, MAX_MONEY) > 0) problems.rule('lines', CONTRACT_TOO_LARGE);
  problems.refuse();
};
