import { sql } from 'kysely';
import type { Permission } from '#domain/permissions.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';

/** Subject of a message, which is visible only to a reader with these permissions (§6). */
export interface Subject {
  companyId: number;
  /** Required on one of the buildings; without buildings, on rows that belong to no building. */
  permission: Permission;
  buildingIds: readonly number[];
  /** The text contains a wallet's balance, which requires DEBIT and CREDIT in the company. */
  withBalance?: boolean;
  /** The text contains what only administrators see. */
  forAdmins?: boolean;
}

/** Active persons who may be told of a subject now, by id. One statement. */
export const usersToldOf = async (trx: Trx, accountId: number, subject: Subject): Promise<number[]> => {
  const { companyId, permission, buildingIds, withBalance = false, forAdmins = false } = subject;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.account_id = ${accountId} and u.active and not u.service and (u.admin or not ${forAdmins}::boolean)
       and may_be_told(u.id, u.admin, ${companyId}, ${permission}, ${[...buildingIds]}::bigint[], ${withBalance})
     order by u.id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Active administrators, by id. */
export const administrators = async (trx: Trx, accountId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from users where account_id = ${accountId} and admin and active order by id`.execute(trx);
  return rows.map(({ id }) => id);
};
