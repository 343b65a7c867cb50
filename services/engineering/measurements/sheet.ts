import { sql } from 'kysely';
import { contracted } from '#domain/engineering/estimate/amendments.ts';
import { valueOfQuantity, type MeasuredLine } from '#domain/engineering/measurements/line.ts';
import { sheetFigures, type SheetFigures, type SheetRow } from '#domain/engineering/measurements/sheet.ts';
import { divideHalfEven } from '#domain/decimal.ts';
import { fromCents, toTenThousandths, type Money } from '#domain/money.ts';
import type { MeasurementLine, MeasurementRow } from '#schema/engineering/measurements/measurements.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readEstimate, type Reader } from '../costEstimates/read.ts';
import { detailsOf, readContents } from '../costEstimates/rows.ts';

/** A measurement whose rows are read. */
export interface SheetKey {
  id: number;
  contractId: number;
  number: number;
  kind: 'CUSTOMER' | 'CONTRACTOR';
  costEstimateId: number;
}

/** Line that is measured: what the contract says of it, and its value without BDI. */
export interface Contracted {
  row: MeasurementRow;
  direct: { unitPrice: string | null; total: Money | null };
  previousDirect: Money | null;
}

/** Rows of a measurement that is not closed, by the prices of now. */
export interface Sheet {
  rows: Contracted[];
  /** The cost estimate is approved: only then is it measured. */
  approved: boolean;
}

interface Previous {
  lineId: number;
  accumulated: string;
  value: Money;
  directValue: Money;
}

interface Entry extends MeasurementLine {
  photoCount: number;
}

const readPrevious = async (trx: Trx, accountId: number, key: SheetKey): Promise<Map<number, Previous>> => {
  const { rows } = await sql<Previous>`
    select distinct on (x.line_id) x.line_id as "lineId", x.accumulated, x.value, x.direct_value as "directValue"
    from measurements m
    join measurement_entries x on x.account_id = m.account_id and x.measurement_id = m.id
    where m.account_id = ${accountId} and m.contract_id = ${key.contractId} and m.number < ${key.number}
    order by x.line_id, m.number desc`.execute(trx);
  return new Map(rows.map((row) => [row.lineId, row]));
};

const readEntries = async (trx: Trx, accountId: number, id: number): Promise<Map<number, Entry>> => {
  const { rows } = await sql<Entry>`
    select x.line_id as id, x.accumulated, x.excess_confirmed as "excessConfirmed", x.reason, x.version,
           x.updated_at as "updatedAt",
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "updatedBy",
           0 as "photoCount"
    from measurement_entries x
    left join users u on u.account_id = x.account_id and u.id = x.updated_by
    where x.account_id = ${accountId} and x.measurement_id = ${id}`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

const readPhotoCounts = async (trx: Trx, accountId: number, id: number): Promise<Map<number, number>> => {
  const { rows } = await sql<{ lineId: number; count: number }>`
    select line_id as "lineId", count(*) as count from measurement_photos
    where account_id = ${accountId} and measurement_id = ${id} group by line_id`.execute(trx);
  return new Map(rows.map(({ lineId, count }) => [lineId, count]));
};

interface OwnLine {
  quantity: string;
  unitPrice: string;
}

const readOwnLines = async (trx: Trx, accountId: number, { kind, contractId }: SheetKey) => {
  if (kind === 'CUSTOMER') return null;
  const { rows } = await sql<OwnLine & { lineId: number }>`
    select line_id as "lineId", quantity, unit_price as "unitPrice" from measurement_contract_lines
    where account_id = ${accountId} and contract_id = ${contractId}`.execute(trx);
  return new Map(rows.map(({ lineId, ...line }) => [lineId, line]));
};

const FOUR_PLACES_TO_CENTS = 1_000_000n;

/** Value of a line of a contractor, two places half-even. */
export const valueOfLine = ({ quantity, unitPrice }: OwnLine): Money =>
  fromCents(divideHalfEven(toTenThousandths(quantity) * toTenThousandths(unitPrice), FOUR_PLACES_TO_CENTS));

type Detail = ReturnType<typeof detailsOf>[number];

/** Quantity, price and value of a row in the contract, with and without BDI; a contractor has rows of his own. */
const termsOf = (detail: Detail, own: ReadonlyMap<number, OwnLine> | null) => {
  if (own === null) {
    const { quantity, unitPriceWithBdi, total, unitPrice, directTotal } = detail;
    return { quantity, unitPrice: unitPriceWithBdi, total, direct: { unitPrice, total: directTotal } };
  }
  const line = own.get(detail.id);
  if (!line) return null;
  const total = valueOfLine(line);
  return { ...line, total, direct: { unitPrice: line.unitPrice, total } };
};

const NOTHING_TYPED = {
  excessConfirmed: false,
  reason: null,
  version: 0,
  updatedAt: null,
  updatedBy: null,
} as const;

/** Rows of a contractor's sheet: his lines, and the stages that they are in. */
const reduced = (details: readonly Detail[], own: ReadonlyMap<number, OwnLine> | null): Detail[] => {
  if (own === null) return [...details];
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  const kept = new Set<number>();
  for (const id of own.keys()) {
    for (let at: number | null = id; at !== null && !kept.has(at); at = byId.get(at)?.parentId ?? null) kept.add(at);
  }
  return details.filter(({ id }) => kept.has(id));
};

/** Rows of a measurement that is not closed, in eight statements however many there are. @throws ServiceError 404 */
export const readSheet = async (trx: Trx, reader: Reader, key: SheetKey): Promise<Sheet> => {
  const { accountId } = reader.session;
  const estimate = await readEstimate(trx, reader, { id: key.costEstimateId });
  const details = detailsOf(estimate, await readContents(trx, accountId, estimate.id)).map(contracted);
  const own = await readOwnLines(trx, accountId, key);
  const previous = await readPrevious(trx, accountId, key);
  const entries = await readEntries(trx, accountId, key.id);
  const photos = await readPhotoCounts(trx, accountId, key.id);
  const rows = reduced(details, own).map((detail): Contracted => {
    const group = detail.type === 'GROUP';
    const terms = group ? null : termsOf(detail, own);
    const before = previous.get(detail.id);
    const entry = entries.get(detail.id);
    const accumulated = entry?.accumulated ?? before?.accumulated ?? '0.0000';
    const { id, parentId, level, code, description, unit } = detail;
    const { photoCount: _none, ...typed } = entry ?? { id, ...NOTHING_TYPED, accumulated, photoCount: 0 };
    return {
      row: {
        ...typed,
        ...{ parentId, level, group, code, description, unit },
        quantity: terms?.quantity ?? null,
        unitPrice: terms?.unitPrice ?? null,
        total: terms?.total ?? null,
        amendmentQuantity: own === null ? detail.amendmentQuantity : null,
        previous: before?.accumulated ?? '0.0000',
        previousValue: before?.value ?? null,
        photoCount: photos.get(id) ?? 0,
      },
      direct: terms?.direct ?? { unitPrice: null, total: null },
      previousDirect: before?.directValue ?? null,
    };
  });
  return { rows, approved: estimate.approved };
};

const lineOf = (row: MeasurementRow): MeasuredLine => ({
  quantity: row.quantity,
  unitPrice: row.unitPrice,
  total: row.total,
  previous: row.previous,
  previousValue: row.previousValue,
  accumulated: row.accumulated,
});

/** Rows as the domain computes them. */
export const sheetRowOf = (row: MeasurementRow): SheetRow => ({
  level: row.level,
  group: row.group,
  line: row.group ? null : { ...lineOf(row), excessConfirmed: row.excessConfirmed, reason: row.reason },
});

export const figuresOf = (rows: readonly MeasurementRow[]): SheetFigures => sheetFigures(rows.map(sheetRowOf));

/** Accumulated value of a line without BDI: an unchanged line keeps what was stored. */
export const directValueOf = ({ row, direct, previousDirect }: Contracted): Money => {
  const isUnchanged = toTenThousandths(row.accumulated) === toTenThousandths(row.previous);
  if (previousDirect !== null && isUnchanged) return previousDirect;
  if (direct.unitPrice === null) return '0.00';
  return valueOfQuantity({ ...lineOf(row), ...direct, previousValue: previousDirect }, row.accumulated);
};
