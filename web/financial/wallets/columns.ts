import type { Column } from '#web/ui/index.ts';
import type { Wallet } from './useWallets.ts';

/** Columns of the wallets for export and print. */
export const walletColumns: Column<Wallet>[] = [
  { id: 'identifier', title: 'Carteira', value: (wallet) => wallet.identifier },
  { id: 'description', title: 'Descrição', value: (wallet) => wallet.description },
  { id: 'active', title: 'Situação', value: (wallet) => (wallet.active ? 'Ativa' : 'Inativa') },
  { id: 'balanceDate', title: 'Data do saldo inicial', kind: 'date', value: (wallet) => wallet.balanceDate },
  { id: 'initialBalance', title: 'Saldo inicial (R$)', kind: 'money', value: (wallet) => wallet.initialBalance },
  { id: 'balance', title: 'Saldo de hoje (R$)', kind: 'money', value: (wallet) => wallet.balance?.balance },
];
