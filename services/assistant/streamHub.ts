import { forbidden, unauthenticated } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { resolveSession, type Session } from '../platform/session.ts';
import { messagesAfter, newestMessageId, postedMessages, readSnapshot } from './messageStore.ts';
import type { MessagePosted } from './postMessage.ts';
import type { MessageStream, Posted } from './stream.ts';

const STREAMS_PER_USER = 20;
const STREAMS = 20_000;
/** Maximum missed messages sent on reconnect; older ones are in the history. */
const MISSED_LIMIT = 200;
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Returns false for a user who may enter no company: no message can be visible to them. */
export const mayFollow = ({ admin, companies }: Session): boolean => admin || companies.size > 0;

/**
 * The open streams of this process. Reads each message announced by NOTIFY once for all its streams. Ends a stream when
 * its token expires or its session is revoked, and when the user may enter no company any more.
 */
export class StreamHub {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  readonly #byUser = new Map<number, Set<MessageStream>>();
  readonly #unsubscribe: (() => void)[];
  #count = 0;
  #posted: MessagePosted[] = [];
  #delivering = false;

  constructor(platform: Platform, log: (error: unknown) => void) {
    this.#platform = platform;
    this.#log = log;
    const { notifications } = platform;
    this.#unsubscribe = [
      notifications.on('assistant_message', (payload) => this.#announce(JSON.parse(payload) as MessagePosted)),
      notifications.on('session_changed', (userId) => this.#inspect(this.#streamsOf(Number(userId)))),
      notifications.onReconnect(() => this.#recover()),
    ];
  }

  isFull(userId: number): boolean {
    return this.#count >= STREAMS || (this.#byUser.get(userId)?.size ?? 0) >= STREAMS_PER_USER;
  }

  /** Adds a stream; `lastId` is the client's last message, null for new messages only. */
  open(stream: MessageStream, lastId: number | null): void {
    const { userId, expiresAt } = stream.session;
    const streams = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, streams.add(stream));
    this.#count += 1;
    const left = new Date(expiresAt).getTime() - this.#platform.clock.now().getTime();
    const expiry = setTimeout(() => stream.refuse(unauthenticated()), Math.min(Math.max(left, 0), LONGEST_TIMEOUT));
    expiry.unref();
    stream.onClose(() => {
      clearTimeout(expiry);
      if (!streams.delete(stream)) return;
      this.#count -= 1;
      if (streams.size === 0 && this.#byUser.get(userId) === streams) this.#byUser.delete(userId);
    });
    // The session may have ended between the request's check and this point.
    this.#inspect([stream]);
    this.#catchUp(stream, lastId);
  }

  /** Number of open streams. */
  get size(): number {
    return this.#count;
  }

  beat(): void {
    for (const stream of this.#all()) stream.beat();
  }

  close(): void {
    this.#unsubscribe.forEach((stop) => stop());
    for (const stream of this.#all()) stream.end();
  }

  #all(): MessageStream[] {
    return [...this.#byUser.values()].flatMap((streams) => [...streams]);
  }

  #streamsOf(userId: number): MessageStream[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  #readersOf({ accountId, userId }: MessagePosted): MessageStream[] {
    return userId === null
      ? this.#all().filter(({ session }) => session.accountId === accountId)
      : this.#streamsOf(userId);
  }

  #announce(posted: MessagePosted): void {
    if (this.#readersOf(posted).length === 0) return;
    this.#posted.push(posted);
    if (!this.#delivering) void this.#deliver();
  }

  /**
   * Reads and delivers the announced messages per account; messages announced meanwhile are delivered in the next
   * round.
   */
  async #deliver(): Promise<void> {
    this.#delivering = true;
    while (this.#posted.length > 0) {
      const round = this.#posted;
      this.#posted = [];
      for (const accountId of new Set(round.map((posted) => posted.accountId))) {
        const ofAccount = round.filter((posted) => posted.accountId === accountId);
        await this.#handOut(accountId, ofAccount).catch(this.#log);
      }
    }
    this.#delivering = false;
  }

  async #handOut(accountId: number, posted: MessagePosted[]): Promise<void> {
    const ids = posted.map(({ messageId }) => messageId);
    const messages = new Map<number, Posted>(
      (await this.#platform.query({ accountId }, (trx) => postedMessages(trx, ids))).map((row) => [
        row.message.id,
        row,
      ]),
    );
    for (const one of posted) {
      const message = messages.get(one.messageId);
      if (message) for (const stream of this.#readersOf(one)) stream.deliver(message);
    }
  }

  #inspect(streams: readonly MessageStream[]): void {
    const { database, clock } = this.#platform;
    for (const stream of streams) {
      resolveSession(database.kysely, clock, stream.session.tokenHash)
        .then((session) => {
          if (!session) stream.refuse(unauthenticated());
          else if (!mayFollow(session)) stream.refuse(forbidden());
        })
        .catch(this.#log);
    }
  }

  #catchUp(stream: MessageStream, lastId: number | null): void {
    this.#platform
      .query(stream.session, async (trx) => {
        stream.lastId = lastId ?? (await newestMessageId(trx));
        const missed = lastId === null ? [] : await messagesAfter(trx, stream.session, lastId, MISSED_LIMIT);
        return { missed, snapshot: await readSnapshot(trx) };
      })
      .then(({ missed, snapshot }) => stream.catchUp(missed, snapshot))
      .catch((error: unknown) => {
        this.#log(error);
        stream.end();
      });
  }

  /** After a lost database connection: checks all sessions again and sends missed messages. */
  #recover(): void {
    const streams = this.#all();
    this.#inspect(streams);
    for (const stream of streams) {
      stream.hold();
      this.#catchUp(stream, stream.lastId);
    }
  }
}
