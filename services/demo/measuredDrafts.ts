import { addDays, endOfMonth, type IsoDate } from '#domain/dates.ts';
import { ZERO } from '#domain/money.ts';
import { businessDay, monthStart } from './calendar.ts';
import {
  CASA_PERIODS,
  CONTRACTOR_DAYS,
  CONTRACTOR_PERIODS,
  CUSTOMER_DAYS,
  type MeasuredPeriod,
} from './data/measurements.ts';
import { forecast, type DraftPayment, type ExpenseDraft, type IncomeDraft } from './drafts.ts';
import { incomeOf, received } from './incomeDrafts.ts';

/** Last day of a measurement. */
export const endOfPeriod = ({ end }: MeasuredPeriod, seedDate: IsoDate): IsoDate =>
  'days' in end ? addDays(seedDate, end.days) : endOfMonth(monthStart(seedDate, end.month));

interface Closed {
  number: number;
  end: IsoDate;
  value: string;
}

const closed = (periods: readonly MeasuredPeriod[], seedDate: IsoDate): Closed[] =>
  periods.flatMap((period, index) =>
    period.value === null ? [] : [{ number: index + 1, end: endOfPeriod(period, seedDate), value: period.value }],
  );

/** What the measurements of the house bring: the last document is overdue, because the customer disputes the roof. */
export const measuredIncome = (seedDate: IsoDate): IncomeDraft[] => {
  const all = closed(CASA_PERIODS, seedDate);
  return all.map(({ number, end, value }): IncomeDraft => {
    const draft: IncomeDraft = {
      ...incomeOf({
        building: 'casa',
        what: `Medição ${number} da Residência Alto da Serra`,
        documentNumber: `M${number}`,
        partner: 'sampaio',
        category: 'medicoes',
        emission: addDays(end, 1),
        due: addDays(end, CUSTOMER_DAYS),
        gross: value,
        method: 'TRANSFER',
      }),
      measured: { side: 'CUSTOMER', number },
    };
    return number === all.length ? draft : received(draft, seedDate);
  });
};

/** What is owed to the mason of the house for his measurements, without what is kept back. */
export const measuredExpenses = (seedDate: IsoDate): ExpenseDraft[] =>
  closed(CONTRACTOR_PERIODS, seedDate).map(({ number, end, value }): ExpenseDraft => {
    const due = addDays(end, CONTRACTOR_DAYS);
    const date = businessDay(due);
    const payment: DraftPayment = { date, increase: ZERO, discount: ZERO, wallet: 'itau', method: 'PIX' };
    return {
      type: 'DEBIT',
      key: `measurement ${number} of the mason`,
      what: `Medição ${number} do reboco da Residência Alto da Serra`,
      documentNumber: `M${number}`,
      partner: 'batista',
      category: 'empreiteiros',
      emission: addDays(end, 1),
      competence: end,
      method: 'PIX',
      wallet: 'itau',
      installments: [{ ...forecast(due, value), payment: date < seedDate ? payment : null }],
      shares: [{ building: 'casa', stage: '10', weight: 1 }],
      measured: { side: 'CONTRACTOR', number },
    };
  });
