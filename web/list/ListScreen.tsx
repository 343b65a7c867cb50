import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  CardList,
  cellText,
  Changed,
  DataGrid,
  EmptyState,
  Fab,
  FilterBar,
  Leaving,
  PageHeader,
  Pagination,
  preloadGrid,
  Screen,
  SearchBox,
  ShownFilters,
  Skeleton,
  Totals,
  useIsPhone,
  ViewTabs,
  type CardItem,
  type Column,
  type DataGridProps,
  type Fact,
  type SortEntry,
  type Total,
} from '#web/ui/index.ts';
import { useFocusWhenLost } from '#web/ui/lostFocus.ts';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { ColumnsButton } from './columns/ColumnsButton.tsx';
import { useListColumns, type ListColumns } from './columns/useListColumns.ts';
import { ChangedPlaces } from './ChangedPlaces.tsx';
import { errorText } from '#web/client/errors.ts';
import { Failure } from '#web/client/Failure.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { OtherExport } from './export/useExport.ts';
import { FilterChips } from './FilterChips.tsx';
import { ImportButton } from './ImportButton.tsx';
import { filterText, withFilter } from './listFilters.ts';
import styles from './ListScreen.module.css';
import { PrintedPage } from './print/PrintedPage.tsx';
import { useFacts } from './print/useFacts.ts';
import { UnreadFilters } from './UnreadFilters.tsx';
import { ViewsMenu } from './views/ViewsMenu.tsx';
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

export interface ListScreenProps<Row extends { id: string }, Data = unknown> {
  title: string;
  /** "32 fornecedores · R$ 10.000,00" */
  summary?: ReactNode;
  /** Result of useListPage. */
  list: ListPage<ListAnswer<Row>, Data>;
  /** Text of §8 for a list that failed to load. */
  failureText?: string;
  columns: readonly Column<Row>[];
  /** Columns of the exported file besides those of the grid. */
  fileColumns?: readonly Column<Row>[];
  /** Another file of the list. */
  otherExport?: OtherExport;
  rowActions?: DataGridProps<Row>['rowActions'];
  /** Sort shown in the grid's header when the address has none; absent when no single column describes the order. */
  defaultSort?: SortEntry;
  /** Called with the value of an edited cell. */
  onEdit?: DataGridProps<Row>['onEdit'];
  /** Card of a row on a phone. */
  card: (row: Row) => CardItem;
  /** Sums of the groups of cards over all pages, by their title; without it, a group that may go on has no sum. */
  groupSums?: ReadonlyMap<string, string> | undefined;
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
  /** What filters say on paper that are no chips: the choice of a pane. */
  filterWords?: readonly Fact[];
  /** Buttons before the export: an import. */
  actions?: ReactNode;
  /** Absent: this list cannot create rows. */
  newLabel?: string;
  /** Title on first use: "Nenhum fornecedor ainda". */
  emptyTitle: string;
  emptyText?: string;
  /** Other ways to begin, beside the button of a new row. */
  emptyActions?: ReactNode;
  /** Totals over the filter, in the foot and on paper, from the response to a page. */
  totals?: (data: Data) => readonly Total[] | undefined;
  /** Id that a row opens, where it is not the row's own. */
  opens?: (row: Row) => string;
  /** The open drawer of `?id=`; 'new' creates a row. `onMove` opens the next or previous row of the list. */
  drawer?: (id: string, onMove: ((direction: 1 | -1) => void) | undefined) => ReactNode;
}

const NO_SORT: readonly SortEntry[] = [];
const NO_SUMS: ReadonlyMap<string, string> = new Map();

/**
 * A list with its whole state in the address: search, views, sort, page, selection, open drawer; back and forward
 * restore it. The server filters, sorts and pages; the shown rows stay while the next page loads. Shows cards instead
 * of the grid on a phone. Every list can be exported and printed.
 */
export const ListScreen = <Row extends { id: string }, Data>(props: ListScreenProps<Row, Data>) => {
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
    if (list.ready && number > last) setQuery((now) => ({ ...now, page: last || undefined }), 'replace');
  }, [list.ready, number, setQuery, size, total]);
  const search = useCallback(
    (text: string) => setQuery((now) => withFilter(now, 'search', text || null), 'replace'),
    [setQuery],
  );
  const { rows, left, live } = list;
  const failure = list.error ? errorText(list.error, props.failureText) : null;
  useFailureNotice(failure, list.ready && failure === null);
  const chosen = useListColumns(columns, query, !phone);
  const shownColumns = useMemo(() => withMarks(chosen.shown, left, live), [chosen.shown, left, live]);
  // Paper has the columns of the grid.
  const printed = phone ? columns : chosen.shown;
  const { facts, chips } = useFacts(list, props);
  const fetchPage = async (page: number, rows: number) => {
    const data = await list.fetchData(page, rows);
    const answer = data && list.pageOf(data);
    return answer && { ...answer, sums: props.totals?.(data) };
  };
  const totals = list.data && props.totals?.(list.data);
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
    <Screen least>
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
              paper={[...printed, ...(props.fileColumns?.filter((column) => column.paper) ?? [])]}
              facts={facts}
              printKey
              fetchPage={fetchPage}
              other={props.otherExport}
              server={list.exported}
              total={total}
            />
            {!phone && newButton}
          </>
        }
        tabs={
          tabs && (
            <div className={styles.views}>
              <ViewTabs
                ariaLabel={props.tabsLabel ?? 'Situação'}
                tabs={tabs}
                value={tabs.find(({ id }) => id === filterText(query, tabKey))?.id ?? ''}
                onChange={props.onTab ?? ((id) => setQuery((now) => withFilter(now, tabKey, id || null)))}
              />
              {!phone && chosen.state && <ColumnsButton state={chosen.state} />}
              <ViewsMenu list={list} />
            </div>
          )
        }
      />
      <Beside aside={!phone && props.aside}>
        <UnreadFilters unread={list.unread} list={list} />
        {(searchLabel !== undefined || props.filters !== undefined) && (
          <FilterBar onPaper={false}>
            {searchLabel !== undefined && (
              <SearchBox value={filterText(query, 'search') ?? ''} onChange={search} label={searchLabel} />
            )}
            <ShownFilters value={chips}>
              {props.filters}
              <FilterChips filters={list.filters} list={list} />
            </ShownFilters>
          </FilterBar>
        )}
        {props.above}
        <Rows {...props} {...{ rows, phone, openId, newButton, chosen }} columns={shownColumns} />
      </Beside>
      <PrintedPage rows={rows} columns={printed} facts={facts} page={{ number, size, total }} />
      {props.bulk}
      <Pagination
        page={number}
        size={size}
        total={total}
        onPage={(next) => setQuery((now) => ({ ...now, page: next === 0 ? undefined : next }))}
        onSize={(next) => setQuery((now) => ({ ...now, size: next, page: undefined }))}
      >
        {totals && <Totals totals={totals} />}
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

interface RowsProps<Row extends { id: string }, Data> extends ListScreenProps<Row, Data> {
  rows: readonly Row[];
  phone: boolean;
  openId: string | null;
  newButton: ReactNode;
  chosen: ListColumns<Row>;
}

const Rows = <Row extends { id: string }, Data>(props: RowsProps<Row, Data>) => {
  const { list, rows, phone, selection, openId, defaultSort, chosen, opens = idOf } = props;
  const { query, setQuery, setOwn, loading, error } = list;
  const scroll = useKeptScroll('list', list.ready, JSON.stringify(query));
  // Rows of another address would not match the request.
  if (error && !list.ready) {
    return (
      <div className={styles.rows}>
        <Failure
          error={error}
          message={errorText(error, props.failureText)}
          onRetry={list.refetch}
          remedy={{
            hint: 'O endereço desta lista tem um filtro que não serve, como um período que acaba antes de começar.',
            label: 'Limpar filtros',
            go: () => setQuery({ filters: lastingOf(props), sort: [] }),
          }}
        />
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
          sums={props.groupSums ?? ((list.page?.totalElements ?? 0) > rows.length ? NO_SUMS : undefined)}
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
        // Without the columns that the user chose, others would show for a moment.
        rows={chosen.reading ? [] : rows}
        columns={props.columns}
        rowId={idOf}
        loading={loading || chosen.reading}
        onResize={chosen.onResize}
        onReorder={chosen.onReorder}
        empty={empty}
        sort={query.sort.length > 0 ? query.sort : defaultSort ? [defaultSort] : NO_SORT}
        onSort={(sort) => setQuery((now) => ({ ...now, sort, page: undefined }))}
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

/** The filters that the address keeps when the others are cleared. */
const lastingOf = <Row extends { id: string }, Data>({ list, lasting }: ListScreenProps<Row, Data>) =>
  list.query.filters.filter(({ id }) => lasting?.includes(id));

const Empty = <Row extends { id: string }, Data>(props: RowsProps<Row, Data>) => {
  // Removing the last row also removed the focused element.
  useFocusWhenLost(props.openId, () => document.getElementById('conteudo')?.focus());
  const { query, setQuery } = props.list;
  const lasting = lastingOf(props);
  return query.filters.length > lasting.length ? (
    <EmptyState
      title="Nada com estes filtros"
      text="Mude a busca ou limpe os filtros para ver tudo."
      action={<Button onClick={() => setQuery((now) => ({ filters: lasting, sort: now.sort }))}>Limpar filtros</Button>}
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
