import type { ServerSentEvent } from '../eventStream.ts';
import type { StreamKind } from '#schema/assistant/channel.ts';

/** Events that wait for a socket that does not read; then its subscription ends. */
const MAX_WAITING = 500;

/** What a subscriber asks of the services. */
export interface Subscription {
  stream: StreamKind;
  token: string;
  /** Names the request of the client in errors. */
  requestId: string;
  after: string | null;
}

interface Taker {
  resolve: (next: IteratorResult<ServerSentEvent, void>) => void;
  reject: (error: unknown) => void;
}

/** The events of one subscription, as they come over the channel. */
export class Subscriber implements AsyncIterableIterator<ServerSentEvent, void> {
  readonly subscription: Subscription;
  /** The event to resume behind. */
  lastId: string | null;
  /** Refusals that may pass, since the last event. */
  failures = 0;
  readonly #onLeave: () => void;
  readonly #waiting: ServerSentEvent[] = [];
  #taker: Taker | undefined;
  #over: { error: unknown } | 'left' | undefined;

  constructor(subscription: Subscription, onLeave: () => void) {
    this.subscription = subscription;
    this.lastId = subscription.after;
    this.#onLeave = onLeave;
  }

  /** Returns false when too many events wait already. */
  hear(event: ServerSentEvent): boolean {
    if (this.#over) return true;
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.failures = 0;
    this.lastId = event.id ?? this.lastId;
    if (event.data === '') return true;
    const taker = this.#taker;
    this.#taker = undefined;
    if (taker) taker.resolve({ value: event, done: false });
    else this.#waiting.push(event);
    return true;
  }

  /** Ends it with an error, after what waits. */
  fail(error: unknown): void {
    this.#over ??= { error };
    this.#taker?.reject(error);
    this.#taker = undefined;
  }

  async next(): Promise<IteratorResult<ServerSentEvent, void>> {
    const waiting = this.#over === 'left' ? undefined : this.#waiting.shift();
    if (waiting) return { value: waiting, done: false };
    if (this.#over === 'left') return { value: undefined, done: true };
    if (this.#over) {
      const { error } = this.#over;
      this.#over = 'left';
      throw error;
    }
    return new Promise((resolve, reject) => (this.#taker = { resolve, reject }));
  }

  async return(): Promise<IteratorResult<ServerSentEvent, void>> {
    if (this.#over !== 'left') this.#onLeave();
    this.#over = 'left';
    this.#taker?.resolve({ value: undefined, done: true });
    this.#taker = undefined;
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<ServerSentEvent, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
