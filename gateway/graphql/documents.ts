import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { limitRules } from '../limits/rules.ts';
import { LIMITS } from '../limits/settings.ts';

/**
 * Maximum length of one document in characters, including comments and blanks: a parsed document retains its source.
 */
const MAX_LENGTH = 10_000;
/**
 * Maximum length of all documents together; those of the web client have 34,000 characters. In the worst case that the
 * limits allow, a compiled document takes 200 bytes per character.
 */
const MAX_CHARACTERS = 250_000;

const lengthOf = ({ loc }: DocumentNode): number => loc?.source.body.length ?? Infinity;

/**
 * Caches the newest documents up to a total length of their sources, so that neither many nor long ones fill the
 * memory.
 */
class NewestDocuments {
  readonly #kept = new Map<string, DocumentNode>();
  #characters = 0;

  get(key: string): DocumentNode | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, document: DocumentNode): void {
    const length = lengthOf(document);
    if (length > MAX_LENGTH || this.#kept.has(key)) return;
    this.#kept.set(key, document);
    this.#characters += length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.delete(oldest);
    }
  }

  delete(key: string): boolean {
    const document = this.#kept.get(key);
    if (document) this.#characters -= lengthOf(document);
    return this.#kept.delete(key);
  }
}

/**
 * Store of the documents that Apollo has parsed and validated. Apollo's default store measures the JSON of a document,
 * which excludes its source and compiled code: it counted 0.7 MB for a thousand small queries with long comments that
 * took 0.25 GB.
 */
export const documentStore = (): NonNullable<ApolloServerOptions<BaseContext>['documentStore']> => {
  const newest = new NewestDocuments();
  return {
    get: async (key) => newest.get(key),
    set: async (key, document) => newest.keep(key, document),
    delete: async (key) => newest.delete(key),
  };
};

/**
 * Caches valid documents by source text, since all clients send the same few. Parses and validates the documents of
 * WebSockets with the rules of HTTP.
 */
export class DocumentCache {
  readonly #newest = new NewestDocuments();

  constructor(private readonly schema: GraphQLSchema) {}

  /** Returns the parsed document, or its errors. */
  read(source: string): DocumentNode | readonly GraphQLError[] {
    const known = this.#newest.get(source);
    if (known) return known;
    const document = this.#parse(source);
    if (document instanceof GraphQLError) return [document];
    const errors = validate(this.schema, document, [...specifiedRules, ...limitRules], { maxErrors: LIMITS.errors });
    if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
    this.keep(source, document);
    return document;
  }

  /** Returns the document when it is cached. */
  known(source: string): DocumentNode | undefined {
    return this.#newest.get(source);
  }

  /** Caches a valid document and evicts the oldest ones beyond the limit. */
  keep(source: string, document: DocumentNode): void {
    this.#newest.keep(source, document);
  }

  #parse(source: string): DocumentNode | GraphQLError {
    try {
      return parse(source, { maxLexicalTokens: LIMITS.tokens });
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
