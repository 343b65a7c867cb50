import { splitByWeights } from '#domain/apportionment.ts';
import { dayOfMonth, monthLabel, monthStart } from './calendar.ts';
import type { IsoDate } from '#domain/dates.ts';
import { applyPercentage, isPositive, sum, ZERO, type Money } from '#domain/money.ts';
import { CLINICA_FEE_PERCENT, CLINICA_MONTHS } from './data/incomes.ts';
import type { ExpenseDraft, IncomeDraft } from './drafts.ts';
import { incomeOf, received } from './incomeDrafts.ts';

/** The part of an expense that the clinic pays: the gross value of its share. */
const clinicShare = (draft: ExpenseDraft): Money => {
  if (!draft.shares.some((share) => share.building === 'clinica')) return ZERO;
  const total = sum(draft.installments.map((one) => one.gross));
  const values = splitByWeights(
    total,
    draft.shares.map((share) => `${share.weight}.00`),
  );
  return sum(values.filter((_, index) => draft.shares[index]?.building === 'clinica'));
};

const costOf = (month: IsoDate, expenses: readonly ExpenseDraft[]): Money =>
  sum(expenses.filter((draft) => draft.competence.slice(0, 7) === month.slice(0, 7)).map(clinicShare));

const bill = (what: string, category: 'reembolsos' | 'taxa', gross: Money, due: IsoDate, seedDate: IsoDate) => {
  const billed = `${due.slice(0, 8)}03`;
  const one = incomeOf({
    building: 'clinica',
    what,
    documentNumber: category === 'taxa' ? 'NFS-e' : 'ND',
    partner: 'saoLucas',
    category,
    emission: billed < seedDate ? billed : seedDate,
    due,
    gross,
    method: 'TRANSFER',
  });
  return received(one, seedDate);
};

export const FEE = 'Taxa de administração';

/** Bills each month's costs of the clinic to its customer in the next month, plus the administration fee. */
export const clinicIncome = (seedDate: IsoDate, expenses: readonly ExpenseDraft[]): IncomeDraft[] => {
  const [first, last] = CLINICA_MONTHS;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((month) => {
    const start = monthStart(seedDate, month);
    const cost = costOf(start, expenses);
    if (!isPositive(cost)) return [];
    const due = dayOfMonth(seedDate, month + 1, 15);
    const refund = bill(
      `Reembolso de custos ${monthLabel(start)} – Clínica São Lucas`,
      'reembolsos',
      cost,
      due,
      seedDate,
    );
    // A model makes the fees of months to come.
    if (month + 1 > 0) return [refund];
    const percent = applyPercentage(cost, CLINICA_FEE_PERCENT);
    return [refund, bill(`${FEE} ${monthLabel(start)} – Clínica São Lucas`, 'taxa', percent, due, seedDate)];
  });
};
