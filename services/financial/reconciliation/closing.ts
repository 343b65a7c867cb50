import { sql } from 'kysely';
import { formatDate, type IsoDate } from '#domain/dates.ts';
import { conflict, forbidden, ruleBroken } from '../../platform/errors.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, readWallet } from './access.ts';
import { isOpen } from './suggestions.ts';

interface Closing {
  walletId: number;
  through: IsoDate | null;
  before: IsoDate | null;
  reason?: string | null;
}

const refuse = (path: string, message: string): never => {
  throw ruleBroken(message, [{ path, message }]);
};

/**
 * Sets the day up to which a wallet is reconciled: forward while no line until then is open, back by an administrator who says why.
 * @throws ServiceError 403, 404, 409 for another day before, 422
 */
export const closeThrough = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { walletId, through, before, reason: given }: Closing,
): Promise<{ through: IsoDate | null }> => {
  const wallet = await readWallet(trx, clerk, walletId, true);
  if (wallet.reconciledThrough !== before)
    throw conflict('O dia conciliado foi mudado por outra pessoa. Confira e tente de novo.');
  const reason = blankAsNull(given) ?? null;
  const isBack = before !== null && (through === null || through < before);
  if (isBack) {
    if (!clerk.session.admin) throw forbidden('Só quem administra a conta pode reabrir dias conciliados.');
    if (reason === null) refuse('reason', 'Diga por que estes dias são reabertos.');
  }
  if (through !== null && through > clerk.today) refuse('through', 'Este dia ainda não chegou.');
  if (through !== null && through < wallet.balanceDate)
    refuse('through', `Esta carteira começa em ${formatDate(wallet.balanceDate)}.`);
  if (through !== null && !isBack) {
    const { rows } = await sql<{ open: number }>`
      select count(*)::integer as open from bank_statement_lines l
       where l.account_id = ${clerk.session.accountId} and l.wallet_id = ${walletId} and l.date <= ${through}::date and ${isOpen}`.execute(
      trx,
    );
    const open = rows[0]?.open ?? 0;
    if (open > 0)
      refuse('through', `${open === 1 ? 'Há 1 linha' : `Há ${open} linhas`} a conciliar até ${formatDate(through)}.`);
  }
  await sql`
    update wallets set reconciled_through = ${through} where account_id = ${clerk.session.accountId} and id = ${walletId}`.execute(
    trx,
  );
  work.audit({
    action: 'reconcileThrough',
    entity: 'wallet',
    entityId: walletId,
    details: { before, through, reason },
  });
  return { through };
};
