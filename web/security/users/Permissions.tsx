import { matchesSearch } from '#domain/text.ts';
import { errorText } from '#web/client/errors.ts';
import type { FormState } from '#web/form/useForm.ts';
import { useGrantableCompaniesQuery } from '#web/generated/security.ts';
import { Banner, ErrorState, FormSection, SearchBox, Skeleton } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { grantedPlaces, type UserForm } from './model.ts';
import { PermissionMatrix, type MatrixCompany } from './PermissionMatrix.tsx';
import styles from './UserFields.module.css';

/** Number of rows from which the search is shown. */
const MANY = 15;

/** Returns the companies that match by name, with all buildings, or those with matching buildings, with these only. */
const found = (companies: readonly MatrixCompany[], search: string): readonly MatrixCompany[] =>
  search.trim() === ''
    ? companies
    : companies.flatMap((company) => {
        if (matchesSearch(company.name, search)) return [company];
        const buildings = company.buildings.filter(({ name }) => matchesSearch(name, search));
        return buildings.length > 0 ? [{ ...company, buildings }] : [];
      });

/** Returns the active companies and buildings, and inactive ones that still have a grant. */
const useCompanies = (grants: UserForm['permissions']) => {
  const { data, error, refetch } = useGrantableCompaniesQuery({
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const all = data?.grantableCompanies;
  const companies = useMemo(() => {
    const granted = grantedPlaces(grants);
    return all
      ?.filter(({ id, active }) => active || granted.has(id))
      .map(({ id, name, buildings }): MatrixCompany => {
        const offered = buildings.filter((building) => building.active || granted.has(`${id}/${building.id}`));
        return { id, name, buildings: offered };
      });
  }, [all, grants]);
  return { companies, error, refetch };
};

/** Permissions by place (§6), over all companies of the account. */
export const Permissions = ({ editor }: { editor: FormState<UserForm> }) => {
  const { form, problems } = editor;
  const refused = Object.entries(problems).find(([path]) => path.startsWith('permissions'))?.[1];
  return (
    <FormSection title="Permissões">
      {form.admin ? (
        <p className={styles.note}>Administradores não precisam de permissões: já acessam todas as empresas e obras.</p>
      ) : (
        <Matrix editor={editor} />
      )}
      {!form.admin && form.permissions.length === 0 && (form.login !== '' || form.name !== '') && (
        <div className={styles.wide}>
          <Banner tone="warning">
            Sem nenhuma permissão, esta pessoa entra e não encontra nenhuma empresa. Marque ao menos uma.
          </Banner>
        </div>
      )}
      {refused !== undefined && <p className={styles.problem}>{refused}</p>}
    </FormSection>
  );
};

const Matrix = ({ editor: { form, set } }: { editor: FormState<UserForm> }) => {
  const { companies, error, refetch } = useCompanies(form.permissions);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => found(companies ?? [], search), [companies, search]);
  if (!companies) {
    return (
      <div className={styles.wide}>
        {error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : <Skeleton rows={4} />}
      </div>
    );
  }
  const many = companies.length + companies.reduce((count, { buildings }) => count + buildings.length, 0) > MANY;
  return (
    <>
      {many && (
        <div className={styles.wide}>
          <SearchBox value={search} onChange={setSearch} label="Buscar empresa ou obra" />
        </div>
      )}
      {shown.length === 0 ? (
        <p className={styles.note}>Nenhuma empresa ou obra com “{search}”.</p>
      ) : (
        <PermissionMatrix
          key={search}
          companies={shown}
          everything={search.trim() === '' ? 'Todas as empresas' : 'Todas as encontradas'}
          grants={form.permissions}
          onChange={(permissions) => set({ permissions })}
        />
      )}
    </>
  );
};
