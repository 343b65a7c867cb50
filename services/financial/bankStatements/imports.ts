import { sql } from 'kysely';
import type { BankImportBody, BankStatementFile } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { type Clerk, ENTITY, holdFile } from './access.ts';
import { accountKey } from './accounts.ts';
import { readFile } from './read.ts';
import { clerkOf } from '../reconciliation/access.ts';
import { undoReconciliation } from '../reconciliation/undo.ts';
import { LOOKED, OUTLOOK } from './status.ts';

const WALLET_MISSING = 'Carteira não encontrada.';
const UNMAPPED = 'Diga antes o que é cada coluna do arquivo.';
const NO_WALLET = 'Escolha a carteira de ao menos uma conta.';

const touch = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  await sql`update bank_statement_files set version = version + 1 where account_id = ${accountId} and id = ${id}`.execute(
    trx,
  );
};

/** Chooses the wallet of an account of a draft, or none. @throws ServiceError 404, 409, 422 */
export const routeAccount = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { id, position, wallet, version }: { id: number; position: number; wallet: { id: number } | null; version?: number },
): Promise<BankStatementFile> => {
  const { accountId } = clerk.session;
  await holdFile(trx, clerk, { id, version, state: 'DRAFT' });
  const problems = new Problems();
  if (wallet) {
    const { rows } = await sql<{ active: boolean }>`
      select active from wallets
       where account_id = ${accountId} and company_id = ${clerk.companyId} and id = ${wallet.id}`.execute(trx);
    if (!rows[0]) problems.rule('wallet', WALLET_MISSING);
    else if (!rows[0].active) problems.rule('wallet', 'Esta carteira está inativa.');
  }
  problems.refuse();
  const { rows } = await sql`
    update bank_statement_accounts set wallet_id = ${wallet?.id ?? null}::bigint, remembered = false
     where account_id = ${accountId} and file_id = ${id} and position = ${position} returning position`.execute(trx);
  if (rows.length === 0)
    throw ruleBroken('Este extrato não tem esta conta.', [
      { path: 'position', message: 'Este extrato não tem esta conta.' },
    ]);
  await touch(trx, accountId, id);
  work.audit({ action: 'route', entity: ENTITY, entityId: id, details: { position, walletId: wallet?.id ?? null } });
  return readFile(trx, clerk, id);
};

/** Deletes a draft. @throws ServiceError 404, 422 for what is no draft any more */
export const removeDraft = async (trx: Trx, work: Work, clerk: Clerk, id: number): Promise<{ id: number }> => {
  await holdFile(trx, clerk, { id, state: 'DRAFT' });
  await sql`delete from bank_statement_files where account_id = ${clerk.session.accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'remove', entity: ENTITY, entityId: id });
  return { id };
};

/** Holds the wallets of a file, so that imports into one wallet wait for each other. */
const holdWallets = async (trx: Trx, accountId: number, fileId: number): Promise<number> => {
  const { rows } = await sql`
    select from wallets where account_id = ${accountId} and id in (
      select wallet_id from bank_statement_accounts where account_id = ${accountId} and file_id = ${fileId})
     order by id for no key update`.execute(trx);
  return rows.length;
};

const isUnmapped = async (trx: Trx, accountId: number, fileId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from bank_statement_tables where account_id = ${accountId} and file_id = ${fileId} and layout is null`.execute(
    trx,
  );
  return rows.length > 0;
};

type Decision = NonNullable<BankImportBody['conflicts']>[number];

/** @throws ServiceError 422 at each decision about a line that is not in conflict */
const checkDecisions = async (
  trx: Trx,
  accountId: number,
  id: number,
  decisions: readonly Decision[],
): Promise<void> => {
  if (decisions.length === 0) return;
  const { rows } = await sql<{ position: number }>`
    select x.position from (${LOOKED} where f.account_id = ${accountId} and f.file_id = ${id}
       and f.position = any(${decisions.map(({ position }) => position)}::integer[])) x where x.status = 'CONFLICT'`.execute(
    trx,
  );
  const open = new Set(rows.map(({ position }) => position));
  const problems = new Problems();
  const seen = new Set<number>();
  for (const [index, { position }] of decisions.entries()) {
    if (!open.has(position)) problems.rule(`conflicts.${index}.position`, 'Esta linha não está em conflito.');
    if (seen.has(position)) problems.contradiction(`conflicts.${index}.position`, 'Esta linha aparece duas vezes.');
    seen.add(position);
  }
  problems.refuse();
};

/** A line that is replaced answers nothing any more: its reconciliation is undone with it. */
const undoReplaced = async (trx: Trx, work: Work, clerk: Clerk, id: number): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select distinct k.reconciliation_id as id
      from bank_statement_lines l
      join bank_links k on k.account_id = l.account_id and k.line_id = l.id
     where l.account_id = ${clerk.session.accountId} and l.replaced_by = ${id} order by 1 desc`.execute(trx);
  const reconciler = clerkOf(clerk.session, clerk.companyId, work.clock.today(clerk.session.timeZone));
  for (const { id: reconciliationId } of rows) await undoReconciliation(trx, work, reconciler, reconciliationId);
};

/** Notes of each line of a file what becomes of it, with the line of the wallet that it is or takes the place of. */
const decide = async (trx: Trx, accountId: number, id: number, decisions: readonly Decision[]): Promise<void> => {
  await sql`
    update bank_statement_file_lines f
       set (outcome, line_id) = (
         select x.outcome, case when x.outcome in ('KNOWN', 'REPLACED') then x.known_id end
           from (select o.known_id, case when o.status <> 'CONFLICT' then o.status else coalesce(
                          (select case d.decision when 'REPLACE' then 'REPLACED' when 'BOTH' then 'BOTH' end
                             from json_to_recordset(${JSON.stringify(decisions)}::json) as d (position integer, decision text)
                            where d.position = f.position), 'KEPT') end as outcome
                   from ${OUTLOOK} o) x)
      from bank_statement_accounts a
     where f.account_id = ${accountId} and f.file_id = ${id}
       and a.account_id = f.account_id and a.file_id = f.file_id and a.position = f.account_position`.execute(trx);
  await sql`
    update bank_statement_lines l set replaced_by = ${id}
      from bank_statement_file_lines f
     where f.account_id = ${accountId} and f.file_id = ${id} and f.outcome = 'REPLACED'
       and l.account_id = f.account_id and l.id = f.line_id`.execute(trx);
};

const BROUGHT = sql`f.outcome in ('NEW', 'REPLACED', 'BOTH')`;

/** Brings the new lines of a file into their wallets. One that two accounts of the file have comes once. */
const bringIn = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  await sql`
    insert into bank_statement_lines (account_id, company_id, wallet_id, date, amount, memo, memo_key, fit_id, document, type, identity, csv)
    select f.account_id, a.company_id, a.wallet_id, f.date, f.amount, f.memo, bank_memo_key(f.memo), f.fit_id, f.document, f.type, f.identity, a.csv
      from bank_statement_file_lines f
      join bank_statement_accounts a on a.account_id = f.account_id and a.file_id = f.file_id and a.position = f.account_position
     where f.account_id = ${accountId} and f.file_id = ${id} and ${BROUGHT}
     order by f.date, f.position
        on conflict (account_id, wallet_id, identity) do nothing`.execute(trx);
  await sql`
    update bank_statement_file_lines f set line_id = (
        select l.id from bank_statement_lines l
         where l.account_id = f.account_id and l.wallet_id = a.wallet_id and l.identity = f.identity)
      from bank_statement_accounts a
     where f.account_id = ${accountId} and f.file_id = ${id} and ${BROUGHT}
       and a.account_id = f.account_id and a.file_id = f.file_id and a.position = f.account_position`.execute(trx);
};

/** The wallets of the accounts are proposed next time; an account without a number is known by its layout (tables.ts). */
const remember = async (trx: Trx, { session, companyId }: Clerk, id: number, now: Date): Promise<void> => {
  const { accountId } = session;
  const { rows } = await sql<{ bank: string; branch: string; number: string; walletId: number }>`
    select bank, branch, number, wallet_id as "walletId" from bank_statement_accounts
     where account_id = ${accountId} and file_id = ${id} and wallet_id is not null and number <> '' order by position`.execute(
    trx,
  );
  // Two accounts of one key would be two changes of one row: the last one counts.
  const keys = new Map(
    rows.map((row) => [JSON.stringify(accountKey(row)), { ...accountKey(row), walletId: row.walletId }]),
  );
  await sql`
    insert into bank_accounts (account_id, company_id, bank, branch, number, wallet_id, updated_at)
    select ${accountId}::bigint, ${companyId}::bigint, r.bank, r.branch, r.number, r."walletId", ${now}::timestamptz
      from json_to_recordset(${JSON.stringify([...keys.values()])}::json)
        as r (bank text, branch text, number text, "walletId" bigint)
      on conflict (account_id, company_id, bank, branch, number)
      do update set wallet_id = excluded.wallet_id, updated_at = excluded.updated_at`.execute(trx);
};

/** Imports a draft. @throws ServiceError 404, 409, 422 without a wallet, or for a decision about what is in no conflict */
export const importFile = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { id, conflicts = [], version }: BankImportBody & { id: number },
): Promise<BankStatementFile> => {
  const { accountId, userId } = clerk.session;
  const now = work.clock.now();
  await holdFile(trx, clerk, { id, version, state: 'DRAFT' });
  // Checks of keys keep the plan of a small table, which reads it whole: each of 20,000 lines would read all others.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
  if ((await holdWallets(trx, accountId, id)) === 0) {
    const message = (await isUnmapped(trx, accountId, id)) ? UNMAPPED : NO_WALLET;
    throw ruleBroken(message, [{ path: 'accounts', message }]);
  }
  await checkDecisions(trx, accountId, id, conflicts);
  await decide(trx, accountId, id, conflicts);
  await undoReplaced(trx, work, clerk, id);
  await bringIn(trx, accountId, id);
  await remember(trx, clerk, id, now);
  await sql`
    update bank_statement_files set state = 'IMPORTED', imported_by = ${userId}, imported_at = ${now}, version = version + 1
     where account_id = ${accountId} and id = ${id}`.execute(trx);
  const file = await readFile(trx, clerk, id);
  work.audit({ action: 'import', entity: ENTITY, entityId: id, details: { counts: file.counts, conflicts } });
  return file;
};

/**
 * Undoes an import: its lines leave their wallets, but those that another imported file has too and those that are reconciled;
 * lines that it replaced come back, unless what took their place stays. @throws ServiceError 404, 409, 422 for a file that is not imported
 */
export const undoImport = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { id, version }: { id: number; version?: number | undefined },
): Promise<BankStatementFile> => {
  const { accountId } = clerk.session;
  await holdFile(trx, clerk, { id, version, state: 'IMPORTED' });
  await holdWallets(trx, accountId, id);
  await sql`
    update bank_statement_files set state = 'UNDONE', undone_at = ${work.clock.now()}, version = version + 1
     where account_id = ${accountId} and id = ${id}`.execute(trx);
  const { rows } = await sql`
    delete from bank_statement_lines l
     where l.account_id = ${accountId}
       and not exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id)
       and l.id in (select line_id from bank_statement_file_lines where account_id = ${accountId} and file_id = ${id})
       and not exists (
         select from bank_statement_file_lines m
           join bank_statement_files s on s.account_id = m.account_id and s.id = m.file_id
          where m.account_id = l.account_id and m.line_id = l.id and s.state = 'IMPORTED')
    returning l.id`.execute(trx);
  await sql`
    update bank_statement_lines l set replaced_by = null
     where l.account_id = ${accountId} and l.replaced_by = ${id}
       and not exists (
         select from bank_statement_file_lines m
           join bank_statement_lines n on n.account_id = m.account_id and n.id = m.line_id
          where m.account_id = l.account_id and m.file_id = ${id} and m.outcome = 'REPLACED'
            and n.wallet_id = l.wallet_id and n.fit_id = l.fit_id and n.date = l.date)`.execute(trx);
  work.audit({ action: 'undo', entity: ENTITY, entityId: id, details: { lines: rows.length } });
  return readFile(trx, clerk, id);
};
