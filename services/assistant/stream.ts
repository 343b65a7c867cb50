import type { AssistantMessage } from '#schema/assistant/messages.rest.ts';
import { SessionStream } from '../platform/streams/sessionStream.ts';
import type { Snapshot } from './snapshot.ts';

/** An announced message, and the SQL transaction that wrote it. */
export interface Posted {
  message: AssistantMessage;
  /** The message as all its readers are told it. */
  text: string;
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
    else if (!this.#caughtUp?.contains(posted.tx)) this.#send(posted.message.id, posted.text);
  }

  #send(id: number, data: string): void {
    this.lastId = Math.max(this.lastId, id);
    this.outlet.tell({ id, event: 'message', data });
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
    if (!this.#opened) this.outlet.open();
    this.#opened = true;
    this.outlet.tell({ id: this.lastId });
    const arrived = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#caughtUp = snapshot;
    for (const message of missed) this.#send(message.id, JSON.stringify(message));
    for (const posted of arrived) this.deliver(posted);
  }
}
