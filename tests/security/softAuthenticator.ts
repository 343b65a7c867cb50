import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

/** CBOR (RFC 8949) of what authenticators send, by hand. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
};

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** Flags of WebAuthn §6.1. */
const FLAG = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** What a lying or broken authenticator, browser or page does otherwise. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  verified?: boolean;
  synced?: boolean;
  counter?: number;
  /** Changes the signature. */
  forge?: boolean;
  userHandle?: string | null;
}

export interface Creation {
  challenge: string;
  rpId: string;
  userHandle: string;
}

const ORIGIN = 'http://localhost:4000';

/** An authenticator made of software, with one key, written from the standard and not from the library that checks it. */
export class SoftAuthenticator {
  readonly id = randomBytes(24);
  readonly #private: KeyObject;
  readonly #public: { x: Buffer; y: Buffer };
  #userHandle = '';
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#private = privateKey;
    this.#public = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  #clientData(type: string, challenge: string, { origin = ORIGIN, ...other }: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({ type: other.type ?? type, challenge: other.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  #data(rpId: string, deviation: Deviation, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { verified = true, synced = false } = deviation;
    const flags =
      FLAG.present |
      (verified ? FLAG.verified : 0) |
      (synced ? FLAG.eligible | FLAG.backedUp : 0) |
      (attested.length > 0 ? FLAG.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? (this.#counter += 1));
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), counter, attested]);
  }

  /** Makes the key. */
  create({ challenge, rpId, userHandle }: Creation, deviation: Deviation = {}) {
    this.#userHandle = userHandle;
    const { x, y } = this.#public;
    const key = new Map<number | string, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x],
      [-3, y],
    ]);
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const attestation = new Map<number | string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(rpId, deviation, attested)],
    ]);
    return {
      credentialId: this.id.toString('base64url'),
      clientData: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestation: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    };
  }

  /** Signs with the key. */
  assert({ challenge, rpId }: { challenge: string; rpId: string }, deviation: Deviation = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const data = this.#data(rpId, deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#private);
    // The last byte belongs to a number of the signature: its form stays right.
    if (deviation.forge) signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1);
    return {
      credentialId: this.id.toString('base64url'),
      clientData: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: deviation.userHandle === undefined ? this.#userHandle : deviation.userHandle,
    };
  }
}
