import type { BuildingPart as RestBuildingPart } from '#schema/financial/transactions/byBuilding.rest.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { type BuildingParent, embeddedBuilding, toBuilding } from '../buildings.ts';
import type { CompanyParent } from '../companies.ts';

export type BuildingPartParent = Omit<RestBuildingPart, 'building'> & {
  building: BuildingParent | null;
};

/** The filters of a list that choose shares. */
export const placeOf = <Place extends { building?: unknown; costEstimateGroup?: unknown; withinStage?: unknown }>({
  building,
  costEstimateGroup,
  withinStage,
}: Place): Pick<Place, 'building' | 'costEstimateGroup' | 'withinStage'> => ({
  building,
  costEstimateGroup,
  withinStage,
});

/** What asks for the parts of the rows of a page, in one call; none for a page without rows. */
export const partsOf =
  (
    rows: readonly { id: number; company: CompanyParent }[],
    ask: (ids: string) => Promise<{ content: RestBuildingPart[] }>,
  ) =>
  async (): Promise<BuildingPartParent[]> => {
    const [first] = rows;
    if (!first) return [];
    const { content } = await ask(rows.map(({ id }) => id).join(','));
    // A list is that of one company.
    return content.map((part) => ({
      ...part,
      building: part.building && toBuilding(part.building, first.company),
    }));
  };

export const buildingParts: Resolvers = {
  BuildingPart: { building: embeddedBuilding, walletNames: ({ banks }) => banks.map(({ text }) => text) },
};
