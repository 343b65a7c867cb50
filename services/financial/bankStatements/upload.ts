import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type DecodedFile, decodeBankFile } from '#domain/financial/bankStatements/decode.ts';
import { type BankStatement, isStatement, readStatement } from '#domain/financial/bankStatements/reader.ts';
import { type BankTable, readTable } from '#domain/financial/bankStatements/table/read.ts';
import { UnreadableStatement } from '#domain/financial/bankStatements/unreadable.ts';
import type { BankStatementFile } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { fileKindOf, type FileKind } from '../../platform/http/fileKind.ts';
import { isDeceptive, safeFileName } from '../../platform/http/fileName.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, ENTITY, requireCompany } from './access.ts';
import { readFile } from './read.ts';
import { sha256, storeAccounts } from './storeAccounts.ts';
import { storeTable } from './tables.ts';

const PART = 'file';

/** Four times a year of a busy account. */
const MAX_MIB = 10;

const KINDS: Readonly<Record<FileKind, string>> = {
  PDF: 'um PDF',
  ZIP: 'um ZIP ou uma planilha',
  IMAGE: 'uma imagem',
  PAGE: 'uma página da internet',
  JSON: 'um JSON',
};

const NEITHER = 'Este arquivo não é um extrato OFX, nem um CSV com data e valor em cada linha.';

const refuse = (message: string): never => {
  throw ruleBroken(message, [{ path: PART, message }]);
};

/** A file of a bank, read. */
export interface SentStatement {
  name: string;
  content: Buffer;
  encoding: DecodedFile['encoding'];
  /** Of a file in OFX. */
  statement: BankStatement | null;
  /** Of a file in CSV. */
  table: BankTable | null;
}

const read = (text: string): Pick<SentStatement, 'statement' | 'table'> => {
  try {
    if (isStatement(text)) return { statement: readStatement(text), table: null };
    const table = readTable(text);
    return table ? { statement: null, table } : refuse(NEITHER);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuse(error.message);
  }
};

/** Reads part "file" of a multipart body as a statement. @throws ServiceError 400, 413, 422 with a sentence */
export const receiveStatement = async (request: FastifyRequest): Promise<SentStatement> => {
  const { sentAs, content } = await readFilePart(request, PART);
  if (content.length === 0) refuse('O arquivo está vazio.');
  if (content.length > MAX_MIB * 1024 * 1024) refuse(`O arquivo passa de ${MAX_MIB} MB.`);
  const kind = fileKindOf(content);
  if (kind) refuse(`Este arquivo é ${KINDS[kind]}, não um extrato. Peça ao banco o extrato em OFX ou em CSV.`);
  if (isDeceptive(sentAs)) refuse('O nome deste arquivo não serve. Dê outro nome a ele e envie de novo.');
  const { text, encoding } = decodeBankFile(content);
  const { statement, table } = read(text);
  const name = safeFileName(sentAs, table ? ['.csv', '.txt'] : ['.ofx']);
  identifyBody(request, { name, content });
  return { name, content, encoding, statement, table };
};

/** Stores a statement as a draft, which changes no wallet. The same file is the same draft. @throws ServiceError 404 */
export const storeDraft = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { name, content, encoding, statement, table }: SentStatement,
): Promise<BankStatementFile> => {
  const { session, companyId } = clerk;
  const { accountId, userId } = session;
  await requireCompany(trx, clerk);
  const hash = sha256(content);
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into bank_statement_files (account_id, company_id, name, dialect, encoding, size, sha256, uploaded_by, uploaded_at)
    values (${accountId}, ${companyId}, ${name}, ${statement?.dialect ?? 'CSV'}, ${encoding}, ${content.length}, decode(${hash}, 'hex'),
            ${userId}, ${work.clock.now()})
    on conflict (account_id, company_id, sha256) where state = 'DRAFT' do update set name = excluded.name
    returning id, xmax = 0 as "isNew"`.execute(trx);
  const { id, isNew } = rows[0] ?? { id: 0, isNew: false };
  if (isNew) {
    await sql`insert into bank_statement_file_contents (account_id, file_id, content)
      values (${accountId}, ${id}, ${content})`.execute(trx);
    if (statement) await storeAccounts(trx, clerk, id, { accounts: statement.accounts, csv: false });
    if (table) await storeTable(trx, clerk, { fileId: id, table });
    work.audit({ action: 'upload', entity: ENTITY, entityId: id, details: { name, sha256: hash } });
  }
  return readFile(trx, clerk, id);
};
