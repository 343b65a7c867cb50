import { sql } from 'kysely';
import { conflict, notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';

export const ENTITY = 'bankStatementFile';
export const FILE_MISSING = 'Extrato não encontrado.';

/** Who works with the statements of which company. The policy has checked DEBIT and CREDIT there. */
export interface Clerk {
  session: Session;
  companyId: number;
}

/** @throws ServiceError 404 for a company of another account */
export const requireCompany = async (trx: Trx, { session, companyId }: Clerk): Promise<void> => {
  const { rows } = await sql`
    select from companies where account_id = ${session.accountId} and id = ${companyId}`.execute(trx);
  if (rows.length === 0) throw notFound('Empresa não encontrada.');
};

export type FileState = 'DRAFT' | 'IMPORTED' | 'UNDONE';

const NOT_SO: Readonly<Record<FileState, string>> = {
  DRAFT: 'Este extrato ainda não foi importado.',
  IMPORTED: 'Este extrato já foi importado.',
  UNDONE: 'A importação deste extrato foi desfeita. Envie o arquivo de novo.',
};

/** Holds a file in a state until the SQL transaction ends. @throws ServiceError 404, 409 on a stale version, 422 */
export const holdFile = async (
  trx: Trx,
  { session, companyId }: Clerk,
  { id, version, state }: { id: number; version?: number | undefined; state: FileState },
): Promise<void> => {
  const { rows } = await sql<{ state: FileState; version: number }>`
    select state, version from bank_statement_files
     where account_id = ${session.accountId} and company_id = ${companyId} and id = ${id} for update`.execute(trx);
  const [file] = rows;
  if (!file) throw notFound(FILE_MISSING);
  if (version !== undefined && version !== file.version)
    throw conflict('Este extrato foi alterado por outra pessoa. Confira de novo.');
  if (file.state !== state) throw ruleBroken(NOT_SO[file.state], [{ path: 'id', message: NOT_SO[file.state] }]);
};
