import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a sealed text belongs to: it opens for the same account and purpose only. */
export interface SealedFor {
  accountId: number;
  /** "totp:12", "sso:3" … */
  purpose: string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed text; another format gets another one. */
const FORMAT = 1;
const KEY_FILE = 'secrets.key';

/** Reads the base64 text of a key. @throws Error, without the text, unless it has 32 bytes */
export const readSecretsKey = (text: string): Buffer => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text.trim()) return key;
  throw new Error('SECRETS_KEY não serve: informe 32 bytes em base64 (openssl rand -base64 32).');
};

/** Reads the key of the folder; makes it on first use, whole: of two processes that make it at once, one wins. */
const keyOfFolder = (folder: string): Buffer => {
  const file = join(folder, KEY_FILE);
  if (!existsSync(file)) {
    const made = `${file}.${process.pid}`;
    writeFileSync(made, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    try {
      linkSync(made, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      unlinkSync(made);
    }
  }
  return readSecretsKey(readFileSync(file, 'utf8'));
};

const boundTo = ({ accountId, purpose }: SealedFor): Buffer => Buffer.from(`${accountId} ${purpose}`, 'utf8');

/**
 * Seals secrets that the product must read again, such as keys of authenticator apps: a copy of the database alone opens
 * none. AES-256-GCM, bound to account and purpose.
 */
export class Secrets {
  readonly #read: () => Buffer;
  #keys: { sealing: Buffer; signing: Buffer } | undefined;

  /** The key is `key`, or else that of a file in `folder`, made when it is first needed. */
  constructor(key: Buffer | undefined, folder: string) {
    this.#read = () => key ?? keyOfFolder(folder);
  }

  get #derived(): { sealing: Buffer; signing: Buffer } {
    if (this.#keys) return this.#keys;
    const key = this.#read();
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, KEY_BYTES));
    return (this.#keys = { sealing: derive('prumo seal'), signing: derive('prumo sign') });
  }

  seal(text: string, owner: SealedFor): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#derived.sealing, nonce).setAAD(boundTo(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error for a text sealed for another owner or by another key, and for a changed one */
  open(sealed: Buffer, owner: SealedFor): string {
    if (sealed[0] !== FORMAT) throw new Error('A sealed secret has an unknown format');
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#derived.sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(owner)).setAuthTag(tag);
    const text = decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  /** Signs data for one purpose (HMAC-SHA-256), so that it can be recognised without being stored. */
  sign(purpose: string, data: string | Buffer): Buffer {
    return createHmac('sha256', this.#derived.signing).update(`${purpose}\0`).update(data).digest();
  }
}
