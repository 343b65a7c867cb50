import { startGateway } from '#tests/support/gateway.ts';
import { startServices } from '#tests/support/services.ts';
import { Client, done } from './client.ts';

export const FINANCIAL = '/api/v1/financial';

/** A builder's data behind the public port, created by the client itself as §7 describes. */
export interface Office {
  client: Client;
  accountId: number;
  /** Ids by name: company, casa, clinica, concreto, venda, concreteira, cliente, itau, caixa. */
  id: Record<string, number>;
  /** Returns a path below the company. */
  company(rest: string): string;
  stop(): Promise<void>;
}

/**
 * Starts services and gateway; call `stop` in `afterAll`. The database initially holds only the account and its first
 * user.
 */
export const openOffice = async (): Promise<Office> => {
  const services = await startServices();
  const gateway = await startGateway({ services: await services.listen() });
  const accountId = await services.seed.account('Construtora Ipê');
  const { login, password } = await services.seed.user(accountId, { admin: true });
  const client = new Client(gateway.url);
  await client.login(login, password);
  const id: Record<string, number> = {};
  const company = (rest: string) => `${FINANCIAL}/company/${id.company}/${rest}`;
  const register = async (name: string, path: string, body: object): Promise<void> => {
    id[name] = (await done(client.post(path, body))).id;
  };

  const account = { id: accountId };
  const inAccount = `${FINANCIAL}/account/${accountId}`;
  await register('company', `${inAccount}/company/`, { name: 'Ipê Construções', account });
  await register('casa', company('building/'), { name: 'Casa', company: { id: id.company, account } });
  await register('clinica', company('building/'), { name: 'Clínica', company: { id: id.company, account } });
  await register('concreto', `${inAccount}/category/`, { account, type: 'DEBIT', name: 'Concreto' });
  await register('venda', `${inAccount}/category/`, { account, type: 'CREDIT', name: 'Venda' });
  await register('concreteira', `${inAccount}/partner/`, { account, type: 'SUPPLIER', name: 'Concreteira', email: '' });
  await register('cliente', `${inAccount}/partner/`, { account, type: 'CUSTOMER', name: 'João', phone: '' });
  const wallet = { company: { id: id.company, account }, balanceDate: '2026-10-31', active: true };
  await register('itau', company('bank/'), { ...wallet, identifier: 'Itaú', initialBalance: 10000 });
  await register('caixa', company('bank/'), { ...wallet, identifier: 'Caixa', initialBalance: 500 });
  return {
    client,
    accountId,
    id,
    company,
    stop: async () => {
      await gateway.stop();
      await services.stop();
    },
  };
};
