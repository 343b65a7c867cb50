import type { ServerResponse } from 'node:http';
import type { ServiceError } from '../errors.ts';
import type { Session } from '../session.ts';

/** Maximum unsent bytes; a slower client is disconnected and reconnects. */
const LONGEST_QUEUE = 256 * 1024;

/** One open connection of server-sent events, with the session that it was opened with. */
export class SessionStream {
  readonly session: Session;
  readonly #response: ServerResponse;

  constructor(session: Session, response: ServerResponse) {
    this.session = session;
    this.#response = response;
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  beat(): void {
    this.write(': beat\n\n');
  }

  /** Sends the reason and ends the stream: the session ended or lost the permission. */
  refuse(refusal: ServiceError): void {
    const { code, message } = refusal;
    this.write(`event: end\ndata: ${JSON.stringify({ code, message })}\n\n`);
    this.end();
  }

  end(): void {
    this.#response.end();
  }

  write(text: string): void {
    if (this.#response.writableLength > LONGEST_QUEUE) this.#response.destroy();
    else if (this.#response.writable) this.#response.write(text);
  }
}
