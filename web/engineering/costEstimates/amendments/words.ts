import type { CostEstimateAmendmentStatus } from '#web/generated/engineering.ts';
import type { StatusPill } from '#web/ui/index.ts';
import type { ComponentProps } from 'react';

export const FAILURES = {
  list: 'Falha para buscar aditivos do orçamento',
  save: 'Falha para salvar aditivo',
  remove: 'Falha para apagar aditivo',
};

export const STATES: Readonly<
  Record<CostEstimateAmendmentStatus, { label: string; tone: ComponentProps<typeof StatusPill>['tone'] }>
> = {
  DRAFT: { label: 'Em elaboração', tone: 'warning' },
  APPROVED: { label: 'Aprovado', tone: 'in' },
  CANCELLED: { label: 'Cancelado', tone: 'neutral' },
};

/** "1º aditivo" */
export const amendmentName = (number: number): string => `${number}º aditivo`;
