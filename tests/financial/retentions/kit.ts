import type { Reply } from '#tests/support/services.ts';
import { expect } from '@jest/globals';
import { faults as faultLines, type Doc, type Ledger } from '../ledger/kit.ts';

export const ISS = { tax: 'ISS', base: '12400.00', rate: '5' };
export const INSS = { tax: 'INSS', base: '12400.00', rate: '11.00' };
export const CSRF = { tax: 'CSRF', base: '12400.00', rate: '4.65' };

/** Refusals by their fields. */
export const faults = (reply: Reply): Record<string, string> =>
  Object.fromEntries(faultLines(reply).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));

/** The nota of the mock: 57.084,00, of which 12.400,00 is the service; issued on Friday, 20 November 2026. */
export const notasOf = (started: () => Ledger) => {
  let number = 5_000;
  const bodyOf = (values: Record<string, unknown> = {}) => ({
    documentNumber: `NF ${(number += 1)}`,
    invoiceValue: '57084.00',
    emissionDate: '2026-11-20',
    dueDate: '2026-12-20',
    installmentCount: 3,
    partner: { id: started().concreteira },
    category: { id: started().concreto },
    transactionRecordBuildings: [
      { building: { id: started().casa }, costEstimateGroup: { id: started().fundacao }, invoiceValue: '38056.00' },
      { building: { id: started().clinica }, invoiceValue: '19028.00' },
    ],
    retentions: [ISS, INSS],
    ...values,
  });

  const create = async (values: Record<string, unknown> = {}): Promise<Doc> => {
    const reply = await started().post('debit', bodyOf(values));
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  };

  const read = async (id: number): Promise<Doc> =>
    (await started().services.api.get(started().path('debit', `/${id}`), { token: started().financeiro })).body.data;

  const saved = async (transaction: Doc, changes: Record<string, unknown> = {}): Promise<Doc> => {
    const reply = await started().put('debit', { ...transaction, ...changes });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  };

  const refused = async (transaction: Doc, changes: Record<string, unknown>) => {
    const reply = await started().put('debit', { ...transaction, ...changes });
    expect(reply.status).not.toBe(200);
    return faults(reply);
  };

  const payablesOf = (transaction: Doc): Promise<Doc[]> =>
    Promise.all(transaction.retentions.map(({ payable }: Doc) => read(payable.id)));

  const remove = ({ id, version }: Doc) =>
    started().services.api.delete(started().path('debit', `/${id}`), {
      token: started().financeiro,
      query: { version: String(version) },
    });

  /** Cost of each building and stage of an invoice, from the tables: the document and everything withheld of it. */
  const costs = async (id: number): Promise<string[]> => {
    const rows = await started().services.seed.sql<{ place: string; value: string }>(
      `select building_id || '/' || coalesce(cost_estimate_group_id::text, '') as place, sum(gross_value)::text as value
         from apportionments where transaction_id = $1
           or transaction_id in (select payable_transaction_id from transaction_retentions where transaction_id = $1)
        group by 1 order by 1`,
      [id],
    );
    return rows.map(({ place, value }) => `${place} ${value}`);
  };

  const places = (first: string, second: string) =>
    [`${started().casa}/${started().fundacao} ${first}`, `${started().clinica}/ ${second}`].sort();
  const lastNumber = () => number;
  return { bodyOf, create, read, saved, refused, payablesOf, remove, costs, places, lastNumber };
};
