import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretsKey, Secrets } from '#services/platform/secrets.ts';

const KEY = Buffer.alloc(32, 7);
const OWNER = { accountId: 3, purpose: 'totp:12' };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('A sealed secret', () => {
  const secrets = new Secrets(KEY, '/nowhere');

  test('is AES-256-GCM bound to account and purpose, as decrypted by hand', () => {
    const sealed = secrets.seal('JBSWY3DPEHPK3PXP', OWNER);
    const key = Buffer.from(hkdfSync('sha256', KEY, Buffer.alloc(0), 'prumo seal', 32));
    const plain = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
      .setAAD(Buffer.from('3 totp:12'))
      .setAuthTag(sealed.subarray(13, 29));
    expect(Buffer.concat([plain.update(sealed.subarray(29)), plain.final()]).toString()).toBe('JBSWY3DPEHPK3PXP');
    expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false);
    expect(secrets.seal('JBSWY3DPEHPK3PXP', OWNER)).not.toEqual(sealed);
  });

  test('opens for its owner alone, unchanged, by its key', () => {
    const sealed = secrets.seal('segredo ção', OWNER);
    expect(secrets.open(sealed, OWNER)).toBe('segredo ção');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => secrets.open(changed, OWNER)).toThrow();
    expect(() => secrets.open(sealed.subarray(0, 20), OWNER)).toThrow();
    expect(() => secrets.open(sealed, { ...OWNER, accountId: 4 })).toThrow();
    expect(() => secrets.open(sealed, { ...OWNER, purpose: 'totp:13' })).toThrow();
    expect(() => new Secrets(Buffer.alloc(32, 8), '/nowhere').open(sealed, OWNER)).toThrow();
  });
});

test('Without SECRETS_KEY the key is a file that only its owner reads, made once and used by all processes', () => {
  const sealed = new Secrets(undefined, folder).seal('segredo', OWNER);
  const file = join(folder, 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSecretsKey(readFileSync(file, 'utf8'))).toHaveLength(32);
  expect(new Secrets(undefined, folder).open(sealed, OWNER)).toBe('segredo');
});

test.each([
  ['short', Buffer.alloc(16).toString('base64')],
  ['not base64', 'segredo que não é base64 segredo que não é'],
  ['empty', ''],
])('A key that is %s is refused without being repeated', (_what, text) => {
  expect(() => readSecretsKey(text)).toThrow(
    'SECRETS_KEY não serve: informe 32 bytes em base64 (openssl rand -base64 32).',
  );
});
