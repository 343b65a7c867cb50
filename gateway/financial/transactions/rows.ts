import type { Static } from 'typebox';
import type {
  Apportionment as RestApportionment,
  Installment as RestInstallment,
  InstallmentShare as RestInstallmentShare,
  Transaction as RestTransaction,
  TransactionSummary,
} from '#schema/financial/transactions/transactions.rest.ts';
import { type BuildingParent, toBuilding } from '../buildings.ts';
import type { CompanyParent } from '../companies.ts';
import { toWallet, type WalletParent } from '../wallets.ts';

type RestShare = Static<typeof RestInstallmentShare>;
/** A row that names a building; it is told in which company that stands. */
interface OfBuilding {
  building: BuildingParent | null;
}

export type ApportionmentParent = Omit<RestApportionment, 'building'> & OfBuilding;
export type InstallmentShareParent = Omit<RestShare, 'building'> & OfBuilding;
export type InstallmentParent = RestInstallment & { wallet: WalletParent | null; company: CompanyParent };

/** A transaction as REST tells it, whole or as a list shows it. */
export type RestTransactionRow = TransactionSummary & Partial<RestTransaction>;
export type TransactionParent = RestTransactionRow & {
  expectedWallet: WalletParent | null;
  apportionments: ApportionmentParent[];
};

const withBuilding = <Row extends { building: { id: number; name: string } }>(row: Row, company: CompanyParent) =>
  Object.assign(row, { building: toBuilding(row.building, company) });

export const toShare = (share: RestShare, company: CompanyParent): InstallmentShareParent =>
  withBuilding(share, company);

/** An installment under its transaction's company, which its REST row does not repeat. */
export const toInstallment = (installment: RestInstallment, company: CompanyParent): InstallmentParent =>
  Object.assign(installment, { company, wallet: toWallet(installment.bank, company) });

/**
 * A transaction as the schema reads it: whatever it names stands under the name of its field and knows its company, so that
 * no row needs a resolver where its names are enough. Completed in place, as the functions above do: an answer belongs
 * to who asked for it, and copying wide rows costs more than answering them.
 */
export const toTransaction = (transaction: RestTransactionRow): TransactionParent =>
  Object.assign(transaction, {
    expectedWallet: toWallet(transaction.expectedBank, transaction.company),
    apportionments: transaction.transactionRecordBuildings.map((row) => withBuilding(row, transaction.company)),
  });
