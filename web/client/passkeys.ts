/** A key as the services tell of it. */
interface Credential {
  id: string;
  transports: readonly string[];
}

/** What an authenticator is asked to sign. */
export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  credentials: readonly Credential[];
}

/** What an authenticator is asked to make. */
export interface PasskeyCreation {
  challenge: string;
  rpId: string;
  rpName: string;
  userHandle: string;
  login: string;
  userName: string;
  algorithms: readonly number[];
  excluded: readonly Credential[];
}

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** A browser may name ways to reach an authenticator that another does not know, and ignores. */
const toDescriptor = ({ id, transports }: Credential): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: toBytes(id),
  transports: transports as AuthenticatorTransport[],
});

/** Said where the browser has no more to say: the person cancelled, waited too long, or has no such key. */
const NOT_USED = 'A chave de acesso não foi usada. Tente de novo, ou entre de outro modo.';
const NOT_MADE = 'A chave de acesso não foi criada. Tente de novo.';

/** The sentence for what the browser refused. */
export const passkeyProblem = (error: unknown, making = false): string => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'Este aparelho já tem uma chave de acesso sua.';
  if (name === 'SecurityError') return 'Abra o sistema pelo endereço dele para usar a chave de acesso.';
  return making ? NOT_MADE : NOT_USED;
};

export const isBrowserRefusal = (error: unknown): boolean => error instanceof DOMException;

/** Asks for a signature. Throws DOMException where the person or the browser refuses. */
export const signWithPasskey = async ({ challenge, rpId, credentials }: PasskeyRequest) => {
  const given = await navigator.credentials.get({
    publicKey: {
      challenge: toBytes(challenge),
      rpId,
      allowCredentials: credentials.map(toDescriptor),
      userVerification: 'required',
    },
  });
  if (!(given instanceof PublicKeyCredential)) throw new DOMException('no key', 'NotAllowedError');
  // Safe cast: `get` answers with an assertion.
  const signed = given.response as AuthenticatorAssertionResponse;
  return {
    credentialId: toText(given.rawId),
    clientData: toText(signed.clientDataJSON),
    authenticatorData: toText(signed.authenticatorData),
    signature: toText(signed.signature),
    userHandle: signed.userHandle ? toText(signed.userHandle) : null,
  };
};
export type SignedAssertion = Awaited<ReturnType<typeof signWithPasskey>>;

/** Asks for a new key, which the authenticator keeps with the name of its user. Throws as `signWithPasskey`. */
export const makePasskey = async (asked: PasskeyCreation) => {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(asked.challenge),
      rp: { id: asked.rpId, name: asked.rpName },
      user: { id: toBytes(asked.userHandle), name: asked.login, displayName: asked.userName },
      pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: asked.excluded.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  });
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('no key', 'NotAllowedError');
  // Safe cast: `create` answers with an attestation.
  const key = made.response as AuthenticatorAttestationResponse;
  return {
    credentialId: toText(made.rawId),
    clientData: toText(key.clientDataJSON),
    attestation: toText(key.attestationObject),
    transports: key.getTransports(),
  };
};
