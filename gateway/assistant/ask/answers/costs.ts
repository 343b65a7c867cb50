import { subtract, type Money } from '#domain/money.ts';
import type { Asking } from '../asking.ts';
import { listAt, PATHS } from '../words.ts';

interface Amounts {
  estimated: Money | null;
  actual: Money;
}
export interface Cell extends Amounts {
  categoryId: string | null;
}
export interface Stage extends Amounts {
  stageId: string;
  code: string;
  name: string;
  parentId: string | null;
  cells: Cell[];
}
export interface Costs {
  /** Those of the whole obra, what stands in no stage included. */
  columns: (Cell & { name: string | null })[];
  stages: Stage[];
  total: Amounts;
}

const QUERY = `query AssistantBreakdown($companyId: ID!, $buildingId: ID!, $date: Date!) {
  costBreakdown(companyId: $companyId, buildingId: $buildingId, regime: ACCRUAL, date: $date) {
    columns { categoryId name estimated actual }
    stages { stageId code name parentId estimated actual cells { categoryId estimated actual } }
    total { estimated actual }
  }
}`;

/** Stages of an obra by category, as Etapas × categorias shows them. */
export const costsOf = async ({ query, companyId, today }: Asking, buildingId: string): Promise<Costs | null> =>
  (await query<{ costBreakdown: Costs | null }>(QUERY, { companyId, buildingId, date: today })).costBreakdown;

/** What is spent above the estimate; without one all of it. */
export const excessOf = ({ estimated, actual }: Amounts): Money => subtract(actual, estimated ?? '0.00');

export interface Obra {
  id: string;
  name: string;
}
export const obrasOf = ({ session, companyId }: Asking): Obra[] =>
  Object.entries(session.companies[companyId]?.buildings ?? {}).map(([id, { name }]) => ({ id, name }));

/** Obras that are looked at when none is named: each one is a call. */
const MOST_OBRAS = 12;

/** The obras that are looked at, and what to call them: the answer says when there are others. */
export const lookedAt = (obra: Obra | undefined, asking: Asking): { obras: Obra[]; where: string; all: boolean } => {
  const seen = obrasOf(asking);
  if (obra) return { obras: [obra], where: obra.name, all: true };
  return seen.length > MOST_OBRAS
    ? { obras: seen.slice(0, MOST_OBRAS), where: `só as primeiras ${MOST_OBRAS} de ${seen.length} obras`, all: false }
    : { obras: seen, where: 'obras que você vê', all: true };
};

/** Whether the asker may open the expenses of an obra. */
const seesExpenses = ({ session, companyId }: Asking, obra: string): boolean =>
  session.admin || session.permissions[companyId]?.[obra]?.includes('DEBIT') === true;

/** The expenses that an actual cost was summed from, of a stage and of a category; null for whom may not see them. */
export const expensesAt = (
  asking: Asking,
  obra: string,
  stage: string | null,
  category?: string | null,
): string | null =>
  seesExpenses(asking, obra)
    ? listAt(PATHS.expenses, {
        building: obra,
        ...(stage !== null && { withinStage: stage }),
        ...(category === null ? { withoutCategory: 'true' } : { category }),
        competenceTo: asking.today,
      })
    : null;

/** Stages that an address opens at most: addresses of answers have a greatest length. */
const MOST_OPEN = 24;

/** Etapas × categorias of an obra on the day of the answer, with all categories, and these stages in sight. */
export const matrixAt = (
  { today }: Asking,
  obra: string,
  { stages }: Pick<Costs, 'stages'>,
  shown: readonly Stage[],
): string => {
  const byId = new Map(stages.map((stage) => [stage.stageId, stage]));
  const open = new Set<string>();
  for (const stage of shown) {
    for (let { parentId } = stage; parentId !== null && !open.has(parentId);) {
      open.add(parentId);
      parentId = byId.get(parentId)?.parentId ?? null;
    }
  }
  const keys = {
    ...{ building: obra, date: today, columns: 'all' },
    ...(open.size > 0 && { open: [...open].slice(0, MOST_OPEN).join(',') }),
  };
  return `${PATHS.breakdown}?${new URLSearchParams(keys).toString()}`;
};
