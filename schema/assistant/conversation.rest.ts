import { Type, type Static } from 'typebox';
import { SEND_MESSAGE_FAILED } from '#domain/messages.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IsoDate, Nullable } from '../platform/shapes.ts';
import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import { AssistantAnswer } from './answer.ts';
import { AssistantMessage } from './messages.rest.ts';

const Question = Type.String({ minLength: 1, maxLength: LONGEST_QUESTION, pattern: '\\S' });
/** What a follow-up refers to, as the gateway wrote it: JSON of the last understood intent. */
const Frame = Type.String({ maxLength: 4_000 });

/** A question and its answer, both as messages of the user. */
export const Exchange = Type.Object({ question: AssistantMessage, answer: AssistantMessage });
export type Exchange = Static<typeof Exchange>;

/**
 * §7: the body has `input` and `context`. The gateway answers this call, because answers are computed by GraphQL with
 * the caller's token.
 */
export const MESSAGE_PATH = '/api/v1/assistant/api/message';
export const MessageBody = Type.Object(
  {
    input: Type.Object({ text: Question }, { additionalProperties: false }),
    context: Type.Optional(
      Type.Object(
        {
          /** Path of the screen, with or without its query. */
          pathname: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
          /** IANA name; that of the user without it. */
          timezone: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
          /** The first company of the user without it. */
          companyId: Type.Optional(Nullable(Id)),
          /** The token of the call once more (§3). Another one is refused. */
          token: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type MessageBody = Static<typeof MessageBody>;

export const conversationEndpoints = {
  frame: endpoint({
    method: 'GET',
    path: '/api/v1/assistant/conversation/frame',
    summary:
      'What a follow-up of the user refers to, if it was answered in the last 30 minutes, and the day of the user',
    query: Type.Object({
      timezone: Type.Optional(Type.String({ maxLength: 60, description: 'IANA name; that of the user without it' })),
    }),
    answer: Type.Object({ frame: Nullable(Frame), today: IsoDate }),
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/v1/assistant/conversation',
    summary: 'Keeps a question of the user and its answer in the history of messages',
    body: Type.Object({ question: Question, answer: AssistantAnswer, frame: Nullable(Frame) }),
    answer: Exchange,
    failure: SEND_MESSAGE_FAILED,
  }),
};
