import { hasAllOf } from '#domain/permissions.ts';
import type { WalletBalance } from '#schema/financial/wallets.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { walletBalances } from '../wallets/balances.ts';
import type { Reader } from './reader.ts';

/** Reads today's balance of one wallet; null without DEBIT and CREDIT, which balances need (§6). */
export const visibleBalance = async (trx: Trx, reader: Reader, walletId: number): Promise<WalletBalance | null> => {
  const { session, companyId, today } = reader;
  if (!hasAllOf(session, ['DEBIT', 'CREDIT'], { companyId, buildingId: null })) return null;
  const balances = await walletBalances(trx, { accountId: session.accountId, companyId, at: today, ids: [walletId] });
  return balances[0] ?? null;
};
