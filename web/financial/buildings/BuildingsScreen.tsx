import { FETCH_BUILDINGS_FAILED } from '#domain/messages.ts';
import { counted } from '#domain/numberFormat.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import type { BuildingRowFragment } from '#web/generated/financial.ts';
import { ActivePill, type Column } from '#web/ui/index.ts';
import { BuildingDrawer } from './BuildingDrawer.tsx';
import { useBuildingAccess } from './useBuildingAccess.ts';
import { useBuildingCalls, useBuildingList } from './useBuildings.ts';

type Row = BuildingRowFragment;

const stagesText = ({ stages }: Row): string => {
  const count = stages?.filter(({ level }) => (level ?? 0) === 0).length ?? 0;
  if (count === 0) return 'sem orçamento';
  return counted(count, 'etapa');
};

const columns: Column<Row>[] = [
  { id: 'name', title: 'Obra', sortable: true, tone: 'strong', minWidth: 200, flex: 2, value: (row) => row.name },
  { id: 'company', title: 'Empresa', minWidth: 160, tone: 'muted', value: (row) => row.company?.name },
  { id: 'stages', title: 'Etapas', width: 140, value: stagesText },
  {
    id: 'active',
    title: 'Situação',
    width: 120,
    value: (row) => (row.active ? 'Ativa' : 'Inativa'),
    render: (row) => <ActivePill active={row.active} feminine />,
  },
];

const countText = (count: number) => counted(count, 'obra');

/** Obras (§2 /building): the construction sites of the chosen company. */
const BuildingsScreen = () => {
  const list = useBuildingList();
  const { page } = list;
  const totals = list.data?.buildingTotals;
  const { toggle } = useBuildingCalls();
  const { mayCreate, mayChange } = useBuildingAccess();
  const { place } = useSession();
  return (
    <ListScreen
      title="Obras"
      summary={page && [countText(page.totalElements), place.company?.name].filter(Boolean).join(' · ')}
      list={list}
      failureText={FETCH_BUILDINGS_FAILED}
      columns={columns}
      rowActions={(row) => [
        {
          label: row.active ? 'Desativar' : 'Reativar',
          disabled: !mayChange(row.id),
          onClick: () => void toggle(row),
        },
      ]}
      defaultSort={{ id: 'name', desc: false }}
      card={(row) => ({
        id: row.id,
        title: row.name,
        meta: stagesText(row),
        endMeta: <ActivePill active={row.active} feminine />,
      })}
      searchLabel="Buscar em obras"
      tabs={[
        { id: '', label: 'Ativas', count: totals?.active },
        { id: 'false', label: 'Inativas', count: totals?.inactive },
        { id: 'all', label: 'Todas', count: totals?.all },
      ]}
      newLabel={mayCreate ? 'Nova obra' : undefined}
      emptyTitle="Nenhuma obra aqui"
      emptyText="Cadastre a obra: despesas, receitas e orçamento são apropriados a ela."
      drawer={(id, onMove) => (
        <BuildingDrawer
          key={id === 'new' ? 'new' : 'building'}
          id={id}
          onClose={() => list.setOwn('id', null)}
          onMove={onMove}
          onSaved={(saved) => list.setOwn('id', saved, 'replace')}
        />
      )}
    />
  );
};

export default BuildingsScreen;
