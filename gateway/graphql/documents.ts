import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { limitRules } from '../limits/rules.ts';
import { LIMITS } from '../limits/settings.ts';

const MAX_DOCUMENTS = 500;
/** Bounds what a hundred sockets with long documents may hold. */
const MAX_LENGTH = 10_000;

/**
 * Parses and validates the documents of sockets by the rules of HTTP, and keeps the good ones: thousands of browsers
 * subscribe with the same few documents.
 */
export class DocumentCache {
  readonly #known = new Map<string, DocumentNode>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** The document, or what is wrong with it. */
  read(source: string): DocumentNode | readonly GraphQLError[] {
    const known = this.#known.get(source);
    if (known) return known;
    const document = this.#parse(source);
    if (document instanceof GraphQLError) return [document];
    const errors = validate(this.schema, document, [...specifiedRules, ...limitRules]);
    if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
    if (source.length <= MAX_LENGTH) this.#keep(source, document);
    return document;
  }

  #parse(source: string): DocumentNode | GraphQLError {
    try {
      return parse(source, { maxTokens: LIMITS.tokens });
    } catch (error) {
      if (error instanceof GraphQLError) return withCode(error, 'GRAPHQL_PARSE_FAILED');
      throw error;
    }
  }

  #keep(source: string, document: DocumentNode): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_DOCUMENTS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(source, document);
  }
}

const withCode = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    extensions: { code, ...error.extensions },
  });
