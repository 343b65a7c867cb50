import { activeOf, filterText, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/register/registerCalls.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useListPage } from '#web/list/useListPage.ts';
import {
  BuildingsDocument,
  useCreateBuildingMutation,
  useDeleteBuildingMutation,
  useUpdateBuildingMutation,
  type BuildingRowFragment,
} from '#web/generated/financial.ts';

const filters: FilterSpecs = { active: specs.active, search: specs.search, name: specs.text('Nome') };

/** The page of the company's buildings that the address asks for; active ones unless it says otherwise. */
export const useBuildingList = () => {
  const { companyId } = usePlace();
  return useListPage({
    document: BuildingsDocument,
    pageOf: (data) => data.buildings,
    filters,
    sortable: ['name'],
    variables: (query) => {
      const search = filterText(query, 'search') ?? null;
      return { companyId, filter: { active: activeOf(query), search, ...sentOf(query, filters, ['name']) } };
    },
    skip: companyId === '',
  });
};

const lists = ['buildings', 'buildingTotals'];
const forgetLists = forgetting(...lists);

/** The calls that change buildings; the user's lists and the chosen place follow (§4). */
export const useBuildingCalls = () => {
  const { companyId, buildingId } = usePlace();
  const { reload, setPlace } = useSession();
  const quiet = { context: { quiet: true } };
  const [create] = useCreateBuildingMutation(quiet);
  const [update] = useUpdateBuildingMutation(quiet);
  const [remove] = useDeleteBuildingMutation(quiet);

  const change = async ({ id, version, name }: BuildingRowFragment, values: { name?: string; active?: boolean }) => {
    const input = { name, ...values };
    const { data } = await update({ variables: { companyId, id, version, input }, update: forgetLists });
    await reload();
    return data?.updateBuilding.building;
  };

  /** Throws what the gateway answers. */
  const save = async (row: BuildingRowFragment | null, name: string): Promise<BuildingRowFragment | undefined> => {
    if (row) return change(row, { name });
    const { data } = await create({ variables: { companyId, input: { name } }, update: forgetLists });
    await reload();
    return data?.createBuilding.building;
  };

  const toggle = (row: BuildingRowFragment) =>
    toggleActive(row, ['Obra', 'a'], (before, active) => change(before, { active }));

  const eraseBuilding = ({ id }: BuildingRowFragment) =>
    erase(async () => {
      await remove({
        variables: { companyId, id },
        update: forgettingRow({ __typename: 'Building', id }, ...lists),
      });
      if (buildingId === id) setPlace(companyId, null);
      await reload();
    }, 'Obra excluída');
  return { save, toggle, erase: eraseBuilding };
};
