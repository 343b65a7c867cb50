import { sql } from 'kysely';
import type { OpenLine } from '#domain/financial/reconciliation/types.ts';
import { MAX_COMPARED } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import type { Clerk } from '../reconciliation/access.ts';
import { REMEMBERED, suggestionsFor } from '../reconciliation/suggestions.ts';
import { FILE_MISSING } from './access.ts';
import { LOOKED } from './status.ts';

interface Account {
  walletId: number | null;
}

/** New lines of an account of a draft, as the desk would compare them. */
const newLines = async (
  trx: Trx,
  { session, companyId }: Clerk,
  { id, position }: { id: number; position: number },
): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select l.id, l.date, l.amount, l.memo, l.document, ${REMEMBERED} as "rememberedPartnerId"
      from (select x.account_id, ${companyId}::bigint as company_id, x.position as id, x.date, x.amount, x.memo, x.document,
                   bank_memo_key(x.memo) as memo_key
              from (${LOOKED} where f.account_id = ${session.accountId} and f.file_id = ${id} and f.account_position = ${position}) x
             where x.status = 'NEW' order by x.date, x.position limit ${MAX_COMPARED}) l
     order by l.date, l.id`.execute(trx);
  return rows;
};

/** How many new lines of an account of a draft something in Prumo may answer. @throws ServiceError 404 */
export const countSuggested = async (
  trx: Trx,
  clerk: Clerk,
  key: { id: number; position: number },
): Promise<{ lines: number; suggested: number }> => {
  const { rows } = await sql<Account>`
    select wallet_id as "walletId" from bank_statement_accounts
     where account_id = ${clerk.session.accountId} and company_id = ${clerk.companyId} and file_id = ${key.id}
       and position = ${key.position}`.execute(trx);
  const [account] = rows;
  if (!account) throw notFound(FILE_MISSING);
  if (account.walletId === null) return { lines: 0, suggested: 0 };
  const lines = await newLines(trx, clerk, key);
  const { suggestions } = await suggestionsFor(trx, clerk, account.walletId, lines);
  return { lines: lines.length, suggested: suggestions.size };
};
