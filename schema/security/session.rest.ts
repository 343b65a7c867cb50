import { LOGOUT_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Otp } from './ownAccess.rest.ts';
import { PasskeyAssertion } from './passkeys.rest.ts';
import { BuildingId, Done, Id, Instant, Nullable } from '../platform/shapes.ts';

export const PermissionName = Type.Union([
  Type.Literal('DEBIT'),
  Type.Literal('CREDIT'),
  Type.Literal('PURCHASE'),
  Type.Literal('ENGINEERING'),
]);

/**
 * Authorization header of the password grant's client (§7: "a fixed client authorization header"), without a secret.
 */
export const OAUTH_CLIENT_HEADER = 'Basic cHJ1bW8td2ViOg==';
/** Client id in the header. */
export const OAUTH_CLIENT = 'prumo-web';

/** Unknown parameters are ignored (RFC 6749 §3.2); empty ones count as omitted. */
export const TokenRequest = Type.Object({
  grant_type: Type.String({ maxLength: 40 }),
  username: Type.Optional(Type.String({ maxLength: 254, description: 'password' })),
  password: Type.Optional(Type.String({ maxLength: 512, description: 'password' })),
  mfa_token: Type.Optional(
    Type.String({ maxLength: 200, description: 'mfa_otp, mfa_recovery_code, mfa_passkey: of the 403 mfa_required' }),
  ),
  otp: Type.Optional(Type.String({ maxLength: 20, description: 'mfa_otp: six digits of the authenticator app' })),
  recovery_code: Type.Optional(Type.String({ maxLength: 40, description: 'mfa_recovery_code' })),
  assertion: Type.Optional(
    Type.String({
      maxLength: 12_000,
      description: 'mfa_passkey, passkey: JSON of the signature, as in a reauthentication',
    }),
  ),
  scope: Type.Optional(Type.String({ description: 'Not supported: any scope is rejected as invalid_scope' })),
  client_id: Type.Optional(Type.String({ description: 'Optional; must be that of the header' })),
  client_secret: Type.Optional(Type.String({ description: 'Rejected: only the header identifies the client' })),
});

/** Access token (RFC 6749 §5.1): opaque, expires `expires_in` seconds after the login, regardless of use. */
export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds until the token expires' }),
  login: Type.Optional(Type.String({ description: 'Grant passkey: login of the user, which nobody typed' })),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

export const SessionBuilding = Type.Object({ company_id: Id, name: Type.String() });
export const SessionCompany = Type.Object({
  name: Type.String(),
  buildings: Type.Record(Type.String(), SessionBuilding, { description: 'Buildings by id' }),
});

/**
 * Session user of §3, without the token. Contains only active companies and buildings that the user may enter. The
 * default company is the first of them, the building its first (-1 without one). `companyId` is null only for an admin
 * whose account has no active company, and while a second factor is due.
 */
export const SessionUser = Type.Object({
  accountId: Id,
  companyId: Nullable(Id),
  buildingId: BuildingId,
  admin: Type.Boolean(),
  permissions: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(PermissionName)), {
    description: 'Company id → building id (-1: rows without a building) → permissions (§6)',
  }),
  companies: Type.Record(Type.String(), SessionCompany, { description: 'Companies by id' }),
  secondFactorDue: Type.Boolean({
    description:
      'The account demands a second factor and the user has none: all else is 403 SECOND_FACTOR_SETUP_REQUIRED',
  }),
  loggedByPrumoId: Type.Boolean({ description: 'Logged in through single sign-on' }),
  user: Type.Object({ id: Id, name: Type.String(), login: Type.String(), timeZone: Type.String() }),
  expiresAt: Type.String({ description: 'Instant at which the token expires' }),
  apiToken: Nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      access: Type.Union([Type.Literal('READ'), Type.Literal('READ_WRITE')]),
    }),
  ),
});
export type SessionUser = Static<typeof SessionUser>;

export const sessionEndpoints = {
  token: endpoint({
    method: 'POST',
    path: '/oauth/token',
    summary:
      'Logs in with login and password (OAuth 2 password grant). With a second factor: 403 mfa_required, whose mfa_token opens the session by grant mfa_otp, mfa_recovery_code or mfa_passkey. Grant passkey opens it by a passkey alone',
    body: TokenRequest,
    bodyKind: 'form',
    answer: TokenAnswer,
    bare: true,
    oauth: true,
  }),
  logout: endpoint({
    method: 'DELETE',
    path: '/api/v1/security/token',
    summary: 'Logs out: revokes the token at once',
    answer: Done,
    failure: LOGOUT_FAILED,
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/v1/security/reauthentication',
    summary:
      'Confirms who the session user is, by password, by a code of the authenticator app or by a passkey: changes of users require it (403 REAUTHENTICATION_REQUIRED), and are allowed in this session until the returned instant',
    body: Type.Object({
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
      otp: Type.Optional(Otp),
      assertion: Type.Optional(PasskeyAssertion),
    }),
    answer: Type.Object({ until: Instant }),
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/v1/security/session',
    summary: 'The session user with places and permissions',
    query: Type.Object({
      places: Type.Optional(
        Type.Boolean({
          description: 'False omits places: companies is empty, companyId null, buildingId -1',
        }),
      ),
    }),
    answer: SessionUser,
  }),
};
