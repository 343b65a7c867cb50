import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { limitRules } from '../limits/rules.ts';
import { LIMITS } from '../limits/settings.ts';

/** Of one text, comments and blanks included: a document holds on to the whole of it. */
const MAX_LENGTH = 10_000;
/**
 * Of all texts together; those of the screens have 34,000. The worst that the limits let through takes 200 bytes for each
 * of its characters once it is compiled.
 */
const MAX_CHARACTERS = 250_000;

const lengthOf = ({ loc }: DocumentNode): number => loc?.source.body.length ?? Infinity;

/** The newest documents, up to a length of their texts together: neither many nor long ones fill the memory. */
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
 * What Apollo has parsed and found good. Its own store goes by the JSON of a document, which tells neither its text nor
 * its compiled code: a thousand small queries with long comments were 0.25 GB to us and 0.7 MB to it.
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
 * Documents that fit the schema and the limits, by their text: thousands of browsers send the same few. Those of sockets
 * are parsed and validated here, by the rules of HTTP.
 */
export class DocumentCache {
  readonly #newest = new NewestDocuments();

  constructor(private readonly schema: GraphQLSchema) {}

  /** The document, or what is wrong with it. */
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

  /** The document, if it has been kept. */
  known(source: string): DocumentNode | undefined {
    return this.#newest.get(source);
  }

  /** Keeps a document that was found good, and lets go of the oldest ones for it. */
  keep(source: string, document: DocumentNode): void {
    this.#newest.keep(source, document);
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
