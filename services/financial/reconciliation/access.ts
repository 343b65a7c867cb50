import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { expense, income } from '../transactions/kinds.ts';
import { type Reader, readerOf } from '../transactions/reader.ts';
import type { View } from '../transactions/visibility.ts';

/** Name of reconciliations in the audit log. */
export const ENTITY = 'bankReconciliation';

/** Who reconciles the wallets of which company. The policy has checked DEBIT and CREDIT there. */
export interface Clerk {
  session: Session;
  companyId: number;
  today: IsoDate;
  /** Documents that the clerk may see, by kind. */
  income: Reader;
  expense: Reader;
}

export const clerkOf = (session: Session, companyId: number, today: IsoDate): Clerk => ({
  session,
  companyId,
  today,
  income: readerOf(session, companyId, income, today),
  expense: readerOf(session, companyId, expense, today),
});

export interface DeskWallet {
  id: number;
  name: string;
  active: boolean;
  balanceDate: IsoDate;
  reconciledThrough: IsoDate | null;
}

/** @throws ServiceError 404 for a wallet of another company */
export const readWallet = async (
  trx: Trx,
  { session, companyId }: Clerk,
  id: number,
  lock = false,
): Promise<DeskWallet> => {
  const { rows } = await sql<DeskWallet>`
    select w.id, w.identifier as name, w.active, w.balance_date as "balanceDate", w.reconciled_through as "reconciledThrough"
      from wallets w
     where w.account_id = ${session.accountId} and w.company_id = ${companyId} and w.id = ${id}
     ${lock ? sql`for no key update` : sql``}`.execute(trx);
  const [wallet] = rows;
  if (!wallet) throw notFound('Carteira não encontrada.');
  return wallet;
};

const RECONCILED_DAY =
  'Este dia já está conciliado. Quem administra a conta pode reabri-lo em Extratos OFX, em “Conciliado até”.';

/** Sentences of the constraints of migration 0063. */
export const SENTENCES = {
  wallets_reconciled_days: { message: RECONCILED_DAY },
  wallets_reconciled_opening: {
    message: 'Esta carteira tem dias conciliados: reabra-os em Extratos OFX antes de mudar o saldo inicial.',
    field: 'initialBalance',
  },
  bank_links_of_installment: {
    message: 'Este pagamento está conciliado com o extrato. Atualize a tela e tente de novo.',
    status: 409,
  },
  bank_links_of_transfer: {
    message: 'Esta transferência está conciliada com o extrato. Atualize a tela e tente de novo.',
    status: 409,
  },
  bank_links_of_line: {
    message: 'Esta linha do extrato foi conciliada por outra pessoa. Atualize a tela.',
    status: 409,
  },
} as const;

/** @throws ServiceError 422 for a day that is reconciled */
export const requireOpenDays = (wallet: DeskWallet, dates: readonly IsoDate[]): void => {
  const through = wallet.reconciledThrough;
  if (through !== null && dates.some((date) => date <= through))
    throw ruleBroken(RECONCILED_DAY, [{ path: 'lines', message: RECONCILED_DAY }]);
};

/** Condition that the clerk sees the documents `t` (domain.md §2). */
export type Seen = (conditionOf: (view: View) => ReturnType<typeof sql>) => ReturnType<typeof sql>;
export const seenBy =
  ({ income: credit, expense: debit }: Clerk): Seen =>
  (conditionOf) =>
    sql`case t.type when 'CREDIT' then ${conditionOf(credit.view)} else ${conditionOf(debit.view)} end`;
