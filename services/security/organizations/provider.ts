import { isIP, type LookupFunction } from 'node:net';
import type * as openid from 'openid-client';
import type { Configuration, ServerMetadata } from 'openid-client';
import { Agent, fetch as undiciFetch } from 'undici';
import { isPrivateAddress } from '../../platform/egress/addresses.ts';
import { issuerProblem, providerOf, publicLookup } from './issuers.ts';

/** What a provider needs to know the product by. */
export interface Client {
  /** Key of the organization and its version: what is remembered of a provider is remembered for it. */
  key: string;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** Claim that names groups; null where no group gives anything. */
  groupsClaim: string | null;
}

export interface Claims {
  issuer: string;
  subject: string;
  /** Claims of the ID token, and those of userinfo that it lacks. */
  all: Readonly<Record<string, unknown>>;
}

/** Why a login through a provider fails: `refused` by it, `unreachable`, or an answer that cannot be trusted. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: 'refused' | 'unreachable' | 'untrusted',
    cause: unknown,
  ) {
    super(`The provider of an organization failed: ${kind}`, { cause });
  }
}

const SECOND = 1000;
/** Less than the gateway waits for the services, for all calls of a login. */
const CALL_LIMIT = 4 * SECOND;
const MAX_ANSWER_BYTES = 512 * 1024;
/** How long a provider's configuration is used before it is asked for again. */
const METADATA_LIFE = 10 * 60 * SECOND;
/** Keys younger than this are used again; a token signed with another key fetches them anew at any age. */
const KEYS_LIFE_SECONDS = 4 * 60;
/** Seconds that lent keys look older by: the library fetches keys anew for an unknown one only when they are a minute old. */
const LENT_AGE = 60;
/** What the clocks of provider and product may differ by, in seconds. */
const CLOCK_TOLERANCE = 60;
/** Seconds since the login at the provider that count as "just now". */
export const FRESH_SECONDS = 120;
const MAX_REMEMBERED = 500;

type Library = typeof openid;
type Keys = NonNullable<ReturnType<Library['getJwksCache']>>;

const seconds = (): number => Math.floor(Date.now() / 1000);

/** How the product names itself to a provider: as most do by default, unless it takes the secret in the body alone. */
const authenticationOf = (library: Library, metadata: ServerMetadata, secret: string | null) => {
  if (secret === null) return library.None();
  const methods = metadata.token_endpoint_auth_methods_supported;
  return methods && !methods.includes('client_secret_basic')
    ? library.ClientSecretPost(secret)
    : library.ClientSecretBasic(secret);
};

/**
 * Some providers tell groups only to who asks for them by a scope, others refuse a scope that they do not know. Keycloak
 * lists scopes that the client may not have, and adds groups by a mapper.
 */
const scopeOf = ({ scopes_supported: scopes }: ServerMetadata, { groupsClaim, issuer }: Client): string =>
  groupsClaim !== null && scopes?.includes('groups') && providerOf(issuer) !== 'Keycloak'
    ? 'openid email profile groups'
    : 'openid email profile';

/** The groups may stand in userinfo; not where the token says that they are elsewhere. */
const lacksGroups = (claims: Claims['all'], { groupsClaim }: Client): boolean =>
  groupsClaim !== null && claims[groupsClaim] === undefined && claims['_claim_names'] === undefined;

export interface ProviderSettings {
  /** Admits providers on this machine and its network, also without TLS. */
  allowPrivate?: boolean | undefined;
  /** Resolves the names of such providers. */
  lookup?: LookupFunction;
}

/** Calls the providers of organizations: OpenID Connect, code flow with PKCE. */
export class Providers {
  readonly #allowPrivate: boolean;
  readonly #agent: Agent;
  readonly #metadata = new Map<string, { metadata: ServerMetadata; until: number }>();
  readonly #keys = new Map<string, Keys>();
  #library: Promise<Library> | undefined;

  constructor({ allowPrivate = false, lookup: resolve }: ProviderSettings) {
    this.#allowPrivate = allowPrivate;
    const lookup = allowPrivate ? resolve && { lookup: resolve } : { lookup: publicLookup };
    this.#agent = new Agent({
      connect: { timeout: 2 * SECOND, ...lookup },
      connections: 8,
      headersTimeout: CALL_LIMIT,
      bodyTimeout: CALL_LIMIT,
      maxResponseSize: MAX_ANSWER_BYTES,
    });
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  /** Returns the address of the provider's login page. */
  async authorizationUrl(
    client: Client,
    asked: { redirectUri: string; state: string; nonce: string; verifier: string; login: string; fresh: boolean },
  ): Promise<URL> {
    const { library, configuration } = await this.#configured(client);
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: asked.redirectUri,
      scope: scopeOf(configuration.serverMetadata(), client),
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: 'S256',
      login_hint: asked.login,
      ...(asked.fresh ? { prompt: 'login', max_age: '0' } : {}),
    });
    // The provider names this address itself.
    if (!this.#mayCall(url)) throw new ProviderFailure('untrusted', new Error('authorization_endpoint'));
    return url;
  }

  /** Exchanges the code for claims that are signed by the issuer, for this client, and for this login. */
  async claimsOf(
    client: Client,
    returned: { url: URL; state: string; nonce: string; verifier: string; fresh: boolean },
  ): Promise<Claims> {
    const { library, configuration } = await this.#configured(client);
    const tokens = await this.#asked(library, () =>
      library.authorizationCodeGrant(configuration, returned.url, {
        expectedState: returned.state,
        expectedNonce: returned.nonce,
        pkceCodeVerifier: returned.verifier,
        idTokenExpected: true,
        ...(returned.fresh ? { maxAge: FRESH_SECONDS } : {}),
      }),
    );
    const keys = library.getJwksCache(configuration);
    // Keys that were lent look older than they are; remembered so, they would age with each login.
    if (keys && keys.uat !== this.#lentAge(client)) this.#remember(this.#keys, client.key, keys);
    const claims = tokens.claims();
    if (!claims) throw new ProviderFailure('untrusted', new Error('no ID token'));
    const { iss: issuer, sub: subject } = claims;
    const complete = typeof claims.email === 'string' && !lacksGroups(claims, client);
    if (complete || !configuration.serverMetadata().userinfo_endpoint) return { issuer, subject, all: claims };
    const more = await this.#asked(library, () => library.fetchUserInfo(configuration, tokens.access_token, subject));
    return { issuer, subject, all: { ...more, ...claims } };
  }

  /** Asks the provider for its configuration and keys. @throws ProviderFailure */
  async test(client: Client): Promise<void> {
    this.#metadata.delete(client.key);
    const { configuration } = await this.#configured(client);
    const { jwks_uri: address, authorization_endpoint: page } = configuration.serverMetadata();
    if (!page || !address) throw new ProviderFailure('untrusted', new Error('incomplete configuration'));
    try {
      const answer = await this.#fetch(address, {});
      const body: unknown = await answer.json();
      if (!answer.ok || typeof body !== 'object' || body === null || !('keys' in body)) throw new Error('no keys');
    } catch (error) {
      throw new ProviderFailure('unreachable', error);
    }
  }

  #lentAge({ key }: Client): number | undefined {
    const keys = this.#keys.get(key);
    return keys && keys.uat - LENT_AGE;
  }

  #remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
    map.delete(key);
    map.set(key, value);
    const [oldest] = map.keys();
    if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
  }

  #mayCall(url: URL): boolean {
    if (url.protocol !== 'https:' && !(this.#allowPrivate && url.protocol === 'http:')) return false;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return this.#allowPrivate || isIP(host) === 0 || !isPrivateAddress(host);
  }

  /** Without redirects, which would lead past the check of the host. */
  async #fetch(address: string, init: RequestInit): Promise<Response> {
    if (!this.#mayCall(new URL(address))) throw new Error('The provider names an address that must not be called');
    const answer = await undiciFetch(address, {
      method: init.method ?? 'GET',
      headers: [...new Headers(init.headers)],
      body: init.body === undefined || init.body === null ? null : String(init.body as string | URLSearchParams),
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_LIMIT),
      dispatcher: this.#agent,
    });
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: [...answer.headers],
    });
  }

  async #asked<T>(library: Library, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw new ProviderFailure(this.#kindOf(library, error), error);
    }
  }

  #kindOf(library: Library, error: unknown): ProviderFailure['kind'] {
    if (error instanceof library.AuthorizationResponseError) return 'refused';
    if (error instanceof library.ResponseBodyError) return 'untrusted';
    const causes = [error, error instanceof Error ? error.cause : undefined];
    const unreachable = causes.some(
      (cause) =>
        cause instanceof TypeError ||
        (cause instanceof Error && /Timeout|Abort|ECONN|ENOTFOUND/.test(`${cause.name} ${Reflect.get(cause, 'code')}`)),
    );
    return unreachable && !(error instanceof library.ClientError) ? 'unreachable' : 'untrusted';
  }

  async #configured(client: Client): Promise<{ library: Library; configuration: Configuration }> {
    // Loaded by the first login: accounts without organizations do not pay for it at the start.
    this.#library ??= import('openid-client');
    const library = await this.#library;
    if (issuerProblem(client.issuer, this.#allowPrivate)) {
      throw new ProviderFailure('untrusted', new Error('the issuer must not be called'));
    }
    const metadata = await this.#metadataOf(library, client);
    const configuration = new library.Configuration(
      metadata,
      client.clientId,
      { [library.clockTolerance]: CLOCK_TOLERANCE },
      authenticationOf(library, metadata, client.clientSecret),
    );
    this.#prepare(library, configuration);
    const keys = this.#keys.get(client.key);
    if (keys && seconds() - keys.uat < KEYS_LIFE_SECONDS) {
      library.setJwksCache(configuration, { ...keys, uat: keys.uat - LENT_AGE });
    }
    return { library, configuration };
  }

  #prepare(library: Library, configuration: Configuration): void {
    configuration[library.customFetch] = (address, init) => this.#fetch(address, init as RequestInit);
    configuration.timeout = CALL_LIMIT / SECOND;
    if (this.#allowPrivate) library.allowInsecureRequests(configuration);
    // The signature is checked although the token comes from the provider directly.
    library.enableNonRepudiationChecks(configuration);
  }

  async #metadataOf(library: Library, client: Client): Promise<ServerMetadata> {
    const known = this.#metadata.get(client.key);
    if (known && known.until > Date.now()) return known.metadata;
    const configuration = await this.#asked(library, () =>
      library.discovery(new URL(client.issuer), client.clientId, undefined, undefined, {
        [library.customFetch]: (address, init) => this.#fetch(address, init as RequestInit),
        execute: this.#allowPrivate ? [library.allowInsecureRequests] : [],
        timeout: CALL_LIMIT / SECOND,
      }),
    ).catch((error: unknown) => {
      // Without a configuration there was nothing to trust or to distrust yet.
      throw new ProviderFailure('unreachable', error);
    });
    const metadata = { ...configuration.serverMetadata() };
    this.#remember(this.#metadata, client.key, { metadata, until: Date.now() + METADATA_LIFE });
    return metadata;
  }
}
