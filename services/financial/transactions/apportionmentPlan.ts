import { apportionmentPercentage, validateApportionments } from '#domain/apportionment.ts';
import { compare, formatCurrency, isZero, subtract, sum, type Money, ZERO } from '#domain/money.ts';
import type { ShareDraft } from './bodyShares.ts';
import type { PlannedInstallment } from './planInstallments.ts';
import type { Problems } from '../../platform/problems.ts';
import type { StoredApportionment, StoredTransaction } from './read.ts';
import { commonOrder } from './shareOrder.ts';
import { amountPath, extrasFit, extrasOfShares, grossOfShares } from './shareFigures.ts';
import { NO_SHARE, shareMatrix, spread, type ShareValues } from './shares.ts';

export interface PlannedApportionment {
  /** Null for a new one. An apportionment with the same building and stage keeps its id. */
  id: number | null;
  position: number;
  buildingId: number;
  stageId: number | null;
  grossValue: Money;
  /** Its part of the invoice; null without retentions. */
  invoiceValue: Money | null;
  percentage: string;
  isCustomerCharged: boolean;
  /** Its path in the body. */
  path: string;
}

export interface ApportionmentPlan {
  apportionments: PlannedApportionment[];
  /** Indexed by installment, then by apportionment. */
  shares: ShareValues[][];
}

/** The apportionment of a body and the transaction that it applies to. */
interface ApportionmentRequest {
  /** Shares of the whole transaction; null when the body has none. */
  header: readonly ShareDraft[] | null;
  /** Shares of each installment; null where the body has none. */
  rows: readonly (readonly ShareDraft[] | null)[];
  installments: readonly PlannedInstallment[];
  total: Money;
  current: StoredTransaction | undefined;
  sameBuildingAllowed: boolean;
}

type Target = Pick<StoredApportionment, 'buildingId' | 'stageId'>;
/** Shares of one installment by building and stage. */
type Cells = ReadonlyMap<string, ShareValues>;
type Column = Omit<PlannedApportionment, 'position' | 'percentage' | 'invoiceValue'>;

const HEADER = 'transactionRecordBuildings';
const NOTHING: ApportionmentPlan = { apportionments: [], shares: [] };

const keyOf = ({ buildingId, stageId }: Target): string => `${buildingId}/${stageId ?? ''}`;

const listPath = (index: number): string => `transactionRecordList.${index}.${HEADER}`;

/**
 * Plans the apportionment from shares of the whole transaction (divided over the installments), from shares of installments
 * (summed), or from both. Shares that the body omits stay as stored, to the cent. Returns an empty apportionment when there
 * are problems.
 */
export const planApportionments = (request: ApportionmentRequest, problems: Problems): ApportionmentPlan => {
  const alone = onlyRow(request);
  const rows = alone ? [alone] : request.rows;
  const fixed = rows.map((list, index) => list && readRow(list, index, alone !== null, request, problems));
  if (!problems.isEmpty) return NOTHING;
  const isByRow = rows.some((list) => list !== null);
  const planned =
    isByRow && (alone !== null || request.header === null)
      ? ofRows({ ...request, rows }, fixed, problems)
      : ofHeader(request, fixed, problems);
  return problems.isEmpty ? planned : NOTHING;
};

/** With a single installment, the transaction's apportionment is the installment's. */
const onlyRow = ({ header, rows }: ApportionmentRequest): readonly ShareDraft[] | null =>
  rows.length === 1 && rows[0] === null && header !== null && header.length > 0 ? header : null;

const readRow = (
  list: readonly ShareDraft[],
  index: number,
  isHeader: boolean,
  { installments, sameBuildingAllowed }: ApportionmentRequest,
  problems: Problems,
): Cells => {
  const whole = installments[index];
  if (!whole || list.length === 0) return new Map();
  const path = isHeader ? HEADER : listPath(index);
  const gross = checkedGross(list, whole, { path, sameBuildingAllowed }, problems);
  if (!gross) return new Map();
  const shares = extrasOfShares(list, gross, whole);
  if (!extrasFit(shares, whole)) {
    problems.contradiction(path, 'Os acréscimos e descontos do rateio não são os da parcela.');
  }
  return new Map(list.map((one, at) => [keyOf(one), shares[at] ?? NO_SHARE]));
};

/** Gross values of a list of shares, validated by §5; null when invalid. */
const checkedGross = (
  list: readonly ShareDraft[],
  whole: ShareValues,
  { path, sameBuildingAllowed }: { path: string; sameBuildingAllowed: boolean },
  problems: Problems,
): Money[] | null => {
  const sentGross = grossOfShares(list, whole);
  const missing = list.filter((_, index) => sentGross[index] === null);
  for (const share of missing) problems.rule(amountPath(share), 'Informe o valor da obra.');
  const gross = sentGross.map((one) => one ?? ZERO);
  if (missing.length === 0) checkShares(list, gross, whole.grossValue, { path, sameBuildingAllowed }, problems);
  return problems.isEmpty ? gross : null;
};

const checkShares = (
  list: readonly (Target & { path: string })[],
  gross: readonly Money[],
  total: Money,
  { path, sameBuildingAllowed }: { path: string; sameBuildingAllowed: boolean },
  problems: Problems,
): void => {
  const found = validateApportionments(
    list.map(({ buildingId, stageId }, index) => ({
      building: { id: buildingId },
      costEstimateGroup: stageId === null ? null : { id: stageId },
      value: gross[index] ?? ZERO,
    })),
    total,
    { sameBuildingAllowed },
  );
  for (const problem of found) {
    const [, index, field] = problem.path.split('.');
    const share = list[Number(index)];
    // A problem of the list as a whole is its sum, which contradicts the value that it divides.
    if (!share || index === undefined) problems.contradiction(path, problem.message);
    else if (field === 'value' && isDraft(share)) problems.rule(amountPath(share), problem.message);
    else problems.rule(`${share.path}.${field === 'value' ? 'grossValue' : field}`, problem.message);
  }
};

const isDraft = (share: Target & { path: string }): share is ShareDraft => 'percentage' in share && 'value' in share;

/** Plans from installments alone: the sums of their shares make the transaction's apportionment. */
const ofRows = (
  request: ApportionmentRequest,
  fixed: readonly (Cells | null)[],
  problems: Problems,
): ApportionmentPlan => {
  const { installments, current, total, sameBuildingAllowed } = request;
  const cells = installments.map((row, index) => fixed[index] ?? keptCells(row, current) ?? new Map());
  const columns = columnsOf(request, cells, problems);
  if (columns.length > 0) {
    cells.forEach((row, index) => {
      if (row.size > 0) return;
      problems.contradiction(listPath(index), 'Informe o rateio desta parcela: as outras têm o seu.');
    });
  }
  if (problems.isEmpty && sum(installments.map(({ grossValue }) => grossValue)) === total) {
    const gross = columns.map(({ grossValue }) => grossValue);
    checkShares(columns, gross, total, { path: HEADER, sameBuildingAllowed }, problems);
  }
  return { apportionments: numbered(columns, total), shares: cells.map((row) => along(columns, row)) };
};

const columnsOf = ({ rows, current }: ApportionmentRequest, cells: readonly Cells[], problems: Problems): Column[] => {
  const said = rows.flatMap((list) => list ?? []);
  const stored = current?.apportionments ?? [];
  const targets = new Map([...stored, ...said].map((one) => [keyOf(one), one]));
  // Uses the order of the installments' lists; stored targets that no list names keep their relative order.
  const order = commonOrder([...rows.map((list) => (list ?? []).map(keyOf)), stored.map(keyOf)]);
  return order.flatMap((key) => {
    const target = targets.get(key);
    const own = cells.flatMap((row) => row.get(key)?.grossValue ?? []);
    if (!target || own.length === 0) return [];
    const known = stored.find((one) => keyOf(one) === key);
    const drafts = said.filter((one) => keyOf(one) === key);
    return [
      {
        id: known?.id ?? null,
        buildingId: target.buildingId,
        stageId: target.stageId,
        grossValue: sum(own),
        isCustomerCharged: agreedCharge(drafts, problems) ?? known?.isCustomerCharged ?? false,
        path: drafts[0]?.path ?? HEADER,
      },
    ];
  });
};

const agreedCharge = (drafts: readonly ShareDraft[], problems: Problems): boolean | undefined => {
  const said = drafts.filter(({ isCustomerCharged }) => isCustomerCharged !== null);
  const other = said.find(({ isCustomerCharged }) => isCustomerCharged !== said[0]?.isCustomerCharged);
  if (other) problems.contradiction(`${other.path}.isCustomerCharged`, 'Outra parcela diz o contrário desta obra.');
  return said[0]?.isCustomerCharged ?? undefined;
};

/**
 * Plans from the transaction's shares, or the stored ones. Installments without shares in the body divide what remains,
 * to the cent. Installments with an unchanged gross value keep their shares as long as all sums still match.
 */
const ofHeader = (
  request: ApportionmentRequest,
  fixed: readonly (Cells | null)[],
  problems: Problems,
): ApportionmentPlan => {
  const { installments, current, total } = request;
  const columns = request.header ? headerColumns(request.header, request, problems) : storedColumns(request, problems);
  if (!problems.isEmpty) return NOTHING;
  checkTargets(request.rows, columns, problems);
  if (!problems.isEmpty) return NOTHING;
  const kept = installments.map((row, index) => fixed[index] ?? keptCells(row, current));
  const mayKeep = fixed.some((row) => row !== null) || isStill(columns, current);
  const rows = mayKeep && makesUp(kept, columns, installments) ? kept : fixed;
  if (columns.length > 0) checkLeft(rows, columns, problems);
  if (!problems.isEmpty || sum(installments.map(({ grossValue }) => grossValue)) !== total) return NOTHING;
  return {
    apportionments: numbered(columns, total),
    shares: shareMatrix(
      installments.map((row, index) => ({ ...row, kept: rows[index] ? along(columns, rows[index]) : null })),
      columns.map(({ grossValue }) => grossValue),
    ),
  };
};

const headerColumns = (header: readonly ShareDraft[], request: ApportionmentRequest, problems: Problems): Column[] => {
  const { rows, installments, current, total, sameBuildingAllowed } = request;
  if (header.length === 0) return [];
  const all = (field: keyof ShareValues) => sum(installments.map((one) => one[field]));
  const whole = { grossValue: total, increase: all('increase'), discount: all('discount') };
  const gross = checkedGross(header, whole, { path: HEADER, sameBuildingAllowed }, problems) ?? [];
  return header.map((share, index) => {
    const stored = current?.apportionments.find((one) => keyOf(one) === keyOf(share));
    const drafts = [share, ...rows.flatMap((list) => list ?? [])].filter((one) => keyOf(one) === keyOf(share));
    return {
      id: stored?.id ?? null,
      buildingId: share.buildingId,
      stageId: share.stageId,
      grossValue: gross[index] ?? ZERO,
      isCustomerCharged: agreedCharge(drafts, problems) ?? false,
      path: share.path,
    };
  });
};

const storedColumns = ({ current, total, sameBuildingAllowed }: ApportionmentRequest, problems: Problems): Column[] => {
  const columns = (current?.apportionments ?? []).map((one, index) => ({ ...one, path: `${HEADER}.${index}` }));
  const gross = columns.map(({ grossValue }) => grossValue);
  checkShares(columns, gross, total, { path: HEADER, sameBuildingAllowed }, problems);
  return columns;
};

const checkTargets = (
  rows: readonly (readonly ShareDraft[] | null)[],
  columns: readonly Column[],
  problems: Problems,
): void => {
  const known = new Set(columns.map(keyOf));
  for (const share of rows.flatMap((list) => list ?? [])) {
    if (known.has(keyOf(share))) continue;
    problems.contradiction(`${share.path}.building`, 'Esta obra não está no rateio do lançamento.');
  }
};

/** Whether targets and gross values are as stored, in any order: then stored shares can stay. */
const isStill = (columns: readonly Column[], current: StoredTransaction | undefined): boolean =>
  columns.length === current?.apportionments.length &&
  columns.every(({ id, grossValue }) => {
    const stored = current.apportionments.find((one) => one.id === id);
    return stored !== undefined && compare(stored.grossValue, grossValue) === 0;
  });

/** Sum of a column over the rows. */
const givenTo = (column: Column, rows: readonly (Cells | null)[]): Money =>
  sum(rows.flatMap((row) => row?.get(keyOf(column))?.grossValue ?? []));

/** Whether the kept rows leave exactly the value of the others and nothing negative. */
const makesUp = (
  rows: readonly (Cells | null)[],
  columns: readonly Column[],
  installments: readonly PlannedInstallment[],
): boolean => {
  const known = new Set(columns.map(keyOf));
  if (rows.some((row) => row && [...row.keys()].some((key) => !known.has(key)))) return false;
  const left = columns.map((column) => subtract(column.grossValue, givenTo(column, rows)));
  const free = installments.filter((_, index) => !rows[index]).map(({ grossValue }) => grossValue);
  return left.every((one) => compare(one, ZERO) >= 0) && sum(left) === sum(free);
};

const checkLeft = (rows: readonly (Cells | null)[], columns: readonly Column[], problems: Problems): void => {
  const isAll = rows.every((row) => row !== null);
  for (const column of columns) {
    const given = givenTo(column, rows);
    const left = subtract(column.grossValue, given);
    if (isZero(left) || (!isAll && compare(left, ZERO) > 0)) continue;
    const message = `As parcelas somam ${formatCurrency(given)} nesta obra, e não ${formatCurrency(column.grossValue)}.`;
    problems.contradiction(`${column.path}.grossValue`, message);
  }
};

const numbered = (columns: readonly Column[], total: Money): PlannedApportionment[] =>
  columns.map((column, index) => ({
    ...column,
    position: index + 1,
    // Follows once those of the document are known (retentions/save.ts).
    invoiceValue: null,
    percentage: apportionmentPercentage(column.grossValue, total),
  }));

const along = (columns: readonly Column[], row: Cells): ShareValues[] =>
  columns.map((column) => row.get(keyOf(column)) ?? NO_SHARE);

/** Stored shares of an installment with an unchanged gross value; null when it is new, changed, or has none. */
const keptCells = (row: PlannedInstallment, current: StoredTransaction | undefined): Cells | null => {
  const stored = current?.installments.find(({ id }) => id === row.id);
  if (!current || !stored || compare(stored.grossValue, row.grossValue) !== 0) return null;
  const own = current.apportionments.flatMap((target) => {
    const share = current.shares.find((one) => one.installmentId === row.id && one.apportionmentId === target.id);
    return share ? [{ key: keyOf(target), share }] : [];
  });
  if (own.length === 0) return null;
  const isSame = stored.increase === row.increase && stored.discount === row.discount;
  const shares = own.map(({ share }) => share);
  const values = isSame
    ? shares.map(({ grossValue, increase, discount }) => ({ grossValue, increase, discount }))
    : spread(
        row,
        shares.map(({ grossValue }) => grossValue),
      );
  return new Map(own.map(({ key }, index) => [key, values[index] ?? NO_SHARE]));
};
