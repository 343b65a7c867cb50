import { formatDate } from '#domain/dates.ts';
import { fromCents, toCents, type Money } from '#domain/money.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import type { BreakdownCell, CostBreakdown } from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';

/** What a file of stages by category is made of. */
export interface PrintedBreakdown {
  breakdown: CostBreakdown;
  company: Letterhead;
  today: string;
  createdAt: string;
}

export const TITLE = 'Etapas x Categorias';
export const WITHOUT_CATEGORY = 'Sem categoria';
export const WITHOUT_STAGE = 'Sem etapa';

/** Obra, regime, day and estimate: a print tells them without the screen. */
export const facts = ({ breakdown: { building, regime, date, costEstimates } }: PrintedBreakdown): string[] => [
  `Obra: ${building.name}`,
  `${regime === 'CASH' ? 'Pela data de pagamento' : 'Pela data de competência'}, até ${formatDate(date)}`,
  costEstimates.length === 0
    ? 'Sem orçamento aprovado'
    : `Orçamento ${costEstimates.map(({ code }) => code).join(', ')}, sem BDI`,
];

/** A row as files show it. */
export interface FileRow {
  code: string;
  name: string;
  level: number;
  estimated: Money | null;
  committed: Money;
  actual: Money;
  cells: readonly BreakdownCell[];
}

/** Stages in the order of the tree, what stands in none, and the total. */
export const fileRows = ({
  stages,
  withoutStage,
  total,
  columns,
}: CostBreakdown): { rows: FileRow[]; total: FileRow } => ({
  rows: [...stages, { ...withoutStage, code: '', name: WITHOUT_STAGE, level: 0 }],
  total: {
    ...{ code: '', name: 'Total', level: 0, ...total },
    cells: columns.map(({ category, ...amounts }) => ({ categoryId: category?.id ?? null, ...amounts })),
  },
});

export const cellOf = ({ cells }: FileRow, categoryId: number | null): BreakdownCell | undefined =>
  cells.find((cell) => cell.categoryId === categoryId);

/** What is left of the estimate; null without one. */
export const balanceOf = ({ estimated, committed, actual }: FileRow): Money | null =>
  estimated === null ? null : fromCents(toCents(estimated) - toCents(committed) - toCents(actual));

export const moneyText = (value: Money | null | undefined): string =>
  value === null || value === undefined || value === '0.00' ? '–' : formatMoney(value).replace('-', '−');
