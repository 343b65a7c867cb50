import { sql } from 'kysely';
import { formatCurrency } from '#domain/numberFormat.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { usersToldOf } from '../../assistant/subject.ts';
import { claimCauses } from '../../assistant/told.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { namedUser } from '../../platform/namedUser.ts';
import type { StoredTransaction } from './read.ts';
import type { Reader } from './reader.ts';

/** Whether the company has another expense of the partner with the same number and value (domain.md §3), seen or not. */
const isRepeated = async (trx: Trx, { session, companyId }: Reader, id: number): Promise<boolean> => {
  const { rows } = await sql<{ repeated: boolean }>`
    select exists (
      select from transactions o
       where o.account_id = t.account_id and o.company_id = t.company_id and o.type = 'DEBIT' and o.partner_id = t.partner_id
         and o.id <> t.id and document_number_key(o.document_number) = document_number_key(t.document_number)
         and (o.gross_value in (t.gross_value, t.value) or o.value in (t.gross_value, t.value))) as repeated
      from transactions t
     where t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.id = ${id}`.execute(trx);
  return rows[0]?.repeated === true;
};

/**
 * Tells everybody who answers for an expense (DEBIT on one of its obras, administrators) that it was saved although another one
 * of the same supplier has its number and value. Once, until its number, value or supplier are others.
 */
export const tellDuplicate = async (trx: Trx, work: Work, reader: Reader, stored: StoredTransaction): Promise<void> => {
  const { session, companyId, kind } = reader;
  const { id, partnerId, partnerName, documentNumber, value, apportionments } = stored;
  if (kind.type !== 'DEBIT' || partnerId === null || documentNumber === null) return;
  const repeated = await isRepeated(trx, reader, id);
  if (!repeated) return;
  const cause = {
    subject: `transaction/${id}`,
    value: `${partnerId}/${value}/${documentNumber.toLowerCase()}`.slice(0, 200),
  };
  if ((await claimCauses(trx, work, 'DUPLICATE', [cause])).size === 0) return;
  const buildingIds = [...new Set(apportionments.map(({ buildingId }) => buildingId))];
  const about = { companyId, permission: kind.permission, buildingIds };
  await postMessage(trx, work, {
    ...{ userIds: await usersToldOf(trx, session.accountId, about), about },
    event: 'DUPLICATE',
    kind: 'WARNING',
    title: 'Possível duplicidade',
    text: `${namedUser(session.userId)} salvou o documento ${documentNumber}, de ${formatCurrency(value)}, de ${partnerName ?? 'um fornecedor'}, que já tem outra despesa com este número e valor.`,
    people: [session.userId],
    link: `${kind.screen}?id=${id}`,
    linkLabel: (/^\d/.test(documentNumber) ? `documento ${documentNumber}` : documentNumber).slice(0, 60),
  });
};
