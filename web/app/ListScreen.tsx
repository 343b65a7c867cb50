import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  CardList,
  DataGrid,
  EmptyState,
  ErrorState,
  Fab,
  FilterBar,
  PageHeader,
  Pagination,
  preloadGrid,
  SearchBox,
  Skeleton,
  useIsPhone,
  ViewTabs,
  type CardItem,
  type DataGridProps,
  type SortEntry,
} from '#web/ui/index.ts';
import { useCallback, useEffect, type ReactNode } from 'react';
import { errorText } from './errors.ts';
import { filterText, withFilterText } from './listFilters.ts';
import styles from './ListScreen.module.css';
import type { ListState } from './useListQuery.ts';

export interface ListTab {
  /** Value of the filter, '' for all. */
  id: string;
  label: string;
  count?: number;
  tone?: 'neutral' | 'out';
}

export interface ListScreenProps<Row extends { id: string }> {
  title: string;
  /** "32 fornecedores · R$ 10.000,00" */
  summary?: ReactNode;
  list: ListState;
  /** What the server answered; undefined until the first page is here. */
  page: { content: readonly Row[]; totalElements: number } | null | undefined;
  loading: boolean;
  error: unknown;
  onRetry: () => void;
  /** Text of §8 for a list that could not be fetched. */
  failureText?: string;
  columns: DataGridProps<Row>['columns'];
  rowActions?: DataGridProps<Row>['rowActions'];
  defaultSort: SortEntry;
  /** One row on a phone. */
  card: (row: Row) => CardItem;
  searchLabel?: string;
  /** Views, each a value of the filter `tabKey` of the address. */
  tabs?: readonly ListTab[];
  tabKey?: string;
  tabsLabel?: string;
  /** More chips and buttons beside the search. */
  filters?: ReactNode;
  /** Buttons before the main one: ExportButton. */
  actions?: ReactNode;
  /** Absent: nothing can be made here. */
  newLabel?: string;
  /** First use: "Nenhum fornecedor ainda" and what to do. */
  emptyTitle: string;
  emptyText?: string;
  /** Totals over the filter, in the foot. */
  totals?: ReactNode;
  /** The open drawer of `?id=`; 'new' makes one. `onMove` goes to the neighbours in the list. */
  drawer?: (id: string, onMove: ((direction: 1 | -1) => void) | undefined) => ReactNode;
}

export const DEFAULT_PAGE_SIZE = 50;

/**
 * A list whose whole state is its address: search, views, sort, page, open drawer. The server filters, sorts and pages;
 * what was shown stays while the next page comes. Cards instead of the grid on a phone.
 */
export const ListScreen = <Row extends { id: string }>(props: ListScreenProps<Row>) => {
  const { list, page, newLabel, tabs, tabKey = 'active', searchLabel } = props;
  const { query, setQuery, own, setOwn } = list;
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) void preloadGrid();
  }, [phone]);
  const search = useCallback(
    (text: string) => setQuery(withFilterText(query, 'search', text || null), 'replace'),
    [query, setQuery],
  );
  const rows = page?.content ?? [];
  const openId = own('id');
  const openNew = () => setOwn('id', 'new');
  const index = rows.findIndex((row) => row.id === openId);
  const move = (direction: 1 | -1) => {
    const next = rows[index + direction];
    if (next) setOwn('id', next.id, 'replace');
  };
  const newButton = newLabel !== undefined && (
    <Button variant="primary" icon={<AddIcon />} onClick={openNew}>
      {newLabel}
    </Button>
  );
  return (
    <div className={styles.screen}>
      <PageHeader
        title={props.title}
        summary={props.summary}
        actions={
          !phone && (
            <>
              {props.actions}
              {newButton}
            </>
          )
        }
        tabs={
          tabs && (
            <ViewTabs
              ariaLabel={props.tabsLabel ?? 'Situação'}
              tabs={tabs}
              value={tabs.find(({ id }) => id === filterText(query, tabKey))?.id ?? ''}
              onChange={(id) => setQuery(withFilterText(query, tabKey, id || null))}
            />
          )
        }
      />
      {(searchLabel !== undefined || props.filters !== undefined) && (
        <FilterBar>
          {searchLabel !== undefined && (
            <SearchBox value={filterText(query, 'search') ?? ''} onChange={search} label={searchLabel} />
          )}
          {props.filters}
        </FilterBar>
      )}
      <Rows {...props} rows={rows} phone={phone} openId={openId} newButton={newButton} />
      <Pagination
        page={query.page ?? 0}
        size={query.size ?? DEFAULT_PAGE_SIZE}
        total={page?.totalElements}
        onPage={(next) => setQuery({ ...query, page: next === 0 ? undefined : next })}
        onSize={(size) => setQuery({ ...query, size, page: undefined })}
      >
        {props.totals}
      </Pagination>
      {phone && openId === null && newLabel !== undefined && (
        <Fab label={newLabel} icon={<AddIcon />} onClick={openNew} />
      )}
      {openId !== null && props.drawer?.(openId, index >= 0 ? move : undefined)}
    </div>
  );
};

interface RowsProps<Row extends { id: string }> extends ListScreenProps<Row> {
  rows: readonly Row[];
  phone: boolean;
  openId: string | null;
  newButton: ReactNode;
}

const Rows = <Row extends { id: string }>(props: RowsProps<Row>) => {
  const { list, rows, phone, loading, error, page } = props;
  const { query, setQuery, setOwn } = list;
  if (error && !page) {
    return <ErrorState message={errorText(error, props.failureText)} onRetry={props.onRetry} />;
  }
  const empty = <Empty {...props} />;
  if (phone) {
    if (rows.length === 0) return loading ? <Skeleton rows={8} /> : empty;
    return <CardList ariaLabel={props.title} items={rows.map(props.card)} onOpen={(id) => setOwn('id', id)} />;
  }
  return (
    <div className={styles.grid}>
      <DataGrid
        ariaLabel={props.title}
        rows={rows}
        columns={props.columns}
        rowId={(row) => row.id}
        loading={loading}
        empty={empty}
        sort={query.sort.length > 0 ? query.sort : [props.defaultSort]}
        onSort={(sort) => setQuery({ ...query, sort, page: undefined })}
        onOpen={props.drawer && ((row) => setOwn('id', row.id))}
        activeId={props.openId}
        rowActions={props.rowActions}
      />
    </div>
  );
};

const Empty = <Row extends { id: string }>(props: RowsProps<Row>) => {
  const { query, setQuery } = props.list;
  return query.filters.length > 0 ? (
    <EmptyState
      title="Nada com estes filtros"
      text="Mude a busca ou limpe os filtros para ver tudo."
      action={<Button onClick={() => setQuery({ filters: [], sort: query.sort })}>Limpar filtros</Button>}
    />
  ) : (
    <EmptyState title={props.emptyTitle} text={props.emptyText} action={props.newButton || undefined} />
  );
};
