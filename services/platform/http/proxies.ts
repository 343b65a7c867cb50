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

/** "::ffff:10.0.0.1" is how a socket of both kinds writes an IPv4 address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Who may say for whom a request comes (X-Forwarded-For): the hop right before us, on this machine or in the networks
 * given ("10.0.0.0/8,192.0.2.7"). Only its last word counts; what the client wrote in front of it does not.
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
