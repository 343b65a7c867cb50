import { MAX_DAY, MAX_WORKING_DAY } from '#domain/financial/transactionModels/recurrence.ts';
import { templateProblem } from '#domain/financial/transactionModels/placeholders.ts';
import { isPositive, money, sum, type Money } from '#domain/money.ts';
import type { TransactionModelBody } from '#schema/financial/transactionModels/transactionModels.rest.ts';
import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { StoredModel } from './read.ts';

export interface ShareDraft {
  buildingId: number;
  stageId: number | null;
  weight: Money;
  isCustomerCharged: boolean;
}

/** A body, normalized. */
export interface ModelDraft extends Omit<
  StoredModel,
  | 'id'
  | 'version'
  | 'companyId'
  | 'companyName'
  | 'paused'
  | 'documentCount'
  | 'lastNumber'
  | 'shares'
  | `${'category' | 'partner' | 'wallet'}Name`
> {
  shares: ShareDraft[];
}

const SHARES = 'transactionRecordBuildings';

/** Fields of a recurrence, and the kinds that use them. */
const USED: Record<
  'day' | 'weekday' | 'month',
  { by: readonly TransactionModelBody['recurrence'][]; missing: string }
> = {
  day: { by: ['MONTHLY', 'YEARLY'], missing: 'Informe o dia.' },
  weekday: { by: ['WEEKLY'], missing: 'Escolha o dia da semana.' },
  month: { by: ['YEARLY'], missing: 'Escolha o mês.' },
};

const recurrenceProblems = (body: TransactionModelBody, problems: Problems): void => {
  for (const field of ['day', 'weekday', 'month'] as const) {
    const { by, missing } = USED[field];
    const isUsed = by.includes(body.recurrence);
    if (isUsed && body[field] == null) problems.rule(field, missing);
    if (!isUsed && body[field] != null) problems.contradiction(field, 'Esta repetição não usa este campo.');
  }
  if (body.workingDay !== true) return;
  if (body.recurrence !== 'MONTHLY') problems.contradiction('workingDay', 'Só um modelo mensal conta dias úteis.');
  else if ((body.day ?? 0) > MAX_WORKING_DAY && (body.day ?? 0) <= MAX_DAY)
    problems.rule('day', `Nenhum mês tem mais de ${MAX_WORKING_DAY} dias úteis.`);
};

const valueOf = ({ valueRule, value }: TransactionModelBody, problems: Problems): Money | null => {
  const amount = value == null ? null : money(value);
  if (valueRule === 'FIXED' && (amount === null || !isPositive(amount)))
    problems.rule('value', 'Informe um valor maior que zero.');
  if (valueRule !== 'FIXED' && amount !== null)
    problems.contradiction('value', 'Só um modelo de valor fixo tem valor.');
  return amount;
};

const templateOf = (
  body: TransactionModelBody,
  field: 'documentNumber' | 'description',
  problems: Problems,
): string | null => {
  const template = blankAsNull(body[field]) ?? null;
  const problem = template === null ? null : templateProblem(template);
  if (problem !== null) problems.rule(field, problem);
  return template;
};

/** Reads a body. Adds every problem that is seen without the database. */
export const readModelBody = (body: TransactionModelBody, problems: Problems): ModelDraft => {
  recurrenceProblems(body, problems);
  const shares = (body[SHARES] ?? []).map(({ building, costEstimateGroup, weight, isCustomerCharged }, index) => {
    if (!isPositive(money(weight))) problems.rule(`${SHARES}.${index}.weight`, 'Informe um valor maior que zero.');
    return {
      buildingId: building.id,
      stageId: costEstimateGroup?.id ?? null,
      weight: money(weight),
      isCustomerCharged: isCustomerCharged ?? false,
    };
  });
  return {
    type: body.type,
    name: body.name.trim(),
    documentNumber: templateOf(body, 'documentNumber', problems),
    description: templateOf(body, 'description', problems),
    recurrence: body.recurrence,
    day: body.day ?? null,
    workingDay: body.workingDay ?? false,
    weekday: body.weekday ?? null,
    month: body.month ?? null,
    workingDayRule: body.workingDayRule ?? 'NEXT',
    competence: body.competence ?? 'SAME',
    valueRule: body.valueRule,
    value: valueOf(body, problems),
    installmentCount: body.installmentCount ?? 1,
    categoryId: body.category?.id ?? null,
    partnerId: body.partner?.id ?? null,
    walletId: body.expectedBank?.id ?? null,
    preferredPaymentMethod: blankAsNull(body.preferredPaymentMethod) ?? null,
    shares,
  };
};

/**
 * A transaction such as the model makes, to be held to every rule of transactions. A value that is not known is that of the
 * weights, in one installment.
 */
export const trialOf = (draft: ModelDraft, today: string): TransactionBody => {
  const { shares, value } = draft;
  const weight = sum(shares.map((share) => share.weight));
  // The shares follow from the weights: only their places are tried.
  const total = shares.length > 0 ? weight : (value ?? '1000.00');
  return {
    grossValue: total,
    emissionDate: today,
    dueDate: today,
    ...(shares.length === 0 && value !== null && { installmentCount: draft.installmentCount }),
    category: draft.categoryId === null ? null : { id: draft.categoryId },
    partner: draft.partnerId === null ? null : { id: draft.partnerId },
    expectedBank: draft.walletId === null ? null : { id: draft.walletId },
    preferredPaymentMethod: draft.preferredPaymentMethod,
    transactionRecordBuildings: shares.map((share) => ({
      building: { id: share.buildingId },
      costEstimateGroup: share.stageId === null ? null : { id: share.stageId },
      grossValue: share.weight,
      isCustomerCharged: share.isCustomerCharged,
    })),
  };
};

/** Path of a body of models for one of transactions. */
export const modelPath = (path: string): string =>
  path
    .replace(/^(transactionRecordBuildings\.\d+)\.(grossValue|value|percentage)$/, '$1.weight')
    .replace(/^grossValue$/, 'value');
