import type { ListQuery } from '#domain/listQuery.ts';
import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { filterText, specs, type FilterSpec, type FilterSpecs } from '#web/list/listFilters.ts';
import type { ListTab } from '#web/list/ListScreen.tsx';
import { useListPage, type ListAnswer, type ListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';
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

/** What the list shows and says; none of it needs a session or an answer. */
interface ListLook<Row, Totals> {
  columns: readonly Column<Row>[];
  card: (row: Row) => CardItem;
  /** The usual tabs, those in use, out of use and all, begin with the first of them, or with all. */
  firstTab?: 'active' | 'all';
  /** Other tabs, and the filter that they set. */
  tabs?: { key: string; of: (totals: Totals | undefined) => ListTab[] };
  searchLabel?: string;
  emptyTitle?: string;
  emptyText: string;
  /** Texts of §8 for what failed without a reason of its own. */
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
  /** Keys of the filter besides `search` and, with the usual tabs, `active`: what the address may say behind them. */
  filters?: { readonly [Key in keyof NoInfer<Filter>]?: FilterSpec };
  /** What every list of it is asked for, as variables and in the filter: the type of partners. */
  fixed?: Fixed;
}

/** A register as its screen uses it: the look, and hooks over its operations. */
export interface Register<Row extends RegisterRow, Totals extends RegisterTotals, Form extends object>
  extends Omit<Rows<Row, Form>, 'failures' | 'useCalls'>, ListLook<Row, Totals> {
  /** The page that the address asks for. */
  useList: () => ListPage<ListAnswer<Row>> & { data: ListData<Row, Totals> | undefined };
  /** The row of an id; nothing is asked for 'new'. */
  useRow: (id: string) => RowAnswer<Row>;
  useCalls: () => RowCalls<Row, Form>;
}

export interface RowAnswer<Row> {
  row: Row | undefined;
  /** The answer is here, and holds no such row. */
  missing: boolean;
  error: unknown;
  reload: () => void;
}

const search: FilterSpec = { ...specs.search, sends: (text) => text ?? null };
const activeFilter = (unlessSaid: boolean | null): FilterSpec => ({
  ...specs.active,
  sends: (text) => (text === undefined ? unlessSaid : text === 'all' ? null : text === 'true'),
});

/** What the address asks for, as the gateway takes it: what cannot be read is left out. */
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
 * Makes a register of its description. Types flow from the operations: a row, its totals, the input and the filter are
 * what the documents answer and take.
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
  const { operations, fixed } = description;
  const { list, one } = operations;
  const filters: FilterSpecs = {
    ...(description.tabs ? {} : { active: activeFilter(description.firstTab === 'all' ? null : true) }),
    search,
    ...description.filters,
  };
  const sortable = description.columns.filter((column) => column.sortable).map(({ id }) => id);

  const useList = () => {
    const place = usePlace();
    return useListPage({
      // The other variables are those that it declares.
      document: list as TypedDocumentNode<ListData<Row, Totals>, PageVariables>,
      pageOf: (data): ListAnswer<Row> | null => data.page,
      filters,
      sortable,
      variables: (query) => declared(list, { ...place, ...fixed, filter: { ...filterOf(query, filters), ...fixed } }),
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
    const found = data?.row as Row | null | undefined;
    // The id of a customer is not that of a supplier.
    const row = found && agrees(found, fixed) ? found : undefined;
    return { row, missing: data !== undefined && !row, error, reload: () => void refetch() };
  };
  const rows = defineRows<Row, Form, Input>({ ...description, commands: operations, lists: rootFields(list) });
  return { ...description, form: rows.form, useCalls: rows.useCalls, useList, useRow };
};
