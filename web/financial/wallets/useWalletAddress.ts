import { useSearchParams } from 'react-router-dom';

/**
 * Returns a function for the address of this screen with another wallet's statement (null: none), with the same period
 * and view on the first page.
 */
export const useWalletAddress = (): ((walletId: string | null) => string) => {
  const [params] = useSearchParams();
  return (walletId) => {
    const next = new URLSearchParams(params);
    ['page', 'id', 'transfer', 'wallet', 'document'].forEach((key) => next.delete(key));
    if (walletId !== null) next.set('wallet', walletId);
    return `?${next}`;
  };
};
