import type { TypedDocumentNode } from '@apollo/client';
import type { ListAnswer } from '#web/list/useListPage.ts';

/** Fields of every register's row. */
export interface RegisterRow {
  id: string;
  version: number;
  active: boolean;
}

/** Number of rows in each of the usual views. */
export interface RegisterTotals {
  all: number;
  active: number;
  inactive: number;
}

/** The place; each operation takes the variables it declares. */
export interface PlaceVariables {
  companyId: string;
  buildingId: string | null;
}

/** A type alias, because Apollo's variables need an index signature, which interfaces lack. */
export type PageVariables = {
  page: number;
  size: number;
  sort?: { id: string; desc?: boolean }[];
};

/** A page of the list, with the number of rows per view. */
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

/** All operations of the file. Every register uses the same aliases: page, totals, row, saved. */
export interface RegisterOperations<Row, Totals, Input, Filter, Fixed> extends RegisterCommands<Row, Input> {
  list: TypedDocumentNode<ListData<Row, Totals>, PlaceVariables & PageVariables & { filter: Filter } & Fixed>;
  one: TypedDocumentNode<{ row: Row | null }, PlaceVariables & { id: string }>;
}

/** Returns the operation of a document; fragments follow it. */
const operationOf = ({ definitions }: TypedDocumentNode<unknown, never>) =>
  definitions.find((definition) => definition.kind === 'OperationDefinition');

/** Returns only the variables that the operation declares; others would make Apollo refetch when they change. */
export const declared = <Variables extends object>(
  document: TypedDocumentNode<unknown, never>,
  variables: Variables,
): Variables => Object.fromEntries(Object.entries(variables).filter(([name]) => declares(document, name))) as Variables;

export const declares = (document: TypedDocumentNode<unknown, never>, name: string): boolean =>
  (operationOf(document)?.variableDefinitions ?? []).some(({ variable }) => variable.name.value === name);

/** Returns the root fields of a list: "buildings", "buildingTotals". */
export const rootFields = (document: TypedDocumentNode<unknown, never>): string[] =>
  (operationOf(document)?.selectionSet.selections ?? []).flatMap((field) =>
    field.kind === 'Field' ? field.name.value : [],
  );
