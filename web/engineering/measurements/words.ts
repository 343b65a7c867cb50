import { STATUS_LABELS, type TransactionStatus } from '#domain/transactions.ts';
import type { MeasurementHeadFragment } from '#web/generated/engineering.ts';
import type { Noun } from '#web/register/noun.ts';

export const MEASUREMENTS = '/home/forms/engineering/measurements';
export const noun: Noun = { one: 'medição', many: 'medições', gender: 'a' };

/** Texts for failures without their own reason, as the services have them. */
export const failures = {
  one: 'Falha para buscar medição',
  list: 'Falha para buscar todas as medições',
  save: 'Falha para salvar medição',
  remove: 'Falha para apagar medição',
  side: 'Falha para salvar contrato de medição',
  removeSide: 'Falha para apagar contrato de medição',
  amend: 'Falha para salvar aditivo',
  release: 'Falha para liberar retenção',
};

export type Head = MeasurementHeadFragment;

export const STATUS: Readonly<Record<Head['status'], { text: string; tone: 'info' | 'warning' | 'in' }>> = {
  OPEN: { text: 'Em digitação', tone: 'info' },
  REVIEW: { text: 'Em conferência', tone: 'warning' },
  CLOSED: { text: 'Fechada', tone: 'in' },
};

/** "receita quitada": the document that a measurement or a release has made, in the words of the lists. */
export const documentText = (document: string, status: TransactionStatus): string =>
  `${document} ${STATUS_LABELS[status].toLowerCase()}`;

/** Whose sheet it is, as its tab says. */
export const sideName = ({ kind, partner }: Pick<Head, 'kind' | 'partner'>): string =>
  kind === 'CUSTOMER' ? 'Cliente' : (partner?.name ?? 'Contratado');

/** The page of a side. */
export const sideAddress = ({ contractId, costEstimate }: Pick<Head, 'contractId' | 'costEstimate'>): string =>
  `${MEASUREMENTS}?estimate=${costEstimate.id}&side=${contractId}`;
