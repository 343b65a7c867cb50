import { sql } from 'kysely';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import type { conversationEndpoints, Exchange } from '#schema/assistant/conversation.rest.ts';
import type { Actor, Trx, Work } from '../platform/db/unitOfWork.ts';
import { listExchange } from './messageStore.ts';
import { announce } from './postMessage.ts';

/** Maximum characters of a message's text. */
const LONGEST_TEXT = 2000;

/** The sentence of an answer, for readers that know only texts; the answer itself keeps all of it. */
const sentenceOf = ({ spans }: AssistantAnswer): string => {
  const whole = spans.map(({ text }) => text).join('');
  return whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT - 1)}…` : whole;
};

/** Minutes after which a sentence goes on from nothing any more. */
const FRAME_LASTS = 30;

/** What the user's next question may refer to. */
export const lastFrame = async (trx: Trx, { accountId, userId }: Actor, now: Date): Promise<string | null> => {
  const last = await trx
    .selectFrom('assistant_messages')
    .select(['frame', 'at'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('answer', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const current = last && now.getTime() - Date.parse(last.at) < FRAME_LASTS * 60_000;
  return current ? last.frame : null;
};

/**
 * Stores a question and its answer as messages of their user, who has read both: one in the open panel, the other where
 * it was typed.
 */
export const keepExchange = async (
  trx: Trx,
  work: Work,
  { question, answer, frame }: BodyOf<typeof conversationEndpoints.keep>,
): Promise<Exchange> => {
  const { accountId, userId } = work.session;
  const at = work.clock.now();
  const own = { account_id: accountId, user_id: userId, kind: 'INFO', link: null, at } as const;
  const rows = await trx
    .insertInto('assistant_messages')
    .values([
      {
        ...own,
        company_id: null,
        permission: null,
        sender: 'USER',
        text: question,
        answer: null,
        frame: null,
        rights: null,
      },
      {
        ...own,
        ...{ company_id: null, permission: null, sender: 'ASSISTANT', text: sentenceOf(answer), frame },
        answer: JSON.stringify(answer),
        rights: sql<string[]>`rights_of(${userId})`,
      },
    ])
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  await trx
    .insertInto('assistant_acknowledgements')
    .values(ids.map((message_id) => ({ account_id: accountId, message_id, user_id: userId, at })))
    .execute();
  for (const messageId of ids) announce(work, { accountId, messageId, userId });
  const [asked, answered] = await listExchange(trx, work.session, ids);
  if (!asked || !answered) throw new Error('an exchange was not stored');
  return { question: asked, answer: answered };
};
