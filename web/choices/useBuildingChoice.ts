import { SAVE_BUILDING_FAILED } from '#domain/messages.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { buildingForm } from '#web/financial/buildings/BuildingFields.tsx';
import { buildings } from '#web/financial/buildings/buildings.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

/**
 * Returns the company's buildings that the user may enter. `create` exists for admins only: other users get just
 * ENGINEERING on a building they create, so they could not store the transaction with it.
 */
export const useBuildingChoice = () => {
  const { place, grantee } = useSession();
  const { save } = buildings.useCalls();
  const options = useMemo(
    () => (place.company?.buildings ?? []).map(({ id, name }) => ({ id, label: name })),
    [place.company],
  );
  const create = async (name: string): Promise<Option | null> => {
    try {
      const building = await save({ ...buildingForm.formOf(null), name }, null);
      if (!building) return null;
      notifySuccess('Obra cadastrada', { detail: name });
      return { id: building.id, label: building.name };
    } catch (error) {
      notifyFailure(error, SAVE_BUILDING_FAILED);
      return null;
    }
  };
  return { options, create: grantee.admin ? create : undefined };
};

/** Returns the building of the place; null while all of them are chosen. */
export const useChosenBuilding = (): Option | null => {
  const { building } = useSession().place;
  return useMemo(() => (building ? { id: building.id, label: building.name } : null), [building]);
};
