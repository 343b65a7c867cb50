import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, IsoDate, Name, NamedReference, Nullable } from '../platform/shapes.ts';

const TokenAccess = Type.Union([Type.Literal('READ'), Type.Literal('READ_WRITE')]);
const Area = Type.Union([Type.Literal('FINANCIAL'), Type.Literal('PURCHASE'), Type.Literal('ENGINEERING')], {
  description: 'FINANCIAL: DEBIT and CREDIT; the others: the permission of that name',
});

const Place = Type.Object(
  {
    companyId: Id,
    buildingId: Nullable(Id),
  },
  { description: 'A building; without one, all of the company' },
);

export const ApiTokenBody = Type.Object({
  name: Name(80),
  /** Service account that it acts for; without one, for whoever makes it. */
  serviceAccountId: Type.Optional(Nullable(Id)),
  access: Type.Optional(TokenAccess),
  areas: Type.Array(Area, { minItems: 1, maxItems: 3, uniqueItems: true }),
  places: Type.Optional(
    Nullable(
      Type.Array(Place, {
        minItems: 1,
        maxItems: 200,
        description: 'Null: wherever whom it acts for may, now and later',
      }),
    ),
  ),
  expiresOn: Type.String({ format: 'date', description: 'Last day on which it is valid; at most a year from today' }),
  networks: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 50 }), {
      maxItems: 20,
      description: 'Addresses or networks (203.0.113.0/24, 2001:db8::/48) that may use it; none: all',
    }),
  ),
});
export type ApiTokenBody = Static<typeof ApiTokenBody>;

export const ApiToken = Type.Object({
  id: Id,
  name: Type.String(),
  lastFour: Type.String({ description: 'The end of the token, to recognise it by' }),
  access: TokenAccess,
  areas: Type.Array(Area),
  places: Nullable(
    Type.Array(Type.Object({ company: NamedReference, building: Nullable(NamedReference) }), {
      description: 'Those that still exist',
    }),
  ),
  networks: Type.Array(Type.String()),
  madeBy: Type.Object({ id: Id, name: Type.String(), active: Type.Boolean() }),
  serviceAccount: Nullable(
    Type.Object(
      {
        ...{ id: Id, name: Type.String(), active: Type.Boolean() },
        tokensUntil: Nullable(
          Type.String({ format: 'date', description: 'Last day on which its tokens hold while nobody answers for it' }),
        ),
      },
      { description: 'Service account that it acts for; null: for its maker' },
    ),
  ),
  createdAt: Instant,
  expiresOn: IsoDate,
  lastUsedAt: Nullable(Type.String({ format: 'date-time', description: 'To about a minute' })),
  lastUsedFrom: Nullable(Type.String()),
});
export type ApiToken = Static<typeof ApiToken>;

const Used = Type.Object({ used: Type.Integer(), limit: Type.Integer() });

export const ApiUsage = Type.Object({
  day: IsoDate,
  points: Type.Object(Used.properties, { description: 'Cost of operations of GraphQL' }),
  calls: Type.Object(Used.properties, { description: 'Calls of REST' }),
  files: Type.Object(Used.properties, { description: 'Files of CSV, each a call of REST, too' }),
});
export type ApiUsage = Static<typeof ApiUsage>;

const path = '/api/v1/security/api-tokens';

/** Tokens of programs (docs/decisions/0083). */
export const apiTokenEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Tokens of programs that are not revoked, newest first',
    answer: Type.Array(ApiToken),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Makes a token, which is told once; requires reauthentication',
    body: ApiTokenBody,
    answer: Type.Object({ token: Type.String({ description: 'Shown now and never again' }), apiToken: ApiToken }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Revokes a token: its next call is refused',
    params: Type.Object({ id: Id }),
    answer: Type.Object({ id: Id }),
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/v1/security/api-usage',
    summary: 'What the tokens of the account have used today, to about a minute, and how much they may',
    answer: ApiUsage,
  }),
};
