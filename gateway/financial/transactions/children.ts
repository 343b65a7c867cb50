import type { GraphQLResolveInfo } from 'graphql';
import type { GatewayContext } from '../../context.ts';
import { NO_BUILDING } from '../../platform/ids.ts';
import { needsMore } from '../../platform/selection.ts';
import { KNOWN_BUILDING } from '../buildings.ts';
import { buildingLoader } from '../buildings.loaders.ts';
import { KNOWN_CATEGORY } from '../categories.ts';
import { categoryLoader } from '../categories.loaders.ts';
import { KNOWN_PARTNER } from '../partners.ts';
import { partnerLoader } from '../partners.loaders.ts';
import type { RestTransactionRow } from './rows.ts';
import { KNOWN_WALLET } from '../wallets.ts';
import { walletLoader } from '../wallets.loaders.ts';

const present = (ids: readonly (number | undefined)[]): number[] =>
  ids.flatMap((id) => (id === undefined || id === NO_BUILDING ? [] : [id]));

const walletIds = (rows: readonly RestTransactionRow[]): number[] =>
  present(
    rows.flatMap((row) => [row.expectedBank?.id, ...(row.transactionRecordList ?? []).map(({ bank }) => bank?.id)]),
  );

const buildingIds = (rows: readonly RestTransactionRow[]): number[] =>
  present(rows.flatMap((row) => row.transactionRecordBuildings.map(({ building }) => building.id)));

/** Paths of wallets and buildings below a transaction. */
const WALLETS = [['expectedWallet'], ['installments', 'wallet']];
const BUILDINGS = [
  ['apportionments', 'building'],
  ['installments', 'shares', 'building'],
];

/**
 * Loads the selected children of the transactions that the rows do not embed, one call per kind, before their resolvers
 * run. The loaders alone would give the same result more slowly (stack.md).
 */
export const prefetchChildren = async (
  rows: readonly RestTransactionRow[],
  companyId: number,
  context: GatewayContext,
  info: GraphQLResolveInfo,
  /** Path of the transactions below the field. */
  at: readonly string[] = ['content'],
): Promise<void> => {
  const wants = (known: ReadonlySet<string>, ...paths: string[][]) =>
    paths.some((path) => needsMore(info, known, [...at, ...path]));
  const account = await context.account();
  const company = { companyId };
  await Promise.all([
    wants(KNOWN_PARTNER, ['partner']) &&
      context.loader(partnerLoader, account).prefetch(present(rows.map(({ partner }) => partner?.id))),
    wants(KNOWN_CATEGORY, ['category']) &&
      context.loader(categoryLoader, account).prefetch(present(rows.map(({ category }) => category?.id))),
    wants(KNOWN_WALLET, ...WALLETS) && context.loader(walletLoader, company).prefetch(walletIds(rows)),
    wants(KNOWN_BUILDING, ...BUILDINGS) && context.loader(buildingLoader, company).prefetch(buildingIds(rows)),
  ]);
};
