import type { Permission } from '#domain/permissions.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import type { Rows, Side } from '../twinTenants/rows.ts';
import type { World } from '../twinTenants/world.ts';
import type { Held } from './oracle.ts';

/** Ids that each list returns to a user; null without access to the list. */
export interface Shown {
  companies: number[];
  buildings: number[];
  /** "10500 DEBIT CREDIT": a building of the session and the permissions on it. */
  grants: string[];
  debits: number[] | null;
  credits: number[] | null;
  debitInstallments: number[] | null;
  creditInstallments: number[] | null;
  walletNames: boolean;
  walletBalances: boolean;
}

const keysLike = (rows: Rows, start: string): number[] =>
  [...rows]
    .filter(([key]) => key.startsWith(start))
    .map(([, id]) => id)
    .sort((a, b) => a - b);

/** The oracle: rows of the granted building, of the types that the permissions allow. */
export const visibleTo = (world: World, held: Held, where: 'own' | 'hidden'): Shown => {
  const rows = where === 'own' ? world.own : world.hiddenBuilding;
  const has = (permission: Permission) => held.includes(permission);
  const documents = (side: Side) => (has(side) ? keysLike(rows, `transaction/${side}`) : null);
  // Three installments of the main transaction, one of each other; the seed names two of the three.
  const installments = (side: Side) => {
    const [first] = keysLike(rows, `installment/${side}/paid`);
    if (!has(side) || first === undefined) return null;
    const named = [...keysLike(rows, `installment/${side}`), first + 2];
    return [...new Set(named)].sort((a, b) => a - b);
  };
  const building = rows.get('building') ?? 0;
  return {
    companies: held.length > 0 ? [world.own.get('company') ?? 0] : [],
    buildings: held.length > 0 ? [building] : [],
    grants: held.length > 0 ? [`${building} ${[...held].sort().join(' ')}`] : [],
    debits: documents('DEBIT'),
    credits: documents('CREDIT'),
    debitInstallments: installments('DEBIT'),
    creditInstallments: installments('CREDIT'),
    walletNames: has('DEBIT') || has('CREDIT'),
    walletBalances: has('DEBIT') && has('CREDIT'),
  };
};

const sorted = (rows: { id: unknown }[] | undefined): number[] =>
  (rows ?? []).map(({ id }) => Number(id)).sort((a, b) => a - b);

const overRest = async ({ services, accountId, own }: World, token: string): Promise<Shown> => {
  const company = own.get('company') ?? 0;
  const get = (path: string) => services.api.get(`/api/v1/${path}`, { token, query: {} });
  const list = async (path: string) => {
    const { status, body } = await get(path);
    return status === 200 ? sorted(body.data.content) : null;
  };
  const base = `financial/company/${company}`;
  const session = await get('security/session');
  const permissions: [string, string[]][] = Object.values(session.body.data?.permissions ?? {}).flatMap(
    (buildings) => Object.entries(Object(buildings)) as [string, string[]][],
  );
  return {
    companies: (await list(`financial/account/${accountId}/company`)) ?? [],
    buildings: (await list(`${base}/building`)) ?? [],
    grants: permissions.map(([building, held]) => `${building} ${[...held].sort().join(' ')}`),
    debits: await list(`${base}/debit`),
    credits: await list(`${base}/credit`),
    debitInstallments: await list(`${base}/debit/installments`),
    creditInstallments: await list(`${base}/credit/installments`),
    walletNames: ((await list(`${base}/bank`)) ?? []).length > 0,
    walletBalances: (await get(`${base}/wallets-summary`)).status === 200,
  };
};

const QUERY = `query ($c: ID!) {
  session { permissions { buildingId permissions } }
  companies { content { id } }
  buildings(companyId: $c) { content { id } }
  debits: transactions(companyId: $c, type: DEBIT) { content { id } }
  credits: transactions(companyId: $c, type: CREDIT) { content { id } }
  debitInstallments: installments(companyId: $c, type: DEBIT) { content { id } }
  creditInstallments: installments(companyId: $c, type: CREDIT) { content { id } }
  wallets(companyId: $c) { content { id balance { balance } } }
}`;

const overGraphql = async ({ own }: World, gateway: TestGateway, token: string): Promise<Shown> => {
  const { data } = await gateway.ask(QUERY, { token, variables: { c: String(own.get('company')) } });
  const rows = (name: string) => (data?.[name] ? sorted(data[name].content) : null);
  const wallets: { balance: unknown }[] = data?.wallets?.content ?? [];
  const permissions: { buildingId: string; permissions: string[] }[] = data?.session?.permissions ?? [];
  return {
    companies: rows('companies') ?? [],
    buildings: rows('buildings') ?? [],
    grants: permissions.map((one) => `${one.buildingId} ${[...one.permissions].sort().join(' ')}`),
    debits: rows('debits'),
    credits: rows('credits'),
    debitInstallments: rows('debitInstallments'),
    creditInstallments: rows('creditInstallments'),
    walletNames: wallets.length > 0,
    walletBalances: wallets.some(({ balance }) => balance !== null),
  };
};

/** Ids that the lists return for a token, over both protocols. */
export const whatShows = async (world: World, gateway: TestGateway, token: string) => ({
  rest: await overRest(world, token),
  graphql: await overGraphql(world, gateway, token),
  requests: 10,
});
