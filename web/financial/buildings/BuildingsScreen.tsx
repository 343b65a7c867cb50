import { currentPermissions, mayTouch } from '#domain/permissions.ts';
import type { BuildingRowFragment } from '#web/generated/financial.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { buildings } from './buildings.tsx';

/** Obras (§2 /building): the buildings of the company. */
const BuildingsScreen = () => {
  const { grantee, place } = useSession();
  const { companyId } = usePlace();
  // Creating needs ENGINEERING in the company, editing needs it on the building. The service checks again.
  const create = companyId !== '' && currentPermissions(grantee, companyId, null).includes('ENGINEERING');
  const readOnly = (row: BuildingRowFragment | null) =>
    (row ? mayTouch(grantee, companyId, [row.id], 'ENGINEERING') : create)
      ? undefined
      : 'Sem permissão de engenharia nesta obra, ela só pode ser consultada.';
  return <RegisterScreen register={buildings} rights={{ create, readOnly }} summary={() => place.company?.name} />;
};

export default BuildingsScreen;
