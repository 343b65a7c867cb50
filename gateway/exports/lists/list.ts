import { parse, type DocumentNode } from 'graphql';
import type { Permission } from '#domain/permissions.ts';
import { cellsOf, titlesOf, type Cell, type ExportColumn } from '#domain/files/table.ts';

/** One page of a list, as cells of its file. */
export interface PageCells {
  rows: Cell[][];
  ids: string[];
  /** Rows of all pages. */
  total: number;
  last: boolean;
}

/** The file of a list for certain variables. */
export interface ListFile {
  title: string;
  titles: string[];
  cellsOf(data: unknown): PageCells;
}

/** Whether the user may do something in the place of the list's variables. */
export type May = (permission: Permission) => boolean;

/** A list that can be exported. Its document has the variables `page` and `size`. */
export interface ExportedList {
  document: DocumentNode;
  fileOf(variables: Readonly<Record<string, unknown>>, may: May): ListFile;
}

interface Page<Row> {
  content: readonly (Row & { id: string })[];
  last: boolean;
  totalElements: number;
}

interface Description<Data, Variables, Row> {
  query: string;
  title: (variables: Variables) => string;
  columns: (variables: Variables, may: May) => readonly ExportColumn<Row>[];
  pageOf: (data: Data) => Page<Row>;
}

/** Casts are safe as far as the query asks for what its types say, which the files of the tests show. */
export const exportedList = <Data, Variables, Row>({
  query,
  title,
  columns,
  pageOf,
}: Description<Data, Variables, Row>): ExportedList => ({
  document: parse(query),
  fileOf: (given, may) => {
    const variables = given as Variables;
    const shown = columns(variables, may);
    return {
      title: title(variables),
      titles: titlesOf(shown),
      cellsOf: (data) => {
        const { content, last, totalElements } = pageOf(data as Data);
        return {
          rows: content.map((row) => cellsOf(shown, row)),
          ids: content.map(({ id }) => id),
          total: totalElements,
          last: last || content.length === 0,
        };
      },
    };
  },
});
