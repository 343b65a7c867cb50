import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/** Positive integer key of a row. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Positive integer id' });

/** Building id in REST: -1 means "no building" (§9). */
export const BuildingId = Type.Integer({ minimum: -1, description: 'Building id; -1 means no building (§9)' });

/**
 * Format of text that contains a decimal: the body parser also accepts a JSON number and keeps its digits as text.
 * `x-message` is the Portuguese message for an invalid value.
 */
export const DECIMAL_FORMAT = 'decimal';
export const DECIMAL_PATTERN = '^-?\\d{1,13}(\\.\\d{1,10})?$';

/**
 * Decimal number. Returned as text ("1234.50"); accepted as text or as a JSON number, whose digits the body parser
 * keeps as text without loss (domain.md §7).
 */
export const Decimal = Type.String({
  format: DECIMAL_FORMAT,
  pattern: DECIMAL_PATTERN,
  description: 'Decimal as text, e.g. "1234.50"',
  'x-message': 'Informe um valor decimal, como 1234.50.',
});

/** Decimal that is zero or more. */
export const PositiveDecimal = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^\\d{1,13}(\\.\\d{1,10})?$',
  description: 'Decimal as text, zero or more',
  'x-message': 'Informe um valor decimal maior ou igual a zero, como 1234.50.',
});

/** Calendar day YYYY-MM-DD without a time zone (§9). */
export const IsoDate = Type.String({ format: 'date', description: 'Calendar day YYYY-MM-DD' });

/** Instant in UTC, ISO 8601. */
export const Instant = Type.String({ format: 'date-time', description: 'Instant in UTC, ISO 8601' });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Reference to another row by its key. */
export const Reference = Type.Object({ id: Id });
export const NamedReference = Type.Object({ id: Id, name: Type.String() });

/**
 * Version for optimistic locking: a change may contain the version it is based on; an outdated one fails with 409. A
 * change without version always applies; the audit log and a `Warning` header record it.
 */
export const Version = Type.Integer({
  minimum: 1,
  description: 'Version of the row, for optimistic locking; an update with an outdated one is rejected with 409',
});

/** A required name, not only blanks. */
export const Name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', 'x-message': 'Campo obrigatório.' });

/** Body of an update: the fields of a new row, its id and optionally the version. */
export const Update = <T extends TProperties>(body: TObject<T>) =>
  Type.Object({ ...body.properties, id: Id, version: Type.Optional(Version) });

/** Query keys of every list (domain.md §7); a list adds its own equality filters. */
export const listKeys = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Page number, starting at 0' })),
  size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_000_000,
      description: 'Rows per page; all rows, at most 10,000, without it or with 2,000,000',
    }),
  ),
  sort: Type.Optional(Type.String({ maxLength: 200, description: 'Comma-separated "field" or "field:desc" (§2)' })),
  ids: Type.Optional(
    Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$', description: 'Ids of the rows: 1,2,3' }),
  ),
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Words to search, ignoring case and accents' })),
};

/** Key of the lists that long files are made of (decision 120). */
export const allIdsKey = {
  allIds: Type.Optional(Type.Boolean({ description: 'Adds the ids of the rows of all pages, in their order' })),
};

/** Answer of a list: one page of rows and the total number. */
export const Page = <T extends TSchema>(row: T) =>
  Type.Object({
    content: Type.Array(row),
    number: Type.Integer({ description: 'Page number, starting at 0' }),
    size: Type.Integer({ description: 'Requested rows per page, limited to the maximum' }),
    last: Type.Boolean(),
    totalElements: Type.Integer(),
  });

/** The same of a list with `allIds`. */
export const PageWithIds = <T extends TSchema>(row: T) =>
  Type.Object({
    ...Page(row).properties,
    ids: Type.Optional(Type.Array(Id, { description: 'With allIds: of all pages; at most 500,000' })),
  });

/** Counts of active, inactive and all rows of a register: the views of its list. */
export const ViewCounts = Type.Object({ all: Type.Integer(), active: Type.Integer(), inactive: Type.Integer() });
export type ViewCounts = Static<typeof ViewCounts>;

/** Failure body of every service (domain.md §7); OAuth failures have their own form. */
export const Failure = Type.Object({
  timestamp: Instant,
  status: Type.Integer(),
  error: Type.String({ description: 'Error code, e.g. NOT_FOUND, CONFLICT or INVALID' }),
  message: Type.String({ description: 'Portuguese text for the user' }),
  path: Type.String(),
  requestId: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type Failure = Static<typeof Failure>;
export type PageOf<T> = {
  content: T[];
  number: number;
  size: number;
  last: boolean;
  totalElements: number;
  /** Of all pages, where a list was asked for them. */
  ids?: number[];
};

/** Answer of a call that returns no data. */
export const Done = Type.Null();
