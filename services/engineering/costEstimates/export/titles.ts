import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';

const titles = (quantity: string, total: string): string[] => [
  'Item',
  'Base',
  'Código',
  'Descrição',
  'Unidade',
  quantity,
  'Preço unitário',
  'Preço unitário com BDI',
  'Total sem BDI',
  total,
  '%',
];

/** Has approved amendments (aditivos): the files show them beside the original. */
export const isAmended = ({ amendmentCount }: CostEstimate): boolean => amendmentCount > 0;

/** Columns of an exported estimate. */
export const titlesOf = (estimate: CostEstimate): string[] =>
  isAmended(estimate)
    ? [
        ...titles('Quantidade original', 'Total original'),
        ...['Quantidade do aditivo', 'Quantidade com aditivos', 'Aditivo', 'Total com aditivos'],
      ]
    : titles('Quantidade', 'Total');

/** "+15 dias" by which amendments move the end of the contract. */
export const formatDays = (days: number): string =>
  `${days < 0 ? '−' : '+'}${Math.abs(days)} ${Math.abs(days) === 1 ? 'dia' : 'dias'}`;
