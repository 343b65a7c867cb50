import { currentPermissions, mayTouch } from '#domain/permissions.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';

/** Making a building needs ENGINEERING in the company, changing one needs it on that very one. The service decides again. */
export const useBuildingAccess = () => {
  const { grantee } = useSession();
  const { companyId } = usePlace();
  return {
    mayCreate: companyId !== '' && currentPermissions(grantee, companyId, null).includes('ENGINEERING'),
    mayChange: (id: string) => mayTouch(grantee, companyId, [id], 'ENGINEERING'),
  };
};
