import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration, type Grant } from 'oidc-provider';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** Claims of a person; `sub` is their key at the provider. */
export type Person = Readonly<Record<string, unknown>> & { sub: string };

const CLIENT = { id: 'prumo', secret: 'segredo-do-cliente-com-mais-de-32-letras' };

export interface RealProvider {
  issuer: string;
  client: typeof CLIENT;
  /** Who logs in next; null refuses. */
  person: Person | null;
  /** Times that the provider has asked for a login. */
  prompts: number;
  /** Shows a page with a button instead of going on by itself. */
  asks: boolean;
  stop(): Promise<void>;
}

const configuration = (provider: () => RealProvider, redirectUris: string[]): Configuration => ({
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name', 'preferred_username'] },
  // As Keycloak and Entra do: the address is in the ID token.
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  jwks: {
    keys: [{ ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), use: 'sig' }],
  },
  ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  cookies: { keys: ['uma chave para os cookies do teste'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ ...provider().person, sub: id }),
  }),
  loadExistingGrant: async (context) => {
    const grant: Grant = new context.oidc.provider.Grant({
      accountId: context.oidc.session?.accountId ?? '',
      clientId: CLIENT.id,
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

const PAGE = `<!doctype html><html lang="pt-BR"><title>Provedor</title><h1>Provedor de teste</h1>
<form method="post"><button>Entrar no provedor</button></form>`;

/** Starts a real OpenID provider on this machine (oidc-provider) with one client. */
export const startRealProvider = async (redirectUris: string[]): Promise<RealProvider> => {
  let answer = (_request: IncomingMessage, _response: ServerResponse): void => undefined;
  const server = createServer((request, response) => answer(request, response));
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const self: RealProvider = {
    issuer,
    client: CLIENT,
    person: null,
    prompts: 0,
    asks: false,
    stop: () => stop(server),
  };
  const provider = new Provider(
    issuer,
    configuration(() => self, redirectUris),
  );
  const callback = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (self.asks && request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(PAGE);
    self.prompts += 1;
    const login = self.person
      ? { login: { accountId: self.person.sub } }
      : { error: 'access_denied', error_description: 'A pessoa desistiu' };
    await provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
  };
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void callback(request, response);
  };
  return self;
};

const base64 = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** What a login carried to the provider. */
export interface Asked {
  nonce: string;
  state: string;
  redirectUri: string;
  query: URLSearchParams;
}

/** Changes what an honest provider would say. */
export interface Lie {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with another key. */
  foreignKey?: boolean;
  /** Signature of alg none. */
  unsigned?: boolean;
  /** Status and body of the token endpoint. */
  token?: { status: number; body: string };
}

export interface ScriptedProvider {
  issuer: string;
  person: Person;
  lie: Lie;
  /** Calls of the token endpoint. */
  exchanges: URLSearchParams[];
  /** Key fetches. */
  keyFetches: number;
  /** Signs with a new key from now on. */
  rotate(): void;
  stop(): Promise<void>;
}

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const newKey = (kid: string): SigningKey => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

const sign = (header: object, claims: object, key: SigningKey, unsigned: boolean): string => {
  const text = `${base64(header)}.${base64(claims)}`;
  if (unsigned) return `${text}.`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey).toString('base64url')}`;
};

/**
 * Starts a provider that can lie, at any host name and path: `http://login.microsoftonline.com:PORT/tenant/v2.0` has
 * the form of Entra's issuers. `code` of its answers names what was asked.
 */
export const startScriptedProvider = async (host = '127.0.0.1', path = ''): Promise<ScriptedProvider> => {
  let serial = 1;
  let key = newKey('k1');
  const stranger = newKey('k1');
  const codes = new Map<string, Asked>();
  const server = createServer((request, response) => void answer(request, response));
  const issuer = `http://${host}:${await listen(server)}${path}`;
  const self: ScriptedProvider = {
    issuer,
    person: { sub: 'ninguem' },
    lie: {},
    exchanges: [],
    keyFetches: 0,
    rotate: () => void (key = newKey(`k${(serial += 1)}`)),
    stop: () => stop(server),
  };
  const json = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const exchange = (form: URLSearchParams, response: ServerResponse): void => {
    self.exchanges.push(form);
    const { lie, person } = self;
    if (lie.token) {
      response.writeHead(lie.token.status, { 'content-type': 'application/json' }).end(lie.token.body);
      return;
    }
    const asked = codes.get(form.get('code') ?? '');
    // A code counts once.
    codes.delete(form.get('code') ?? '');
    if (!asked) return void json(response, { error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'prumo', iat: now, exp: now + 300, nonce: asked.nonce, auth_time: now };
    const header = { alg: 'RS256', kid: key.kid, ...lie.header };
    const token = sign(
      header,
      { ...claims, ...person, ...lie.claims },
      lie.foreignKey ? stranger : key,
      !!lie.unsigned,
    );
    json(response, { access_token: 'segredo-do-provedor', token_type: 'Bearer', id_token: token });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer);
    const at = url.pathname.slice(path.length);
    if (at === '/.well-known/openid-configuration') {
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    } else if (at === '/keys') {
      self.keyFetches += 1;
      json(response, {
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }],
      });
    } else if (at === '/authorize') {
      const query = url.searchParams;
      const code = `codigo-${(serial += 1)}`;
      const [nonce, state, redirectUri] = ['nonce', 'state', 'redirect_uri'].map((name) => query.get(name) ?? '');
      codes.set(code, { nonce: nonce ?? '', state: state ?? '', redirectUri: redirectUri ?? '', query });
      const back = new URLSearchParams({ code, state: state ?? '' });
      response.writeHead(302, { location: `${redirectUri}?${back.toString()}` }).end();
    } else if (at === '/token') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      exchange(new URLSearchParams(body), response);
    } else json(response, {}, 404);
  };
  return self;
};

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** Follows redirects from a provider's page as a browser does, until it is sent back to `origin`; returns that address. */
export const walkBack = async (
  address: string,
  origin: string,
  jar = new Map<string, string>(),
  hostOf: (url: URL) => string = (url) => url.href,
): Promise<URL> => {
  let url = new URL(address);
  for (let step = 0; step < 10; step += 1) {
    if (url.origin === origin) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(hostOf(url), { redirect: 'manual', headers: cookie ? { cookie } : {} });
    for (const one of cookiesOf(response)) jar.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider stopped with ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('The provider redirects without end');
};
