import type { Permission } from '#domain/permissions.ts';
import { startServices, type Call, type Reply, type TestServices } from '#tests/support/services.ts';

/** A construction company with the rows that transactions refer to, and users with different permissions. */
export interface Ledger {
  services: TestServices;
  accountId: number;
  companyId: number;
  /** Buildings, by the names that the tests use. */
  casa: number;
  clinica: number;
  galpao: number;
  /** Stage "Fundação" of the building "Casa". */
  fundacao: number;
  alvenaria: number;
  concreto: number;
  venda: number;
  concreteira: number;
  cliente: number;
  itau: number;
  caixa: number;
  admin: string;
  /** DEBIT and CREDIT on all buildings and on rows without a building. */
  financeiro: string;
  /** DEBIT on the building "Casa" alone. */
  engenheiro: string;
  path: (kind: 'debit' | 'credit', rest?: string) => string;
  post: (kind: 'debit' | 'credit', body: unknown, options?: Call) => Promise<Reply>;
  put: (kind: 'debit' | 'credit', body: unknown, options?: Call) => Promise<Reply>;
  pay: (transaction: Doc, number: number, values?: Record<string, unknown>, options?: Call) => Promise<Reply>;
  undo: (transaction: Doc, number: number, options?: Call) => Promise<Reply>;
}

/** A transaction as returned by the service. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the wire's own shape is checked by the services
export type Doc = any;

const grantsOf = (companyId: number, buildings: (number | null)[], permissions: Permission[]) =>
  buildings.map((buildingId) => ({ companyId, buildingId, permissions }));

export const stage = async (
  { seed }: TestServices,
  place: { accountId: number; companyId: number },
  building: number,
  names: string[],
) => {
  const estimate = await seed.insert('cost_estimates', {
    account_id: place.accountId,
    company_id: place.companyId,
    building_id: building,
    code: `E${building}`,
    description: 'Orçamento',
  });
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    ids.push(
      await seed.insert('cost_estimate_groups', {
        account_id: place.accountId,
        cost_estimate_id: estimate,
        building_id: building,
        code: String(index + 1),
        name,
        position: index + 1,
      }),
    );
  }
  return ids;
};

/** Starts the services with one company. Call `services.stop()` in `afterAll`. */
export const startLedger = async (): Promise<Ledger> => {
  const services = await startServices();
  const { seed, api } = services;
  const accountId = await seed.account();
  const companyId = await seed.company(accountId, { name: 'Construtora Ipê' });
  const place = { accountId, companyId };
  const [casa, clinica, galpao] = [
    await seed.building(place, { name: 'Casa Ipê' }),
    await seed.building(place, { name: 'Clínica' }),
    await seed.building(place, { name: 'Galpão' }),
  ];
  const [fundacao = 0, alvenaria = 0] = await stage(services, place, casa, ['Fundação', 'Alvenaria']);
  const account = { account_id: accountId };
  const concreto = await seed.insert('categories', { ...account, type: 'DEBIT', name: 'Concreto' });
  const venda = await seed.insert('categories', { ...account, type: 'CREDIT', name: 'Venda' });
  const concreteira = await seed.insert('partners', { ...account, type: 'SUPPLIER', name: 'Concreteira Paulista' });
  const cliente = await seed.insert('partners', { ...account, type: 'CUSTOMER', name: 'João da Silva' });
  const wallet = (identifier: string, balance: string) =>
    seed.insert('wallets', {
      ...account,
      company_id: companyId,
      identifier,
      initial_balance: balance,
      balance_date: '2026-01-01',
    });
  const itau = await wallet('Itaú', '50000.00');
  const caixa = await wallet('Caixa da obra', '1000.00');
  const all = [casa, clinica, galpao, null];
  const admin = await seed.tokenOf(await seed.user(accountId, { admin: true, name: 'Ana Prado' }));
  const financeiro = await seed.tokenOf(
    await seed.user(accountId, { name: 'Bruno Reis', grants: grantsOf(companyId, all, ['DEBIT', 'CREDIT']) }),
  );
  const engenheiro = await seed.tokenOf(
    await seed.user(accountId, { name: 'Célia Dias', grants: grantsOf(companyId, [casa], ['DEBIT']) }),
  );

  const path = (kind: 'debit' | 'credit', rest = '') => `/api/v1/financial/company/${companyId}/${kind}${rest}`;
  const paymentPath = (transaction: Doc, number: number) => {
    const installment = transaction.transactionRecordList.find((one: Doc) => one.number === number);
    const kind = transaction.type === 'DEBIT' ? 'debit' : 'credit';
    return path(kind, `/${transaction.id}/installment/${installment.id}/payment`);
  };
  return {
    services,
    ...{ accountId, companyId, casa, clinica, galpao, fundacao, alvenaria, concreto, venda, concreteira, cliente },
    ...{ itau, caixa, admin, financeiro, engenheiro, path },
    post: (kind, body, options = {}) => api.post(path(kind), { token: financeiro, body, ...options }),
    put: (kind, body, options = {}) => api.put(path(kind), { token: financeiro, body, ...options }),
    pay: (transaction, number, values = {}, options = {}) =>
      api.post(paymentPath(transaction, number), {
        token: financeiro,
        body: {
          version: transaction.version,
          paymentDate: '2026-11-20',
          bank: { id: itau },
          paymentMethod: 'PIX',
          ...values,
        },
        ...options,
      }),
    undo: (transaction, number, options = {}) =>
      api.delete(paymentPath(transaction, number), {
        token: financeiro,
        query: { version: String(transaction.version) },
        ...options,
      }),
  };
};

/** Returns one field of all installments: "3333.33 3333.33 3333.34". */
export const column = (transaction: Doc, field: string): string =>
  transaction.transactionRecordList.map((one: Doc) => String(one[field])).join(' ');

/** Returns the shares of each installment, one line each: "1666.67 1666.66". */
export const sharesOf = (transaction: Doc, field = 'grossValue'): string[] =>
  transaction.transactionRecordList.map((one: Doc) =>
    one.transactionRecordBuildings.map((share: Doc) => share[field]).join(' '),
  );

/** Returns the text with plain instead of no-break spaces, to compare it with typed text. */
export const plain = (text: string): string => text.replace(/\u00a0/g, ' ');

/** Returns the field errors as "path: message". */
export const faults = (reply: Reply): string[] =>
  (reply.body.fields ?? []).map((field: { path: string; message: string }) => plain(`${field.path}: ${field.message}`));
