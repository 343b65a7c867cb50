import type { AssistantMessage } from '#schema/assistant/messages.rest.ts';
import { SessionStream } from '../platform/streams/sessionStream.ts';
import type { Snapshot } from './snapshot.ts';

/** An announced message, and the SQL transaction that wrote it. */
export interface Posted {
  message: AssistantMessage;
  tx: string;
}

/** One stream of messages. Queues new messages until `catchUp`, to keep the order. */
export class MessageStream extends SessionStream {
  /** Newest message that the client has, for catching up after a gap. */
  lastId = 0;
  #waiting: Posted[] | undefined = [];
  /** Database as `catchUp` read it: announcements of what it contains may still arrive. */
  #caughtUp: Snapshot | undefined;
  #opened = false;

  deliver(posted: Posted): void {
    if (this.#waiting) this.#waiting.push(posted);
    else if (!this.#caughtUp?.contains(posted.tx)) this.#send(posted.message);
  }

  #send(message: AssistantMessage): void {
    this.lastId = Math.max(this.lastId, message.id);
    this.write(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
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
    if (!this.#opened) this.write(': open\n\n');
    this.#opened = true;
    this.write(`id: ${this.lastId}\n\n`);
    const arrived = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#caughtUp = snapshot;
    for (const message of missed) this.#send(message);
    for (const posted of arrived) this.deliver(posted);
  }
}
