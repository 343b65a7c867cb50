import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks 1.0.0: 24 to 64 bytes. */
const BYTES = 32;

export const newSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** Signature of `{id}.{timestamp}.{body}` by HMAC-SHA256, with the secret's bytes (Standard Webhooks 1.0.0, "Signature scheme"). */
const signatureOf = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')}`;

/** Headers of an attempt; with two secrets there are two signatures, and a receiver accepts either. */
export const signedHeaders = (
  { id, seconds, body }: { id: string; seconds: number; body: string },
  secrets: readonly string[],
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${seconds}.${body}`)).join(' '),
});
