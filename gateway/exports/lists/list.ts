import { parse, type DocumentNode } from 'graphql';
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

/** A list that can be exported. Its document has the variables `page` and `size`. */
export interface ExportedList {
  document: DocumentNode;
  fileOf(variables: Readonly<Record<string, unknown>>): ListFile;
}

interface Page<Row> {
  content: readonly (Row & { id: string })[];
  last: boolean;
  totalElements: number;
}

interface Description<Data, Variables, Row> {
  query: string;
  title: (variables: Variables) => string;
  columns: (variables: Variables) => readonly ExportColumn<Row>[];
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
  fileOf: (given) => {
    const variables = given as Variables;
    const shown = columns(variables);
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
