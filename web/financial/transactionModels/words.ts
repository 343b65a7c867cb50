import { formatLongDate } from '#domain/dates.ts';
import type { TransactionType } from '#web/generated/financial.ts';

export const MODELS = '/home/forms/transactions/transaction-models';
export const editAddress = (id: string): string => `${MODELS}/${id}/edit-model`;

export const TYPE_NAMES: Record<TransactionType, string> = { DEBIT: 'Despesa', CREDIT: 'Receita' };

export const FETCH_MODELS_FAILED = 'Não foi possível carregar os modelos.';

/** "dezembro" */
const monthName = (month: string): string => formatLongDate(`${month}-01`).split(' de ')[1] ?? '';

/** "dezembro/2026" from "2026-12" */
export const monthTitle = (month: string): string => `${monthName(month)}/${month.slice(0, 4)}`;

/** "set, out e nov" */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
