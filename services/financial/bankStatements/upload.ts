import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type DecodedFile, decodeBankFile } from '#domain/financial/bankStatements/decode.ts';
import { identitiesOf } from '#domain/financial/bankStatements/identity.ts';
import {
  type BankAccount,
  type BankStatement,
  readStatement,
  UnreadableStatement,
} from '#domain/financial/bankStatements/reader.ts';
import type { BankStatementFile } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { fileKindOf, type FileKind } from '../../platform/http/fileKind.ts';
import { isDeceptive, safeFileName } from '../../platform/http/fileName.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, ENTITY, requireCompany } from './access.ts';
import { accountKey } from './accounts.ts';
import { readFile } from './read.ts';

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

const refuse = (message: string): never => {
  throw ruleBroken(message, [{ path: PART, message }]);
};

/** A file of a bank, read. */
export interface SentStatement {
  name: string;
  content: Buffer;
  encoding: DecodedFile['encoding'];
  statement: BankStatement;
}

const read = (text: string): BankStatement => {
  try {
    return readStatement(text);
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
  if (kind) refuse(`Este arquivo é ${KINDS[kind]}, não um extrato OFX. Peça ao banco o extrato em OFX.`);
  if (isDeceptive(sentAs)) refuse('O nome deste arquivo não serve. Dê outro nome a ele e envie de novo.');
  const { text, encoding } = decodeBankFile(content);
  const statement = read(text);
  const name = safeFileName(sentAs, ['.ofx']);
  identifyBody(request, { name, content });
  return { name, content, encoding, statement };
};

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The lines of an account as they are stored. */
const rowsOf = (account: BankAccount, index: number) => {
  const identities = identitiesOf(account.lines);
  const ids = new Map<string, number>();
  for (const { fitId } of account.lines) ids.set(fitId, (ids.get(fitId) ?? 0) + 1);
  return account.lines.map(({ position, type, date, amount, memo, fitId, document, balance, raw }, at) => ({
    ...{ position, type, date, amount, memo, document, balance, raw },
    account: index + 1,
    fit_id: fitId,
    own_id: ids.get(fitId) === 1,
    ordinal: identities[at]?.ordinal,
    identical: identities[at]?.of,
    identity: sha256(identities[at]?.identity ?? ''),
  }));
};

/** The accounts as they are stored, each with the wallet that it was last routed to. */
const insertAccounts = async (trx: Trx, { session, companyId }: Clerk, fileId: number, accounts: BankAccount[]) => {
  const rows = accounts.map(({ lines: _lines, currency: _currency, ledger, ...account }, index) => ({
    ...{ ...account, position: index + 1, key: accountKey(account) },
    ...{ ledger_amount: ledger?.amount, ledger_date: ledger?.date },
  }));
  await sql`
    insert into bank_statement_accounts (account_id, company_id, file_id, position, bank, branch, number, kind, start_date,
      end_date, ledger_amount, ledger_date, wallet_id, remembered)
    select ${session.accountId}::bigint, ${companyId}::bigint, ${fileId}::bigint, r.position, r.bank, r.branch, r.number, r.kind,
           r.start, r.end, r.ledger_amount, r.ledger_date, w.id, w.id is not null
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (position integer, bank text, branch text, number text, kind text,
           start date, "end" date, ledger_amount numeric, ledger_date date, key json)
      left join bank_accounts k on k.account_id = ${session.accountId} and k.company_id = ${companyId}
       and k.bank = r.key->>'bank' and k.branch = r.key->>'branch' and k.number = r.key->>'number'
      left join wallets w on w.account_id = k.account_id and w.id = k.wallet_id and w.active`.execute(trx);
};

const insertLines = async (trx: Trx, accountId: number, fileId: number, accounts: BankAccount[]): Promise<void> => {
  const rows = accounts.flatMap(rowsOf);
  await sql`
    insert into bank_statement_file_lines (account_id, file_id, position, account_position, date, amount, memo, fit_id, document,
      type, balance, ordinal, identical, own_id, identity, raw)
    select ${accountId}::bigint, ${fileId}::bigint, r.position, r.account, r.date, r.amount, r.memo, r.fit_id, r.document,
           r.type, r.balance, r.ordinal, r.identical, r.own_id, decode(r.identity, 'hex'), r.raw
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (position integer, account integer, date date, amount numeric,
           memo text, fit_id text, document text, type text, balance boolean, ordinal integer, identical integer, own_id boolean,
           identity text, raw text)`.execute(trx);
};

/** Stores a statement as a draft, which changes no wallet. The same file is the same draft. @throws ServiceError 404 */
export const storeDraft = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { name, content, encoding, statement }: SentStatement,
): Promise<BankStatementFile> => {
  const { session, companyId } = clerk;
  const { accountId, userId } = session;
  await requireCompany(trx, clerk);
  const hash = sha256(content);
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into bank_statement_files (account_id, company_id, name, dialect, encoding, size, sha256, uploaded_by, uploaded_at)
    values (${accountId}, ${companyId}, ${name}, ${statement.dialect}, ${encoding}, ${content.length}, decode(${hash}, 'hex'),
            ${userId}, ${work.clock.now()})
    on conflict (account_id, company_id, sha256) where state = 'DRAFT' do update set name = excluded.name
    returning id, xmax = 0 as "isNew"`.execute(trx);
  const { id, isNew } = rows[0] ?? { id: 0, isNew: false };
  if (isNew) {
    await sql`insert into bank_statement_file_contents (account_id, file_id, content)
      values (${accountId}, ${id}, ${content})`.execute(trx);
    await insertAccounts(trx, clerk, id, statement.accounts);
    await insertLines(trx, accountId, id, statement.accounts);
    work.audit({ action: 'upload', entity: ENTITY, entityId: id, details: { name, sha256: hash } });
  }
  return readFile(trx, clerk, id);
};
