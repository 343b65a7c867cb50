import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AnswerOf, BodyOf, Endpoint } from '#schema/platform/endpoint.ts';
import type { PageOf, ViewCounts } from '#schema/platform/shapes.ts';
import type { Database } from '../db/tables.ts';
import type { Trx, Work } from '../db/unitOfWork.ts';
import { notFound } from '../errors.ts';
import type { Session } from '../session.ts';
import { columnOf, columnsOf, equalities, searchedOf, sortableOf, type Fields, type FieldsOf } from './fields.ts';
import { mapPage } from './listFilters.ts';
import {
  allIds,
  orderAndCut,
  readListQuery,
  searchMatches,
  withTotal,
  type ListKeys,
  type ListQuery,
  type ListRules,
} from './lists.ts';
import { register, type Change, type RegisterDefinition, type RegisterTable, type RowKey } from './register.ts';

/** The calls that a store is described for; it may have more. */
export interface RowCalls {
  get: Endpoint;
  create: Endpoint;
}

type RowOf<T extends RegisterTable, Joined> = Selectable<Database[T]> & Joined;

/** Session and path parameters of a call. */
export interface RegisterRequest {
  session: Session;
  params: { companyId?: number };
}

/** Query of a list; its equality filters are fields of the register. */
export type RegisterQuery = ListKeys & { active?: boolean | undefined };

/** What may refuse a change by throwing. `before` is missing for a new row, `body` and `columns` for a deletion. */
export interface Checked<Row, Body> {
  trx: Trx;
  session: Session;
  before?: Row;
  body?: Body;
  columns?: Record<string, unknown>;
}

/** A register, described: what its rows are called, how its fields are stored, and which rows a user sees and changes. */
export interface StoreDescription<E extends RowCalls, T extends RegisterTable, Joined> extends RegisterDefinition<T> {
  fields: FieldsOf<BodyOf<E['create']>, keyof Database[T]>;
  /** Default sort field of a list. */
  defaultSort: Extract<keyof BodyOf<E['create']>, string>;
  /** Columns of other tables that an answer needs, and the joins that bring them; the register's own is `r`. */
  joined?: { columns: RawBuilder<Joined>; tables: RawBuilder<unknown> };
  /** Another condition under which `search=` finds a row than its searched fields; null where the text is none of it. */
  found?: (search: string) => RawBuilder<boolean> | null;
  /** Which rows the user may see; all of the account (and company) without it. */
  visible?: (request: RegisterRequest) => RawBuilder<boolean>;
  /** Refuses by throwing, before a row is looked at. */
  allow?: (request: RegisterRequest, id: number) => void;
  /** Refuses by throwing, with the row at hand. */
  check?: (checked: Checked<Selectable<Database[T]>, BodyOf<E['create']>>) => void | Promise<void>;
  /** Fields of the answer that are not in the register, or differ from it. */
  answer?: (row: RowOf<T, Joined>, session: Session) => Partial<AnswerOf<E['get']>>;
}

/** A row or a body inside this file: descriptions are typed where they are written. */
type Loose = Record<string, unknown>;

const joinedBy = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`;

const COMPANY = {
  columns: sql`c.name as company_name`,
  tables: sql`join companies c on c.account_id = r.account_id and c.id = r.company_id`,
};

/** What a register's rows are answered by, whatever the register: key, fields, place, version. */
const answerOf = (fields: Fields, row: Loose): Loose => ({
  id: row['id'],
  ...Object.fromEntries(Object.keys(fields).map((field) => [field, row[columnOf(field)]])),
  active: row['active'],
  ...('company_id' in row
    ? { company: { id: row['company_id'], name: row['company_name'], account: { id: row['account_id'] } } }
    : { account: { id: row['account_id'] } }),
  version: row['version'],
});

/** Reads and writes the rows of a described register. Every condition names the account, as the indexes do. */
export const registerStore = <E extends RowCalls, T extends RegisterTable, Joined = unknown>(
  endpoints: E,
  description: StoreDescription<E, T, Joined>,
) => {
  type Answer = AnswerOf<E['get']>;
  type Body = BodyOf<E['create']>;
  const fields = description.fields as Fields;
  const rows = register(description);
  const ofCompany = Object.hasOwn(endpoints.get.params.properties, 'companyId');
  const joined = description.joined ?? (ofCompany ? COMPANY : undefined);
  const source = sql`from ${sql.table(description.table)} r ${joined?.tables ?? sql``}`;
  const columns = joined ? sql`r.*, ${joined.columns}` : sql`r.*`;
  const rules: ListRules = { sortable: sortableOf(fields), defaultSort: description.defaultSort, key: 'r.id' };
  const searched = searchedOf(fields);

  const owned = (request: RegisterRequest): RawBuilder<boolean>[] => {
    const { accountId, companies } = request.session;
    const ofAccount = sql<boolean>`r.account_id = ${accountId}`;
    const { companyId } = request.params;
    const inCompany = companyId === undefined ? sql`any(${[...companies]}::bigint[])` : sql`${companyId}`;
    const visible = description.visible?.(request);
    return [
      ofAccount,
      ...(ofCompany ? [sql<boolean>`r.company_id = ${inCompany}`] : []),
      ...(visible ? [visible] : []),
    ];
  };

  const searchedFor = (search: string): RawBuilder<boolean> => {
    const found = description.found?.(search);
    const named = searchMatches(searched, search);
    return found ? sql<boolean>`(${named} or ${found})` : named;
  };

  /** What a list is narrowed by, its permissions apart. */
  const matching = (list: Pick<ListQuery, 'ids' | 'search'>, query: object): RawBuilder<boolean>[] => [
    ...(list.ids ? [sql<boolean>`r.id = any(${list.ids}::bigint[])`] : []),
    ...(list.search ? [searchedFor(list.search)] : []),
    ...equalities(fields, query),
  ];

  const answer = (row: unknown, session: Session): Answer => {
    const known = row as Loose;
    return {
      ...answerOf(fields, known),
      ...description.answer?.(row as RowOf<T, Joined>, session),
    } as Answer;
  };

  const list = async (
    trx: Trx,
    request: RegisterRequest,
    query: RegisterQuery,
    orders: ListRules['sortable'] = {},
    /** Further conditions. */
    conditions: readonly RawBuilder<boolean>[] = [],
  ): Promise<PageOf<Answer>> => {
    const wanted = readListQuery(query, { ...rules, sortable: { ...rules.sortable, ...orders } });
    const where = joinedBy([...owned(request), ...matching(wanted, query), ...conditions]);
    const page = await sql`select ${columns} ${source} where ${where} ${orderAndCut(wanted)}`.execute(trx);
    const count = async () => {
      const counted = await sql<{ total: number }>`select count(*) as total ${source} where ${where}`.execute(trx);
      return counted.rows[0]?.total ?? 0;
    };
    const all = await allIds(trx, wanted, sql`${source} where ${where}`);
    return mapPage({ ...(await withTotal(wanted, page.rows, count)), ...all }, (row) => answer(row, request.session));
  };

  const totals = async (trx: Trx, request: RegisterRequest, query: RegisterQuery): Promise<ViewCounts> => {
    const where = joinedBy([...owned(request), ...matching(readListQuery(query, rules), query)]);
    const counted = await sql<{ all: number; active: number }>`
      select count(*) as all, count(*) filter (where r.active) as active ${source} where ${where}`.execute(trx);
    const { all, active } = counted.rows[0] ?? { all: 0, active: 0 };
    return { all, active, inactive: all - active };
  };

  /** @throws ServiceError 404, also for a row that the user may not see */
  const read = async (trx: Trx, request: RegisterRequest, id: number): Promise<Answer> => {
    const where = joinedBy([...owned(request), sql`r.id = ${id}`]);
    const { rows: found } = await sql`select ${columns} ${source} where ${where}`.execute(trx);
    if (found.length === 0) throw notFound(description.missing);
    return answer(found[0], request.session);
  };

  /** A row as its own command answers it; read again only where other tables have a part in it. */
  const written = async (trx: Trx, request: RegisterRequest, row: Selectable<Database[T]>): Promise<Answer> =>
    joined ? read(trx, request, Reflect.get(row, 'id') as number) : answer(row, request.session);

  const keyOf = ({ params }: RegisterRequest, id: number, version?: number): RowKey & { version?: number } => ({
    id,
    ...(version === undefined ? {} : { version }),
    ...(ofCompany && params.companyId !== undefined ? { within: { company_id: params.companyId } } : {}),
  });

  type Columns = Parameters<typeof rows.create>[2];

  /** A body as columns. @throws ServiceError 400 that names every field at fault */
  const columnsFor = (body: Body): Columns => {
    const kept: unknown = columnsOf(fields, body as object);
    return kept as Columns;
  };

  const create = async (
    trx: Trx,
    work: Work,
    request: RegisterRequest,
    body: Body,
  ): Promise<Selectable<Database[T]>> => {
    const kept = columnsFor(body);
    await description.check?.({ trx, session: request.session, body, columns: kept as Loose });
    return rows.create(trx, work, ofCompany ? { ...kept, company_id: request.params.companyId } : kept);
  };

  const update = async (
    trx: Trx,
    work: Work,
    request: RegisterRequest,
    { id, version, body }: { id: number; version?: number; body: Body },
  ): Promise<Change<Selectable<Database[T]>>> => {
    description.allow?.(request, id);
    const kept: unknown = columnsFor(body);
    return rows.update(trx, work, keyOf(request, id, version), kept as Parameters<typeof rows.update>[3], (before) =>
      description.check?.({ trx, session: request.session, before, body, columns: kept as Loose }),
    );
  };

  const remove = async (trx: Trx, work: Work, request: RegisterRequest, id: number): Promise<{ id: number }> => {
    description.allow?.(request, id);
    await rows.remove(trx, work, keyOf(request, id), (before) =>
      description.check?.({ trx, session: request.session, before }),
    );
    return { id };
  };

  return {
    definition: description,
    rows,
    columns: columnsFor,
    list,
    totals,
    read,
    written,
    create,
    update,
    remove,
    matching,
  };
};

/** What `implementRegister` needs of a store. */
export interface RegisterStore<Body, Answer, Row> {
  list(trx: Trx, request: RegisterRequest, query: RegisterQuery): Promise<PageOf<Answer>>;
  totals(trx: Trx, request: RegisterRequest, query: RegisterQuery): Promise<ViewCounts>;
  read(trx: Trx, request: RegisterRequest, id: number): Promise<Answer>;
  written(trx: Trx, request: RegisterRequest, row: Row): Promise<Answer>;
  create(trx: Trx, work: Work, request: RegisterRequest, body: Body): Promise<Row>;
  update(
    trx: Trx,
    work: Work,
    request: RegisterRequest,
    change: { id: number; version?: number; body: Body },
  ): Promise<Change<Row>>;
  remove(trx: Trx, work: Work, request: RegisterRequest, id: number): Promise<{ id: number }>;
}
