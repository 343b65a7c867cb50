import { GraphQLError } from 'graphql';

/** Limits of one operation. The heaviest screen stays below a third of each. */
export const LIMITS = {
  /** Characters of a request body. */
  bodyBytes: 256 * 1024,
  /**
   * Tokens of a document. Validation compares its fields in quadratic time: with 2,000 tokens, one document took 0.6 s
   * of processor time.
   */
  tokens: 1_000,
  depth: 12,
  aliases: 20,
  directives: 8,
  rootFields: 10,
  /** Errors reported per document: creating graphql-js's default of a hundred takes longer than finding them. */
  errors: 20,
  /** Objects that the response may contain, with lists counted by their size (see cost.ts). */
  cost: 50_000,
  /** Fields after expansion of fragments. */
  nodes: 3_000,
  /** Invalid documents per address and minute: each costs as much as ten valid ones. */
  invalidDocumentsPerMinute: 60,
  /** Points of every operation in addition to its cost. */
  operationPoints: 500,
  /** Points per character of a document that is not cached: the gateway has to parse, validate and compile it. */
  characterPoints: 4,
  /**
   * Points of a user per minute: 160 small operations per second, or the most expensive one 95 times. A screen of lists
   * takes about 10,000.
   */
  userPoints: 5_000_000,
  /** Points of an address per minute: fifty users who each open every screen three times, plus a fifth. */
  addressPoints: 96_000_000,
  /** Open tabs of a user, each with one socket. */
  socketsPerUser: 20,
  /** Twenty for each of fifty users behind one address. */
  socketsPerAddress: 1_000,
  /** Subscriptions that one socket may start per minute; a tab starts one. */
  subscribesPerMinute: 60,
} as const;

/**
 * Maximum installments and shares that the lists of one operation may return. `cost` assumes four installments of four
 * shares each, but a transaction may have 360 of a hundred: a page of 460 transactions with 60 installments of two
 * shares took more than a second of processor time.
 */
export const MAX_PARTS = 10_000;

/** Limits for clients without a token: enough to log in and to read the schema. */
export const ANONYMOUS_LIMITS = {
  tokens: 500,
  cost: 2_000,
  /** Points per minute of all such clients of an address together: about a hundred logins, or the schema 25 times. */
  points: 60_000,
} as const;

/**
 * Fields that must be the only one in their operation, without alias: 200 aliased logins are 200 guesses in one
 * request.
 */
export const ALONE: ReadonlySet<string> = new Set([
  'login',
  'startPasskeyLogin',
  'loginWithPasskey',
  'confirmSecondFactor',
  'reauthenticate',
  'changePassword',
  'confirmTotp',
  'createOwnPasskey',
  'removeTotp',
]);

/** Returns the error of an exceeded limit: status 400, Portuguese message. */
export const limitError = (limit: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INVALID', status: 400, limit, http: { status: 400 } } });
