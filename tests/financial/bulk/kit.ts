import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import type { Doc, Ledger } from '../ledger/kit.ts';

/** Documents to change in bulk, and the calls that do it, with the rows of a ledger. */
export const bulkOf = (started: () => Ledger) => {
  let number = 0;
  const create = async (values: Record<string, unknown> = {}): Promise<Doc> => {
    number += 1;
    const body = { documentNumber: `B${number}`, grossValue: '100.00', emissionDate: '2026-11-01', ...values };
    const reply = await started().post('debit', { dueDate: '2026-12-10', ...body });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  };
  const read = async (id: number): Promise<Doc> =>
    (await started().services.api.get(started().path('debit', `/${id}`), { token: started().admin })).body.data;
  const call = (path: string, items: readonly object[], token = started().financeiro, more: object = {}) =>
    started().services.api.post(started().path('debit', path), { token, body: { items, ...more } });
  const results = async (path: string, items: readonly object[], token?: string) =>
    (await call(path, items, token)).body.data.results;
  const keyOf = ({ id, version }: Doc) => ({ transactionId: id, version });
  const partOf = (doc: Doc, part = 1) => ({ ...keyOf(doc), installmentId: doc.transactionRecordList[part - 1].id });
  /** What is wrong with sums, shares and figures kept of all documents: own SQL. */
  const differences = async () => (await verifyLedger(started().services.database.ownerUrl)).differences;
  return { create, read, call, results, keyOf, partOf, differences };
};
