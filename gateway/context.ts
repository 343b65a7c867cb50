import { sessionEndpoints, type SessionUser } from '#schema/security/session.rest.ts';
import { type Caller, RestClient } from './rest/client.ts';
import { hasCode, unauthenticated } from './rest/errors.ts';
import type { LoaderFactory, Row, RowLoader } from './rest/loaders.ts';
import type { Transport } from './rest/transport.ts';

/** What one GraphQL request has in its hands: its calls, its loaders, its session. Never shared with another. */
export class GatewayContext {
  readonly rest: RestClient;
  // Apollo copies the context of each request, which copies these and would lose `#` members.
  private readonly loaders = new Map<unknown, Map<string, unknown>>();
  private asked: Promise<SessionUser> | undefined;
  private whole: Promise<SessionUser> | undefined;
  /** Compiled code could not answer this operation: graphql-js does, over what has been read. */
  failedCompiled = false;
  /** It has been counted by what it costs: an operation that is run again is not asked for again. */
  admitted = false;

  constructor(
    transport: Transport,
    caller: Caller,
    private readonly onLogin: (token: string, user: number | null) => void = () => undefined,
  ) {
    // What was loaded before a write may be old after it.
    this.rest = new RestClient(transport, caller, () => this.loaders.clear());
  }

  /**
   * Who asks and what they may do, read once for a request; without the places, which may be thousands. A permission
   * change acts on the next one, so it is kept no longer.
   */
  session(): Promise<SessionUser> {
    return this.whole ?? (this.asked ??= this.look({ query: { places: false } }));
  }

  /** The same with the companies and buildings that they may enter. */
  sessionWithPlaces(): Promise<SessionUser> {
    return (this.whole ??= this.look({}));
  }

  private async look(input: { query?: { places: boolean } }): Promise<SessionUser> {
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

  /** Path parameters of what belongs to the account rather than to a company. */
  async account(): Promise<{ accountId: number }> {
    return { accountId: (await this.session()).accountId };
  }

  /** This request's loader of these rows; the same one for the same owner. */
  loader<T extends Row, Params extends Readonly<Record<string, number>>>(
    factory: LoaderFactory<T, Params>,
    owner: Params,
  ): RowLoader<T> {
    const owned = this.loaders.get(factory) ?? new Map<string, unknown>();
    this.loaders.set(factory, owned);
    const key = Object.values(owner).join();
    const known = owned.get(key);
    // The map is keyed by the factory, whose type says what it makes.
    if (known) return known as RowLoader<T>;
    const made = factory(this.rest, owner);
    owned.set(key, made);
    return made;
  }
}
