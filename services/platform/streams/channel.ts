import { Compile } from 'typebox/compile';
import { WebSocket } from 'ws';
import { ChannelRequest, type ChannelTold, type StreamRefusal, type Subscribe } from '#schema/assistant/channel.ts';
import { ServiceError } from '../errors.ts';
import type { Outlet, StreamEvent } from './outlet.ts';

/** Subscribers that are admitted at a time: a gateway that comes back brings thousands, and requests need the database, too. */
const AT_ONCE = 8;
/** Maximum unsent bytes; a slower gateway is disconnected and subscribes again. */
const LONGEST_QUEUE = 32 * 1024 * 1024;
const POLICY_VIOLATION = 1008;

const requests = Compile(ChannelRequest);

const readRequest = (text: string): ChannelRequest | null => {
  try {
    const said: unknown = JSON.parse(text);
    return requests.Check(said) ? said : null;
  } catch {
    return null;
  }
};

const refusalOf = ({ status, code, message, headers }: ServiceError): StreamRefusal => {
  const seconds = headers['retry-after'];
  return { status, error: code, message, ...(seconds !== undefined && { retryAfter: Number(seconds) }) };
};

/** Opens the stream that is asked for, with the rights of its token. Throws a ServiceError for a refusal. */
export type Admit = (request: Subscribe, outlet: ChannelOutlet) => Promise<void>;

/** A subscriber's place in a channel. */
export class ChannelOutlet implements Outlet {
  #closed = false;
  readonly #channel: Channel;
  readonly #key: number;
  readonly #listeners: (() => void)[] = [];

  constructor(channel: Channel, key: number) {
    this.#channel = channel;
    this.#key = key;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The first event of a stream says it. */
  open(): void {}

  tell(event: StreamEvent): void {
    if (!this.#closed) this.#channel.tell(this.#key, event);
  }

  /** The channel has a heartbeat of its own. */
  beat(): void {}

  refuse(refusal: ServiceError): void {
    if (!this.#closed) this.#channel.end(this.#key, refusalOf(refusal));
  }

  end(): void {
    if (!this.#closed) this.#channel.end(this.#key, null);
  }

  onClose(listener: () => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * A gateway's connection for the streams of many sessions. Who opens it gets nothing by that: each subscriber is admitted with a token, and
 * its key means something on this connection alone.
 */
export class Channel {
  readonly #socket: WebSocket;
  readonly #admit: Admit;
  readonly #log: (error: unknown) => void;
  readonly #outlets = new Map<number, ChannelOutlet>();
  readonly #waiting: { request: Subscribe; outlet: ChannelOutlet }[] = [];
  #told: ChannelTold[] = [];
  #admitting = 0;

  constructor(socket: WebSocket, admit: Admit, log: (error: unknown) => void) {
    this.#socket = socket;
    this.#admit = admit;
    this.#log = log;
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? '' : String(data)));
    socket.on('close', () => this.#leaveAll());
    // ws closes the socket itself for invalid or oversized frames.
    socket.on('error', () => undefined);
  }

  /** Number of subscribers, those that wait for admission included. */
  get size(): number {
    return this.#outlets.size;
  }

  /** Tells an event to a subscriber; those that are told the same one after another share a message. */
  tell(key: number, { id, event = 'message', data = '' }: StreamEvent): void {
    const last = this.#told.at(-1);
    const told = { id: id === undefined ? null : String(id), event, data };
    if (last && 'tell' in last && last.data === told.data && last.id === told.id && last.event === told.event) {
      last.tell.push(key);
    } else this.#say({ tell: [key], ...told });
  }

  end(key: number, refusal: StreamRefusal | null): void {
    const outlet = this.#outlets.get(key);
    this.#outlets.delete(key);
    outlet?.close();
    this.#say({ end: key, refusal });
  }

  #hear(text: string): void {
    const request = readRequest(text);
    if (request && 'leave' in request) this.#leave(request.leave);
    else if (request && !this.#outlets.has(request.subscribe)) this.#enter(request);
    else this.#socket.close(POLICY_VIOLATION);
  }

  #enter(request: Subscribe): void {
    const outlet = new ChannelOutlet(this, request.subscribe);
    this.#outlets.set(request.subscribe, outlet);
    this.#waiting.push({ request, outlet });
    if (this.#admitting < AT_ONCE) void this.#admitAll();
  }

  async #admitAll(): Promise<void> {
    this.#admitting += 1;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { request, outlet } = next;
      if (outlet.closed) continue;
      try {
        await this.#admit(request, outlet);
      } catch (error) {
        if (error instanceof ServiceError) outlet.refuse(error);
        else {
          this.#log(error);
          outlet.end();
        }
      }
    }
    this.#admitting -= 1;
  }

  #leave(key: number): void {
    const outlet = this.#outlets.get(key);
    this.#outlets.delete(key);
    outlet?.close();
  }

  #leaveAll(): void {
    this.#waiting.length = 0;
    for (const key of [...this.#outlets.keys()]) this.#leave(key);
  }

  /** Sends once the code that tells all subscribers has run. */
  #say(told: ChannelTold): void {
    if (this.#told.push(told) === 1) queueMicrotask(() => this.#send());
  }

  #send(): void {
    const all = this.#told;
    this.#told = [];
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    for (const told of all) this.#socket.send(JSON.stringify(told));
    if (this.#socket.bufferedAmount > LONGEST_QUEUE) this.#socket.terminate();
  }
}
