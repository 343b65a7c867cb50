import { Type, type TObject, type TProperties } from 'typebox';
import type { Watched } from './changes.ts';
import { endpoint } from './endpoint.ts';
import {
  allIdsKey,
  Id,
  listKeys,
  NamedReference,
  Page,
  PageWithIds,
  Reference,
  Update,
  Version,
  ViewCounts,
} from './shapes.ts';

/** Row schema of a register that belongs to the account: its own fields plus the common ones. */
export const AccountRow = <T extends TProperties>(fields: T) =>
  Type.Object({ id: Id, ...fields, active: Type.Boolean(), account: Reference, version: Version });

/** The same of a register that belongs to a company. */
export const CompanyRow = <T extends TProperties>(fields: T) =>
  Type.Object({
    id: Id,
    ...fields,
    active: Type.Boolean(),
    company: Type.Object({ ...NamedReference.properties, account: Type.Object({ id: Id }) }),
    version: Version,
  });

/** What a row of a register is made from and changed to; `active` left out is yes for a new row. */
export const RegisterBody = <T extends TProperties>(fields: T) =>
  Type.Object({ ...fields, active: Type.Optional(Type.Boolean()) });

/** Equality filter on a text of a row. */
export const EqualText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** Filter of the rows in use, or of the others. */
export const Active = Type.Optional(Type.Boolean());

export type RegisterCall = 'list' | 'totals' | 'listActive' | 'get' | 'create' | 'update' | 'remove';
type Texts = Partial<Record<RegisterCall, string>>;

/** Description of a register, from which its endpoints derive. */
export interface RegisterDescription<
  Owner extends TProperties,
  Row extends TObject,
  Body extends TProperties,
  Filters extends TProperties,
> {
  /** Path of the collection: `/api/v1/financial/company/:companyId/building`. */
  path: string;
  /** How its lists are read by changes. */
  watched: Watched;
  /** Parameters of the path: `{ companyId: Id }`. */
  owner: Owner;
  /** English singular and plural, for the summaries. */
  called: readonly [one: string, many: string];
  row: Row;
  body: TObject<Body>;
  /** Equality filters of the list; `active` comes by itself, last, unless it is named here. */
  filters: Filters;
  /** Default Portuguese texts (§8) for failures without their own message. */
  failures?: Texts;
  /** Summaries that replace the standard ones. */
  summaries?: Texts;
}

/** Returns the failure texts of §8 ("Falha para buscar obra") for a noun with "todas" or "todos". */
export const failuresOf = (one: string, all: `tod${'a' | 'o'}s ${'a' | 'o'}s ${string}`): Texts => ({
  list: `Falha para buscar ${all}`,
  totals: `Falha para buscar ${all}`,
  listActive: `Falha para buscar ${all} ${all.startsWith('todas') ? 'ativas' : 'ativos'}`,
  get: `Falha para buscar ${one}`,
  create: `Falha para salvar ${one}`,
  update: `Falha para salvar ${one}`,
  remove: `Falha para apagar ${one}`,
});

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const standardSummaries = ([one, many]: readonly [string, string]): Record<RegisterCall, string> => ({
  list: capitalized(many),
  totals: `Counts of ${many} by view of the list`,
  listActive: `Active ${many}`,
  get: `One ${one}`,
  create: `Creates a ${one}`,
  update: `Changes the ${one} whose id is in the body`,
  remove: `Deletes a ${one} that nothing uses`,
});

const textsOf = (
  { called, summaries, failures }: { called: readonly [string, string]; summaries?: Texts; failures?: Texts },
  call: RegisterCall,
) => ({ summary: summaries?.[call] ?? standardSummaries(called)[call], failure: failures?.[call] });

/** Owner of a row, which a body may repeat unchanged (§3: `account {id}`, `company {id, account {id}}`). */
const placeOf = (row: TObject) =>
  Type.Pick(
    row,
    ['account', 'company'].filter((place) => Object.hasOwn(row.properties, place)),
  );

/** List of rows, filtered by `ids=`, `search=`, `active=` and the equality filters. */
export const listEndpoint = <O extends TProperties, R extends TObject, B extends TProperties, F extends TProperties>(
  register: RegisterDescription<O, R, B, F>,
) =>
  endpoint({
    method: 'GET',
    path: register.path,
    ...textsOf(register, 'list'),
    params: Type.Object(register.owner),
    query: Type.Object({ ...listKeys, ...allIdsKey, ...register.filters, active: Active }),
    answer: PageWithIds(register.row),
    watched: register.watched,
  });

/** List of active rows, at the collection's path with `/active`. */
export const activeListEndpoint = <
  O extends TProperties,
  R extends TObject,
  B extends TProperties,
  F extends TProperties,
>(
  register: RegisterDescription<O, R, B, F>,
) =>
  endpoint({
    method: 'GET',
    path: `${register.path}/active`,
    ...textsOf(register, 'listActive'),
    params: Type.Object(register.owner),
    query: Type.Object({ ...listKeys, ...register.filters }),
    answer: Page(register.row),
    watched: register.watched,
  });

/** Row counts of each view of the list, under its filters except `active`. */
export const totalsEndpoint = <O extends TProperties, R extends TObject, B extends TProperties, F extends TProperties>(
  register: RegisterDescription<O, R, B, F>,
) =>
  endpoint({
    method: 'GET',
    path: `${register.path}-totals`,
    ...textsOf(register, 'totals'),
    params: Type.Object(register.owner),
    query: Type.Object({ search: listKeys.search, ...register.filters }),
    answer: ViewCounts,
  });

/** PUT with the id in the path (§7 "Brand") instead of in the body. */
export const updateByIdEndpoint = <
  O extends TProperties,
  R extends TObject,
  B extends TProperties,
  F extends TProperties,
>(
  register: RegisterDescription<O, R, B, F>,
) =>
  endpoint({
    method: 'PUT',
    path: `${register.path}/:id`,
    summary: `Changes a ${register.called[0]}`,
    failure: register.failures?.update,
    params: Type.Object({ ...register.owner, id: Id }),
    body: Type.Object({ ...register.body.properties, version: Type.Optional(Version) }),
    echo: register.row,
    answer: register.row,
  });

/** Endpoints of every register: the list, and the calls on single rows. */
export const rowEndpoints = <O extends TProperties, R extends TObject, B extends TProperties, F extends TProperties>(
  register: RegisterDescription<O, R, B, F>,
) => {
  const { path, owner, row, body } = register;
  const params = Type.Object(owner);
  const rowParams = Type.Object({ ...owner, id: Id });
  return {
    list: listEndpoint(register),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      ...textsOf(register, 'get'),
      params: rowParams,
      answer: row,
    }),
    create: endpoint({
      method: 'POST',
      path,
      ...textsOf(register, 'create'),
      params,
      body,
      echo: placeOf(row),
      answer: row,
    }),
    update: endpoint({
      method: 'PUT',
      path,
      ...textsOf(register, 'update'),
      params,
      body: Update(body),
      echo: row,
      answer: row,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      ...textsOf(register, 'remove'),
      params: rowParams,
      answer: Type.Object({ id: Id }),
    }),
  };
};

/** Endpoints of a register: `rowEndpoints` plus the counts of its views. */
export const registerEndpoints = <
  O extends TProperties,
  R extends TObject,
  B extends TProperties,
  F extends TProperties,
>(
  register: RegisterDescription<O, R, B, F>,
) => ({ ...rowEndpoints(register), totals: totalsEndpoint(register) });
