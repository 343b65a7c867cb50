import { FETCH_CATEGORIES_FAILED } from '#domain/messages.ts';
import { counted } from '#domain/numberFormat.ts';
import { ChangedPlaces } from '#web/list/ChangedPlaces.tsx';
import { errorText } from '#web/client/errors.ts';
import { isStatementLine, statementLineLabel } from '#domain/statementLines.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { PrintedPage } from '#web/list/print/PrintedPage.tsx';
import { useFacts } from '#web/list/print/useFacts.ts';
import { ImportButton } from '#web/list/ImportButton.tsx';
import { FilterChips } from '#web/list/FilterChips.tsx';
import { filterText, equals, oneOf, specs, unreadOf, withFilter, type FilterSpecs } from '#web/list/listFilters.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { useKeptScroll } from '#web/list/useKeptScroll.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { UnreadFilters } from '#web/list/UnreadFilters.tsx';
import { useStayingRows } from '#web/list/useStayingRows.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { CategoriesDocument, type CategoryRowFragment } from '#web/generated/financial.ts';
import { RowEditor } from '#web/register/RegisterEditor.tsx';
import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  Drawer,
  EmptyState,
  ErrorState,
  Fab,
  FilterBar,
  PageHeader,
  Screen,
  SearchBox,
  Skeleton,
  Switch,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useCallback, useMemo } from 'react';
import { categories, incomeCategories } from './categories.ts';
import { CategoryTree } from './CategoryTree.tsx';
import { categoryColumns } from './columns.ts';
import { shownOf, treeOf } from './tree.ts';
import { useCategoryAccess } from './useCategoryAccess.ts';

const views = ['ALL', 'CREDIT', 'DEBIT'] as const;
type View = (typeof views)[number];
const LABELS = { ALL: 'Todas', CREDIT: 'Receitas', DEBIT: 'Despesas' } as const;
const NO_VARIABLES = {};
const LIVE = {};
const filters: FilterSpecs = {
  type: { label: 'Tipo', reads: oneOf('CREDIT', 'DEBIT') },
  search: specs.search,
  active: specs.active,
  name: specs.text('Nome'),
  statementLine: {
    label: 'Linha do demonstrativo',
    reads: isStatementLine,
    shows: (text) => (isStatementLine(text) ? statementLineLabel(text) : text),
  },
};

/** Categorias (§2 /category): the lines of the income statement, each with its categories. */
const CategoriesScreen = () => {
  const list = useListQuery();
  const { query, setQuery, own, setOwn } = list;
  const phone = useIsPhone();
  const { may, types } = useCategoryAccess();
  const { page, loading, refreshing, error, live, refetch } = useAllRows({
    document: CategoriesDocument,
    variables: NO_VARIABLES,
    pageOf: (data) => data.page,
    withPage: (data, page) => ({ ...data, page }),
    fresh: true,
    live: LIVE,
  });
  const failure = error ? errorText(error, FETCH_CATEGORIES_FAILED) : null;
  useFailureNotice(failure, page !== undefined && failure === null);
  const all = page?.content;
  const view = views.find((one) => one === filterText(query, 'type')) ?? 'ALL';
  const search = filterText(query, 'search') ?? '';
  const withInactive = filterText(query, 'active') === 'all';
  const setSearch = useCallback(
    (text: string) => setQuery((now) => withFilter(now, 'search', text || null), 'replace'),
    [setQuery],
  );
  const count = (type: View) =>
    all?.filter((one) => (type === 'ALL' || one.type === type) && (withInactive || one.active)).length;
  const matching = useMemo(
    () =>
      all &&
      shownOf(all, { type: view === 'ALL' ? null : view, search, withInactive }).filter(
        ({ name, statementLine }) => equals(query, 'name', name) && equals(query, 'statementLine', statementLine),
      ),
    [all, view, search, withInactive, query],
  );
  const { rows: shown, left: moved } = useStayingRows({
    view: JSON.stringify(query.filters),
    rows: matching,
    loading,
    refreshing,
    now: ({ id }) => all?.find((category) => category.id === id) ?? null,
  });
  const left = useMemo(() => new Set([...moved, ...live.gone]), [moved, live.gone]);
  const branches = treeOf(shown, search);
  const scroll = useKeptScroll('tree', all !== undefined, JSON.stringify(query));
  const openId = own('id');
  const { facts } = useFacts(
    { query, filters, sort: [] },
    {
      columns: categoryColumns,
      ...{ tabKey: 'type', viewWords: { label: 'Tipo', value: LABELS[view] } },
      filterWords: [{ label: 'Situação', value: withInactive ? 'ativas e inativas' : 'ativas' }],
    },
  );
  const openNew = () => setOwn('id', 'new');
  /** Null for a new category; undefined when the id does not exist. */
  const opened = all && openId === 'new' ? null : all?.find(({ id }) => id === openId);
  const readOnly = (category: CategoryRowFragment | null) =>
    may(category?.type ?? types[0] ?? 'DEBIT')
      ? undefined
      : 'Sem permissão para este tipo de categoria, ela só pode ser consultada.';
  return (
    <Screen>
      <PageHeader
        title="Categorias"
        summary={
          all && (
            <>
              {counted(count('ALL') ?? 0, 'categoria')}
              <ChangedPlaces left={left.size} added={live.added} onRefresh={() => void refetch()} />
            </>
          )
        }
        actions={
          <>
            <ImportButton />
            <ExportButton
              title="Categorias"
              columns={categoryColumns}
              rows={treeOf(matching ?? [], search).flatMap(({ categories }) => categories)}
              facts={facts}
              printKey
            />
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
            tabs={views.map((id) => ({ id, label: LABELS[id], count: count(id) }))}
            onChange={(id) => setQuery((now) => withFilter(now, 'type', id === 'ALL' ? null : id))}
          />
        }
      />
      <UnreadFilters unread={unreadOf(list, filters, [])} list={list} />
      <FilterBar>
        <SearchBox value={search} onChange={setSearch} label="Buscar em categorias" />
        <Switch
          label="Mostrar inativas"
          checked={withInactive}
          onChange={(on) => setQuery((now) => withFilter(now, 'active', on ? 'all' : null))}
        />
        <FilterChips filters={filters} list={list} />
      </FilterBar>
      {!all && failure !== null ? (
        <ErrorState message={failure} onRetry={() => void refetch()} />
      ) : !all && loading ? (
        <Skeleton rows={12} />
      ) : branches.length === 0 ? (
        <EmptyState
          title="Nada com estes filtros"
          action={<Button onClick={() => setQuery({ filters: [], sort: [] })}>Limpar filtros</Button>}
        />
      ) : (
        <CategoryTree
          scroll={scroll}
          branches={branches}
          left={left}
          changed={live.changed}
          activeId={openId}
          onOpen={({ id }) => setOwn('id', id)}
        />
      )}
      <PrintedPage rows={branches.flatMap(({ categories }) => categories)} columns={categoryColumns} facts={facts} />
      {phone && openId === null && types.length > 0 && (
        <Fab label="Nova categoria" icon={<AddIcon />} onClick={openNew} />
      )}
      {opened !== undefined && (
        <RowEditor
          key={openId}
          rows={types[0] === 'CREDIT' ? incomeCategories : categories}
          row={opened}
          rights={{ readOnly }}
          onClose={() => setOwn('id', null)}
          onSaved={(id) => setOwn('id', id, 'replace')}
          onReload={() => void refetch()}
        />
      )}
      {opened === undefined && openId !== null && all && (
        <Drawer open onClose={() => setOwn('id', null)} title="Categoria">
          <EmptyState title="Categoria não encontrada" />
        </Drawer>
      )}
    </Screen>
  );
};

export default CategoriesScreen;
