import { leafFigures } from '#domain/engineering/estimate/figures.ts';
import { Decimal } from '#domain/decimal.ts';
import { decimal4, fromCents, toCents, type Money } from '#domain/money.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type {
  MeasurementContractDetailFragment,
  MeasurementContractInput,
  MeasurementContractRowsQuery,
} from '#web/generated/engineering.ts';
import type { Option } from '#web/ui/index.ts';

export type Side = MeasurementContractDetailFragment;
/** Row of the cost estimate. */
export type EstimateRow = NonNullable<MeasurementContractRowsQuery['costEstimateDetails']>['details'][number];

/** A row of the contract of a contractor: decimals with up to four places. */
export interface ContractedLine {
  quantity: string;
  unitPrice: string;
}
export type ContractedLines = Readonly<Record<string, ContractedLine>>;

export interface SideForm {
  partner: Option | null;
  category: Option | null;
  /** Percent, '' for none. */
  retentionPercentage: string;
  paymentDays: number;
  /** By row of the cost estimate; empty for the customer. */
  lines: ContractedLines;
}

const optionOf = (named: { id: string; name: string } | null): Option | null =>
  named && { id: named.id, label: named.name };

export const formOf = (side: Side | null): SideForm => ({
  partner: optionOf(side?.partner ?? null),
  category: optionOf(side?.category ?? null),
  retentionPercentage: side?.retentionPercentage ?? '',
  paymentDays: side?.paymentDays ?? 15,
  lines: Object.fromEntries((side?.lines ?? []).map(({ id, quantity, unitPrice }) => [id, { quantity, unitPrice }])),
});

const isOption = (value: unknown): boolean => value === null || (isRecord(value) && isText(value.id));
const isLine = (value: unknown): boolean => isRecord(value) && isText(value.quantity) && isText(value.unitPrice);

/** Whether what the device kept has the shape of the form. */
export const isSideForm = (value: unknown): value is SideForm =>
  isRecord(value) &&
  isOption(value.partner) &&
  isOption(value.category) &&
  isText(value.retentionPercentage) &&
  typeof value.paymentDays === 'number' &&
  isRecord(value.lines) &&
  Object.values(value.lines).every(isLine);

export const problemsOfCustomer = (): Problems => ({});
export const problemsOfContractor = ({ partner, lines }: SideForm): Problems => ({
  ...(partner === null && { partnerId: 'Informe o contratado' }),
  ...(Object.keys(lines).length === 0 && { lines: 'Inclua ao menos um serviço' }),
});

/** Lines in the order of the tree: the paths of the service count them. */
const linesOf = (lines: ContractedLines, rows: readonly EstimateRow[]) =>
  rows.flatMap(({ id }) => {
    const line = lines[id];
    return line ? [{ id, ...line }] : [];
  });

export const inputOf = (
  { partner, category, retentionPercentage, paymentDays, lines }: SideForm,
  kind: Side['kind'],
  rows: readonly EstimateRow[],
): MeasurementContractInput => ({
  categoryId: category?.id ?? null,
  retentionPercentage: retentionPercentage || '0',
  paymentDays,
  ...(kind === 'CONTRACTOR' && { partnerId: partner?.id ?? null, lines: linesOf(lines, rows) }),
});

/** Value of a line, two places half-even, as the services compute it. */
export const valueOf = ({ quantity, unitPrice }: ContractedLine): Money =>
  fromCents(leafFigures(quantity, unitPrice, null).direct);

/** Sum of the lines within each row, and of all of them, in cents. */
export const sumsOf = (rows: readonly EstimateRow[], lines: ContractedLines) => {
  const sums = new Map<string, bigint>();
  const above: EstimateRow[] = [];
  let total = 0n;
  for (const row of rows) {
    while ((above.at(-1)?.level ?? -1) >= row.level) above.pop();
    const line = lines[row.id];
    if (line) {
      const value = toCents(valueOf(line));
      total += value;
      for (const { id } of above) sums.set(id, (sums.get(id) ?? 0n) + value);
    }
    above.push(row);
  }
  return { total: fromCents(total), of: (id: string): Money => fromCents(sums.get(id) ?? 0n) };
};

export const isGroup = ({ type }: EstimateRow): boolean => type === 'GROUP';

/** A row of the cost estimate as a line of the contract, at a part of its price without BDI. */
export const lineAt = ({ quantity, unitPrice }: EstimateRow, percentage: string): ContractedLine => ({
  quantity: quantity ?? '0',
  unitPrice: decimal4(new Decimal(unitPrice ?? '0').times(percentage || '100').div(100)),
});

/** The rows that are lines within a row, or itself. */
export const linesWithin = (rows: readonly EstimateRow[], index: number): EstimateRow[] => {
  const row = rows[index];
  if (!row) return [];
  if (!isGroup(row)) return [row];
  const end = rows.findIndex(({ level }, place) => place > index && level <= row.level);
  return rows.slice(index + 1, end < 0 ? rows.length : end).filter((one) => !isGroup(one));
};
