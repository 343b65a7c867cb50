import {
  DELETE_BUILDING_FAILED,
  FETCH_BUILDING_FAILED,
  FETCH_BUILDINGS_FAILED,
  SAVE_BUILDING_FAILED,
} from '#domain/messages.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  BuildingDocument,
  BuildingsDocument,
  CreateBuildingDocument,
  DeleteBuildingDocument,
  UpdateBuildingDocument,
  type BuildingRowFragment,
} from '#web/generated/financial.ts';
import { specs } from '#web/list/listFilters.ts';
import { activeColumn, nameColumn } from '#web/register/columns.tsx';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { Noun } from '#web/register/noun.ts';
import { ActivePill } from '#web/ui/index.ts';
import { buildingForm } from './BuildingFields.tsx';

const noun: Noun = { one: 'obra', many: 'obras', gender: 'a' };

const stagesText = ({ stages }: BuildingRowFragment): string => {
  const count = stages?.filter(({ level }) => (level ?? 0) === 0).length ?? 0;
  return count === 0 ? 'sem orçamento' : counted(count, 'etapa');
};

/** The register of buildings; forms also use it to create a building. */
export const buildings = defineRegister({
  noun,
  draftKey: 'building',
  operations: {
    list: BuildingsDocument,
    one: BuildingDocument,
    create: CreateBuildingDocument,
    update: UpdateBuildingDocument,
    remove: DeleteBuildingDocument,
  },
  filters: { name: specs.text('Nome') },
  columns: [
    nameColumn('Obra'),
    { id: 'company', title: 'Empresa', minWidth: 160, tone: 'muted', value: (row) => row.company?.name },
    { id: 'stages', title: 'Etapas', width: 140, value: stagesText },
    activeColumn(noun),
  ],
  card: (row) => ({
    ...{ id: row.id, title: row.name, meta: stagesText(row) },
    endMeta: <ActivePill active={row.active} feminine />,
  }),
  form: buildingForm,
  nameOf: (row) => row.name,
  subtitle: (row, company) => row?.company?.name ?? company,
  emptyTitle: 'Nenhuma obra aqui',
  emptyText: 'Cadastre a obra: despesas, receitas e orçamento são apropriados a ela.',
  loss: 'A obra e as permissões sobre ela deixam de existir.',
  typedName: true,
  failures: {
    list: FETCH_BUILDINGS_FAILED,
    one: FETCH_BUILDING_FAILED,
    save: SAVE_BUILDING_FAILED,
    remove: DELETE_BUILDING_FAILED,
  },
  // The session's lists and the place are updated (§4).
  inSession: true,
  onDeleted: (id, { place, setPlace }) => {
    if (place.company && place.building?.id === id) setPlace(place.company.id, null);
  },
});
