import { FETCH_CATEGORIES_FAILED } from '#domain/messages.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/app/errors.ts';
import { ExportButton } from '#web/app/ExportButton.tsx';
import { filterText, useUnknownFilters, withFilter } from '#web/app/listFilters.ts';
import { useAllRows } from '#web/app/useAllRows.ts';
import { useKeptScroll } from '#web/app/useKeptScroll.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import { CategoriesDocument } from '#web/generated/financial.ts';
import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Fab,
  FilterBar,
  PageHeader,
  PrintTable,
  Screen,
  SearchBox,
  Skeleton,
  Switch,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useCallback } from 'react';
import { CategoryDrawer } from './CategoryDrawer.tsx';
import { CategoryTree } from './CategoryTree.tsx';
import { categoryColumns } from './columns.ts';
import { treeOf } from './tree.ts';
import { useCategoryAccess } from './useCategories.ts';

const views = ['ALL', 'CREDIT', 'DEBIT'] as const;
type View = (typeof views)[number];
const NO_VARIABLES = {};

/** Categorias (§2 /category): the lines of the income statement, and under each its categories of income and expense. */
const CategoriesScreen = () => {
  const { query, setQuery, own, setOwn } = useListQuery();
  const phone = useIsPhone();
  const { types } = useCategoryAccess();
  useUnknownFilters(query, ['type', 'search', 'active']);
  const { page, loading, error, refetch } = useAllRows({
    document: CategoriesDocument,
    variables: NO_VARIABLES,
    pageOf: (data) => data.categories,
    withPage: (data, categories) => ({ ...data, categories }),
    fresh: true,
  });
  const all = page?.content;
  const view = views.find((one) => one === filterText(query, 'type')) ?? 'ALL';
  const search = filterText(query, 'search') ?? '';
  const withInactive = filterText(query, 'active') === 'all';
  const setSearch = useCallback(
    (text: string) => setQuery(withFilter(query, 'search', text || null), 'replace'),
    [query, setQuery],
  );
  const count = (type: View) =>
    all?.filter((one) => (type === 'ALL' || one.type === type) && (withInactive || one.active)).length;
  const branches = treeOf(all ?? [], { type: view === 'ALL' ? null : view, search, withInactive });
  const scroll = useKeptScroll('tree', all !== undefined, JSON.stringify(query));
  const shown = branches.flatMap(({ categories }) => categories);
  const openId = own('id');
  const openNew = () => setOwn('id', 'new');
  const opened = all?.find(({ id }) => id === openId);
  return (
    <Screen>
      <PageHeader
        title="Categorias"
        summary={all && counted(count('ALL') ?? 0, 'categoria')}
        actions={
          <>
            <ExportButton title="Categorias" columns={categoryColumns} rows={shown} />
            {!phone && types.length > 0 && (
              <Button variant="primary" icon={<AddIcon />} onClick={openNew}>
                Nova categoria
              </Button>
            )}
          </>
        }
        tabs={
          <ViewTabs<View>
            ariaLabel="Tipo"
            value={view}
            tabs={[
              { id: 'ALL', label: 'Todas', count: count('ALL') },
              { id: 'CREDIT', label: 'Receitas', count: count('CREDIT') },
              { id: 'DEBIT', label: 'Despesas', count: count('DEBIT') },
            ]}
            onChange={(id) => setQuery(withFilter(query, 'type', id === 'ALL' ? null : id))}
          />
        }
      />
      <FilterBar>
        <SearchBox value={search} onChange={setSearch} label="Buscar em categorias" />
        <Switch
          label="Mostrar inativas"
          checked={withInactive}
          onChange={(on) => setQuery(withFilter(query, 'active', on ? 'all' : null))}
        />
      </FilterBar>
      {!all && error ? (
        <ErrorState message={errorText(error, FETCH_CATEGORIES_FAILED)} onRetry={() => void refetch()} />
      ) : !all && loading ? (
        <Skeleton rows={12} />
      ) : branches.length === 0 ? (
        <EmptyState
          title="Nada com estes filtros"
          action={<Button onClick={() => setQuery({ filters: [], sort: [] })}>Limpar filtros</Button>}
        />
      ) : (
        <CategoryTree scroll={scroll} branches={branches} activeId={openId} onOpen={({ id }) => setOwn('id', id)} />
      )}
      <PrintTable rows={shown} columns={categoryColumns} />
      {phone && openId === null && types.length > 0 && (
        <Fab label="Nova categoria" icon={<AddIcon />} onClick={openNew} />
      )}
      {openId !== null && all && (
        <CategoryDrawer
          key={openId}
          category={openId === 'new' ? null : opened}
          onClose={() => setOwn('id', null)}
          onSaved={(id) => setOwn('id', id, 'replace')}
          onReload={() => void refetch()}
        />
      )}
    </Screen>
  );
};

export default CategoriesScreen;
