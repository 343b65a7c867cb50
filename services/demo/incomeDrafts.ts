import { addDays, type IsoDate } from '#domain/dates.ts';
import { type Money, ZERO } from '#domain/money.ts';
import { businessDay, dayOfMonth } from './calendar.ts';
import type { BuildingKey, WalletKey } from './data/company.ts';
import { CASA_EXPECTED } from './data/incomes.ts';
import { forecast, reais, type IncomeDraft } from './drafts.ts';

type Billing = Pick<IncomeDraft, 'what' | 'documentNumber' | 'partner' | 'category' | 'emission' | 'method'> & {
  building: BuildingKey;
  due: IsoDate;
  gross: Money;
};

const RECEIVES: Record<BuildingKey, WalletKey> = { casa: 'itau', vila: 'caixa', clinica: 'itau' };

/** A bill to a customer for one building, with one due date. */
export const incomeOf = ({ building, due, gross, ...bill }: Billing): IncomeDraft => ({
  ...bill,
  type: 'CREDIT',
  key: `${bill.what} ${due}`,
  competence: bill.emission,
  wallet: RECEIVES[building],
  installments: [forecast(due, gross)],
  shares: [{ building, stage: null, weight: 1 }],
});

/** Pays the draft on its due date or the next banking day, if that is past. */
export const received = (draft: IncomeDraft, seedDate: IsoDate): IncomeDraft => ({
  ...draft,
  installments: draft.installments.map((one) => {
    const date = businessDay(one.dueDate);
    const { wallet, method } = draft;
    return { ...one, payment: date < seedDate ? { date, increase: ZERO, discount: ZERO, wallet, method } : null };
  }),
});

/** What is still to be billed of the house until it is handed over, as it is expected. */
export const expectedIncome = (seedDate: IsoDate): IncomeDraft[] =>
  CASA_EXPECTED.map(({ amount, days }) =>
    incomeOf({
      building: 'casa',
      what: 'Faturamento previsto – Residência Alto da Serra',
      documentNumber: 'Previsão',
      partner: 'sampaio',
      category: 'medicoes',
      emission: addDays(seedDate, -3),
      due: businessDay(addDays(seedDate, days)),
      gross: reais(amount),
      method: 'TRANSFER',
    }),
  );

const contract = (
  what: string,
  first: IsoDate,
  gross: Money,
  count: number,
  monthsApart: number,
  seedDate: IsoDate,
) => {
  const one = incomeOf({
    building: 'vila',
    what,
    documentNumber: 'CT',
    partner: 'nogueira',
    category: 'vendas',
    emission: addDays(first, -12),
    due: first,
    gross,
    method: 'PIX',
  });
  const dues = Array.from({ length: count }, (_, index) => dayOfMonthAfter(first, index * monthsApart));
  return received({ ...one, installments: dues.map((due) => forecast(due, gross)) }, seedDate);
};

const dayOfMonthAfter = (first: IsoDate, months: number): IsoDate => dayOfMonth(first, months, 20);

const other = (what: string, month: number, gross: Money, seedDate: IsoDate): IncomeDraft => {
  const due = dayOfMonth(seedDate, month, 22);
  const isYield = what.startsWith('Rendimento');
  const one = incomeOf({
    building: 'vila',
    what,
    documentNumber: 'REC',
    partner: null,
    category: isYield ? 'rendimentos' : 'outras',
    emission: due,
    due,
    gross,
    method: 'PIX',
  });
  return received(isYield ? { ...one, shares: [] } : one, seedDate);
};

/** Two contracts of buyers, two yields of investments and a sale of scrap. */
export const smallIncome = (seedDate: IsoDate): IncomeDraft[] => [
  contract('Casa 2 – sinal em 12 parcelas', dayOfMonth(seedDate, -10, 20), '6500.00', 12, 1, seedDate),
  contract('Casa 2 – reforços semestrais', dayOfMonth(seedDate, -8, 20), '18000.00', 2, 6, seedDate),
  other('Rendimento de CDB', -9, '3184.77', seedDate),
  other('Rendimento de CDB', -3, '2911.05', seedDate),
  other('Venda de sucata de aço', -6, '2140.00', seedDate),
];
