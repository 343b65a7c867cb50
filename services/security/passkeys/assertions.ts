import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { PasskeyAssertion, PasskeyAttestation } from '#schema/security/passkeys.rest.ts';
import type { RelyingParty } from './relyingParty.ts';

/** EdDSA, ES256, RS256: what authenticators have. */
export const ALGORITHMS = [-8, -7, -257];

/** Loaded with the first key: readers of certificates, which no key here has, come along with it. */
const verifiers = () => import('@simplewebauthn/server');
const readers = () => import('@simplewebauthn/server/helpers');

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** What was signed; null for a text that is no client data. It is only believed once its signature is right. */
export const challengeIn = (clientData: string): string | null => {
  try {
    const read: unknown = JSON.parse(bytesOf(clientData).toString('utf8'));
    const challenge: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, 'challenge') : null;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
};

/** A key as it is kept. */
export interface KeptKey {
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
}

/** What a right signature says of its authenticator. */
export interface Signed {
  counter: number;
  synced: boolean;
}

/**
 * Checks a signature: challenge, origin, domain, verified person, key and counter. Returns null for a wrong one: the
 * library throws at the first thing that is.
 */
export const verifyAssertion = async (
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  key: KeptKey,
  { credentialId: id, clientData, authenticatorData, signature }: PasskeyAssertion,
): Promise<Signed | null> => {
  const { verifyAuthenticationResponse } = await verifiers();
  const response = { clientDataJSON: clientData, authenticatorData, signature };
  const checked: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: key.credential_id.toString('base64url'),
      publicKey: new Uint8Array(key.public_key),
      counter: key.counter,
    },
  }).catch(() => null);
  if (!checked?.verified) return null;
  return { counter: checked.authenticationInfo.newCounter, synced: checked.authenticationInfo.credentialBackedUp };
};

/**
 * True for a key without certificates. None is asked for, and those of a stranger would lead the library to the address
 * of their list of revoked ones.
 */
const isPlain = async (attestation: string): Promise<boolean> => {
  const { decodeAttestationObject } = await readers();
  const read = decodeAttestationObject(new Uint8Array(bytesOf(attestation)));
  const format = read.get('fmt');
  return format === 'none' || (format === 'packed' && read.get('attStmt').get('x5c') === undefined);
};

/** Checks a new key as `verifyAssertion`. Returns null for one that was not made by an authenticator here and now. */
export const verifyAttestation = async (
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { credentialId: id, clientData, attestation }: PasskeyAttestation,
): Promise<(KeptKey & Signed) | null> => {
  const { verifyRegistrationResponse } = await verifiers();
  const check = async (): Promise<VerifiedRegistrationResponse | null> => {
    if (!(await isPlain(attestation))) return null;
    return verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, attestationObject: attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  };
  const checked = await check().catch(() => null);
  if (!checked?.verified) return null;
  const { credential, credentialBackedUp: synced } = checked.registrationInfo;
  // The id that the authenticator signed counts, not the one beside it.
  if (credential.id !== id) return null;
  return {
    credential_id: bytesOf(credential.id),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    synced,
  };
};
