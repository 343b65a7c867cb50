import { counted } from '#domain/numberFormat.ts';
import type { Actor, Trx } from '../../platform/db/unitOfWork.ts';
import { countUnread } from '../messageStore.ts';
import type { DigestItem } from './letter.ts';

/** Unread messages of the kinds that the user wants to have in the letter. */
export const unreadItems = async (trx: Trx, user: Actor): Promise<DigestItem[]> => {
  const preferences = await trx
    .selectFrom('assistant_preferences')
    .select('undigested')
    .where('account_id', '=', user.accountId)
    .where('user_id', '=', user.userId)
    .executeTakeFirst();
  const unread = await countUnread(trx, user, preferences?.undigested ?? []);
  if (unread === 0) return [];
  return [
    {
      text: `${counted(unread, 'mensagem não lida', 'mensagens não lidas')} do assistente.`,
      label: 'Abrir o assistente',
      path: '/home',
    },
  ];
};
