import { startLedger, type Doc } from '#tests/financial/ledger/kit.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import type { Reply } from '#tests/support/services.ts';

/** A ledger and the calls of its models. Today is 20/11/2026, a Friday and a holiday. */
export const startModels = async () => {
  const ledger = await startLedger();
  const { api, seed } = ledger.services;
  const token = ledger.financeiro;
  const base = `/api/v1/financial/company/${ledger.companyId}/transaction-models`;
  const at = (rest: string | number) => `${base}/${rest}`;
  const bodyOf = (values: object = {}) => ({
    ...{
      type: 'DEBIT',
      name: 'Aluguel do escritório',
      documentNumber: 'RECIBO {mês}/{ano}',
      recurrence: 'MONTHLY',
      day: 10,
    },
    ...{ valueRule: 'FIXED', value: '4850.00', partner: { id: ledger.concreteira }, category: { id: ledger.concreto } },
    ...values,
  });
  const create = (values: object = {}, as = token): Promise<Reply> =>
    api.post(base, { token: as, body: bodyOf(values) });
  const preview = (month: string, as = token): Promise<Reply> =>
    api.get(at('preview'), { token: as, query: { month } });
  const make = (month: string, documents: object[], as = token, headers = {}): Promise<Reply> =>
    api.post(at('documents'), { token: as, headers, body: { month, documents } });
  const undo = (batch: number, as = token): Promise<Reply> => api.post(at(`batches/${batch}/undo`), { token: as });
  /** A document of the ledger. */
  const document = (id: number, type: 'debit' | 'credit' = 'debit'): Promise<Reply> =>
    api.get(ledger.path(type, `/${id}`), { token });
  /** A document that a person has entered, of one installment. */
  const enter = async (values: Record<string, unknown>): Promise<Doc> => {
    const { dueDate } = values;
    const reply = await ledger.post('debit', {
      ...{ emissionDate: dueDate, partner: { id: ledger.concreteira }, category: { id: ledger.concreto } },
      ...values,
    });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  };
  /** Deletes every model and document, so that a test knows its months. */
  const clean = async () => {
    for (const table of ['transaction_models', 'transaction_model_batches', 'transactions'])
      await seed.sql(`delete from ${table}`);
  };
  const previewed = async (month: string): Promise<Doc[]> => done(await preview(month)).content;
  const one = async (values: object = {}): Promise<Doc> => done(await create(values));
  /** A token of a user with these permissions on buildings (null: on rows of no building). */
  const userOf = async (grants: [number | null, ('DEBIT' | 'CREDIT')[]][]): Promise<string> =>
    seed.tokenOf(
      await seed.user(ledger.accountId, {
        grants: grants.map(([buildingId, permissions]) => ({ companyId: ledger.companyId, buildingId, permissions })),
      }),
    );
  return {
    ...{ ledger, api, seed, token, base, at, bodyOf, create, preview, make, undo, document, enter },
    ...{ clean, previewed, one, userOf },
  };
};
export type ModelDesk = Awaited<ReturnType<typeof startModels>>;

/** "10/12 RECIBO 12/2026 4850.00" */
export const told = (rows: Doc[]): string[] =>
  rows.map(({ dueDate, documentNumber, value }) => [dueDate.slice(5), documentNumber ?? '—', value ?? '—'].join(' '));

/** Key of an occurrence, as a command names it. */
export const keyOf = ({ model, period }: Doc, value?: string) => ({
  ...{ model: { id: model.id, version: model.version }, period },
  ...(value !== undefined && { value }),
});
