import {
  useBulletinPartiesQuery,
  useCompleteBuildingMutation,
  useCompleteCompanyMutation,
} from '#web/generated/engineering.ts';
import type { Head } from './words.ts';

/** What the dialog before the first print asks for. */
export interface Typed {
  taxId: string;
  address: string;
  technicalName: string;
  technicalTitle: string;
  technicalRegistration: string;
}

export const NOTHING_TYPED: Typed = {
  taxId: '',
  address: '',
  technicalName: '',
  technicalTitle: '',
  technicalRegistration: '',
};

const pick = (typed: Partial<Typed>, keys: readonly (keyof Typed)[]) => {
  const entries = keys.flatMap((key) => {
    const text = typed[key]?.trim() ?? '';
    return text === '' ? [] : [[key, text] as const];
  });
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Partial<Typed>);
};

/** Company and building of a boletim, and how to add to them. */
export const useBulletinParties = ({ companyId, building: { id: buildingId } }: Head) => {
  const { data } = useBulletinPartiesQuery({ variables: { companyId, buildingId }, fetchPolicy: 'network-only' });
  const [completeCompany] = useCompleteCompanyMutation({ context: { quiet: true } });
  const [completeBuilding] = useCompleteBuildingMutation({ context: { quiet: true } });
  const [company, building] = [data?.company, data?.building];
  return {
    ready: company != null && building != null,
    known: {
      technicalName: building?.technicalName ?? '',
      technicalTitle: building?.technicalTitle ?? '',
      technicalRegistration: building?.technicalRegistration ?? '',
    },
    /** Stores what was typed, each in its place. */
    save: async (typed: Partial<Typed>): Promise<void> => {
      const ofCompany = pick(typed, ['taxId', 'address']);
      const ofBuilding = pick(typed, ['technicalName', 'technicalTitle', 'technicalRegistration']);
      if (ofCompany && company) {
        const { id, version, name } = company;
        await completeCompany({ variables: { id, version, input: { name, ...ofCompany } } });
      }
      if (ofBuilding && building) {
        const { id, version, name } = building;
        await completeBuilding({ variables: { companyId, id, version, input: { name, ...ofBuilding } } });
      }
    },
  };
};
