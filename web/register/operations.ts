import type { TypedDocumentNode } from '@apollo/client';
import type { ListAnswer } from '#web/list/useListPage.ts';

/** What every row of a register has. */
export interface RegisterRow {
  id: string;
  version: number;
  active: boolean;
}

/** How many rows each of the usual views has. */
export interface RegisterTotals {
  all: number;
  active: number;
  inactive: number;
}

/** Where the person works: each operation takes of it what it declares. */
export interface PlaceVariables {
  companyId: string;
  buildingId: string | null;
}

/** A type alias: an interface is no index signature, as which Apollo takes variables. */
export type PageVariables = {
  page: number;
  size: number;
  sort?: { id: string; desc?: boolean }[];
};

/** A page of the list, and how many rows each of its views has. */
export interface ListData<Row, Totals> {
  page: ListAnswer<Row> | null;
  totals: Totals | null;
}
export interface SavedData<Row> {
  saved: { row: Row };
}

/** The commands of a register's .graphql file. */
export interface RegisterCommands<Row, Input> {
  create: TypedDocumentNode<SavedData<Row>, PlaceVariables & { input: Input }>;
  update: TypedDocumentNode<SavedData<Row>, PlaceVariables & { id: string; version: number; input: Input }>;
  remove: TypedDocumentNode<unknown, PlaceVariables & { id: string }>;
}

/** All operations of the file. They answer under the same aliases in every register: page, totals, row, saved. */
export interface RegisterOperations<Row, Totals, Input, Filter, Fixed> extends RegisterCommands<Row, Input> {
  list: TypedDocumentNode<ListData<Row, Totals>, PlaceVariables & PageVariables & { filter: Filter } & Fixed>;
  one: TypedDocumentNode<{ row: Row | null }, PlaceVariables & { id: string }>;
}

/** The operation of a document; its fragments follow it. */
const operationOf = ({ definitions }: TypedDocumentNode<unknown, never>) =>
  definitions.find((definition) => definition.kind === 'OperationDefinition');

/** Of these variables, those that the operation declares: others would only make Apollo ask again when they change. */
export const declared = <Variables extends object>(
  document: TypedDocumentNode<unknown, never>,
  variables: Variables,
): Variables => Object.fromEntries(Object.entries(variables).filter(([name]) => declares(document, name))) as Variables;

export const declares = (document: TypedDocumentNode<unknown, never>, name: string): boolean =>
  (operationOf(document)?.variableDefinitions ?? []).some(({ variable }) => variable.name.value === name);

/** "buildings", "buildingTotals": the root fields that a list is made of. */
export const rootFields = (document: TypedDocumentNode<unknown, never>): string[] =>
  (operationOf(document)?.selectionSet.selections ?? []).flatMap((field) =>
    field.kind === 'Field' ? field.name.value : [],
  );
