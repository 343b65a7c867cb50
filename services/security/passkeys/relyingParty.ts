import { isIP } from 'node:net';
import { ruleBroken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** Who asks authenticators: keys answer to nobody else, and no proxy or request can change it. */
export interface RelyingParty {
  /** Domain that keys are bound to. */
  id: string;
  /** Origin of the pages that may ask. */
  origin: string;
}

const NEEDS_NAME =
  'Chaves de acesso precisam de um endereço com nome e HTTPS. Fale com quem cuida do servidor (PUBLIC_ORIGIN).';

/** The addresses of this machine that browsers know by name, too. */
const isLoopback = (host: string): boolean => host === '[::1]' || host.startsWith('127.');

/** Derives it from the public address of the product; null where that is a bare IP address, which keys cannot be bound to. */
export const findRelyingParty = ({ publicUrl }: Pick<Platform, 'publicUrl'>): RelyingParty | null => {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: url.hostname, origin: url.origin };
};

/** @throws ServiceError 422 where the product has no name that keys can be bound to */
export const relyingPartyOf = (platform: Pick<Platform, 'publicUrl'>): RelyingParty => {
  const party = findRelyingParty(platform);
  if (!party) throw ruleBroken(NEEDS_NAME);
  return party;
};
