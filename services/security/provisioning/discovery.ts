import { BASE, URN } from './protocol.ts';

/** Most resources of a page. */
export const MOST_PER_PAGE = 200;

const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const TYPE_URN = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';

export const serviceProviderConfig = (publicUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_PER_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token da organização',
      description: 'Authorization: Bearer, com o token feito em Configurações, Acesso único.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${publicUrl}${BASE}/ServiceProviderConfig` },
});

export const resourceTypes = (publicUrl: string) =>
  (
    [
      ['User', '/Users', URN.user],
      ['Group', '/Groups', URN.group],
    ] as const
  ).map(([name, endpoint, schema]) => ({
    schemas: [TYPE_URN],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${publicUrl}${BASE}/ResourceTypes/${name}` },
  }));

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const readOnly = { mutability: 'readOnly' };

const userAttributes = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('name', {
    type: 'complex',
    subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
  }),
  attribute('displayName'),
  attribute('active', { type: 'boolean' }),
  attribute('emails', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value'),
      attribute('type', { canonicalValues: ['work'], ...readOnly }),
      attribute('primary', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('groups', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', readOnly),
      attribute('$ref', { type: 'reference', referenceTypes: ['Group'], ...readOnly }),
      attribute('display', readOnly),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('members', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', { type: 'reference', referenceTypes: ['User'], ...readOnly }),
      attribute('display', readOnly),
      attribute('type', { canonicalValues: ['User'], mutability: 'immutable' }),
    ],
  }),
];

/** What is kept of each resource; all else that RFC 7643 has is taken and left out. */
export const schemas = (publicUrl: string) =>
  (
    [
      [URN.user, 'User', 'Usuário da conta', userAttributes],
      [URN.group, 'Group', 'Grupo da organização', groupAttributes],
    ] as const
  ).map(([id, name, description, attributes]) => ({
    schemas: [SCHEMA_URN],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${publicUrl}${BASE}/Schemas/${id}` },
  }));
