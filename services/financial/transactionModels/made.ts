import { splitByWeights } from '#domain/apportionment.ts';
import { monthlyDueDates, type IsoDate } from '#domain/dates.ts';
import { splitAmount } from '#domain/installments.ts';
import { movedDay } from '#domain/financial/transactionModels/workingDays.ts';
import type { Money } from '#domain/money.ts';
import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import { daysOffAround, type PlannedDocument } from './plan.ts';

const reference = (id: number | null) => (id === null ? null : { id });

/** Monthly installments from the day on which the model falls, each on a working day as its model says. */
const installmentsOf = ({ model, day, due }: PlannedDocument, value: Money) =>
  monthlyDueDates(day, model.installmentCount).map((date, index) => ({
    forecast: true,
    dueDate: index === 0 ? due.day : movedDay(date, model.workingDayRule, daysOffAround(date)).day,
    grossValue: splitAmount(value, model.installmentCount)[index] ?? value,
  }));

/**
 * The transaction that a planned document becomes: a forecast, with the rateio of its model. It is issued on the day it is
 * made, or when it is due where that is before.
 */
export const bodyOf = (planned: PlannedDocument, value: Money, today: IsoDate): TransactionBody => {
  const { model, due } = planned;
  const weights = model.shares.map(({ weight }) => weight);
  const values = weights.length > 0 ? splitByWeights(value, weights) : [];
  return {
    documentNumber: planned.documentNumber,
    description: planned.description,
    grossValue: value,
    emissionDate: due.day < today ? due.day : today,
    competenceDate: planned.competenceDate,
    category: reference(model.categoryId),
    partner: reference(model.partnerId),
    expectedBank: reference(model.walletId),
    preferredPaymentMethod: model.preferredPaymentMethod,
    transactionRecordList: installmentsOf(planned, value),
    transactionRecordBuildings: model.shares.map(({ buildingId, stageId, isCustomerCharged }, index) => ({
      building: { id: buildingId },
      costEstimateGroup: reference(stageId),
      grossValue: values[index] ?? value,
      isCustomerCharged,
    })),
  };
};
