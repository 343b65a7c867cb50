import { FETCH_COMPANIES_FAILED } from '#domain/messages.ts';
import { counted } from '#domain/numberFormat.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { companyCard, companyColumns } from './columns.tsx';
import { CompanyDrawer } from './CompanyDrawer.tsx';
import { useCompanyCalls, useCompanyList } from './useCompanies.ts';

/** `/home/forms/settings/company`: the companies of the account, and the drawer of one (`?id=`). */
const CompaniesScreen = () => {
  const list = useCompanyList();
  const { page } = list;
  const totals = list.data?.companyTotals;
  const { toggle } = useCompanyCalls();
  return (
    <ListScreen
      title="Empresas"
      summary={page && counted(page.totalElements, 'empresa')}
      list={list}
      failureText={FETCH_COMPANIES_FAILED}
      columns={companyColumns}
      rowActions={(row) => [{ label: row.active ? 'Desativar' : 'Reativar', onClick: () => void toggle(row) }]}
      defaultSort={{ id: 'name', desc: false }}
      card={companyCard}
      searchLabel="Buscar em empresas"
      tabs={[
        { id: '', label: 'Todas', count: totals?.all },
        { id: 'true', label: 'Ativas', count: totals?.active },
        { id: 'false', label: 'Inativas', count: totals?.inactive },
      ]}
      newLabel="Nova empresa"
      emptyTitle="Nenhuma empresa ainda"
      emptyText="Cadastre a primeira: nome, CNPJ e logo."
      drawer={(id, onMove) => (
        <CompanyDrawer
          key={id === 'new' ? 'new' : 'company'}
          id={id}
          onClose={() => list.setOwn('id', null)}
          onMove={onMove}
          onSaved={(saved) => list.setOwn('id', saved, 'replace')}
        />
      )}
    />
  );
};

export default CompaniesScreen;
