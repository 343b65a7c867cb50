import { FETCH_USERS_FAILED, FETCH_USER_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Active, EqualText, rowEndpoints } from '../platform/register.ts';
import {
  Id,
  Instant,
  listKeys,
  Name,
  NamedReference,
  Nullable,
  Reference,
  Update,
  Version,
} from '../platform/shapes.ts';
import { PermissionName } from './session.rest.ts';

/** Company id → building id (-1: rows without a building) → permissions (§6). */
export const PermissionMap = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Array(PermissionName, { maxItems: 4 })),
  { description: 'Company id → building id (-1: rows without a building) → permissions (§6)' },
);

/** The last invitation: queued, sent or failed. `expiresAt` is the expiry of its link. */
export const Invitation = Type.Object({
  requestedAt: Instant,
  state: Type.Union([Type.Literal('QUEUED'), Type.Literal('SENT'), Type.Literal('FAILED')]),
  expiresAt: Nullable(Instant),
});

/**
 * A user of the account; INVITED until they set their first password, or log in through an organization. A service account
 * is a user that programs act for and nobody logs in as (docs/decisions/0094): ACTIVE or INACTIVE.
 */
export const User = Type.Object({
  id: Id,
  login: Type.String({
    description: 'E-mail address, in lower case; of a service account a name that is none, and opens nothing',
  }),
  newLogin: Nullable(
    Type.String({
      description: 'Address that becomes the login when its mailed link is confirmed; null without a pending change',
    }),
  ),
  name: Type.String(),
  service: Type.Boolean({ description: 'A service account: programs act for it, and nobody logs in as it' }),
  responsible: Nullable(
    Type.Object(NamedReference.properties, {
      description: 'Who answers for a service account; null once that person has no access any more',
    }),
  ),
  tokensUntil: Nullable(
    Type.String({
      format: 'date',
      description: 'Last day on which the tokens of a service account hold while nobody answers for it',
    }),
  ),
  admin: Type.Boolean(),
  active: Type.Boolean(),
  status: Type.Union([Type.Literal('INVITED'), Type.Literal('ACTIVE'), Type.Literal('INACTIVE')]),
  emailConfirmed: Type.Boolean({ description: 'False while the link mailed to the address is not confirmed' }),
  permissions: PermissionMap,
  groupPermissions: PermissionMap,
  managedBy: Nullable(Type.String({ description: 'Organization that provisions the user' })),
  lastLoginAt: Nullable(Instant),
  secondFactor: Type.Boolean({ description: 'Has an authenticator app or a passkey' }),
  invitation: Nullable(Invitation),
  account: Reference,
  version: Version,
});
export type User = Static<typeof User>;

export const UserBody = Type.Object({
  login: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'E-mail address, which every person has and no service account',
    }),
  ),
  name: Name(120),
  service: Type.Optional(
    Type.Boolean({ description: 'Makes a service account; never changes. Left out: a person, or what it is' }),
  ),
  /** Active person who answers for a service account: it has to have one. */
  responsibleId: Type.Optional(Nullable(Id)),
  admin: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean()),
  permissions: Type.Optional(PermissionMap),
});
export type UserBody = Static<typeof UserBody>;

/** Counts of users by view. */
export const UserTotals = Type.Object({
  all: Type.Integer(),
  active: Type.Integer(),
  invited: Type.Integer(),
  inactive: Type.Integer(),
});
export type UserTotals = Static<typeof UserTotals>;

export const UserUpdate = Update(UserBody);
export type UserUpdate = Static<typeof UserUpdate>;

const item = '/api/v1/financial/user/:id';
const userParams = Type.Object({ id: Id });

/** Equality filters of the list and of the counts of its views. */
const equal = {
  active: Active,
  admin: Type.Optional(Type.Boolean()),
  service: Type.Optional(Type.Boolean()),
  name: EqualText(120),
  login: EqualText(254),
};

const register = {
  path: '/api/v1/financial/account/:accountId/user',
  owner: { accountId: Id },
  called: ['user', 'users'],
  watched: { entity: 'user' },
  row: User,
  body: UserBody,
  filters: {
    ...equal,
    status: Type.Optional(Type.Union([Type.Literal('INVITED'), Type.Literal('ACTIVE'), Type.Literal('INACTIVE')])),
  },
  failures: { list: FETCH_USERS_FAILED },
  summaries: {
    list: 'Users of the account',
    create:
      'Adds a person, and invites them by mail to make their first password, or a service account; asks for the password again',
    update:
      'Changes the user whose id is in the body; permissions left out stay as they are. Another login waits as newLogin until its link is followed. All but the name asks for the password again',
  },
} as const;

export const userEndpoints = {
  ...rowEndpoints(register),
  // Single users have addresses without the account (§7).
  get: endpoint({
    method: 'GET',
    path: item,
    summary: 'One user',
    params: userParams,
    answer: User,
    failure: FETCH_USER_FAILED,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: item,
    summary: 'Deletes a user who has written nothing; requires reauthentication',
    params: userParams,
    answer: Type.Object({ id: Id }),
  }),
  totals: endpoint({
    method: 'GET',
    path: `${register.path}-totals`,
    summary: 'Counts of users by view of the list',
    params: Type.Object(register.owner),
    query: Type.Object({ search: listKeys.search, ...equal }),
    answer: UserTotals,
    failure: FETCH_USERS_FAILED,
  }),
  invite: endpoint({
    method: 'POST',
    path: `${item}/invitation`,
    summary: 'Sends the invitation again; requires reauthentication',
    params: userParams,
    answer: User,
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: `${item}/second-factor`,
    summary:
      'Removes app, passkeys and recovery codes of another user who has lost them, ends their sessions and tells them by mail; requires reauthentication',
    params: userParams,
    answer: User,
  }),
  keepLogin: endpoint({
    method: 'DELETE',
    path: `${item}/new-login`,
    summary: 'Cancels an unconfirmed change of login; requires reauthentication',
    params: userParams,
    answer: User,
  }),
};
