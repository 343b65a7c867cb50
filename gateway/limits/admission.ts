import { HeaderMap } from '@apollo/server';
import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { isApiToken } from '#domain/apiLimits.ts';
import type { GatewayContext } from '../context.ts';
import { toGraphQLError } from '../rest/errors.ts';
import type { Logins } from './logins.ts';
import { addressKey, type Rate, type Slots } from './rates.ts';
import { SharedLimits } from './shared.ts';
import { TokenAllowance } from './tokenAllowance.ts';
import { LIMITS, ANONYMOUS_LIMITS } from './settings.ts';

/** Limits of operations, in points per minute, and of open sockets. */
export interface Allowances {
  user: number;
  address: number;
  anonymous: number;
  socketsPerUser: number;
  socketsPerAddress: number;
}

export const ALLOWANCES: Allowances = {
  user: LIMITS.userPoints,
  address: LIMITS.addressPoints,
  anonymous: ANONYMOUS_LIMITS.points,
  socketsPerUser: LIMITS.socketsPerUser,
  socketsPerAddress: LIMITS.socketsPerAddress,
};

export const TOO_MANY = 'Muitas consultas em pouco tempo. Aguarde um pouco e tente novamente.';

/**
 * Returns the error for an exceeded rate limit: HTTP 429 with the seconds to wait in the header and in the extensions.
 */
export const tooMany = (seconds: number, message = TOO_MANY): GraphQLError => {
  const error = new GraphQLError(message, {
    extensions: { code: 'RATE_LIMITED', status: 429, limit: 'rate', retryAfter: seconds },
  });
  // Assigned separately: Apollo's type of headers conflicts with the one that another server declares for this name.
  Object.assign(error.extensions, {
    http: { status: 429, headers: new HeaderMap([['retry-after', String(seconds)]]) },
  });
  return error;
};

/** Converts an error thrown before execution to one with its own HTTP status, since the response has no data. */
const rejectedImmediately = (error: unknown): GraphQLError => {
  const { message, extensions } = toGraphQLError(error);
  const status = Number(extensions.status ?? 500);
  if (status === 429) return tooMany(Number(extensions.retryAfter ?? 1), message);
  return new GraphQLError(message, { extensions: { ...extensions, limit: 'anonymous', http: { status } } });
};

/** True when the text has more tokens than `most`; false for invalid GraphQL, which the parser reports. */
const hasMoreTokens = (text: string, most: number): boolean => {
  if (text.length <= most) return false;
  const lexer = new Lexer(new Source(text));
  try {
    for (let count = 0; count <= most; count += 1) if (lexer.advance().kind === TokenKind.EOF) return false;
    return true;
  } catch {
    return false;
  }
};

/**
 * Admits operations by cost: each user and each address has points per minute; clients without a valid token have few.
 * The session call that an operation makes anyway validates its token, and `Logins` caches the user. Admission calls it
 * first only when the operation exceeds the limits for clients without a token.
 */
export class Admission {
  readonly #users: Rate;
  readonly #addresses: Rate;
  readonly #anonymous: Rate;
  readonly socketsOfUser: Slots;
  readonly socketsOfAddress: Slots;

  constructor(
    private readonly logins: Logins,
    allowances: Allowances = ALLOWANCES,
    readonly tokens = new TokenAllowance(),
    limits = new SharedLimits(),
  ) {
    this.#users = limits.rate('users', allowances.user);
    this.#addresses = limits.rate('addresses', allowances.address);
    this.#anonymous = limits.rate('anonymous', allowances.anonymous);
    this.socketsOfUser = limits.slots('sockets of users', allowances.socketsPerUser);
    this.socketsOfAddress = limits.slots('sockets of addresses', allowances.socketsPerAddress);
  }

  /**
   * Checks a text before it is parsed: a long one needs a valid token. Returns the error, or null when the text may
   * pass.
   */
  async refuseText(context: GatewayContext, text: string): Promise<{ status: number; message: string } | null> {
    if (this.#userOf(context) !== null || !hasMoreTokens(text, ANONYMOUS_LIMITS.tokens)) return null;
    // Above the limit for all clients: the parser rejects it without a session call.
    if (hasMoreTokens(text, LIMITS.tokens)) return null;
    // The session call tells the use of a program; the rest of this operation's cost is not known yet.
    if (isApiToken(context.rest.caller.token ?? '')) context.program.points = LIMITS.operationPoints;
    try {
      await this.#proven(context);
      return null;
    } catch (error) {
      const { message, extensions } = toGraphQLError(error);
      return { status: Number(extensions.status ?? 500), message };
    }
  }

  /**
   * Charges an operation to its limits before it runs. Throws 429 with the seconds to wait, or 401 for an operation
   * that needs a valid token.
   */
  async admit(context: GatewayContext, cost: number, more = 0): Promise<void> {
    if (context.admitted) return;
    const points = LIMITS.operationPoints + cost + more;
    const key = addressKey(context.rest.caller.address);
    await refuseAfter(this.#addresses.take(key, points));
    const { token } = context.rest.caller;
    if (token !== null && isApiToken(token)) return this.#admitProgram(context, token, points);
    const known = this.#userOf(context);
    const user = known ?? (await this.#admitAnonymous(context, key, cost, points));
    if (user !== null) await refuseAfter(this.#users.take(user, points));
    context.admitted = true;
  }

  /** Charges an operation to the minute of a token of programs, and to the day of its account by the session call. */
  async #admitProgram(context: GatewayContext, token: string, points: number): Promise<void> {
    const use = await this.tokens.take(token, points);
    context.program.use = use;
    if (use.refused) throw tooMany(use.reset);
    context.program.points = points;
    await this.#proven(context);
    context.admitted = true;
  }

  /** Charges a new WebSocket to its address. Returns null, or the seconds to wait. */
  async admitSocket(address: string): Promise<number | null> {
    return this.#addresses.take(addressKey(address), LIMITS.operationPoints);
  }

  #userOf({ rest: { caller } }: GatewayContext): number | null {
    return caller.token === null ? null : this.logins.userOf(caller.token);
  }

  /**
   * Checks a client without a cached login. Returns null within the limits for unknown clients; else requires a valid
   * token and returns its user.
   */
  async #admitAnonymous(context: GatewayContext, key: string, cost: number, points: number): Promise<number | null> {
    const wait = cost > ANONYMOUS_LIMITS.cost ? null : await this.#anonymous.take(key, points);
    if (wait === null && cost <= ANONYMOUS_LIMITS.cost) return null;
    if (wait !== null && context.rest.caller.token === null) throw tooMany(wait);
    return this.#proven(context);
  }

  async #proven(context: GatewayContext): Promise<number> {
    try {
      return (await context.session()).user.id;
    } catch (error) {
      throw rejectedImmediately(error);
    }
  }
}

const refuseAfter = async (taking: Promise<number | null>): Promise<void> => {
  const wait = await taking;
  if (wait !== null) throw tooMany(wait);
};
