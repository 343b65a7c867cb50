import { CreateWalletDocument, DeleteWalletDocument, UpdateWalletDocument } from '#web/generated/financial.ts';
import { defineRows } from '#web/register/defineRows.ts';
import { walletEffects } from './walletCache.ts';
import { WalletFields } from './form/WalletFields.tsx';
import { formOf, inputOf, isWalletForm, problemsOf } from './form/walletForm.ts';

/** Wallets are listed beside their statements, but edited and stored like the rows of any register. */
export const wallets = defineRows({
  noun: { one: 'carteira', many: 'carteiras', gender: 'a' },
  draftKey: (companyId) => `wallet.${companyId}`,
  commands: { create: CreateWalletDocument, update: UpdateWalletDocument, remove: DeleteWalletDocument },
  lists: [],
  cache: walletEffects,
  form: { formOf, isForm: isWalletForm, problemsOf, inputOf, Fields: WalletFields },
  nameOf: ({ identifier }) => identifier,
  subtitle: (row) => row?.description ?? undefined,
  activeInForm: true,
  loss: 'Só se exclui uma carteira que nada usa.',
  failures: {},
});
