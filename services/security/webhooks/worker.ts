import { sql } from 'kysely';
import { GIVE_UP_AFTER, nextAttemptAfter, type PauseReason } from '#domain/webhooks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { bodyOf } from './payload.ts';
import { pauseByItself } from './pausing.ts';
import type { Outcome, Sender } from './sender.ts';
import { signedHeaders } from './signature.ts';
import { openSecret } from './secrets.ts';

/** A delivery that this process has leased. */
interface Claimed {
  account_id: number;
  id: number;
  webhook_id: number;
  lease: string;
  event_id: string;
  type: string;
  data: Record<string, unknown>;
  at: string;
  test: boolean;
  attempts: number;
  first_attempt_at: string | null;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
}

/** Deliveries under way at a time: in this process; of one webhook; and of webhooks whose last attempt failed, altogether. */
const MOST = 64;
const MOST_OF_ONE = 4;
const MOST_FAILING = 32;
/** Time after which another process takes a delivery over; an attempt ends long before. */
const LEASE = '60 seconds';
const GONE = 410;
const SECOND = 1000;

interface Settlement {
  state: 'WAITING' | 'DELIVERED' | 'FAILED';
  next: Date | null;
  pause: Exclude<PauseReason, 'MANUAL'> | null;
}

const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** What follows from an attempt that began at `at`. */
const settlementOf = (delivery: Claimed, outcome: Outcome, at: Date): Settlement => {
  if (isSuccess(outcome)) return { state: 'DELIVERED', next: null, pause: null };
  // A test is an attempt, not an event: nobody waits for it.
  if (delivery.test) return { state: 'FAILED', next: null, pause: null };
  if (outcome.status === GONE) return { state: 'FAILED', next: null, pause: 'GONE' };
  const first = delivery.first_attempt_at === null ? at.getTime() : Date.parse(delivery.first_attempt_at);
  const since = (at.getTime() - first) / SECOND;
  const after = nextAttemptAfter(delivery.attempts + 1, since, Math.random());
  if (after === null) return { state: 'FAILED', next: null, pause: 'EXHAUSTED' };
  // A receiver may ask for more time, not for more than there is.
  const asked = Math.max(after, Math.min(since + (outcome.retryAfter ?? 0), GIVE_UP_AFTER));
  return { state: 'WAITING', next: new Date(first + asked * SECOND), pause: null };
};

/** Sends what is due to receivers, many at a time; what a process that died was sending is sent again after its lease. */
export class WebhookWorker {
  readonly #platform: Platform;
  readonly #sender: Sender;
  readonly #log: (error: unknown) => void;
  readonly #flying = new Set<Promise<void>>();
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(platform: Platform, sender: Sender, log: (error: unknown) => void) {
    this.#platform = platform;
    this.#sender = sender;
    this.#log = log;
  }

  /** Begins to send what is due, and resolves when all of that is under way; a call meanwhile causes another round. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#rounds().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Takes nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await Promise.all(this.#flying);
  }

  async #rounds(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        for (const delivery of await this.#claim()) this.#start(delivery);
      } catch (error) {
        this.#log(error);
      }
    }
  }

  async #claim(): Promise<Claimed[]> {
    const room = MOST - this.#flying.size;
    if (room <= 0) return [];
    const { database, clock } = this.#platform;
    return database.anywhere(sql<Claimed>`
      select * from claim_webhook_deliveries(${clock.now()}, ${room}, ${MOST_OF_ONE}, ${MOST_FAILING}, ${LEASE}::interval)`);
  }

  #start(delivery: Claimed): void {
    const flight = this.#deliver(delivery)
      .catch((error: unknown) => this.#log(error))
      .finally(() => {
        this.#flying.delete(flight);
        if (!this.#closed) void this.run();
      });
    this.#flying.add(flight);
  }

  async #deliver(delivery: Claimed): Promise<void> {
    const { clock, publicUrl, secrets } = this.#platform;
    const at = clock.now();
    const body = bodyOf(delivery, publicUrl);
    const sealed = delivery.old_secret ? [delivery.secret, delivery.old_secret] : [delivery.secret];
    const signing = sealed.map((one) => openSecret(secrets, delivery.account_id, one));
    const seconds = Math.floor(at.getTime() / SECOND);
    const headers = signedHeaders({ id: delivery.event_id, seconds, body }, signing);
    const outcome = await this.#sender.post(delivery.url, headers, body);
    await this.#settle(delivery, outcome, at);
  }

  async #settle(delivery: Claimed, outcome: Outcome, at: Date): Promise<void> {
    const { account_id: accountId, webhook_id: webhookId } = delivery;
    const { state, next, pause } = settlementOf(delivery, outcome, at);
    const { milliseconds, status, error, answer } = outcome;
    const attempt = JSON.stringify({ at, milliseconds, status, error, answer });
    const settle = async (trx: Trx): Promise<boolean> => {
      const { rows } = await sql<{ done: boolean }>`
        select settle_webhook_delivery(${accountId}, ${delivery.id}, ${delivery.lease}, ${state}, ${next}, ${attempt}::jsonb) as done`.execute(
        trx,
      );
      return rows[0]?.done ?? false;
    };
    if (pause === null) {
      await settle(await this.#platform.database.of(accountId));
      return;
    }
    const source = { route: 'job webhooks', requestId: null, bytes: null };
    await this.#platform.command({ accountId, userId: null }, source, async (trx, work) => {
      if (await settle(trx)) await pauseByItself(trx, work, { webhookId, reason: pause, at });
    });
  }
}
