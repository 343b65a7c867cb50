import type { Secrets } from '../../platform/secrets.ts';

const sealOf = (accountId: number) => ({ accountId, purpose: 'webhook' });

/** A secret as it is stored: signing needs it again. */
export const sealSecret = (secrets: Secrets, accountId: number, secret: string): Buffer =>
  secrets.seal(secret, sealOf(accountId));

export const openSecret = (secrets: Secrets, accountId: number, sealed: Buffer): string =>
  secrets.open(sealed, sealOf(accountId));
