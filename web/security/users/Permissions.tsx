import { matchesSearch } from '#domain/text.ts';
import { errorText } from '#web/client/errors.ts';
import type { FormState } from '#web/form/useForm.ts';
import {
  useGrantableCompaniesQuery,
  usePermissionTemplatesQuery,
  type UserRowFragment,
} from '#web/generated/security.ts';
import { Banner, Button, ErrorState, FormSection, Menu, SearchBox, Skeleton, useReadOnly } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { grantedPlaces, keysOfRows, permissionsText, withGrants, type GrantKey, type UserForm } from './model.ts';
import { PermissionMatrix, type MatrixCompany, type PermissionMatrixProps } from './PermissionMatrix.tsx';
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
export const Permissions = ({
  editor,
  given,
}: {
  editor: FormState<UserForm>;
  /** What groups give besides. */
  given: UserRowFragment['groupPermissions'];
}) => {
  const { form, problems, set } = editor;
  const refused = Object.entries(problems).find(([path]) => path.startsWith('permissions'))?.[1];
  return (
    <FormSection title="Permissões">
      {form.admin ? (
        <p className={styles.note}>Administradores não precisam de permissões: já acessam todas as empresas e obras.</p>
      ) : (
        <>
          {given.length > 0 && (
            <div className={styles.wide}>
              <Banner tone="info">
                Pelos grupos da organização: {permissionsText(given)}. Isto sai quando a pessoa sai do grupo; o que for
                marcado abaixo fica.
              </Banner>
            </div>
          )}
          <ApplyTemplate grants={form.permissions} onChange={(permissions) => set({ permissions })} />
          <GrantMatrix grants={form.permissions} onChange={(permissions) => set({ permissions })} />
        </>
      )}
      {!form.admin &&
        given.length === 0 &&
        form.permissions.length === 0 &&
        (form.login !== '' || form.name !== '') && (
          <div className={styles.wide}>
            <Banner tone="warning">
              {form.service
                ? 'Sem nenhuma permissão, os programas não encontram nenhuma empresa. Marque ao menos uma.'
                : 'Sem nenhuma permissão, esta pessoa entra e não encontra nenhuma empresa. Marque ao menos uma.'}
            </Banner>
          </div>
        )}
      {refused !== undefined && <p className={styles.problem}>{refused}</p>}
    </FormSection>
  );
};

interface Grants {
  grants: GrantKey[];
  onChange: PermissionMatrixProps['onChange'];
}

/** Adds what a template has; nothing where there are no templates. */
const ApplyTemplate = ({ grants, onChange }: Grants) => {
  const { data } = usePermissionTemplatesQuery({ fetchPolicy: 'cache-and-network', context: { quiet: true } });
  const templates = data?.permissionTemplates ?? [];
  if (useReadOnly() || templates.length === 0) return null;
  return (
    <div className={styles.wide}>
      <Menu
        trigger={<Button>Aplicar modelo</Button>}
        actions={templates.map(({ name, permissions }) => ({
          label: name,
          onClick: () => onChange(withGrants(grants, keysOfRows(permissions), true)),
        }))}
      />
    </div>
  );
};

/** The matrix over all companies of the account, with a search where there are many. */
export const GrantMatrix = ({ grants, onChange }: Grants) => {
  const { companies, error, refetch } = useCompanies(grants);
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
          grants={grants}
          onChange={onChange}
        />
      )}
    </>
  );
};
