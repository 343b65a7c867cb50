import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Done, Id, Instant, IsoDate, listKeys, Name, Nullable, Page } from '../platform/shapes.ts';

export const SessionMethod = Type.Union([Type.Literal('PASSWORD'), Type.Literal('PASSKEY'), Type.Literal('SSO')]);

const device = {
  device: Type.String({ description: 'Browser and system: "Chrome no Windows"' }),
  mobile: Type.Boolean(),
  address: Nullable(Type.String({ description: 'Client address' })),
  local: Type.Boolean({ description: 'The address is of a private network' }),
  method: Nullable(SessionMethod),
  provider: Nullable(Type.String({ description: 'Organization or identity provider, for SSO' })),
};

export const OwnSession = Type.Object({
  id: Id,
  ...device,
  issuedAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Type.String({ format: 'date-time', description: 'Instant of the last use, to about a minute' }),
  current: Type.Boolean({ description: 'The session of this request' }),
});
export type OwnSession = Static<typeof OwnSession>;

export const AccessKind = Type.Union([
  Type.Literal('LOGIN'),
  Type.Literal('LOGOUT'),
  Type.Literal('PASSWORD_REFUSED'),
  Type.Literal('CODE_REFUSED'),
  Type.Literal('SESSION_ENDED'),
  Type.Literal('PASSWORD_CHANGED'),
  Type.Literal('TOTP_ON'),
  Type.Literal('TOTP_OFF'),
  Type.Literal('RECOVERY_CODES'),
  Type.Literal('PASSKEY_ADDED'),
  Type.Literal('PASSKEY_REMOVED'),
  Type.Literal('PASSKEY_REFUSED'),
  Type.Literal('FACTORS_RESET'),
]);

export const OwnAccess = Type.Object({
  id: Id,
  at: Instant,
  kind: AccessKind,
  times: Type.Integer({ description: 'Refusals one after another from one place are one access' }),
  ...device,
});
export type OwnAccess = Static<typeof OwnAccess>;

/** The session user's own data and how they prove who they are. */
export const OwnProfile = Type.Object({
  id: Id,
  name: Type.String(),
  login: Type.String(),
  timeZone: Type.String(),
  admin: Type.Boolean(),
  hasPassword: Type.Boolean(),
  passwordChangedAt: Nullable(Instant),
  totp: Type.Boolean({ description: 'An authenticator app is on' }),
  passkeys: Type.Integer({ description: 'Number of passkeys' }),
  recoveryCodes: Type.Integer({ description: 'Recovery codes not used yet' }),
  secondFactorFrom: Nullable(IsoDate),
});
export type OwnProfile = Static<typeof OwnProfile>;

const Password = Type.String({ minLength: 1, maxLength: 512 });
export const Otp = Type.String({ pattern: '^\\d{6}$', 'x-message': 'Informe os seis dígitos do código.' });
const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each opens one login; shown this once. Empty where the user has some of another second factor',
  }),
});

export const ownAccessEndpoints = {
  profile: endpoint({
    method: 'GET',
    path: '/api/v1/security/profile',
    summary: 'The session user and how they log in',
    answer: OwnProfile,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/v1/security/profile',
    summary: 'Changes the name and the time zone of the session user',
    body: Type.Object({
      name: Name(120),
      timeZone: Type.String({ minLength: 1, maxLength: 60, description: 'IANA name: America/Sao_Paulo' }),
    }),
    answer: OwnProfile,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/security/sessions',
    summary: 'Open sessions of the session user: this one first, then by last use',
    answer: Type.Array(OwnSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/security/sessions/:id',
    summary: 'Ends a session of the session user at once',
    params: Type.Object({ id: Id }),
    answer: Type.Object({ id: Id }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/v1/security/sessions',
    summary: 'Ends all other sessions of the session user at once',
    answer: Type.Object({ ended: Type.Integer() }),
  }),
  accesses: endpoint({
    method: 'GET',
    path: '/api/v1/security/accesses',
    summary: 'What happened to the access of the session user in the last six months, newest first',
    query: Type.Object({
      page: listKeys.page,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows per page; default 50' })),
    }),
    answer: Page(OwnAccess),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/v1/security/password',
    summary: 'Changes the password of the session user and ends their other sessions',
    body: Type.Object({ current: Password, password: Password }),
    answer: Type.Object({ ended: Type.Integer({ description: 'Other sessions that were ended' }) }),
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/api/v1/security/totp',
    summary: 'Makes a key for an authenticator app; it is on once a code confirms it. Needs a reauthentication',
    answer: Type.Object({
      secret: Type.String({ description: 'Key to type: base32' }),
      uri: Type.String({ description: 'otpauth:// address, to be drawn as a QR code' }),
    }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/v1/security/totp/confirmation',
    summary: 'Turns the authenticator app on by its first code; with the first second factor, makes recovery codes',
    body: Type.Object({ otp: Otp }),
    answer: RecoveryCodes,
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/api/v1/security/totp/removal',
    summary: 'Turns the authenticator app off; recovery codes go with the last second factor',
    body: Type.Object({ password: Password }),
    answer: Done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/v1/security/recovery-codes',
    summary: 'Makes recovery codes that replace the others. Needs a reauthentication',
    answer: RecoveryCodes,
  }),
};
