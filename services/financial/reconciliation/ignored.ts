import { sql } from 'kysely';
import { Problems } from '../../platform/problems.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, readWallet, requireOpenDays } from './access.ts';
import { holdLines } from './chosen.ts';

const LINE = 'bankStatementLine';

/** Says of open lines of one wallet that nothing answers them. @throws ServiceError 422 */
export const ignoreLines = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { lines: ids, reason }: { lines: readonly number[]; reason?: string | null },
): Promise<null> => {
  const problems = new Problems();
  const lines = await holdLines(trx, clerk, ids, problems);
  problems.refuse();
  const wallet = await readWallet(trx, clerk, lines[0]?.walletId ?? 0);
  requireOpenDays(
    wallet,
    lines.map(({ date }) => date),
  );
  const { accountId, userId } = work.session;
  await sql`
    update bank_statement_lines set ignored_at = ${work.clock.now()}, ignored_by = ${userId}, ignored_reason = ${blankAsNull(reason) ?? null}
     where account_id = ${accountId} and id = any(${[...ids]}::bigint[])`.execute(trx);
  for (const { id } of lines)
    work.audit({ action: 'ignore', entity: LINE, entityId: id, details: { reason: reason ?? null } });
  return null;
};

/** Makes ignored lines open again. @throws ServiceError 422 for a line that is not ignored */
export const restoreLines = async (trx: Trx, work: Work, clerk: Clerk, ids: readonly number[]): Promise<null> => {
  const { accountId } = work.session;
  const { rows } = await sql<{ id: number }>`
    update bank_statement_lines set ignored_at = null, ignored_by = null, ignored_reason = null
     where account_id = ${accountId} and company_id = ${clerk.companyId} and ignored_at is not null
       and id = any(${[...ids]}::bigint[]) returning id`.execute(trx);
  if (rows.length < new Set(ids).size) {
    const message = 'Esta linha não está ignorada. Atualize a tela.';
    throw ruleBroken(message, [{ path: 'lines', message }]);
  }
  for (const { id } of rows) work.audit({ action: 'restore', entity: LINE, entityId: id });
  return null;
};
