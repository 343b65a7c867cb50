import type { ServerResponse } from 'node:http';
import type { AssistantMessage } from '#schema/assistant/messages.rest.ts';
import type { ServiceError } from '../platform/errors.ts';
import type { Session } from '../platform/session.ts';

/** Bytes that may wait for a reader; one that reads slower is let go, and comes back with its last event id. */
const LONGEST_QUEUE = 256 * 1024;

/** One open connection of server-sent events. Until `catchUp`, what arrives waits, so that nothing is told out of order. */
export class MessageStream {
  readonly session: Session;
  /** The newest message this reader has, for catching up after a gap. */
  lastId = 0;
  readonly #response: ServerResponse;
  #waiting: AssistantMessage[] | undefined = [];
  /** Told as missed: their announcement may still be on its way. */
  #caughtUp: ReadonlySet<number> = new Set();

  constructor(session: Session, response: ServerResponse) {
    this.session = session;
    this.#response = response;
    this.#write(': open\n\n');
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  deliver(message: AssistantMessage): void {
    if (this.#waiting) this.#waiting.push(message);
    else if (!this.#caughtUp.has(message.id)) this.#tell(message);
  }

  #tell(message: AssistantMessage): void {
    this.lastId = Math.max(this.lastId, message.id);
    this.#write(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** Holds back what arrives while the past is being read. */
  hold(): void {
    this.#waiting ??= [];
  }

  /**
   * Sends what was missed, then what arrived meanwhile, each once, also when its announcement arrives later. First of
   * all the reader learns where it stands: one that is cut off before its first message could not say otherwise what it
   * missed.
   */
  catchUp(missed: readonly AssistantMessage[]): void {
    this.#write(`id: ${this.lastId}\n\n`);
    const arrived = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#caughtUp = new Set(missed.map(({ id }) => id));
    for (const message of missed) this.#tell(message);
    for (const message of arrived) this.deliver(message);
  }

  beat(): void {
    this.#write(': beat\n\n');
  }

  /** Says why it may not go on, and ends: the session is over, or may not follow messages any more. */
  refuse(refusal: ServiceError): void {
    const { code, message } = refusal;
    this.#write(`event: end\ndata: ${JSON.stringify({ code, message })}\n\n`);
    this.end();
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.writableLength > LONGEST_QUEUE) this.#response.destroy();
    else if (this.#response.writable) this.#response.write(text);
  }
}
