import type { Platform } from '../platform/platform.ts';
import { OpenStreams } from '../platform/streams/openStreams.ts';
import type { StreamHolder } from '../platform/streams/serveStreams.ts';
import { messagesAfter, newestMessageId, postedMessages, readSnapshot } from './messageStore.ts';
import type { MessagePosted } from './postMessage.ts';
import type { MessageStream, Posted } from './stream.ts';

/** Maximum missed messages sent on reconnect; older ones are in the history. */
const MISSED_LIMIT = 200;

/** The open streams of messages of this process. Reads each message announced by NOTIFY once for all its streams. */
export class StreamHub implements StreamHolder {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  readonly #streams: OpenStreams<MessageStream>;
  readonly #unsubscribe: (() => void)[];
  #posted: MessagePosted[] = [];
  #delivering = false;

  constructor(platform: Platform, log: (error: unknown) => void) {
    this.#platform = platform;
    this.#log = log;
    this.#streams = new OpenStreams(platform, log);
    const { notifications } = platform;
    this.#unsubscribe = [
      notifications.on('assistant_message', (payload) => this.#announce(JSON.parse(payload) as MessagePosted)),
      notifications.onReconnect(() => this.#recover()),
    ];
  }

  get size(): number {
    return this.#streams.size;
  }

  isFull(userId: number): boolean {
    return this.#streams.isFull(userId);
  }

  /** Adds a stream; `lastId` is the client's last message, null for new messages only. */
  open(stream: MessageStream, lastId: number | null): void {
    this.#streams.open(stream);
    this.#catchUp(stream, lastId);
  }

  beat(): void {
    this.#streams.beat();
  }

  close(): void {
    this.#unsubscribe.forEach((stop) => stop());
    this.#streams.close();
  }

  #readersOf({ accountId, userId }: MessagePosted): MessageStream[] {
    return userId === null ? this.#streams.ofAccount(accountId) : this.#streams.of(userId);
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
    const streams = this.#streams.all();
    this.#streams.inspect(streams);
    for (const stream of streams) {
      stream.hold();
      this.#catchUp(stream, stream.lastId);
    }
  }
}
