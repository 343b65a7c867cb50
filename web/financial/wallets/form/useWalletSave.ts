import { usePlace } from '#web/session/sessionContext.ts';
import {
  useCreateWalletMutation,
  useDeleteWalletMutation,
  useUpdateWalletMutation,
  type WalletInput,
} from '#web/generated/financial.ts';
import type { Wallet } from '../useWallets.ts';
import { addWallet, changeWallet, dropWallet } from '../walletCache.ts';

/** The calls that change one wallet, and what they do to the cache. They throw what the gateway answers. */
export const useWalletSave = () => {
  const { companyId } = usePlace();
  // The drawer shows every refusal itself: at its field, or as a banner with what can be done.
  const quiet = { context: { quiet: true } };
  const [create] = useCreateWalletMutation(quiet);
  const [update] = useUpdateWalletMutation(quiet);
  const [remove] = useDeleteWalletMutation(quiet);

  const save = async (wallet: Wallet | null, input: WalletInput): Promise<Wallet | undefined> => {
    if (!wallet) {
      const { data } = await create({
        variables: { companyId, input },
        update: (cache, answer) => answer.data && addWallet(cache, companyId, answer.data.createWallet.wallet),
      });
      return data?.createWallet.wallet;
    }
    const { id, version } = wallet;
    const { data } = await update({
      variables: { companyId, id, version, input },
      update: (cache) => changeWallet(cache, id),
    });
    return data?.updateWallet.wallet;
  };

  const removeOne = async (id: string): Promise<void> => {
    await remove({ variables: { companyId, id }, update: (cache) => dropWallet(cache, id) });
  };

  return { save, remove: removeOne };
};
