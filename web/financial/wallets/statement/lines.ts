import { findRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import type { StatementLineRowFragment } from '#web/generated/financial.ts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export type Line = StatementLineRowFragment;

const forms = '/home/forms/transactions';
const screens = { CREDIT: `${forms}/income`, DEBIT: `${forms}/outcome` } as const;

/** Returns the title of a line: "Cimento Forte", "Transferência para Caixa". */
export const titleOf = ({ kind, partnerName, description, transactionId, otherWalletName }: Line): string => {
  if (kind === 'TRANSFER_IN') return `Transferência de ${otherWalletName ?? 'outra carteira'}`;
  if (kind === 'TRANSFER_OUT') return `Transferência para ${otherWalletName ?? 'outra carteira'}`;
  // For transactions of buildings that the user may not see, only the amount is shown (domain.md §2).
  if (transactionId === null) return 'Outras obras';
  return partnerName ?? description ?? (kind === 'CREDIT' ? 'Receita' : 'Despesa');
};

/** Returns the description, unless the title shows it already. */
export const detailOf = (line: Line): string | null => (titleOf(line) === line.description ? null : line.description);

/** Returns a function for a line's link: its transaction, if the user may enter that screen, or its transfer. */
export const useLineAddress = (): ((line: Line) => string | null) => {
  const { may } = useSession();
  const [params] = useSearchParams();
  return useCallback(
    ({ kind, transactionId, transferId }: Line) => {
      if (transferId !== null && transferId !== undefined) {
        const next = new URLSearchParams(params);
        next.set('transfer', transferId);
        return `?${next}`;
      }
      if (!transactionId || (kind !== 'CREDIT' && kind !== 'DEBIT')) return null;
      const route = findRoute(screens[kind]);
      return route && may(route.rule) ? `${route.path}?id=${transactionId}` : null;
    },
    [may, params],
  );
};
