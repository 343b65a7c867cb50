import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { digestLetter, type DigestItem } from './assistant/digest/letter.ts';
import { unreadItems } from './assistant/digest/unread.ts';
import type { QueueDigest } from './assistant/digest/due.ts';
import { cashFlowPath, firstNegativeDay, negativeText } from './financial/cashFlows/negativeDay.ts';
import { dueItems } from './financial/installments/digest.ts';
import { letterText } from './platform/letterText.ts';
import { plainName } from './platform/plainName.ts';
import { rightsOf, type Session } from './platform/session.ts';
import type { Actor, Trx } from './platform/db/unitOfWork.ts';
import { approvalItems } from './purchase/orders/approval/digest.ts';
import type { ComposeMail } from './security/mail/composed.ts';
import { queueMail } from './security/mail/queue.ts';

interface Recipient {
  login: string;
  name: string;
  timezone: string;
}

interface Company {
  id: number;
  name: string;
}

/** Undefined for a user who is no longer active, or wants no letter any more. */
const recipientOf = async (trx: Trx, { accountId, userId }: Actor): Promise<Recipient | undefined> => {
  const { rows } = await sql<Recipient>`
    select u.login, u.name, u.timezone from users u
      join assistant_preferences p on p.account_id = u.account_id and p.user_id = u.id and p.digest_hour is not null
     where u.account_id = ${accountId} and u.id = ${userId} and u.active`.execute(trx);
  return rows[0];
};

/** Active companies in which the user has any right. */
const companiesOf = async (trx: Trx, { accountId, userId }: Actor): Promise<Company[]> => {
  const { rows } = await sql<Company>`
    select c.id, c.name from companies c join users u on u.account_id = c.account_id and u.id = ${userId}
     where c.account_id = ${accountId} and c.active and (u.admin or exists (
       select from user_permissions p where p.account_id = c.account_id and p.user_id = u.id and p.company_id = c.id))
     order by c.id`.execute(trx);
  return rows;
};

const negativeItems = async (
  trx: Trx,
  { accountId }: Actor,
  company: Company,
  today: IsoDate,
): Promise<DigestItem[]> => {
  const negative = await firstNegativeDay(trx, { accountId, companyId: company.id }, today);
  if (!negative) return [];
  const text = `${plainName(company.name)}: ${negativeText(negative, today)}`;
  return [{ text, label: 'Abrir o fluxo de caixa', path: cashFlowPath(company.id) }];
};

const itemsOfCompany = async (trx: Trx, session: Session, company: Company, today: IsoDate): Promise<DigestItem[]> => [
  ...(await dueItems(trx, session, company, today)),
  // The cash flow is for administrators (§6).
  ...(session.admin ? await negativeItems(trx, session, company, today) : []),
];

/** What the letter of a user tells, by their rights now and their day; empty: nothing. */
const itemsOf = async (trx: Trx, user: Actor, today: IsoDate): Promise<DigestItem[]> => {
  const items: DigestItem[] = [];
  for (const company of await companiesOf(trx, user)) {
    const session = await rightsOf(trx, user, company.id);
    if (session) items.push(...(await itemsOfCompany(trx, session, company, today)));
  }
  return [...items, ...(await approvalItems(trx, user)), ...(await unreadItems(trx, user))];
};

/** Queues the letter of a user who has something to be told. */
export const queueDigest: QueueDigest = async (trx, work) => {
  const recipient = await recipientOf(trx, work.session);
  if (!recipient) return;
  const items = await itemsOf(trx, work.session, work.clock.today(recipient.timezone));
  if (items.length > 0) await queueMail(trx, work, work.session.userId, 'DIGEST');
};

/** Makes the letter as of now, or tells why it is needless. */
export const composeDigest: ComposeMail = async (trx, work, { id, publicUrl }) => {
  const recipient = await recipientOf(trx, work.session);
  if (!recipient) return 'user wants no letter any more';
  const today = work.clock.today(recipient.timezone);
  const items = await itemsOf(trx, work.session, today);
  if (items.length === 0) return 'nothing to tell any more';
  const text = letterText(digestLetter({ name: recipient.name, today, publicUrl }, items), publicUrl);
  return { ...text, id, kind: 'DIGEST', to: { name: plainName(recipient.name), address: recipient.login } };
};
