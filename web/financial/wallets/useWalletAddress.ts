import { useSearchParams } from 'react-router-dom';

/** Address of this screen with another wallet's statement (null: with none): same period and view, first page. */
export const useWalletAddress = (): ((walletId: string | null) => string) => {
  const [params] = useSearchParams();
  return (walletId) => {
    const next = new URLSearchParams(params);
    ['page', 'id', 'transfer', 'wallet'].forEach((key) => next.delete(key));
    if (walletId !== null) next.set('wallet', walletId);
    return `?${next}`;
  };
};
