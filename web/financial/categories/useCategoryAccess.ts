import { useSession } from '#web/session/sessionContext.ts';
import type { TransactionType } from '#web/generated/financial.ts';

/** Income categories are kept by who has CREDIT anywhere, expense ones by who has DEBIT; the service decides again. */
export const useCategoryAccess = () => {
  const { grantee } = useSession();
  const grants = Object.values(grantee.permissions).flatMap((buildings) => Object.values(buildings).flat());
  const may = (type: TransactionType) => grantee.admin || grants.includes(type);
  return { may, types: (['DEBIT', 'CREDIT'] as const).filter(may) };
};
