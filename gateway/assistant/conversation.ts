import type { GraphQLSchema } from 'graphql';
import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import { conversationEndpoints, type Exchange } from '#schema/assistant/conversation.rest.ts';
import type { GatewayContext } from '../context.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { invalid } from '../rest/errors.ts';
import { ask, type Question } from './ask/ask.ts';

const TOO_LONG = `A pergunta tem no máximo ${LONGEST_QUESTION} caracteres.`;

/** Answers a question and keeps both in the asker's history. Throws INVALID for an empty or too long one. */
export const converse = async (
  schema: GraphQLSchema,
  context: GatewayContext,
  question: Question,
): Promise<Exchange> => {
  const text = question.text.trim();
  if (text === '') throw invalid('Escreva uma pergunta.', [{ path: 'input.text', message: 'Escreva uma pergunta.' }]);
  if (text.length > LONGEST_QUESTION) throw invalid(TOO_LONG, [{ path: 'input.text', message: TOO_LONG }]);
  const { answer, frame } = await ask(schema, context, { ...question, text });
  return context.rest.call(conversationEndpoints.keep, { body: { question: text, answer, frame } });
};

export const conversation: Resolvers = {
  Mutation: {
    askAssistant: (_, { input }, context, { schema }) => converse(schema, context, input),
  },
};
