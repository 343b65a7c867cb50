import { GraphQLError } from 'graphql';

/** What one operation may ask for. The heaviest screen stays below a third of each. */
export const LIMITS = {
  /** Characters of a request, all included. */
  bodyBytes: 256 * 1024,
  tokens: 2_000,
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
} as const;

/** Fields that must stand alone in their operation, without alias: 200 aliased passwords are 200 guesses in one request. */
export const ALONE: ReadonlySet<string> = new Set(['login', 'reauthenticate']);

/** A refusal by a limit: always 400, always in Portuguese. */
export const limitError = (limit: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INVALID', status: 400, limit, http: { status: 400 } } });
