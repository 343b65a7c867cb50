import { refusal, startEstimates } from '#tests/engineering/costEstimates/kit.ts';
import type { Reply } from '#tests/support/services.ts';

/** What the tests read of a measurement. */
export interface Header {
  id: number;
  version: number;
  transaction: { id: number } | null;
}

/**
 * An approved estimate with BDI 10 % in two stages, worked out by hand: 1.1 Estaca 10 m × 110,00 = 1.100,00 (direct
 * 1.000,00); 1.2 Bloco 3 un × 36,67 = 110,01 (33,3333 → 100,00); 2.1 Alvenaria 40 m² × 27,64 = 1.105,60 (25,125 →
 * 1.005,00). Sum 2.315,61, direct 2.105,00.
 */
export const startMeasurements = async () => {
  const desk = await startEstimates();
  const { api, office, seed } = desk;
  const token = office.admin;
  const partner = (type: 'CUSTOMER' | 'SUPPLIER', name: string) =>
    seed.insert('partners', { account_id: office.accountId, type, name });
  const customer = await partner('CUSTOMER', 'Ana Prado');
  const supplier = await partner('SUPPLIER', 'Irmãos Batista');
  const engineering = '/api/v1/engineering';

  const makeEstimate = async (values: object = { customer: { id: customer } }) => {
    const id = await desk.make({ ...values, bdis: [{ name: 'Serviços', percentage: '10.00' }], defaultBdiIndex: 0 });
    const line = (key: string, parentKey: string, rest: object) => ({ key, parentKey, type: 'TASK', ...rest });
    const rows = await desk.put(id, [
      { key: 'base', type: 'GROUP', description: 'Fundação' },
      line('pile', 'base', { description: 'Estaca', unit: 'm', quantity: '10', unitPrice: '100' }),
      line('block', 'base', { description: 'Bloco', unit: 'un', quantity: '3', unitPrice: '33.3333' }),
      { key: 'walls', type: 'GROUP', description: 'Vedação' },
      line('brick', 'walls', { description: 'Alvenaria', unit: 'm²', quantity: '40', unitPrice: '25.125' }),
    ]);
    await approve(id, true);
    const { pile = 0, block = 0, brick = 0, base = 0, walls = 0 } = rows;
    return { id, pile, block, brick, base, walls };
  };
  const approve = (id: number, approved: boolean) => api.post(desk.at(id, '/approval'), { token, body: { approved } });
  const contract = (estimate: number, body: object) =>
    api.post(`${engineering}/cost-estimates/${estimate}/measurement-contracts`, { token, body });
  const begin = (contractId: number, body: object) =>
    api.post(`${engineering}/measurement-contracts/${contractId}/measurements`, { token, body });
  const at = (id: number, rest = '') => `${engineering}/measurements/${id}${rest}`;
  const sheet = async (id: number) => (await api.get(at(id), { token })).body.data;
  const lines = (id: number, changes: object[]) => api.put(at(id, '/lines'), { token, body: { lines: changes } });
  const turn = (id: number, status: string, body: object = {}) =>
    api.post(at(id, '/status'), { token, body: { status, ...body } });
  const documents = async (kind: 'credit' | 'debit') =>
    (await api.get(`/api/v1/financial/company/${office.companyId}/${kind}`, { token })).body.data.content;
  /** Data of a call that must be accepted. */
  const done = (reply: Reply) => {
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  };
  return {
    ...{ ...desk, token, customer, supplier, engineering, makeEstimate, approve, contract, begin, at, sheet, lines },
    ...{ turn, documents, done, refusal },
  };
};
export type Site = Awaited<ReturnType<typeof startMeasurements>>;
