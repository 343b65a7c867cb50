import { allowedBuildings, hasAllOf } from '#domain/permissions.ts';
import { filterText, isId } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';

/** The obra that the address names, else the chosen one; and those of the company that the user buys for. */
export const usePurchasePlace = ({ query }: Pick<ListState, 'query'>) => {
  const { grantee, place } = useSession();
  const { companyId, buildingId: placed } = usePlace();
  const named = filterText(query, 'building');
  const allowed = allowedBuildings(grantee, companyId, ['PURCHASE']);
  const buildings = (place.company?.buildings ?? []).filter(({ id }) => allowed === 'all' || allowed.includes(id));
  return { companyId, buildingId: isId(named) ? named : placed, named: isId(named), buildings };
};

/** What the user may see beside the overview of a building. */
export const useNeighbours = (buildingId: string) => {
  const { grantee } = useSession();
  const { companyId } = usePlace();
  const scope = { companyId, buildingId };
  return { engineering: hasAllOf(grantee, ['ENGINEERING'], scope), expenses: hasAllOf(grantee, ['DEBIT'], scope) };
};
