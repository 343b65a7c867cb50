import { walletEndpoints } from '#schema/financial/wallets.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const walletLoader = byIds(walletEndpoints.list, walletEndpoints.get);
export const walletBalanceLoader = byIds(walletEndpoints.summary, walletEndpoints.balance, 'bankId');
