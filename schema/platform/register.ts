import { Type, type TObject, type TProperties } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, listKeys, Page, Reference, Update, Version, ViewCounts } from './shapes.ts';

/** A row of a register that belongs to the account: its own fields, and those that every such row has. */
export const AccountRow = <T extends TProperties>(fields: T) =>
  Type.Object({ id: Id, ...fields, active: Type.Boolean(), account: Reference, version: Version });

/** What a row of a register is made from and changed to; `active` left out is yes for a new row. */
export const RegisterBody = <T extends TProperties>(fields: T) =>
  Type.Object({ ...fields, active: Type.Optional(Type.Boolean()) });

/** Equality filter on a text of a row. */
export const EqualText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Active = Type.Optional(Type.Boolean());

export type RegisterCall = 'list' | 'totals' | 'listActive' | 'get' | 'create' | 'update' | 'remove';
type Texts = Partial<Record<RegisterCall, string>>;

/** A register as the contract needs it: from this come the calls that all registers have. */
export interface RegisterDescription<
  Owner extends TProperties,
  Row extends TObject,
  Body extends TProperties,
  Filters extends TProperties,
> {
  /** Address of the collection: `/api/v1/financial/company/:companyId/building`. */
  path: string;
  /** Parameters of that address: `{ companyId: Id }`. */
  owner: Owner;
  /** English name of a row and of several, for the summaries. */
  called: readonly [one: string, many: string];
  row: Row;
  body: TObject<Body>;
  /** Equality filters of the list besides `active`. */
  filters: Filters;
  /** Portuguese texts of §8 for calls that fail without a message of their own. */
  failures?: Texts;
  /** Summaries that say more than the name of a row does. */
  summaries?: Texts;
}

/** "Falha para buscar obra" and its like (§8), for a noun that goes with "todas" or "todos". */
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
  totals: `How many ${many} each view of the list holds`,
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

/** The place of a row, which a body may repeat as it is (§3: `account {id}`, `company {id, account {id}}`). */
const placeOf = (row: TObject) =>
  Type.Pick(
    row,
    ['account', 'company'].filter((place) => Object.hasOwn(row.properties, place)),
  );

/** A page of rows by `ids=`, `search=`, `active=` and the equality filters. */
export const listEndpoint = <O extends TProperties, R extends TObject, B extends TProperties, F extends TProperties>(
  register: RegisterDescription<O, R, B, F>,
) =>
  endpoint({
    method: 'GET',
    path: register.path,
    ...textsOf(register, 'list'),
    params: Type.Object(register.owner),
    query: Type.Object({ ...listKeys, ...register.filters, active: Active }),
    answer: Page(register.row),
  });

/** The rows in use alone, at the list's address with `/active`. */
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
  });

/** How many rows each view of the list holds, under the list's filters but `active`. */
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

/** PUT by id (§7 "Brand"), where others take the id in the body. */
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

/** The calls on single rows, and the list of them: what every register has. */
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

/** The calls of a register: those on rows, and the counts of its views. */
export const registerEndpoints = <
  O extends TProperties,
  R extends TObject,
  B extends TProperties,
  F extends TProperties,
>(
  register: RegisterDescription<O, R, B, F>,
) => ({ ...rowEndpoints(register), totals: totalsEndpoint(register) });
