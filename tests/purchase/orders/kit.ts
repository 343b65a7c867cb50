import { openShelf, stock } from '#tests/purchase/productKit.ts';
import { openOffice } from '#tests/financial/officeKit.ts';
import { startServices, type Reply } from '#tests/support/services.ts';

/** An office that buys: two buildings with stages of one of them, suppliers, a category, and a few products. */
export const startOrders = async (options: Parameters<typeof startServices>[0] = {}) => {
  const services = await startServices(options);
  const { api, seed } = services;
  const office = await openOffice(seed);
  const account_id = office.accountId;
  const token = office.admin;
  const building = await seed.building(office, { name: 'Vila das Ipês' });
  const other = await seed.building(office, { name: 'Alto da Serra' });
  const partner = (type: 'CUSTOMER' | 'SUPPLIER', name: string) => seed.insert('partners', { account_id, type, name });
  const supplier = await partner('SUPPLIER', 'Depósito São Jorge');
  const customer = await partner('CUSTOMER', 'Ana Prado');
  const category = (type: string, name: string) => seed.insert('categories', { account_id, type, name });
  const concrete = await category('DEBIT', 'Concreto e argamassa');
  const sales = await category('CREDIT', 'Medições');
  const estimate = await seed.insert('cost_estimates', {
    ...{ account_id, company_id: office.companyId, building_id: building, code: 'ORC-011', description: 'Executivo' },
  });
  const stage = (code: string, name: string, position: number) =>
    seed.insert('cost_estimate_groups', {
      ...{ account_id, building_id: building, cost_estimate_id: estimate, code, name, position },
    });
  const areas = await stage('8', 'Áreas comuns', 8);
  const finishes = await stage('6', 'Revestimentos', 6);
  const shelf = await openShelf(seed, account_id);
  const product = (code: string, name: string) => stock(seed, shelf, { code, name, price: '1.00' });

  const base = `/api/v1/purchase/company/${office.companyId}/order`;
  const at = (id: number, rest = '') => `${base}/${id}${rest}`;
  const bodyOf = (lines: object[], rest: object = {}) => ({
    ...{ building: { id: building }, supplier: { id: supplier }, requirementLineList: lines },
    ...rest,
  });
  const create = (lines: object[], rest: object = {}, as = token) =>
    api.post(base, { token: as, body: bodyOf(lines, rest) });
  const update = (id: number, body: object, as = token) => api.put(base, { token: as, body: { id, ...body } });
  const read = async (id: number) => done(await api.get(at(id), { token }));
  const receive = (id: number, body: object, as = token) => api.post(at(id, '/deliveries'), { token: as, body });
  const undo = (id: number, delivery: number, as = token) =>
    api.delete(at(id, `/deliveries/${delivery}`), { token: as });
  const expense = async (id: number) =>
    done(await api.get(`/api/v1/financial/company/${office.companyId}/debit/${id}`, { token }));
  const expenses = async () =>
    (await api.get(`/api/v1/financial/company/${office.companyId}/debit`, { token })).body.data.content;
  return {
    ...{ services, api, seed, office, token, building, other, supplier, customer, concrete, sales, areas, finishes },
    ...{ partner, shelf, product, base, at, bodyOf, create, update, read, receive, undo, expense, expenses },
  };
};
export type Purchasing = Awaited<ReturnType<typeof startOrders>>;

/** Data of a call that must be accepted. */
export const done = (reply: Reply) => {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

/** Status, sentence and problems of a refusal. */
export const refusal = ({ status, body }: Reply) => [
  status,
  ...(body.fields ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
  ...(body.fields?.length ? [] : [body.message]),
];

/** "28/12: 23669.76" */
export const installmentsOf = (list: { dueDate: string; grossValue: string }[]) =>
  list.map(({ dueDate, grossValue }) => `${dueDate} ${grossValue}`);
