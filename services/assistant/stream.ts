import type { ServerResponse } from 'node:http';
import type { AssistantMessage } from '#schema/assistant/messages.rest.ts';
import type { ServiceError } from '../platform/errors.ts';
import type { Session } from '../platform/session.ts';

/** Maximum unsent bytes; a slower client is disconnected and reconnects with its last event id. */
const LONGEST_QUEUE = 256 * 1024;

/** One open SSE connection. Queues new messages until `catchUp`, to keep the order. */
export class MessageStream {
  readonly session: Session;
  /** Newest message that the client has, for catching up after a gap. */
  lastId = 0;
  readonly #response: ServerResponse;
  #waiting: AssistantMessage[] | undefined = [];
  /** Messages sent by `catchUp`, whose announcement may still arrive. */
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
    else if (!this.#caughtUp.has(message.id)) this.#send(message);
  }

  #send(message: AssistantMessage): void {
    this.lastId = Math.max(this.lastId, message.id);
    this.#write(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** Queues new messages while missed ones are read. */
  hold(): void {
    this.#waiting ??= [];
  }

  /**
   * Sends the missed messages, then the queued ones, without duplicates. First sends the current id, so that a client
   * that disconnects before its first message can resume from there.
   */
  catchUp(missed: readonly AssistantMessage[]): void {
    this.#write(`id: ${this.lastId}\n\n`);
    const arrived = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#caughtUp = new Set(missed.map(({ id }) => id));
    for (const message of missed) this.#send(message);
    for (const message of arrived) this.deliver(message);
  }

  beat(): void {
    this.#write(': beat\n\n');
  }

  /** Sends the reason and ends the stream: the session ended or lost the permission. */
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
