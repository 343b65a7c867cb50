import type { ListQuery } from '#domain/listQuery.ts';
import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { filterText, specs, type FilterSpec, type FilterSpecs } from '#web/list/listFilters.ts';
import type { ListTab } from '#web/list/ListScreen.tsx';
import { useListPage, type ListAnswer, type ListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import type { CardItem, Column } from '#web/ui/index.ts';
import { defineRows, type Rows, type RowsDescription } from './defineRows.ts';
import {
  declared,
  declares,
  rootFields,
  type ListData,
  type PageVariables,
  type RegisterOperations,
  type RegisterRow,
  type RegisterTotals,
} from './operations.ts';
import type { RowCalls } from './useRegisterCalls.ts';

/** Static description of the list: independent of session and data. */
interface ListLook<Row, Totals> {
  columns: readonly Column<Row>[];
  card: (row: Row) => CardItem;
  /** First of the usual tabs (active, inactive, all): active or all. */
  firstTab?: 'active' | 'all';
  /** Other tabs, and the filter key that they set. */
  tabs?: { key: string; of: (totals: Totals | undefined) => ListTab[] };
  searchLabel?: string;
  emptyTitle?: string;
  emptyText: string;
  /** Texts of §8 for failures without their own reason. */
  failures: { list: string; one?: string; save?: string; remove?: string };
}

type Described<Row extends RegisterRow, Form extends object, Input> = Omit<
  RowsDescription<Row, Form, Input>,
  'commands' | 'lists' | 'failures'
>;

export interface RegisterDescription<
  Row extends RegisterRow,
  Totals extends RegisterTotals,
  Form extends object,
  Input,
  Filter extends object,
  Fixed extends object,
>
  extends Described<NoInfer<Row>, Form, NoInfer<Input>>, ListLook<NoInfer<Row>, NoInfer<Totals>> {
  operations: RegisterOperations<Row, Totals, Input, Filter | null | undefined, NoInfer<Fixed>>;
  /** Name of the list that the server writes as a file, where it can. */
  exported?: string;
  /** Filter keys of the address besides `search` and, with the usual tabs, `active`. */
  filters?: { readonly [Key in keyof NoInfer<Filter>]?: FilterSpec };
  /** Types (names of GraphQL) of rows that lists bring in part: an opened one is read again when others change it. */
  opened?: readonly string[];
  /** Constant variables and filter values of every list: the type of partners. */
  fixed?: Fixed;
}

/** A register as its screen uses it: the description, and hooks over its operations. */
export interface Register<Row extends RegisterRow, Totals extends RegisterTotals, Form extends object>
  extends Omit<Rows<Row, Form>, 'failures' | 'useCalls'>, ListLook<Row, Totals> {
  /** Returns the page that the address requests. */
  useList: () => ListPage<ListAnswer<Row>, ListData<Row, Totals>>;
  /** Returns the row of an id; sends no request for 'new'. */
  useRow: (id: string) => RowAnswer<Row>;
  useCalls: () => RowCalls<Row, Form>;
}

export interface RowAnswer<Row> {
  row: Row | undefined;
  /** The response has no such row. */
  missing: boolean;
  error: unknown;
  reload: () => void;
}

const search: FilterSpec = { ...specs.search, sends: (text) => text ?? null };
const activeFilter = (unlessSaid: boolean | null): FilterSpec => ({
  ...specs.active,
  sends: (text) => (text === undefined ? unlessSaid : text === 'all' ? null : text === 'true'),
});

/** Returns the gateway's filter for the address, without invalid values. */
const filterOf = (query: ListQuery, filters: FilterSpecs): object =>
  Object.fromEntries(
    Object.entries(filters).map(([key, { reads, sends }]) => {
      const text = filterText(query, key);
      const readable = text !== undefined && reads(text) ? text : undefined;
      return [key, sends ? sends(readable) : readable];
    }),
  );

const agrees = (row: object, fixed: object = {}): boolean =>
  Object.entries(fixed).every(([key, value]) => Reflect.get(row, key) === value);

/**
 * Returns a register for its description. Its types (row, totals, input, filter) are inferred from the GraphQL
 * documents.
 */
export const defineRegister = <
  Row extends RegisterRow,
  Totals extends RegisterTotals,
  Form extends object,
  Input,
  Filter extends object,
  Fixed extends object = object,
>(
  description: RegisterDescription<Row, Totals, Form, Input, Filter, Fixed>,
): Register<Row, Totals, Form> => {
  const { operations, exported, fixed, opened = [] } = description;
  const { list, one } = operations;
  const filters: FilterSpecs = {
    ...(description.tabs ? {} : { active: activeFilter(description.firstTab === 'all' ? null : true) }),
    search,
    ...description.filters,
  };
  const sortable = description.columns.filter((column) => column.sortable).map(({ id }) => id);

  const useList = () => {
    const place = usePlace();
    const variables = (query: ListQuery) =>
      declared(list, { ...place, ...fixed, filter: { ...filterOf(query, filters), ...fixed } });
    return useListPage({
      // The document declares the other variables.
      document: list as TypedDocumentNode<ListData<Row, Totals>, PageVariables>,
      pageOf: (data): ListAnswer<Row> | null => data.page,
      filters,
      sortable,
      variables,
      ...(exported && { exported: (query) => ({ list: exported, variables: variables(query) }) }),
      skip: declares(list, 'companyId') && place.companyId === '',
    });
  };
  const useRow = (id: string): RowAnswer<Row> => {
    const { data, error, refetch } = useQuery(one, {
      variables: declared(one, { ...usePlace(), id }),
      skip: id === 'new',
      fetchPolicy: 'cache-and-network',
      context: { quiet: true },
    });
    useRereadOnChange(opened, refetch, id === 'new' || opened.length === 0);
    const found = data?.row as Row | null | undefined;
    // A customer's id must not open as a supplier.
    const row = found && agrees(found, fixed) ? found : undefined;
    return { row, missing: data !== undefined && !row, error, reload: () => void refetch() };
  };
  const rows = defineRows<Row, Form, Input>({ ...description, commands: operations, lists: rootFields(list) });
  return { ...description, form: rows.form, useCalls: rows.useCalls, useList, useRow };
};
