import { postMessage } from '../../../assistant/postMessage.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { namedUser } from '../../../platform/namedUser.ts';
import type { Reader } from '../reader.ts';
import type { Seen } from '../seen.ts';

/** "da despesa NF 12, de Rocha Ltda". */
const whichOf = (type: Reader['kind']['type'], { documentNumber, description, partnerName }: Seen): string => {
  const name = documentNumber ?? description;
  return [
    `da ${type === 'DEBIT' ? 'despesa' : 'receita'}`,
    name !== null && ` ${name.slice(0, 200)}`,
    partnerName !== null && `, de ${partnerName}`,
  ]
    .filter((text) => text !== false)
    .join('');
};

/**
 * Tells those whom a comment mentions for the first time, but not its author. Without its text, which may be removed later; who
 * may no longer see the document is not told of it either (decision 15).
 */
export const tellMentioned = async (
  trx: Trx,
  work: Work,
  { session, companyId, kind }: Reader,
  seen: Seen,
  mentioned: readonly number[],
): Promise<void> => {
  const userIds = mentioned.filter((id) => id !== session.userId);
  await postMessage(trx, work, {
    userIds,
    about: { companyId, permission: kind.permission, buildingIds: seen.buildingIds },
    event: 'MENTION',
    kind: 'INFO',
    title: 'Menção',
    text: `${namedUser(session.userId)} mencionou você em um comentário ${whichOf(kind.type, seen)}.`,
    people: [session.userId],
    link: `${kind.screen}?id=${seen.id}#comments`,
    linkLabel: (seen.documentNumber ?? 'o comentário').slice(0, 60),
  });
};
