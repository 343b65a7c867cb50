import { useSession } from '#web/session/sessionContext.ts';
import type { TransactionType } from '#web/generated/financial.ts';

/**
 * Returns the types the user may edit: income with CREDIT on any building, expense with DEBIT. The service checks
 * again.
 */
export const useCategoryAccess = () => {
  const { grantee } = useSession();
  const grants = Object.values(grantee.permissions).flatMap((buildings) => Object.values(buildings).flat());
  const may = (type: TransactionType) => grantee.admin || grants.includes(type);
  return { may, types: (['DEBIT', 'CREDIT'] as const).filter(may) };
};
