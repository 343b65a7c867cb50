import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { bareHost, isLocalHost, isPrivateAddress } from '../../platform/egress/addresses.ts';

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
  return isLocalHost(bareHost(url)) && !allowPrivate ? 'O emissor precisa ter um endereço público.' : null;
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
