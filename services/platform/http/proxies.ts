import { BlockList, isIP } from 'node:net';

const kindOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  isIP(address) === 4 ? 'ipv4' : isIP(address) === 6 ? 'ipv6' : undefined;

const add = (list: BlockList, entry: string): void => {
  const [address = '', prefix] = entry.split('/');
  const kind = kindOf(address);
  const longest = kind === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? longest : /^\d+$/.test(prefix) ? Number(prefix) : NaN;
  if (!kind || !(bits <= longest)) {
    throw new Error(
      `TRUSTED_PROXIES: "${entry}" não é um endereço nem uma rede: informe algo como 10.0.0.0/8,192.0.2.7.`,
    );
  }
  list.addSubnet(address, bits, kind);
};

/** Converts "::ffff:10.0.0.1", the IPv4 address on a dual-stack socket, to plain IPv4. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Returns a predicate for trusted X-Forwarded-For senders: the direct peer, on this machine or in the given networks
 * ("10.0.0.0/8,192.0.2.7"). Trusts only the last entry; the client may have written earlier ones.
 */
export const trustedHop = (networks = ''): ((address: string, hop: number) => boolean) => {
  const trusted = new BlockList();
  const named = networks.split(',').map((entry) => entry.trim());
  for (const entry of ['127.0.0.0/8', '::1', ...named.filter((name) => name !== '')]) add(trusted, entry);
  return (address, hop) => {
    const kind = kindOf(plain(address));
    return hop === 0 && kind !== undefined && trusted.check(plain(address), kind);
  };
};
