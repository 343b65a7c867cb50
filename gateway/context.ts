import { API_USE_HEADER } from '#domain/apiLimits.ts';
import { sessionEndpoints, type SessionUser } from '#schema/security/session.rest.ts';
import type { AssistantModel } from './assistant/ask/model.ts';
import type { TokenUse } from './limits/tokenAllowance.ts';
import { type Caller, RestClient } from './rest/client.ts';
import { hasCode, unauthenticated } from './rest/errors.ts';
import type { LoaderFactory, Row, RowLoader } from './rest/loaders.ts';
import type { Transport } from './rest/transport.ts';

/** Context of one GraphQL request: its REST client, loaders and session. Never shared between requests. */
export class GatewayContext {
  readonly rest: RestClient;
  // Not `#` members: Apollo copies the context of each request, and the copy would lose them.
  private readonly loaders = new Map<unknown, Map<string, unknown>>();
  private sessionPromise: Promise<SessionUser> | undefined;
  private whole: Promise<SessionUser> | undefined;
  /** Compiled code failed for this operation: graphql-js runs it again over the answers already read. */
  failedCompiled = false;
  /** The operation's cost has already been charged to its limits; a second run is not charged again. */
  admitted = false;
  /**
   * Of a program's token: what the operation costs, told to the services with the session call, and what is left of its
   * minute. One object, which Apollo's copy of the context shares.
   */
  readonly program: { points: number; use?: TokenUse } = { points: 0 };

  constructor(
    transport: Transport,
    caller: Caller,
    private readonly onLogin: (token: string, user: number | null) => void = () => undefined,
    /** Rephrases questions that the grammar does not understand; null unless it is configured. */
    readonly model: AssistantModel | null = null,
  ) {
    // A write may change rows that the loaders have cached.
    this.rest = new RestClient(transport, caller, () => this.loaders.clear());
  }

  /**
   * Returns the user and permissions of the token without the places, which may be thousands. Cached for this request
   * only, since a permission change applies from the next one. Throws UNAUTHENTICATED without a valid token.
   */
  session(): Promise<SessionUser> {
    return this.whole ?? (this.sessionPromise ??= this.look({ query: { places: false }, headers: this.useHeaders() }));
  }

  /** As `session`, with the companies and buildings that the user may enter. */
  sessionWithPlaces(): Promise<SessionUser> {
    return (this.whole ??= this.look({}));
  }

  /**
   * Whether there is a token whose session is not known yet: the first call of a read may then bring it. That of a program is known,
   * since its call counts the use before anything runs (`Admission`).
   */
  mayBringSession(): boolean {
    return !this.whole && !this.sessionPromise && this.rest.caller.token !== null;
  }

  /**
   * Starts a read whose first call brings the session, if it goes out at once. What it answers is told, and what it writes is sent, after
   * `permitted` has checked the session.
   */
  startWithSession<T>(start: () => T, permitted: () => Promise<void>): T {
    const { started, session } = this.rest.startAskingSession(start, permitted);
    // The read may have asked for the session itself.
    if (session) this.sessionPromise ??= session.then((text) => this.brought(text));
    return started;
  }

  private async brought(text: string | null): Promise<SessionUser> {
    if (text === null) return this.look({ query: { places: false } });
    // Safe cast: it has the type of the call's answer.
    const session = JSON.parse(text) as SessionUser;
    this.onLogin(this.rest.caller.token ?? '', session.user.id);
    return session;
  }

  private useHeaders(): Record<string, string> {
    return this.program.points > 0 ? { [API_USE_HEADER]: `points=${this.program.points}` } : {};
  }

  private async look(input: { query?: { places: boolean }; headers?: Record<string, string> }): Promise<SessionUser> {
    const { token } = this.rest.caller;
    if (!token) throw unauthenticated();
    try {
      const session = await this.rest.call(sessionEndpoints.session, input);
      this.onLogin(token, session.user.id);
      return session;
    } catch (error) {
      if (hasCode(error, 'UNAUTHENTICATED')) this.onLogin(token, null);
      throw error;
    }
  }

  /** Returns the path parameters of endpoints that belong to the account instead of a company. */
  async account(): Promise<{ accountId: number }> {
    return { accountId: (await this.session()).accountId };
  }

  /** Returns this request's loader of `factory` for `owner`; creates it on first use. */
  loader<T extends Row, Params extends Readonly<Record<string, number>>>(
    factory: LoaderFactory<T, Params>,
    owner: Params,
  ): RowLoader<T> {
    const owned = this.loaders.get(factory) ?? new Map<string, unknown>();
    this.loaders.set(factory, owned);
    const key = Object.values(owner).join();
    const known = owned.get(key);
    // Safe cast: the map is keyed by the factory, whose type fixes the loader's type.
    if (known) return known as RowLoader<T>;
    const made = factory(this.rest, owner);
    owned.set(key, made);
    return made;
  }
}
