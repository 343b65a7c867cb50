import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { limitRules } from '../limits/rules.ts';
import { LIMITS } from '../limits/settings.ts';

const MAX_LENGTH = 10_000;
/**
 * Of all texts together; those of the screens have 34,000. The worst that the limits let through takes 150 bytes for each
 * of its characters once it is compiled.
 */
const MAX_CHARACTERS = 250_000;

/**
 * Documents that fit the schema and the limits, by their text: thousands of browsers send the same few. Those of sockets
 * are parsed and validated here, by the rules of HTTP.
 */
export class DocumentCache {
  readonly #known = new Map<string, DocumentNode>();
  #characters = 0;

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

  /** Keeps a document that was found good, and lets go of the oldest ones for it. */
  keep(source: string, document: DocumentNode): void {
    if (source.length > MAX_LENGTH || this.#known.has(source)) return;
    this.#known.set(source, document);
    this.#characters += source.length;
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
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
