import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { GraphQLError } from 'graphql';
import type { ChannelTold, End, Tell } from '#schema/assistant/channel.ts';
import { refusedBy, unreachable } from '../errors.ts';
import { isOver, pauseAfter } from '../resuming.ts';
import { type Attempt, ChannelSocket } from './socket.ts';
import { Subscriber, type Subscription } from './subscriber.ts';

/** Subscribers that are told, or asked for, before other work of the process has its turn. */
const SLICE = 100;
/** Milliseconds after which services without channels are asked for one again. */
const ABSENT_FOR = 60_000;

/**
 * The one connection of this process for the streams of all its sockets. The services admit each subscriber by its own token, write an
 * event once for all who hear it, and say when a subscriber ends. When the connection is lost, another one is opened, and all
 * subscribe again behind their last event.
 */
export class Channel {
  readonly #url: string;
  readonly #connectWithin: number;
  readonly #subscribers = new Map<number, Subscriber>();
  /** The connection on which a subscriber is asked for. */
  readonly #askedOn = new WeakMap<Subscriber, ChannelSocket>();
  #socket: ChannelSocket | undefined;
  #connecting: Promise<Attempt> | undefined;
  #absentUntil = 0;
  #lastKey = 0;
  #closed = false;
  #reconnecting = false;
  #telling = false;
  readonly #told: ChannelTold[] = [];

  constructor(url: string, connectWithin: number) {
    this.#url = url;
    this.#connectWithin = connectWithin;
  }

  /** False where the services have no channels; true also while they cannot be reached. */
  async isServed(): Promise<boolean> {
    if (this.#socket) return true;
    if (Date.now() < this.#absentUntil) return false;
    return (await this.#connect()) !== 'absent';
  }

  /** Follows a stream with the token of the subscription. Its errors are those of `followStream`. */
  subscribe(subscription: Subscription): Subscriber {
    const key = (this.#lastKey += 1);
    const subscriber = new Subscriber(subscription, () => this.#leave(key));
    this.#subscribers.set(key, subscriber);
    if (this.#socket) this.#ask(key, subscriber, this.#socket);
    else void this.#reconnect(0);
    return subscriber;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #leave(key: number): void {
    this.#subscribers.delete(key);
    this.#socket?.say({ leave: key });
  }

  #connect(): Promise<Attempt> {
    return (this.#connecting ??= this.#attempt().finally(() => (this.#connecting = undefined)));
  }

  async #attempt(): Promise<Attempt> {
    const socket: ChannelSocket = new ChannelSocket(this.#url, this.#connectWithin, {
      onTold: (told) => this.#hear(socket, told),
      onLost: () => this.#lose(socket),
    });
    const attempt = await socket.attempt;
    if (attempt === 'absent') this.#absentUntil = Date.now() + ABSENT_FOR;
    if (attempt === 'open' && this.#closed) socket.close();
    else if (attempt === 'open') {
      this.#socket = socket;
      void this.#askAll(socket);
    }
    return attempt;
  }

  /** Tries until it is open or nobody is left, first after a pause of so many milliseconds. */
  async #reconnect(pause: number): Promise<void> {
    if (this.#reconnecting) return;
    this.#reconnecting = true;
    for (let failures = 0; this.#isMissed(); failures += 1) {
      await wait(failures === 0 ? pause : pauseAfter(failures), undefined, { ref: false });
      // Their clients come back, and follow streams of their own.
      if (this.#isMissed() && (await this.#connect()) === 'absent') this.#failAll();
    }
    this.#reconnecting = false;
  }

  #isMissed(): boolean {
    return !this.#closed && !this.#socket && this.#subscribers.size > 0;
  }

  #lose(socket: ChannelSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    // Nobody was told what waits: it comes again, behind the last event of each.
    this.#told.length = 0;
    void this.#reconnect(pauseAfter(0));
  }

  #failAll(): void {
    for (const [key, subscriber] of this.#subscribers) this.#fail(key, subscriber, gone(subscriber));
  }

  #fail(key: number, subscriber: Subscriber, error: unknown): void {
    this.#subscribers.delete(key);
    subscriber.fail(error);
  }

  async #askAll(socket: ChannelSocket): Promise<void> {
    let asked = 0;
    for (const [key, subscriber] of this.#subscribers) {
      if (socket !== this.#socket) return;
      this.#ask(key, subscriber, socket);
      if ((asked += 1) % SLICE === 0) await turn();
    }
  }

  #ask(key: number, subscriber: Subscriber, socket: ChannelSocket): void {
    if (this.#askedOn.get(subscriber) === socket) return;
    this.#askedOn.set(subscriber, socket);
    const { stream, token } = subscriber.subscription;
    socket.say({ subscribe: key, stream, token, after: subscriber.lastId });
  }

  #hear(socket: ChannelSocket, told: ChannelTold): void {
    if (socket !== this.#socket) return;
    this.#told.push(told);
    if (!this.#telling) void this.#tellAll();
  }

  /** In the order in which it came. */
  async #tellAll(): Promise<void> {
    this.#telling = true;
    for (let told = this.#told.shift(); told; told = this.#told.shift()) {
      if ('end' in told) this.#end(told);
      else await this.#tell(told);
    }
    this.#telling = false;
  }

  async #tell({ tell, ...event }: Tell): Promise<void> {
    const socket = this.#socket;
    for (let from = 0; from < tell.length && socket === this.#socket; from += SLICE) {
      if (from > 0) await turn();
      for (const key of tell.slice(from, from + SLICE)) {
        const subscriber = this.#subscribers.get(key);
        if (!subscriber || subscriber.hear(event)) continue;
        socket?.say({ leave: key });
        this.#fail(key, subscriber, gone(subscriber));
      }
    }
  }

  #end({ end, refusal }: End): void {
    const subscriber = this.#subscribers.get(end);
    if (!subscriber) return;
    const error = refusal && refusedBy({ ...refusal, body: refusal, requestId: subscriber.subscription.requestId });
    if (isOver(error)) return this.#fail(end, subscriber, error);
    this.#askedOn.delete(subscriber);
    setTimeout(() => this.#askAgain(end, subscriber), pauseAfter((subscriber.failures += 1) - 1)).unref();
  }

  #askAgain(key: number, subscriber: Subscriber): void {
    if (this.#socket && this.#subscribers.has(key)) this.#ask(key, subscriber, this.#socket);
  }
}

/** The services cannot be followed for now: the client reconnects. */
const gone = ({ subscription }: Subscriber): GraphQLError => unreachable(503, subscription.requestId);
