import { BlockList, isIP } from 'node:net';

const local = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  local.addSubnet(network, prefix, 'ipv4');

/** Only 2000::/3 is public; these parts of it reach other networks, or are for documentation. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
const embedding = new BlockList();
embedding.addSubnet('2001::', 23, 'ipv6');
embedding.addSubnet('2001:db8::', 32, 'ipv6');
embedding.addSubnet('2002::', 16, 'ipv6');
embedding.addSubnet('3fff::', 20, 'ipv6');

/**
 * Returns true for an address of this machine, of its network, or of nobody's (IANA's registries of special-purpose addresses): what the
 * services must not call because somebody typed it.
 */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) === 4
    ? local.check(address, 'ipv4')
    : !publicIpv6.check(address, 'ipv6') || embedding.check(address, 'ipv6');

/** Host of a URL as `net` reads it: an IPv6 address without its brackets. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Whether a name or address is said to be private, without asking for its address. */
export const isLocalHost = (host: string): boolean => {
  if (isIP(host)) return isPrivateAddress(host);
  const name = host.replace(/\.+$/, '');
  return !name.includes('.') || /\.(local|internal|localhost|home\.arpa|onion)$/.test(name);
};
