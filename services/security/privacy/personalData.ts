import { sql } from 'kysely';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { withoutBankData } from './bankData.ts';
import { readKeptLists, type KeptRows, type Person } from './keptLists.ts';

/** Most entries of the history in a file; the newest ones, and the file says so. */
export const MOST_ENTRIES = 100_000;

export interface Profile {
  id: number;
  name: string;
  login: string;
  newLogin: string | null;
  account: string;
  admin: boolean;
  timeZone: string;
  createdAt: string;
  emailConfirmedAt: string | null;
  /** What the directory of an organization says of the person, as it says it. */
  directory: string | null;
}

export interface GrantLine {
  company: string;
  building: string | null;
  permission: Permission;
}

export interface LoginLine {
  at: string;
  expiresAt: string;
  endedAt: string | null;
  address: string | null;
  userAgent: string | null;
}

export interface AccessLine {
  at: string;
  kind: string;
  times: number;
  address: string | null;
  userAgent: string | null;
}

export interface PasskeyLine {
  name: string;
  at: string;
  lastUsedAt: string | null;
  synced: boolean;
}

export interface HistoryLine {
  at: string;
  action: string;
  entity: string | null;
  entityId: number | null;
  details: unknown;
}

export interface MessageLine {
  at: string;
  /** USER: a question. */
  from: 'USER' | 'ASSISTANT';
  text: string;
  /** Figures, links and the form of an answer. */
  answer: AssistantAnswer | null;
}

export interface MailLine {
  at: string;
  kind: string;
  address: string | null;
  sentAt: string | null;
}

export interface ViewLine {
  partner: string;
  firstAt: string;
  lastAt: string;
  times: number;
}

export interface CommentLine {
  at: string;
  /** Of the document that it is on. */
  transactionId: number;
  /** Null of a comment that was removed. */
  text: string | null;
}

/** What is kept about a user. */
export interface PersonalData {
  profile: Profile;
  grants: GrantLine[];
  logins: LoginLine[];
  accesses: AccessLine[];
  passkeys: PasskeyLine[];
  history: HistoryLine[];
  /** Entries of the history that are not in `history`. */
  leftOut: number;
  messages: MessageLine[];
  mails: MailLine[];
  views: ViewLine[];
  comments: CommentLine[];
  /** What is named by things that the user keeps or is in. */
  kept: KeptRows;
}

const readProfile = async (trx: Trx, { accountId, userId }: Person): Promise<Profile> => {
  const { rows } = await sql<Profile>`
    select u.id, u.name, u.login, u.new_login as "newLogin", a.name as account, u.admin, u.timezone as "timeZone",
           u.created_at as "createdAt", u.email_confirmed_at as "emailConfirmedAt",
           concat_ws(' · ', o.name, s.user_name, s.email, s.external_id, s.display_name, s.formatted, s.given_name, s.family_name)
             as directory
      from users u join accounts a on a.id = u.account_id
      left join scim_users s on s.account_id = u.account_id and s.user_id = u.id
      left join organizations o on o.account_id = s.account_id and o.id = s.organization_id
     where u.account_id = ${accountId} and u.id = ${userId}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`user ${userId} is gone`);
  return row;
};

const readGrants = async (trx: Trx, { accountId, userId }: Person): Promise<GrantLine[]> => {
  const { rows } = await sql<GrantLine>`
    select c.name as company, b.name as building, p.permission
      from user_permissions p
      join companies c on c.account_id = p.account_id and c.id = p.company_id
      left join buildings b on b.account_id = p.account_id and b.id = p.building_id
     where p.account_id = ${accountId} and p.user_id = ${userId}
     order by c.id, b.id nulls first, array_position(${[...PERMISSIONS]}::text[], p.permission)`.execute(trx);
  return rows;
};

const readHistory = async (trx: Trx, { accountId, userId }: Person) => {
  const { rows } = await sql<HistoryLine>`
    select at, action, entity, entity_id as "entityId", details from audit_log
     where account_id = ${accountId} and (user_id = ${userId} or (entity = 'user' and entity_id = ${userId}))
     order by id desc limit ${MOST_ENTRIES}`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from audit_log
     where account_id = ${accountId} and (user_id = ${userId} or (entity = 'user' and entity_id = ${userId}))`.execute(
    trx,
  );
  return { history: rows.map(withoutBankData), leftOut: (counted[0]?.total ?? 0) - rows.length };
};

/** All that is kept about a user, in one snapshot. */
export const readPersonalData = async (trx: Trx, person: Person): Promise<PersonalData> => {
  const { accountId, userId } = person;
  const own = sql`account_id = ${accountId} and user_id = ${userId}`;
  const logins = await sql<LoginLine>`
    select issued_at as at, expires_at as "expiresAt", revoked_at as "endedAt", address, user_agent as "userAgent"
      from access_tokens where ${own} order by issued_at desc`.execute(trx);
  const accesses = await sql<AccessLine>`
    select at, kind, times, address, user_agent as "userAgent" from user_accesses where ${own} order by id desc`.execute(
    trx,
  );
  const passkeys = await sql<PasskeyLine>`
    select name, created_at as at, last_used_at as "lastUsedAt", synced from passkeys where ${own} order by id`.execute(
    trx,
  );
  const messages = await sql<MessageLine>`
    select m.at, m.sender as "from", message_text(m) as text, m.answer from assistant_messages m
     where ${own} order by m.id desc`.execute(trx);
  const mails = await sql<MailLine>`
    select created_at as at, kind, address, sent_at as "sentAt" from outgoing_mail where ${own} order by id desc`.execute(
    trx,
  );
  const views = await sql<ViewLine>`
    select p.name as partner, v.first_at as "firstAt", v.last_at as "lastAt", v.times
      from data_views v join partners p on p.account_id = v.account_id and p.id = v.partner_id
     where v.account_id = ${accountId} and v.user_id = ${userId} order by v.last_at desc`.execute(trx);
  const comments = await sql<CommentLine>`
    select at, transaction_id as "transactionId", text from transaction_comments
     where account_id = ${accountId} and author_id = ${userId} order by id desc`.execute(trx);
  return {
    profile: await readProfile(trx, person),
    grants: await readGrants(trx, person),
    logins: logins.rows,
    accesses: accesses.rows,
    passkeys: passkeys.rows,
    ...(await readHistory(trx, person)),
    ...{ messages: messages.rows, mails: mails.rows, views: views.rows, comments: comments.rows },
    kept: await readKeptLists(trx, person),
  };
};
