import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './addresses.ts';

/** Returns the addresses of a name; none for a name that has none. */
export type Resolve = (name: string) => Promise<string[]>;

/** A host that somebody typed is none of the public ones. */
export class PrivateHost extends Error {}
/** A name has no address. */
export class UnknownHost extends Error {}

/** Milliseconds for an answer of a name server, and how often it is asked. */
const DNS_TIMEOUT = 1_500;
const DNS_TRIES = 2;

/**
 * Asks the name servers by c-ares: the system's lookup takes one of the four threads that files and passwords need, too, for as long as a
 * stranger's name server likes; and the hosts file names private hosts.
 */
export const resolveByDns: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: DNS_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

export interface Reach {
  resolve: Resolve;
  /** Admits hosts of this machine and its network; only of tests, no setting of the product turns it on. */
  allowPrivate: boolean;
}

/** The addresses of a host, all of them checked. @throws PrivateHost, UnknownHost */
export const publicAddresses = async (host: string, { resolve, allowPrivate }: Reach): Promise<string[]> => {
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new UnknownHost(host);
  if (!allowPrivate && addresses.some(isPrivateAddress)) throw new PrivateHost(host);
  return addresses;
};

/** `lookup` of a connection: what it connects to is what was checked, whatever the name says a moment later. */
export const pinnedLookup =
  (reach: Reach): LookupFunction =>
  (hostname, options, callback) => {
    publicAddresses(hostname, reach).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
