import { buildInstallments } from '#domain/installments.ts';
import { ZERO } from '#domain/money.ts';
import { begunCount, begunDay, begunMoney, begunOption, begunText, type Begun } from '#web/session/begun.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { emptyForm, forecastOf, type TransactionForm } from './model.ts';

/** The form of a new transaction as the assistant understood it, wholly on its building or on that of the place. */
export const begunForm = (begun: Begun, today: string, place: Option | null): TransactionForm => {
  const grossValue = begunMoney(begun, 'value');
  const built = buildInstallments(
    grossValue || ZERO,
    begunCount(begun, 'installments'),
    begunDay(begun, 'dueDate') || today,
  );
  const building = begunOption(begun, 'building') ?? place;
  return {
    ...emptyForm(today),
    documentNumber: begunText(begun, 'documentNumber'),
    description: begunText(begun, 'description'),
    grossValue,
    partner: begunOption(begun, 'partner'),
    category: begunOption(begun, 'category'),
    ...(built.ok && { installments: built.installments.map(forecastOf) }),
    apportionments: building ? [{ key: 'r1', building, stage: null, grossValue, isCustomerCharged: false }] : [],
  };
};
