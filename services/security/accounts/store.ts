import { sql } from 'kysely';
import { buildingStore } from '../../financial/buildings.store.ts';
import { STANDARD_CATEGORIES } from '../../financial/categories/standard.ts';
import { storeLogo } from '../../financial/companies/logo.ts';
import type { LogoPicture } from '../../financial/companies/picture.ts';
import { companyStore } from '../../financial/companies/store.ts';
import { partnerStore } from '../../financial/partners/store.ts';
import { walletStore } from '../../financial/wallets/store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { insertStandardCatalogue } from '../../purchase/standardCatalogue.ts';
import { STANDARD_UNITS } from '../../purchase/standardUnits.ts';
import { queueMail } from '../mail/queue.ts';
import type { AccountColumns } from './columns.ts';

/** A sign-up, checked and with its file re-encoded. */
export interface SignUp {
  columns: AccountColumns;
  /** Of the password that was typed, if any. */
  hash: string | null;
  logo: LogoPicture | null;
  /** The account also begins with a demonstration company, once it is open. */
  demonstration: boolean;
}

interface Keys {
  accountId: number;
  userId: number;
}

/** Reserves the ids of a new account; returns null when another user has confirmed the login. */
export const reserve = async (
  { database, clock }: Platform,
  login: string,
  requestId: string,
): Promise<Keys | null> => {
  // Where the login is known, its user is told; elsewhere, the ids are those of nobody's machine.
  const [known] = await database.everywhere(sql<{ account_id: number }>`select account_id from find_login(${login})`);
  const { rows } = await sql<{ account_id: number | null; user_id: number | null }>`
    select * from reserve_account(${login}, ${clock.now()}, ${requestId})`.execute(
    known ? await database.of(known.account_id) : database.kysely,
  );
  const { account_id: accountId, user_id: userId } = rows[0] ?? {};
  return accountId && userId ? { accountId, userId } : null;
};

/** The categories, units, product types and cost database that every account begins with. */
const insertStandards = async (trx: Trx, accountId: number): Promise<void> => {
  const categories = (['CREDIT', 'DEBIT'] as const).flatMap((type) =>
    STANDARD_CATEGORIES[type].map(([name, line]) => ({ account_id: accountId, type, name, statement_line: line })),
  );
  await trx.insertInto('categories').values(categories).execute();
  const units = STANDARD_UNITS.map(([acronyms, description]) => ({ account_id: accountId, acronyms, description }));
  await trx.insertInto('units').values(units).execute();
  await insertStandardCatalogue(trx, accountId);
};

/**
 * Stores a new account, all of it or nothing: its user, a company, what else was asked for, and the standard registers.
 * It stays closed until the user follows the mailed link.
 */
export const store = async (trx: Trx, work: Work, { columns, hash, logo, demonstration }: SignUp): Promise<void> => {
  const { accountId, userId } = work.session;
  const { user, company, customer, building, wallet } = columns;
  const now = work.clock.now();
  // Explicit ids: they were reserved before the account whose rows this SQL transaction writes existed.
  const settings = JSON.stringify(demonstration ? { demonstration: true } : {});
  await sql`insert into accounts (id, name, settings, created_at, activated_at) overriding system value
    values (${accountId}, ${company.name}, ${settings}::jsonb, ${now}, null)`.execute(trx);
  await sql`insert into users (account_id, id, login, name, signup_hash, admin, created_at) overriding system value
    values (${accountId}, ${userId}, ${user.login}, ${user.name}, ${hash}, true, ${now})`.execute(trx);
  const { id: companyId } = await companyStore.rows.create(trx, work, company);
  if (logo) await storeLogo(trx, work, companyId, logo);
  if (customer) await partnerStore.rows.create(trx, work, customer);
  if (building) await buildingStore.rows.create(trx, work, { ...building, company_id: companyId });
  if (wallet) await walletStore.rows.create(trx, work, { ...wallet, company_id: companyId });
  await insertStandards(trx, accountId);
  await queueMail(trx, work, userId, 'ACTIVATION');
  work.audit({ action: 'openAccount', entity: 'account', entityId: accountId });
};
