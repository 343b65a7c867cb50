import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, Name, Nullable } from '../platform/shapes.ts';

/** Bytes as base64url text without padding, as WebAuthn writes them in JSON. */
const Bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description });

const Transports = Type.Array(Type.String({ minLength: 1, maxLength: 20, pattern: '^[a-z-]+$' }), {
  maxItems: 8,
  description: 'How browsers reach the authenticator: "internal", "hybrid", "usb" …',
});

/** Name of a key among those of its authenticator. */
const CredentialId = Bytes(1_364, 'Credential id');

const Credential = Type.Object({ id: CredentialId, transports: Transports });

/** What a browser asks an authenticator for: a signature (WebAuthn, PublicKeyCredentialRequestOptions). */
export const PasskeyRequest = Type.Object({
  challenge: Type.String({ description: 'Base64url; counts once, for five minutes' }),
  rpId: Type.String({ description: 'Domain that the keys are bound to' }),
  credentials: Type.Array(Credential, { description: 'Keys that may answer; empty: whichever the person chooses' }),
});
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** What a browser asks an authenticator for: a new key (WebAuthn, PublicKeyCredentialCreationOptions). */
export const PasskeyCreation = Type.Object({
  challenge: Type.String({ description: 'Base64url; counts once, for five minutes' }),
  rpId: Type.String(),
  rpName: Type.String(),
  userHandle: Type.String({ description: 'Base64url; says whose the key is, without naming the person' }),
  login: Type.String(),
  userName: Type.String(),
  algorithms: Type.Array(Type.Integer(), { description: 'COSE algorithms, best first' }),
  excluded: Type.Array(Credential, { description: 'Keys that the user has: their authenticators make no other' }),
});
export type PasskeyCreation = Static<typeof PasskeyCreation>;

/** The signature of an authenticator (WebAuthn, AuthenticatorAssertionResponse). */
export const PasskeyAssertion = Type.Object({
  credentialId: CredentialId,
  clientData: Bytes(4_000, 'clientDataJSON'),
  authenticatorData: Bytes(4_000, 'authenticatorData'),
  signature: Bytes(2_000, 'signature'),
  userHandle: Type.Optional(Nullable(Bytes(100, 'Of a key that the person chose'))),
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** A new key of an authenticator (WebAuthn, AuthenticatorAttestationResponse). */
const PasskeyAttestation = Type.Object({
  credentialId: CredentialId,
  clientData: Bytes(4_000, 'clientDataJSON'),
  attestation: Bytes(8_000, 'attestationObject, without attestation'),
  transports: Type.Optional(Transports),
});
export type PasskeyAttestation = Static<typeof PasskeyAttestation>;

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
  synced: Type.Boolean({ description: 'Copied to other devices by its provider' }),
});
export type Passkey = Static<typeof Passkey>;

const PasskeyName = Name(60);
const path = '/api/v1/security/passkeys';
const one = Type.Object({ id: Id });

/** Passkeys of the session user (docs/decisions/0081). */
export const passkeyEndpoints = {
  list: endpoint({ method: 'GET', path, summary: 'Passkeys of the session user', answer: Type.Array(Passkey) }),
  start: endpoint({
    method: 'POST',
    path: `${path}/creation`,
    summary: 'Begins to make a passkey. Needs a reauthentication',
    answer: PasskeyCreation,
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Stores a new passkey; with the first second factor, makes recovery codes',
    body: Type.Object({ name: PasskeyName, ...PasskeyAttestation.properties }),
    answer: Type.Object({
      passkey: Passkey,
      recoveryCodes: Type.Array(Type.String(), {
        description: 'Each opens one login; shown this once. Empty where the user has another second factor',
      }),
    }),
  }),
  rename: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Renames a passkey',
    params: one,
    body: Type.Object({ name: PasskeyName }),
    answer: Passkey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Removes a passkey; recovery codes go with the last second factor. Needs a reauthentication',
    params: one,
    answer: Type.Object({ id: Id }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: `${path}/confirmation`,
    summary: 'Begins a reauthentication by passkey',
    answer: PasskeyRequest,
  }),
};

/** Logging in by a passkey alone: public. */
export const passkeyLoginEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/security/passkey-login',
  summary: 'Begins a login by passkey, which grant passkey of the token endpoint completes; names nobody',
  answer: PasskeyRequest,
});
