import { sql } from 'kysely';
import { formatMoment } from '#domain/dateFormat.ts';
import { deviceOf } from '#domain/devices.ts';
import { PRODUCT_SLUG } from '#domain/product.ts';
import {
  composeSupplierMail,
  supplierMailAddress,
  supplierMailSubject,
  type QueuedSupplierMail,
} from '../../purchase/links/supplierMail.ts';
import { composeApprovalMail, type ApprovalMailKind } from '../../purchase/orders/approval/mails.ts';
import { MailRefused, type Letter } from '../../platform/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor, Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { issueLink, LINK_PATHS } from '../links.ts';
import type { LinkPurpose, MailKind } from '../tables.ts';
import { readRules } from '../organizations/store.ts';
import { takeMailOf } from './allowance.ts';
import { plainName } from '../../platform/plainName.ts';
import type { Composers } from './composed.ts';
import { isLimited } from './queue.ts';
import { mailText, type LetterKind } from './texts.ts';

interface UserMail {
  id: number;
  account_id: number;
  user_id: number;
  kind: MailKind | ApprovalMailKind;
  attempts: number;
}

/** To a user, or to a supplier. */
type ClaimedMail = UserMail | (QueuedSupplierMail & { user_id: null; attempts: number });

/** Maximum attempts per mail, over about two days. */
const ATTEMPTS = 8;
const PURPOSES: Partial<Record<MailKind, LinkPurpose>> = {
  INVITATION: 'FIRST_PASSWORD',
  RECOVERY: 'RECOVER_PASSWORD',
  CONFIRMATION: 'CONFIRM_EMAIL',
  ACTIVATION: 'CONFIRM_EMAIL',
};

/** Text that replaces a mail when its address belongs to another user. */
const TAKEN: Partial<Record<MailKind, LetterKind>> = {
  INVITATION: 'INVITED_ELSEWHERE',
  CONFIRMATION: 'ADDRESS_IN_USE',
  ACTIVATION: 'ALREADY_REGISTERED',
};
const LOGIN_PAGE = `/${PRODUCT_SLUG}id`;
/** Screen that the button of a notice opens, where it is not the login. */
const SCREENS: Partial<Record<MailKind, string>> = {
  PERSONAL_EXPORT: '/home/account',
  PASSKEY_ADDED: '/home/account',
  PASSKEY_REMOVED: '/home/account',
  ANONYMISATION_REQUESTED: '/home/forms/settings/privacy',
};

/** Returns the reason to cancel a queued mail, or null. */
const needlessReason = (kind: MailKind, { active, password_hash, new_login, address }: Recipient): string | null => {
  if (!active) return 'user is not active';
  if (kind === 'INVITATION' && password_hash !== null) return 'user has a password already';
  if (kind === 'ACTIVATION' && password_hash !== null) return 'account is open already';
  if (kind === 'CONFIRMATION' && new_login !== address) return 'login is to be another one by now';
  return null;
};

const findRecipient = async (trx: Trx, mail: UserMail) =>
  trx
    .selectFrom('outgoing_mail as m')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 'm.account_id').onRef('u.id', '=', 'm.user_id'))
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .leftJoin('users as o', (join) => join.onRef('o.account_id', '=', 'm.account_id').onRef('o.id', '=', 'm.about_id'))
    .select(['u.id', 'u.login', 'u.name', 'u.active', 'u.password_hash', 'u.new_login', 'a.name as account'])
    .leftJoin('user_accesses as l', (join) =>
      join.onRef('l.account_id', '=', 'm.account_id').onRef('l.id', '=', 'm.about_access_id'),
    )
    .select(['m.address', 'o.name as about', 'u.timezone'])
    .select(['l.at as access_at', 'l.address as access_address', 'l.user_agent as access_agent'])
    .where('m.account_id', '=', mail.account_id)
    .where('m.id', '=', mail.id)
    .executeTakeFirstOrThrow();
type Recipient = Awaited<ReturnType<typeof findRecipient>>;

/**
 * Returns true when another user has confirmed the address: the link would have no effect, and the mail says so
 * instead.
 */
const isTaken = async (trx: Trx, address: string, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`select login_is_taken(${address}, ${userId}) as taken`.execute(trx);
  return rows[0]?.taken === true;
};

const linkTo = async (trx: Trx, work: Work, kind: MailKind, user: { id: number; login: string }): Promise<string> => {
  const purpose = PURPOSES[kind];
  return purpose
    ? `${LINK_PATHS[purpose]}/${await issueLink(trx, work, purpose, user)}`
    : (SCREENS[kind] ?? LOGIN_PAGE);
};

const compose = async (
  trx: Trx,
  work: Work,
  { platform, composers }: { platform: Platform; composers: Composers },
  mail: UserMail,
): Promise<Letter | string> => {
  const { kind } = mail;
  const { publicUrl } = platform;
  if (kind === 'DIGEST')
    return (await composers.DIGEST?.(trx, work, { id: mail.id, publicUrl })) ?? 'made by no service here';
  if (kind === 'ORDER_APPROVAL') return composeApprovalMail(trx, mail, publicUrl);
  const user = await findRecipient(trx, mail);
  const needless = needlessReason(kind, user);
  if (needless) return needless;
  const address = user.address ?? user.login;
  // Always created, so that the inviting account cannot tell whether the address belongs to another user.
  const path = await linkTo(trx, work, kind, { id: user.id, login: address });
  const elsewhere = TAKEN[kind];
  const taken = elsewhere !== undefined && (await isTaken(trx, address, user.id));
  const ofSso = kind === 'INVITATION' && !taken && (await readRules(trx, mail.account_id)).sso_only;
  const { name, account, about } = user;
  const facts = { name, account, about: about ?? '', login: address, access: accessText(user) };
  const text = mailText(taken ? elsewhere : ofSso ? 'INVITED_TO_SSO' : kind, {
    ...facts,
    link: `${publicUrl}${taken || ofSso ? LOGIN_PAGE : path}`,
  });
  return { ...text, id: mail.id, kind, to: { name: plainName(user.name), address } };
};

/** "Chrome no Windows, 177.92.14.33, 22/11/2026 às 08:02". */
const accessText = ({ access_at, access_address, access_agent, timezone }: Recipient): string => {
  if (access_at === null) return '';
  const at = formatMoment(new Date(access_at), timezone);
  return `${deviceOf(access_agent).name}, ${access_address ?? 'endereço desconhecido'}, ${at}`;
};

/** Whom the history of a mail is of. */
const recipientOf = (mail: ClaimedMail) =>
  mail.user_id === null ? supplierMailSubject(mail) : { entity: 'user', entityId: mail.user_id };

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Delivers queued mails one by one until none is due. Creates the link token here, a new one per attempt, so that only
 * the mail contains it.
 */
export class MailWorker {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  readonly #composers: Composers;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(platform: Platform, log: (error: unknown) => void, composers: Composers = {}) {
    this.#platform = platform;
    this.#log = log;
    this.#composers = composers;
  }

  /** Delivers all due mails; a call during a run causes another round. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#rounds().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Stops after the mail in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #rounds(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        for (let mail = await this.#claim(); mail && !this.#closed; mail = await this.#claim())
          await this.#deliver(mail);
      } catch (error) {
        this.#log(error);
      }
    }
  }

  async #claim(): Promise<ClaimedMail | undefined> {
    const { database, clock } = this.#platform;
    const [mail] = await database.anywhere(sql<ClaimedMail>`select * from claim_mail(${clock.now()})`);
    return mail;
  }

  #command<T>(mail: ClaimedMail, work: (trx: Trx, work: Work<Actor | Outsider>) => Promise<T>): Promise<T> {
    const { accountId, userId } = { accountId: mail.account_id, userId: mail.user_id };
    const actor: Actor | Outsider = userId === null ? { accountId, userId } : { accountId, userId };
    return this.#platform.command(actor, { route: 'job mail', requestId: null }, work);
  }

  #compose(mail: ClaimedMail): Promise<Letter | string> {
    const { publicUrl, clock } = this.#platform;
    if (mail.user_id === null) {
      return composeSupplierMail((work) => this.#command(mail, work), mail, { publicUrl, now: clock.now() });
    }
    const actor = { accountId: mail.account_id, userId: mail.user_id };
    return this.#platform.command(actor, { route: 'job mail', requestId: null }, (trx, work) =>
      compose(trx, work, { platform: this.#platform, composers: this.#composers }, mail),
    );
  }

  /** Where a mail goes. */
  async #addressOf(mail: ClaimedMail): Promise<string | null> {
    const { clock } = this.#platform;
    return this.#platform.query({ accountId: mail.account_id }, async (trx) => {
      if (mail.user_id === null) return supplierMailAddress(trx, mail, clock.now());
      const { login, address } = await findRecipient(trx, mail);
      return address ?? login;
    });
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const wait = await this.#secondsToWait(mail);
    if (wait !== null) return this.#putOff(mail, wait);
    const letter = await this.#compose(mail);
    if (typeof letter === 'string') return this.#settle(mail, { failed: true, error: letter });
    try {
      await this.#platform.mail.send(letter);
    } catch (error) {
      this.#log(error);
      const failed = error instanceof MailRefused || mail.attempts >= ATTEMPTS;
      return this.#settle(mail, { failed, error: reasonOf(error) });
    }
    await this.#settle(mail, { failed: false, error: null });
  }

  /** Returns the seconds until the address may receive another mail, or null; retries do not count again. */
  async #secondsToWait(mail: ClaimedMail): Promise<number | null> {
    if (!isLimited(mail.kind) || mail.attempts > 1) return null;
    const address = await this.#addressOf(mail);
    return address === null ? null : takeMailOf(this.#platform, mail.kind, address);
  }

  /** Postpones a mail until its address may receive another one, without counting an attempt. */
  async #putOff(mail: ClaimedMail, seconds: number): Promise<void> {
    const next = new Date(this.#platform.clock.now().getTime() + seconds * 1000);
    await this.#command(mail, async (trx, work) => {
      await trx
        .updateTable('outgoing_mail')
        .set({ attempts: 0, next_attempt_at: next })
        .where('account_id', '=', mail.account_id)
        .where('id', '=', mail.id)
        .execute();
      work.audit({ action: 'putOffMail', ...recipientOf(mail), details: { kind: mail.kind } });
    });
  }

  async #settle(mail: ClaimedMail, { failed, error }: { failed: boolean; error: string | null }): Promise<void> {
    const now = this.#platform.clock.now();
    await this.#command(mail, async (trx, work) => {
      await trx
        .updateTable('outgoing_mail')
        .set({ last_error: error, ...(error === null ? { sent_at: now } : failed ? { failed_at: now } : {}) })
        .where('account_id', '=', mail.account_id)
        .where('id', '=', mail.id)
        .execute();
      const action = error === null ? 'sendMail' : failed ? 'giveUpMail' : 'failMail';
      work.audit({ action, ...recipientOf(mail), details: { kind: mail.kind, error } });
    });
  }
}
