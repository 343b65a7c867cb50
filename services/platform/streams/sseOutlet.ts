import type { ServerResponse } from 'node:http';
import type { ServiceError } from '../errors.ts';
import type { Outlet, StreamEvent } from './outlet.ts';

/** Maximum unsent bytes; a slower client is disconnected and reconnects. */
const LONGEST_QUEUE = 256 * 1024;

/** A connection of server-sent events. */
export class SseOutlet implements Outlet {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  open(): void {
    this.#write(': open\n\n');
  }

  tell({ id, event, data }: StreamEvent): void {
    const lines = [
      ...(id === undefined ? [] : [`id: ${id}\n`]),
      ...(event === undefined ? [] : [`event: ${event}\n`]),
      ...(data === undefined ? [] : [`data: ${data}\n`]),
    ];
    this.#write(`${lines.join('')}\n`);
  }

  beat(): void {
    this.#write(': beat\n\n');
  }

  refuse({ code, message }: ServiceError): void {
    this.tell({ event: 'end', data: JSON.stringify({ code, message }) });
    this.end();
  }

  end(): void {
    this.#response.end();
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  #write(text: string): void {
    if (this.#response.writableLength > LONGEST_QUEUE) this.#response.destroy();
    else if (this.#response.writable) this.#response.write(text);
  }
}
