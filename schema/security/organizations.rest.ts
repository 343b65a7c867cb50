import { EMAIL_CHECK_FAILED } from '#domain/messages.ts';
import { PRODUCT_SLUG } from '#domain/product.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, IsoDate, Name, Nullable, Update, Version } from '../platform/shapes.ts';
import { TokenAnswer } from './session.rest.ts';

/** How the users of a domain log in: by password, by one of its organizations or a password, or by an organization alone. */
export const LoginStatus = Type.Union([
  Type.Literal('PASSWORD'),
  Type.Literal('ORGANIZATION'),
  Type.Literal('SSO_ONLY'),
]);
export type LoginStatus = Static<typeof LoginStatus>;

const organization = {
  name: Name(120),
  domain: Type.String({ minLength: 3, maxLength: 253, description: 'Domain of the addresses: "construtora.com.br"' }),
  issuer: Type.String({
    minLength: 8,
    maxLength: 300,
    description: 'Issuer of the provider, an https address: "https://login.microsoftonline.com/{tenant}/v2.0"',
  }),
  clientId: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
};

const OrganizationBody = Type.Object({
  ...organization,
  clientSecret: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Stored sealed and never returned. Null: a client without one; left out: the stored one stays',
      }),
    ),
  ),
  active: Type.Optional(Type.Boolean()),
});
export type OrganizationBody = Static<typeof OrganizationBody>;
const OrganizationUpdate = Update(OrganizationBody);
export type OrganizationUpdate = Static<typeof OrganizationUpdate>;

/** A group of a provider, and a template of permissions that its members get. */
const OrganizationGroup = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '\\S',
    description: 'As the provider sends it: a name, a path ("/obras/compras"), or an id (Entra)',
  }),
  templateId: Id,
});

const OrganizationGroupsBody = Type.Object({
  claim: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^\\S+$',
    description: 'Claim of the ID token or of userinfo that names the groups: "groups"',
  }),
  groups: Type.Array(OrganizationGroup, { maxItems: 200 }),
  version: Type.Optional(Version),
});
export type OrganizationGroupsBody = Static<typeof OrganizationGroupsBody>;

/** How the directory of an organization provisions users (SCIM 2.0). */
const Provisioning = Type.Object({
  tokens: Type.Array(
    Type.Object({
      id: Id,
      createdAt: Instant,
      expiresAt: Nullable(Instant),
      lastUsedAt: Nullable(Instant),
    }),
    { description: 'Valid tokens, the newest first: one, and for a day after its replacement the one before' },
  ),
  users: Type.Integer({ description: 'Users that the directory manages' }),
  groups: Type.Integer({ description: 'Groups that the directory provisions' }),
});

/** An organization as its administrators see it. */
export const Organization = Type.Object({
  id: Id,
  ...organization,
  provider: Type.String({ description: 'Product of the provider, by its issuer: "Microsoft Entra ID"' }),
  hasSecret: Type.Boolean(),
  active: Type.Boolean(),
  proof: Type.String({ description: 'Text of the TXT record that proves the domain: "prumo-verification=…"' }),
  proven: Type.Boolean({ description: 'The record was found: users of the domain may log in' }),
  proofMissingSince: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Since when the daily look does not find the record; after 30 days nobody new is linked',
    }),
  ),
  groupsClaim: Type.String({ description: 'Claim that names the groups of a login' }),
  groups: Type.Array(OrganizationGroup),
  groupsUnknownAt: Nullable(
    Type.String({ format: 'date-time', description: 'Last login whose groups the provider left out as too many' }),
  ),
  provisioning: Provisioning,
  version: Version,
});
export type Organization = Static<typeof Organization>;

/** How the users of the account log in. */
export const SsoSettings = Type.Object({
  organizations: Type.Array(Organization),
  ssoOnly: Type.Boolean({ description: 'No passwords, but that of the emergency user' }),
  emergencyUserId: Nullable(Id),
  provisioningUrl: Type.String({ description: 'Address of SCIM 2.0 that directories must be told' }),
  secondFactorFrom: Nullable(IsoDate),
  withoutSecondFactor: Type.Array(Type.Object({ id: Id, name: Type.String(), login: Type.String() }), {
    description: 'Active users with a password that counts, and no second factor; at most 500, by name',
  }),
  callbackUrl: Type.String({ description: 'Address that the provider must be told to return to' }),
  version: Version,
});
export type SsoSettings = Static<typeof SsoSettings>;

const SsoRules = Type.Object({
  ssoOnly: Type.Boolean(),
  emergencyUserId: Nullable(Id),
  version: Type.Optional(Version),
});
export type SsoRules = Static<typeof SsoRules>;

const SecondFactorRule = Type.Object({
  from: Nullable(IsoDate),
  version: Type.Optional(Version),
});
export type SecondFactorRule = Static<typeof SecondFactorRule>;

export const LoginOrganization = Type.Object({ id: Id, name: Type.String(), provider: Type.String() });
export type LoginOrganization = Static<typeof LoginOrganization>;

/** What the provider sent back, as it is; the attempt decides what counts of it. */
const CallbackQuery = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 4_000 })),
  state: Type.Optional(Type.String({ maxLength: 200 })),
  iss: Type.Optional(Type.String({ maxLength: 300 })),
  session_state: Type.Optional(Type.String({ maxLength: 500 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
  error_description: Type.Optional(Type.String({ maxLength: 4_000 })),
  error_uri: Type.Optional(Type.String({ maxLength: 2_000 })),
  error_subcode: Type.Optional(Type.String({ maxLength: 200 })),
  scope: Type.Optional(Type.String({ maxLength: 2_000 })),
  authuser: Type.Optional(Type.String({ maxLength: 200 })),
  hd: Type.Optional(Type.String({ maxLength: 300 })),
  prompt: Type.Optional(Type.String({ maxLength: 200 })),
});
export type CallbackQuery = Static<typeof CallbackQuery>;

const path = '/api/v1/security/sso';
const one = Type.Object({ id: Id });

/** Single sign-on (§2, §7; docs/decisions/0076). */
export const organizationEndpoints = {
  loginStatus: endpoint({
    method: 'GET',
    path: '/api/v1/security/login-status',
    summary: 'Login method of an address, by its domain alone; does not reveal whether it has a login',
    query: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    answer: Type.Object({ status: LoginStatus }),
    failure: EMAIL_CHECK_FAILED,
  }),
  organizations: endpoint({
    method: 'GET',
    path: '/api/v1/security/organizations',
    summary:
      'Organizations that the users of an address’s domain may log in through; without an address those of the account, for its administrators, and none for others',
    query: Type.Object({ email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })) }),
    answer: Type.Array(LoginOrganization),
  }),
  start: endpoint({
    method: 'GET',
    path: `${path}/start`,
    summary: 'Redirects a browser to the provider of an organization, and remembers it by a cookie for ten minutes',
    query: Type.Object({
      organization: Id,
      login: Type.String({ minLength: 3, maxLength: 254 }),
      fresh: Type.Optional(
        Type.Boolean({ description: 'The provider asks for the login again: counts as reauthentication' }),
      ),
    }),
    answer: Type.Null(),
    bare: true,
  }),
  callback: endpoint({
    method: 'GET',
    path: `/callback/${PRODUCT_SLUG}id`,
    summary: 'Completes a login with what the provider sent back to the browser that started it; counts once',
    query: CallbackQuery,
    answer: Type.Object({ ...TokenAnswer.properties, login: Type.String({ description: 'Login of the user' }) }),
    bare: true,
    oauth: true,
  }),
  settings: endpoint({ method: 'GET', path, summary: 'How the users of the account log in', answer: SsoSettings }),
  updateRules: endpoint({
    method: 'PUT',
    path,
    summary:
      'Admits or refuses passwords, and names the administrator who keeps one for emergencies; requires reauthentication',
    body: SsoRules,
    answer: SsoSettings,
  }),
  updateSecondFactor: endpoint({
    method: 'PUT',
    path: `${path}/second-factor`,
    summary:
      'Demands a second factor, from a day on, of whoever logs in by password; null demands none. Requires reauthentication',
    body: SecondFactorRule,
    answer: SsoSettings,
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/organizations`,
    summary:
      'Adds an organization; its domain must be proven before anybody logs in through it; requires reauthentication',
    body: OrganizationBody,
    answer: SsoSettings,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/organizations`,
    summary: 'Changes an organization; another domain must be proven anew; requires reauthentication',
    body: OrganizationUpdate,
    answer: SsoSettings,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/organizations/:id`,
    summary: 'Deletes an organization and whom its subjects are; requires reauthentication',
    params: one,
    answer: SsoSettings,
  }),
  prove: endpoint({
    method: 'POST',
    path: `${path}/organizations/:id/proof`,
    summary: 'Looks for the TXT record that proves the domain; 422 when it is not there',
    params: one,
    answer: SsoSettings,
  }),
  updateGroups: endpoint({
    method: 'PUT',
    path: `${path}/organizations/:id/groups`,
    summary: 'Says which groups of an organization give which templates of permissions; requires reauthentication',
    params: one,
    body: OrganizationGroupsBody,
    answer: SsoSettings,
  }),
  createToken: endpoint({
    method: 'POST',
    path: `${path}/organizations/:id/scim-token`,
    summary:
      'Makes a token of SCIM for the directory of an organization, which is told once; the one before is valid for another day; requires reauthentication',
    params: one,
    answer: Type.Object({ token: Type.String(), settings: SsoSettings }),
  }),
  revokeTokens: endpoint({
    method: 'DELETE',
    path: `${path}/organizations/:id/scim-token`,
    summary: 'Ends the tokens of SCIM of an organization at once; requires reauthentication',
    params: one,
    answer: SsoSettings,
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/organizations/:id/test`,
    summary: 'Asks the provider for its configuration and its keys, as a login would',
    params: one,
    answer: Type.Object({ works: Type.Boolean(), message: Type.String() }),
  }),
};
