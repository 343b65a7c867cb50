import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { endpoint, type Endpoint } from '../platform/endpoint.ts';
import { Id, IsoDate } from '../platform/shapes.ts';

/** ID and COUNT are integers, DATE is YYYY-MM-DD, DECIMAL has the separator of the format, BOOLEAN is Sim or Não. */
export type CsvKind = 'ID' | 'TEXT' | 'DATE' | 'DECIMAL' | 'COUNT' | 'BOOLEAN';

export interface CsvColumn {
  /** Heading in the file, in Portuguese; queries of spreadsheets name it, so that it never changes. */
  title: string;
  kind: CsvKind;
  /** What the title does not say, in Portuguese; the guide shows it. */
  about?: string;
}

/** Columns by the names of their cells, in the order of the file: new ones come last (tests/contract/csvColumns.test.ts). */
export type CsvColumns = Record<string, CsvColumn>;

/** A cell as the database has it; null is an empty one. */
export type CsvCell = string | number | boolean | null;
export type CsvRow<C extends CsvColumns> = { [Name in keyof C]: CsvCell };

/** Rows of one kind for spreadsheets and BI. */
export interface CsvDataset<C extends CsvColumns = CsvColumns, Q extends TProperties = TProperties> {
  /** Last part of the path. */
  key: string;
  title: string;
  about: string;
  columns: C;
  /** Parameters besides `format`. */
  query: Q;
}

/** How decimals and columns are separated (docs/decisions/0092). */
export const CsvFormat = Type.Union(
  [
    Type.Literal('BRAZILIAN', { description: 'Semicolons, decimal commas, UTF-8 with BOM' }),
    Type.Literal('INTERNATIONAL', { description: 'Commas, decimal points, UTF-8 without BOM' }),
  ],
  { 'x-message': 'Escolha BRAZILIAN ou INTERNATIONAL.' },
);
export type CsvFormat = Static<typeof CsvFormat>;

const common = { format: Type.Optional(CsvFormat) };
export type CsvQuery<Q extends TProperties> = Static<TObject<Q & typeof common>>;

const day = (description: string) => Type.Optional(Type.String({ ...IsoDate, description }));

/** Both days included; either alone leaves the other end open. */
export const period = (of: string) => ({ from: day(`First ${of}`), to: day(`Last ${of}`) });
export const building = { buildingId: Type.Optional(Id) };

const params = Type.Object({ companyId: Id });

export type CsvEndpoint<Q extends TProperties> = Endpoint<typeof params, TObject<Q & typeof common>>;

/** `GET /api/v1/csv/company/:companyId/<key>`: text/csv, or the failure of every other call. */
export const csvEndpoint = <C extends CsvColumns, Q extends TProperties>(dataset: CsvDataset<C, Q>): CsvEndpoint<Q> =>
  endpoint({
    method: 'GET',
    path: `/api/v1/csv/company/:companyId/${dataset.key}`,
    summary: `${dataset.title} as CSV, for spreadsheets and BI; columns never change, new ones come last`,
    replica: true,
    params,
    query: Type.Object({ ...dataset.query, ...common }),
    answer: Type.Unknown({
      description: `text/csv; columns: ${Object.values(dataset.columns)
        .map(({ title }) => title)
        .join('; ')}`,
    }),
    bare: true,
    failure: 'Falha para montar o arquivo CSV',
  });

const of =
  (kind: CsvKind) =>
  (title: string, about?: string): CsvColumn => ({ title, kind, ...(about === undefined ? {} : { about }) });

export const id = of('ID');
export const text = of('TEXT');
export const date = of('DATE');
export const decimal = of('DECIMAL');
export const count = of('COUNT');
export const yesNo = of('BOOLEAN');
