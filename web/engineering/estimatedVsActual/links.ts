import type { OverviewGap } from '#web/generated/engineering.ts';
import type { Overview } from './rows.ts';

export const OVERVIEW = '/home/forms/engineering/appropriate-overview';
const EXPENSES = '/home/forms/transactions/outcome';
const ORDERS = '/home/forms/purchase/orders-and-receipts';
const ESTIMATES = '/home/forms/engineering/cost-estimate';
const SCHEDULE = '/home/forms/engineering/schedule';
const MEASUREMENTS = '/home/forms/engineering/measurements';

/** The expenses behind an actual value: of a stage with everything in it, of none (−1), or of the whole building. */
export const documentsLink = (
  buildingId: string,
  { stage, from, to }: { stage?: string; from?: string; to: string },
): string => {
  const keys = new URLSearchParams({ building: buildingId });
  if (stage !== undefined) keys.set('withinStage', stage);
  if (from !== undefined) keys.set('competenceFrom', from);
  keys.set('competenceTo', to);
  return `${EXPENSES}?${keys}`;
};

/** The orders behind a committed value; the list sums what is to be received of them. */
export const ordersLink = (buildingId: string): string =>
  `${ORDERS}?${new URLSearchParams({ building: buildingId, open: 'true' })}`;

const estimateOf = ({ costEstimates: [first] }: Pick<Overview, 'costEstimates'>): string =>
  first ? `?id=${first.id}` : '';
export const estimateLink = (overview: Pick<Overview, 'costEstimates'>): string =>
  `${ESTIMATES}${estimateOf(overview)}`;
export const scheduleLink = (overview: Pick<Overview, 'costEstimates'>): string => `${SCHEDULE}${estimateOf(overview)}`;

/** What is missing in words, and where it is mended. */
export interface Gap {
  text: string;
  action?: { label: string; to: string };
}

export const gapOf = (gap: OverviewGap, overview: Pick<Overview, 'costEstimates'>): Gap => {
  const estimate = estimateLink(overview);
  const gaps: Record<OverviewGap, Gap> = {
    COST_ESTIMATE: {
      text: 'Esta obra não tem orçamento.',
      action: { label: 'Criar orçamento', to: `${ESTIMATES}?id=new` },
    },
    PRICE: { text: 'O orçamento não tem preços.', action: { label: 'Abrir orçamento', to: estimate } },
    APPROVAL: {
      text: 'Nenhum orçamento desta obra está aprovado: vale o mais novo.',
      action: { label: 'Abrir orçamento', to: estimate },
    },
    SCHEDULE: {
      text: 'O orçamento não tem cronograma: sem ele não há planejado nem IDP.',
      action: { label: 'Abrir cronograma', to: scheduleLink(overview) },
    },
    UNSCHEDULED: {
      text: 'Parte do orçamento está fora do cronograma.',
      action: { label: 'Abrir cronograma', to: scheduleLink(overview) },
    },
    MEASUREMENT: {
      text: 'Sem medição até esta data: não há IDC, IDP nem custo final estimado.',
      action: { label: 'Abrir medições', to: MEASUREMENTS },
    },
  };
  return gaps[gap];
};
