import { sql } from 'kysely';
import { MailRefused, type Letter } from '../../platform/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx, Work } from '../../platform/unitOfWork.ts';
import { issueLink, LINK_PATHS } from '../links.ts';
import type { LinkPurpose, MailKind } from '../tables.ts';
import { mailText } from './texts.ts';

interface ClaimedMail {
  id: number;
  account_id: number;
  user_id: number;
  kind: MailKind;
  attempts: number;
}

/** After so many attempts, over some two days, a mail is given up. */
const ATTEMPTS = 8;
const PURPOSES: Partial<Record<MailKind, LinkPurpose>> = {
  INVITATION: 'FIRST_PASSWORD',
  RECOVERY: 'RECOVER_PASSWORD',
  CONFIRMATION: 'CONFIRM_EMAIL',
  ACTIVATION: 'CONFIRM_EMAIL',
};

/** Why a mail is not sent any more, though it was asked for. */
const needlessReason = (kind: MailKind, user: { active: boolean; password_hash: string | null }): string | null => {
  if (!user.active) return 'user is not active';
  if (kind === 'INVITATION' && user.password_hash !== null) return 'user has a password already';
  return null;
};

const compose = async (trx: Trx, work: Work, platform: Platform, mail: ClaimedMail): Promise<Letter | string> => {
  const user = await trx
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.login', 'u.name', 'u.active', 'u.password_hash', 'a.name as account'])
    .where('u.account_id', '=', mail.account_id)
    .where('u.id', '=', mail.user_id)
    .executeTakeFirstOrThrow();
  const needless = needlessReason(mail.kind, user);
  if (needless) return needless;
  const purpose = PURPOSES[mail.kind];
  const path = purpose ? `${LINK_PATHS[purpose]}/${await issueLink(trx, work, purpose, user)}` : '/prumoid';
  const { name, login, account } = user;
  const text = mailText(mail.kind, { name, login, account, link: `${platform.publicUrl}${path}` });
  return { ...text, id: mail.id, kind: mail.kind, to: { name, address: login } };
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Delivers what is queued, one at a time, until nothing is due. The link's token is made here, a new one for each
 * attempt, so that it stands in the mail and nowhere else.
 */
export class MailWorker {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(platform: Platform, log: (error: unknown) => void) {
    this.#platform = platform;
    this.#log = log;
  }

  /** Delivers everything that is due; called again meanwhile, it looks once more. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#rounds().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Takes no more mail, and waits for the one under way. */
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
    const { rows } = await sql<ClaimedMail>`select * from claim_mail(${clock.now()})`.execute(database.kysely);
    return rows[0];
  }

  #command<T>(mail: ClaimedMail, work: (trx: Trx, work: Work) => Promise<T>): Promise<T> {
    const actor = { accountId: mail.account_id, userId: mail.user_id };
    return this.#platform.command(actor, { route: 'job mail', requestId: null }, work);
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const letter = await this.#command(mail, (trx, work) => compose(trx, work, this.#platform, mail));
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
      work.audit({ action, entity: 'user', entityId: mail.user_id, details: { kind: mail.kind, error } });
    });
  }
}
