import type { ServerResponse } from 'node:http';
import type { AssistantMessage } from '#schema/assistant/messages.rest.ts';
import type { ServiceError } from '../platform/errors.ts';
import type { Session } from '../platform/session.ts';
import type { Snapshot } from './snapshot.ts';

/** Maximum unsent bytes; a slower client is disconnected and reconnects with its last event id. */
const LONGEST_QUEUE = 256 * 1024;

/** An announced message, and the SQL transaction that wrote it. */
export interface Posted {
  message: AssistantMessage;
  tx: string;
}

/** One open SSE connection. Queues new messages until `catchUp`, to keep the order. */
export class MessageStream {
  readonly session: Session;
  /** Newest message that the client has, for catching up after a gap. */
  lastId = 0;
  readonly #response: ServerResponse;
  #waiting: Posted[] | undefined = [];
  /** Database as `catchUp` read it: announcements of what it contains may still arrive. */
  #caughtUp: Snapshot | undefined;
  #opened = false;

  constructor(session: Session, response: ServerResponse) {
    this.session = session;
    this.#response = response;
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  deliver(posted: Posted): void {
    if (this.#waiting) this.#waiting.push(posted);
    else if (!this.#caughtUp?.contains(posted.tx)) this.#send(posted.message);
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
   * Sends the missed messages, then the queued ones that `snapshot`, which they were read from, does not contain. First sends the current id, so that a client
   * that disconnects before its first message can resume from there.
   */
  catchUp(missed: readonly AssistantMessage[], snapshot: Snapshot): void {
    // Open from the snapshot on: whoever sees it gets everything that is written afterwards.
    if (!this.#opened) this.#write(': open\n\n');
    this.#opened = true;
    this.#write(`id: ${this.lastId}\n\n`);
    const arrived = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#caughtUp = snapshot;
    for (const message of missed) this.#send(message);
    for (const posted of arrived) this.deliver(posted);
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
