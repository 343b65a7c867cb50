import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  CardList,
  cellText,
  Changed,
  DataGrid,
  EmptyState,
  ErrorState,
  Fab,
  FilterBar,
  Leaving,
  PageHeader,
  Pagination,
  preloadGrid,
  PrintTable,
  Screen,
  SearchBox,
  Skeleton,
  Totals,
  useIsPhone,
  ViewTabs,
  type CardItem,
  type Column,
  type DataGridProps,
  type SortEntry,
  type Total,
} from '#web/ui/index.ts';
import { useFocusWhenLost } from '#web/ui/lostFocus.ts';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { ChangedPlaces } from './ChangedPlaces.tsx';
import { errorText } from '#web/client/errors.ts';
import { ExportButton } from './ExportButton.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ImportButton } from './ImportButton.tsx';
import { filterText, withFilter } from './listFilters.ts';
import styles from './ListScreen.module.css';
import { UnreadFilters } from './UnreadFilters.tsx';
import { useKeptScroll } from './useKeptScroll.ts';
import type { LiveMarks } from './liveRows.ts';
import type { ListAnswer, ListPage } from './useListPage.ts';
import { useFailureNotice } from './useFailureNotice.ts';
import type { Selection } from './useSelection.ts';

export interface ListTab {
  /** Value of the filter, '' for all. */
  id: string;
  label: string;
  count?: number;
  tone?: 'neutral' | 'out' | 'warning';
}

export interface ListScreenProps<Row extends { id: string }> {
  title: string;
  /** "32 fornecedores · R$ 10.000,00" */
  summary?: ReactNode;
  /** Result of useListPage. */
  list: ListPage<ListAnswer<Row>>;
  /** Text of §8 for a list that failed to load. */
  failureText?: string;
  columns: readonly Column<Row>[];
  /** Columns of the exported file besides those of the grid. */
  fileColumns?: readonly Column<Row>[];
  rowActions?: DataGridProps<Row>['rowActions'];
  /** Sort shown in the grid's header when the address has none; absent when no single column describes the order. */
  defaultSort?: SortEntry;
  /** Called with the value of an edited cell. */
  onEdit?: DataGridProps<Row>['onEdit'];
  /** Card of a row on a phone. */
  card: (row: Row) => CardItem;
  /** Id of a row to scroll into view. */
  inView?: string | null;
  /** Selected rows, and the actions for them (a BulkBar). */
  selection?: Selection;
  bulk?: ReactNode;
  searchLabel?: string;
  /** Between the filters and the rows: figures that narrow the list. */
  above?: ReactNode;
  /** Filters beside the rows on a wide screen: panes of a tree, of sources. */
  aside?: ReactNode;
  /** Filter keys that the address always has: they do not count as filters, and clearing keeps them. */
  lasting?: readonly string[];
  /** Views, each a value of the filter `tabKey` of the address. */
  tabs?: readonly ListTab[];
  tabKey?: string;
  tabsLabel?: string;
  /** Chooses a view in place of the filter; for views that are no filter. */
  onTab?: (id: string) => void;
  /** More chips and buttons beside the search. */
  filters?: ReactNode;
  /** Buttons before the export: an import. */
  actions?: ReactNode;
  /** Absent: this list cannot create rows. */
  newLabel?: string;
  /** Title on first use: "Nenhum fornecedor ainda". */
  emptyTitle: string;
  emptyText?: string;
  /** Other ways to begin, beside the button of a new row. */
  emptyActions?: ReactNode;
  /** Totals over the filter, in the foot. */
  totals?: readonly Total[];
  /** Id that a row opens, where it is not the row's own. */
  opens?: (row: Row) => string;
  /** The open drawer of `?id=`; 'new' creates a row. `onMove` opens the next or previous row of the list. */
  drawer?: (id: string, onMove: ((direction: 1 | -1) => void) | undefined) => ReactNode;
}

const NO_SORT: readonly SortEntry[] = [];

/**
 * A list with its whole state in the address: search, views, sort, page, selection, open drawer; back and forward
 * restore it. The server filters, sorts and pages; the shown rows stay while the next page loads. Shows cards instead
 * of the grid on a phone. Every list can be exported and printed.
 */
export const ListScreen = <Row extends { id: string }>(props: ListScreenProps<Row>) => {
  const { list, columns, newLabel, tabs, tabKey = 'active', searchLabel, opens = idOf } = props;
  const { query, setQuery, own, setOwn, page, number, size } = list;
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) void preloadGrid();
  }, [phone]);
  const total = page?.totalElements;
  useEffect(() => {
    // The page does not exist (any more): goes to the last page.
    const last = Math.max(0, Math.ceil((total ?? 0) / size) - 1);
    if (list.ready && number > last) setQuery({ ...query, page: last || undefined }, 'replace');
  }, [list.ready, number, query, setQuery, size, total]);
  const search = useCallback(
    (text: string) => setQuery(withFilter(query, 'search', text || null), 'replace'),
    [query, setQuery],
  );
  const { rows, left, live } = list;
  const failure = list.error ? errorText(list.error, props.failureText) : null;
  useFailureNotice(failure, list.ready && failure === null);
  const shownColumns = useMemo(() => withMarks(columns, left, live), [columns, left, live]);
  const openId = own('id');
  const openNew = () => setOwn('id', 'new');
  const opened = [...new Set(rows.map(opens))];
  const index = opened.indexOf(openId ?? '');
  const move = (direction: 1 | -1) => {
    const next = opened[index + direction];
    if (next !== undefined) setOwn('id', next, 'replace');
  };
  const newButton = newLabel !== undefined && (
    <Button variant="primary" icon={<AddIcon />} onClick={openNew}>
      {newLabel}
    </Button>
  );
  return (
    <Screen>
      <PageHeader
        title={props.title}
        summary={
          props.summary !== undefined && (
            <>
              {props.summary}
              <ChangedPlaces left={left.size} added={live.added} onRefresh={list.refetch} />
            </>
          )
        }
        actions={
          <>
            {props.actions}
            <ImportButton />
            <ExportButton
              title={props.title}
              columns={[...columns, ...(props.fileColumns ?? [])]}
              fetchPage={list.fetchPage}
            />
            {!phone && newButton}
          </>
        }
        tabs={
          tabs && (
            <ViewTabs
              ariaLabel={props.tabsLabel ?? 'Situação'}
              tabs={tabs}
              value={tabs.find(({ id }) => id === filterText(query, tabKey))?.id ?? ''}
              onChange={props.onTab ?? ((id) => setQuery(withFilter(query, tabKey, id || null)))}
            />
          )
        }
      />
      <Beside aside={!phone && props.aside}>
        <UnreadFilters unread={list.unread} list={list} />
        {(searchLabel !== undefined || props.filters !== undefined) && (
          <FilterBar>
            {searchLabel !== undefined && (
              <SearchBox value={filterText(query, 'search') ?? ''} onChange={search} label={searchLabel} />
            )}
            {props.filters}
            <FilterChips filters={list.filters} list={list} />
          </FilterBar>
        )}
        {props.above}
        <Rows {...props} columns={shownColumns} rows={rows} phone={phone} openId={openId} newButton={newButton} />
      </Beside>
      <PrintTable rows={rows} columns={columns} />
      {props.bulk}
      <Pagination
        page={number}
        size={size}
        total={total}
        onPage={(next) => setQuery({ ...query, page: next === 0 ? undefined : next })}
        onSize={(next) => setQuery({ ...query, size: next, page: undefined })}
      >
        {props.totals && <Totals totals={props.totals} />}
      </Pagination>
      {phone && openId === null && newLabel !== undefined && !props.selection?.ids.length && (
        <Fab label={newLabel} icon={<AddIcon />} onClick={openNew} />
      )}
      {openId !== null && props.drawer?.(openId, index >= 0 ? move : undefined)}
    </Screen>
  );
};

/** The rows, with a pane at their left where the list has one. */
const Beside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) =>
  aside ? (
    <div className={styles.panes}>
      {aside}
      <div className={styles.rows}>{children}</div>
    </div>
  ) : (
    children
  );

const idOf = ({ id }: { id: string }): string => id;

/** Marks in the first column the rows that leave the view or that others changed; returns the same columns without any. */
const withMarks = <Row extends { id: string }>(
  columns: readonly Column<Row>[],
  left: ReadonlySet<string>,
  { changed }: LiveMarks,
) => {
  const [first, ...others] = columns;
  if (!first || left.size + changed.size === 0) return columns;
  const drawn = (row: Row) => first.render?.(row) ?? cellText(first, first.value(row));
  const render = (row: Row) => {
    if (left.has(row.id)) return <Leaving>{drawn(row)}</Leaving>;
    const by = changed.get(row.id);
    return by === undefined ? drawn(row) : <Changed by={by}>{drawn(row)}</Changed>;
  };
  return [{ ...first, render }, ...others];
};

interface RowsProps<Row extends { id: string }> extends ListScreenProps<Row> {
  rows: readonly Row[];
  phone: boolean;
  openId: string | null;
  newButton: ReactNode;
}

const Rows = <Row extends { id: string }>(props: RowsProps<Row>) => {
  const { list, rows, phone, selection, openId, defaultSort, opens = idOf } = props;
  const { query, setQuery, setOwn, loading, error } = list;
  const scroll = useKeptScroll('list', list.ready, JSON.stringify(query));
  // Rows of another address would not match the request.
  if (error && !list.ready) {
    return (
      <div className={styles.rows}>
        <ErrorState message={errorText(error, props.failureText)} onRetry={list.refetch} />
      </div>
    );
  }
  const open = (id: string) => {
    const row = rows.find((one) => one.id === id);
    if (row) setOwn('id', opens(row));
  };
  const empty = <Empty {...props} />;
  if (phone) {
    // The foot of the list keeps its position whatever is shown above it.
    if (rows.length === 0) return <div className={styles.rows}>{loading ? <Skeleton rows={8} /> : empty}</div>;
    return (
      <div className={styles.scroll} {...scroll}>
        <CardList
          ariaLabel={props.title}
          items={rows.map((row) => ({
            ...props.card(row),
            leaves: list.left.has(row.id),
            changedBy: list.live.changed.get(row.id),
          }))}
          onOpen={open}
          activeId={rows.find((row) => opens(row) === openId)?.id ?? null}
          selected={selection?.ids}
          onToggle={selection?.toggle}
        />
      </div>
    );
  }
  return (
    <div className={styles.rows} {...scroll}>
      <DataGrid
        ariaLabel={props.title}
        rows={rows}
        columns={props.columns}
        rowId={idOf}
        loading={loading}
        empty={empty}
        sort={query.sort.length > 0 ? query.sort : defaultSort ? [defaultSort] : NO_SORT}
        onSort={(sort) => setQuery({ ...query, sort, page: undefined })}
        onOpen={props.drawer && (({ id }) => open(id))}
        activeId={rows.find((row) => opens(row) === openId)?.id ?? null}
        inView={props.inView}
        rowActions={props.rowActions}
        selected={selection?.ids}
        onSelect={selection?.select}
        onEdit={props.onEdit}
      />
    </div>
  );
};

const Empty = <Row extends { id: string }>(props: RowsProps<Row>) => {
  // Removing the last row also removed the focused element.
  useFocusWhenLost(props.openId, () => document.getElementById('conteudo')?.focus());
  const { query, setQuery } = props.list;
  const lasting = query.filters.filter(({ id }) => props.lasting?.includes(id));
  return query.filters.length > lasting.length ? (
    <EmptyState
      title="Nada com estes filtros"
      text="Mude a busca ou limpe os filtros para ver tudo."
      action={<Button onClick={() => setQuery({ filters: lasting, sort: query.sort })}>Limpar filtros</Button>}
    />
  ) : (
    <EmptyState
      title={props.emptyTitle}
      text={props.emptyText}
      action={
        (props.newButton || props.emptyActions) && (
          <>
            {props.newButton}
            {props.emptyActions}
          </>
        )
      }
    />
  );
};
