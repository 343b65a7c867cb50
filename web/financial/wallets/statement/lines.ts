import { DOCUMENTS } from '#web/session/newTransaction.ts';
import { findRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import type { StatementLineRowFragment, TransactionType } from '#web/generated/financial.ts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export type Line = StatementLineRowFragment;

/** The document that is open over a statement: "DEBIT-12" in the address. */
export interface OpenedDocument {
  type: TransactionType;
  id: string;
}

export const writeDocument = ({ type, id }: OpenedDocument): string => `${type}-${id}`;

/** Returns the document that the address names; null for anything else. */
export const readDocument = (text: string | null): OpenedDocument | null => {
  const [, type, id] = /^(CREDIT|DEBIT)-(\d+)$/.exec(text ?? '') ?? [];
  return id === undefined ? null : { type: type === 'CREDIT' ? 'CREDIT' : 'DEBIT', id };
};

/** Returns the document of a line; null for a transfer, and for one that the user may not see. */
export const documentOf = ({ kind, transactionId }: Line): OpenedDocument | null =>
  transactionId && (kind === 'CREDIT' || kind === 'DEBIT') ? { type: kind, id: transactionId } : null;

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

/** Returns a function for a line's link: its document, if the user may enter the list of those, or its transfer. */
export const useLineAddress = (): ((line: Line) => string | null) => {
  const { may } = useSession();
  const [params] = useSearchParams();
  return useCallback(
    (line: Line) => {
      const here = (key: string, value: string) => {
        const next = new URLSearchParams(params);
        next.set(key, value);
        return `?${next}`;
      };
      if (line.transferId != null) return here('transfer', line.transferId);
      const document = documentOf(line);
      if (!document) return null;
      const route = findRoute(DOCUMENTS[document.type]);
      return route && may(route.rule) ? here('document', writeDocument(document)) : null;
    },
    [may, params],
  );
};
