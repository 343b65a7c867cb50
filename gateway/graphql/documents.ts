import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { limitRules } from '../limits/rules.ts';
import { LIMITS } from '../limits/settings.ts';

const MAX_DOCUMENTS = 500;
/** Bounds what a hundred sockets with long documents may hold. */
const MAX_LENGTH = 10_000;

/**
 * Documents that fit the schema and the limits, by their text: thousands of browsers send the same few. Those of sockets
 * are parsed and validated here, by the rules of HTTP.
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
    const errors = validate(this.schema, document, [...specifiedRules, ...limitRules], { maxErrors: LIMITS.errors });
    if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
    this.keep(source, document);
    return document;
  }

  /** The document, if it has been kept. */
  known(source: string): DocumentNode | undefined {
    return this.#known.get(source);
  }

  /** Keeps a document that was found good. */
  keep(source: string, document: DocumentNode): void {
    if (source.length > MAX_LENGTH || this.#known.has(source)) return;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_DOCUMENTS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(source, document);
  }

  #parse(source: string): DocumentNode | GraphQLError {
    try {
      return parse(source, { maxTokens: LIMITS.tokens });
    } catch (error) {
      if (error instanceof GraphQLError) return withCode(error, 'GRAPHQL_PARSE_FAILED');
      throw error;
    }
  }
}

const withCode = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    extensions: { code, ...error.extensions },
  });
