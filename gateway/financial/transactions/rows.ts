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
/** A row with a building, completed with its company. */
interface OfBuilding {
  building: BuildingParent | null;
}

export type ApportionmentParent = Omit<RestApportionment, 'building'> & OfBuilding;
export type InstallmentShareParent = Omit<RestShare, 'building'> & OfBuilding;
export type InstallmentParent = RestInstallment & { wallet: WalletParent | null; company: CompanyParent };

/** A transaction row of REST: complete, or a summary from a list. */
export type RestTransactionRow = TransactionSummary & Partial<RestTransaction>;
export type TransactionParent = RestTransactionRow & {
  expectedWallet: WalletParent | null;
  apportionments: ApportionmentParent[];
};

const withBuilding = <Row extends { building: { id: number; name: string } }>(row: Row, company: CompanyParent) =>
  Object.assign(row, { building: toBuilding(row.building, company) });

export const toShare = (share: RestShare, company: CompanyParent): InstallmentShareParent =>
  withBuilding(share, company);

/** Adds the transaction's company to an installment, whose REST row does not repeat it. */
export const toInstallment = (installment: RestInstallment, company: CompanyParent): InstallmentParent =>
  Object.assign(installment, { company, wallet: toWallet(installment.bank, company) });

/**
 * Maps a REST transaction to the fields of the schema and adds the company to each embedded row, so that a row needs no
 * resolver when its embedded fields suffice. Mutates the row, as the functions above do: each response belongs to one
 * request, and copying wide rows costs more than executing the list (decision 7).
 */
export const toTransaction = (transaction: RestTransactionRow): TransactionParent =>
  Object.assign(transaction, {
    expectedWallet: toWallet(transaction.expectedBank, transaction.company),
    apportionments: transaction.transactionRecordBuildings.map((row) => withBuilding(row, transaction.company)),
  });
