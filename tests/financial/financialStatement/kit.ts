import { expect } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

export let ledger: Ledger;
/** Categories by name. */
export const ids: Record<string, number> = {};

const category = async (name: string, type: 'CREDIT' | 'DEBIT', statementLine: string | null) => {
  const row = { account_id: ledger.accountId, type, name, statement_line: statementLine };
  ids[name] = await ledger.services.seed.insert('categories', row);
};

export const path = (rest = '') => `/api/v1/financial/company/${ledger.companyId}/financial-statement${rest}`;
export const ask = (query: Record<string, string>, rest = '', token = ledger.admin) =>
  ledger.services.api.get(path(rest), { token, query });
export const period = { from: '2026-05', to: '2026-07' };
export const cash = { regime: 'CASH', ...period };
export const accrual = { regime: 'ACCRUAL', ...period };

interface Saved {
  kind: 'debit' | 'credit';
  category?: string;
  value: string;
  competence: string;
  shares?: Doc[];
}

/** A document of one installment, by its competence date. */
export const saved = async ({ kind, category: name, value, competence, shares = [] }: Saved): Promise<Doc> => {
  const answer = await ledger.post(kind, {
    ...{ documentNumber: `${name ?? 'sem'}-${value}`, grossValue: value, emissionDate: competence },
    competenceDate: competence,
    ...(name && { category: { id: ids[name] } }),
    partner: { id: kind === 'debit' ? ledger.concreteira : ledger.cliente },
    transactionRecordList: [{ dueDate: competence, grossValue: value, forecast: true }],
    transactionRecordBuildings: shares,
  });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.data;
};

export const paid = async (document: Doc, paymentDate: string, values: Record<string, string> = {}): Promise<Doc> => {
  const answer = await ledger.pay(document, 1, { paymentDate, ...values });
  expect([answer.status, answer.body.data?.message ?? null]).toEqual([200, null]);
  return answer.body.data.transaction;
};

export const share = (building: number, grossValue: string, stage?: number) => ({
  ...{ building: { id: building }, grossValue },
  ...(stage && { costEstimateGroup: { id: stage } }),
});

/**
 * May to July 2026, by hand. By payment: sales of 10.000,00 in May (30,00 of interest) and 8.000,00 in July; a tax of 500,00;
 * concrete of 4.000,00, of which the house bears 2.500,00 and the warehouse 1.500,00, with a fine of 12,00 and a discount of
 * 2,00; rent of 900,00 that no building bears; 77,77 without a line and 11,11 without a category; a loan of 5.000,00.
 */
export const openBooks = async (): Promise<void> => {
  ledger = await startLedger();
  await category('Vendas', 'CREDIT', 'GROSS_REVENUE');
  await category('ISS', 'DEBIT', 'DEDUCTIONS');
  await category('Concreto usinado', 'DEBIT', 'CONSTRUCTION_COST');
  await category('Aluguel', 'DEBIT', 'ADMINISTRATIVE_EXPENSES');
  await category('Diversos', 'DEBIT', null);
  await category('Empréstimos', 'CREDIT', 'OUTSIDE');
  const { casa, galpao, fundacao } = ledger;
  const sale = await saved({ kind: 'credit', category: 'Vendas', value: '10000.00', competence: '2026-05-10' });
  await paid(sale, '2026-05-20', { increase: '30.00' });
  const second = await saved({
    ...{ kind: 'credit', category: 'Vendas', value: '8000.00', competence: '2026-06-10' },
    shares: [share(casa, '8000.00')],
  });
  await paid(second, '2026-07-01');
  await paid(await saved({ kind: 'debit', category: 'ISS', value: '500.00', competence: '2026-05-31' }), '2026-06-15');
  const concrete = await saved({
    ...{ kind: 'debit', category: 'Concreto usinado', value: '4000.00', competence: '2026-06-01' },
    shares: [share(casa, '2500.00', fundacao), share(galpao, '1500.00')],
  });
  await paid(concrete, '2026-06-30', { increase: '12.00', discount: '2.00' });
  await paid(
    await saved({ kind: 'debit', category: 'Aluguel', value: '900.00', competence: '2026-05-05' }),
    '2026-05-05',
  );
  await paid(
    await saved({ kind: 'debit', category: 'Diversos', value: '77.77', competence: '2026-07-02' }),
    '2026-07-02',
  );
  await paid(await saved({ kind: 'debit', value: '11.11', competence: '2026-07-03' }), '2026-07-03');
  await paid(
    await saved({ kind: 'credit', category: 'Empréstimos', value: '5000.00', competence: '2026-05-02' }),
    '2026-05-02',
  );
  // Not paid: it counts by competence alone.
  await saved({ kind: 'debit', category: 'Concreto usinado', value: '123.45', competence: '2026-07-31' });
  // Outside of the period.
  await paid(
    await saved({ kind: 'debit', category: 'Aluguel', value: '1.00', competence: '2026-04-30' }),
    '2026-04-30',
  );
};

/** Values of each line by month, and their sum. */
export const lines = (data: Doc): Record<string, string[]> =>
  Object.fromEntries(data.lines.map(({ line, values, total }: Doc) => [line, [...values, total]]));
