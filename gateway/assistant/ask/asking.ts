import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import type { IsoDate } from '#domain/dates.ts';
import type { Candidate } from '#domain/assistant/names.ts';
import type { Intent } from '#domain/assistant/intent.ts';
import type { NameKind, Slots } from '#domain/assistant/reading.ts';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import type { SessionUser } from '#schema/security/session.rest.ts';
import type { GatewayContext } from '../../context.ts';

/** A question whose names are rows. */
export interface Request {
  intent: Intent;
  slots: Slots;
  names: Partial<Record<NameKind, Candidate>>;
  /** The words that each name was said by. */
  said: Partial<Record<NameKind, string>>;
  /** Several rows of one kind, in the order of the sentence: both wallets of a transfer. */
  more: Candidate[];
  topic?: string;
  /** What was left of the sentence, for intents that keep it. */
  text: string;
}

/** Who asks, where and when; `query` runs GraphQL with the asker's token. */
export interface Asking {
  session: SessionUser;
  companyId: string;
  /** The screen that it was asked on; undefined where none of the known ones is told. */
  screen: { path: string; title: string } | undefined;
  today: IsoDate;
  query: <Data>(document: string, variables: Readonly<Record<string, unknown>>) => Promise<Data>;
}

export type Answer = (request: Request, asking: Asking) => Promise<AssistantAnswer>;

const documents = new Map<string, DocumentNode>();

/** The documents are those of this folder and a few sizes of the search for names, so that none is ever forgotten. */
const documentOf = (text: string): DocumentNode => {
  const known = documents.get(text) ?? parse(text);
  documents.set(text, known);
  return known;
};

/**
 * Runs a document of the assistant on this gateway's schema in the context of the question: the directives check the
 * asker's rights, and the services theirs. Throws the first error.
 */
export const queryOn =
  (schema: GraphQLSchema, context: GatewayContext): Asking['query'] =>
  async <Data>(document: string, variables: Readonly<Record<string, unknown>>) => {
    const { data, errors } = await execute({
      ...{ schema, document: documentOf(document), contextValue: context, variableValues: variables },
    });
    const [first] = errors ?? [];
    if (first) throw first;
    return data as Data;
  };
