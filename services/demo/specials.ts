import { addDays, addMonths, type IsoDate } from '#domain/dates.ts';
import { splitAmount } from '#domain/installments.ts';
import { ZERO } from '#domain/money.ts';
import { businessDay } from './calendar.ts';
import { BUILDING_KEYS } from './data/company.ts';
import { forecast, type DraftInstallment, type ExpenseDraft } from './drafts.ts';

const paid = (draft: DraftInstallment, date: IsoDate, method: 'PIX' | 'BOLETO'): DraftInstallment => ({
  ...draft,
  payment: { date, increase: ZERO, discount: ZERO, wallet: 'caixa', method },
});

/** R$ 1.000,00 in equal thirds over three buildings, in two installments: both divisions leave a cent over. */
const thirds = (seedDate: IsoDate): ExpenseDraft => {
  const emission = addDays(seedDate, -44);
  const [first = ZERO, second = ZERO] = splitAmount('1000.00', 2);
  const due = addMonths(emission, 1);
  return {
    type: 'DEBIT',
    key: 'thirds',
    what: 'Licença de software de medição – rateio entre as obras',
    documentNumber: 'NF',
    partner: 'projetos',
    category: 'projetos',
    emission,
    competence: emission,
    method: 'BOLETO',
    wallet: 'itau',
    installments: [paid(forecast(due, first), businessDay(due), 'BOLETO'), forecast(addMonths(emission, 2), second)],
    shares: BUILDING_KEYS.map((building) => ({ building, stage: null, weight: 1 })),
  };
};

/** Two equal bills for skips, paid on consecutive dates: the bank statement shows the line twice. */
const twins = (seedDate: IsoDate): ExpenseDraft[] => {
  const emission = businessDay(addDays(seedDate, -32));
  return ['first', 'second'].map((which) => ({
    type: 'DEBIT',
    key: `twin, the ${which}`,
    what: 'Caçamba de entulho 5 m³',
    documentNumber: 'NF',
    partner: 'cacambas',
    category: 'canteiro',
    emission,
    competence: emission,
    method: 'PIX',
    wallet: 'caixa',
    installments: [paid(forecast(emission, '480.00'), emission, 'PIX')],
    shares: [{ building: 'vila', stage: '1.2', weight: 1 }],
  }));
};

/** Settled transactions that show special cases in a demonstration. */
export const specialDrafts = (seedDate: IsoDate): ExpenseDraft[] => [thirds(seedDate), ...twins(seedDate)];
