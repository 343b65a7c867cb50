import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { identitiesOf } from '#domain/financial/bankStatements/identity.ts';
import type { BankAccount } from '#domain/financial/bankStatements/reader.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Clerk } from './access.ts';
import { accountKey } from './accounts.ts';

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

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

/** Accounts of a file, and whether it is a CSV. */
export interface ReadAccounts {
  accounts: BankAccount[];
  csv: boolean;
}

/** The accounts as they are stored, each with the wallet that it was last routed to. */
const insertAccounts = async (
  trx: Trx,
  { session, companyId }: Clerk,
  fileId: number,
  { accounts, csv }: ReadAccounts,
): Promise<void> => {
  const rows = accounts.map(({ lines: _lines, currency: _currency, ledger, ...account }, index) => ({
    ...{ ...account, position: index + 1, key: accountKey(account) },
    ...{ ledger_amount: ledger?.amount, ledger_date: ledger?.date },
  }));
  await sql`
    insert into bank_statement_accounts (account_id, company_id, file_id, position, bank, branch, number, kind, start_date,
      end_date, ledger_amount, ledger_date, wallet_id, remembered, csv)
    select ${session.accountId}::bigint, ${companyId}::bigint, ${fileId}::bigint, r.position, r.bank, r.branch, r.number, r.kind,
           r.start, r.end, r.ledger_amount, r.ledger_date, w.id, w.id is not null, ${csv}::boolean
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

/** Stores the accounts of a file with their lines. */
export const storeAccounts = async (trx: Trx, clerk: Clerk, fileId: number, read: ReadAccounts): Promise<void> => {
  await insertAccounts(trx, clerk, fileId, read);
  await insertLines(trx, clerk.session.accountId, fileId, read.accounts);
};
