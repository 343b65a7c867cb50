import { GraphQLError } from 'graphql';

/** What one operation may ask for. The heaviest screen stays below a third of each. */
export const LIMITS = {
  /** Characters of a request, all included. */
  bodyBytes: 256 * 1024,
  /** Comparing the fields of a document takes the square of them: with 2,000 it was 0.6 s of the processor for one. */
  tokens: 1_000,
  depth: 12,
  aliases: 20,
  directives: 8,
  rootFields: 10,
  /** Faults of a document that are told: making the hundred that graphql-js tells by default takes longer than finding them. */
  errors: 20,
  /** Objects that could be answered, lists counted by their size (see cost.ts). */
  cost: 50_000,
  /** Fields after fragments are written out. */
  nodes: 3_000,
  /** Documents that do not parse or do not fit the schema, by address and minute: each costs ten valid ones. */
  invalidDocumentsPerMinute: 60,
  /** Points of an operation beside its cost: what asking takes, however little is asked for. */
  operationPoints: 500,
  /** Points for each character of a document that is new here: it has to be parsed, validated and compiled. */
  characterPoints: 4,
  /** A minute of one user: 66 small operations a second, or the dearest one 40 times. A screen of lists takes some 10,000. */
  userPoints: 2_000_000,
  /** A minute of one address: fifty people behind one who all open a screen every two seconds, and a third more. */
  addressPoints: 20_000_000,
  /** Tabs of one user, each with a socket. */
  socketsPerUser: 20,
  /** Twenty for each of fifty people behind one address. */
  socketsPerAddress: 1_000,
  /** Subscriptions that one socket may begin in a minute; a tab begins one. */
  subscribesPerMinute: 60,
} as const;

/**
 * Installments and shares that the lists of one operation may bring. The cost assumes four installments of four shares each; a
 * document may have 360 of a hundred, and with 60 of two each a page of 460 took more than a second of the processor.
 */
export const MAX_PARTS = 10_000;

/** What may be asked for without a login that is good: to log in, and to read the schema. */
export const STRANGERS = {
  tokens: 500,
  cost: 2_000,
  /** A minute of one address, of all strangers together: some hundred logins, or the schema 25 times. */
  points: 60_000,
} as const;

/** Fields that must stand alone in their operation, without alias: 200 aliased passwords are 200 guesses in one request. */
export const ALONE: ReadonlySet<string> = new Set(['login', 'reauthenticate']);

/** A refusal by a limit: always 400, always in Portuguese. */
export const limitError = (limit: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INVALID', status: 400, limit, http: { status: 400 } } });
