import { BlockList, isIP } from 'node:net';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Returns the product of a provider by its issuer. */
export const providerOf = (issuer: string): string => {
  const url = URL.parse(issuer);
  if (!url) return 'OpenID Connect';
  const { hostname, pathname } = url;
  if (isEntra(issuer)) return 'Microsoft Entra ID';
  if (hostname === 'accounts.google.com') return 'Google Workspace';
  if (hostname.endsWith('.okta.com') || hostname.endsWith('.oktapreview.com')) return 'Okta';
  if (hostname.endsWith('.auth0.com')) return 'Auth0';
  if (/\/realms\/[^/]+\/?$/.test(pathname)) return 'Keycloak';
  return hostname;
};

export const isEntra = (issuer: string): boolean => URL.parse(issuer)?.hostname === 'login.microsoftonline.com';
export const isGoogle = (issuer: string): boolean => URL.parse(issuer)?.hostname === 'accounts.google.com';

/** Entra's addresses for every tenant: anybody's users would log in. */
const SHARED_TENANT = /^\/(common|organizations|consumers)(\/|$)/;

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

/** Only 2000::/3 is public; these parts of it reach other networks. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
const embedding = new BlockList();
embedding.addSubnet('2001::', 23, 'ipv6');
embedding.addSubnet('2001:db8::', 32, 'ipv6');
embedding.addSubnet('2002::', 16, 'ipv6');

/** Returns true for an address of this machine, of its network, or of nobody's. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) === 4
    ? local.check(address, 'ipv4')
    : !publicIpv6.check(address, 'ipv6') || embedding.check(address, 'ipv6');

/** Refuses a URL that no provider of others can have; null for one that may be called. */
export const issuerProblem = (issuer: string, allowPrivate: boolean): string | null => {
  const url = URL.parse(issuer);
  if (!url || url.username || url.password || url.search || url.hash || issuer.includes('#') || issuer.includes('?')) {
    return 'Informe o endereço do emissor, como https://login.exemplo.com.br.';
  }
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return 'O endereço do emissor precisa começar com https://.';
  }
  if (isEntra(issuer) && SHARED_TENANT.test(url.pathname)) {
    return 'Informe o emissor do seu diretório (com o seu ID de locatário), e não o de todos.';
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isIP(host)
    ? isPrivateAddress(host)
    : !host.includes('.') || /\.(local|internal|localhost)$/.test(host);
  return isLocal && !allowPrivate ? 'O emissor precisa ter um endereço público.' : null;
};

/** Resolves the names of public hosts only, at the moment of the connection: a name may change its address. */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = error ? [] : addresses;
    const refused = found.some(({ address }) => isPrivateAddress(address));
    const [first] = found;
    if (error) return callback(error, '');
    if (refused || !first) return callback(new Error(`${hostname} is not a public host`), '');
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
