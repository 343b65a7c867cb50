import type { Dispatcher } from 'undici';

export interface TransportAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  text: string;
}

const BYTE_ORDER_MARK = /^\uFEFF/;

const textOf = (chunks: readonly Buffer[]): string => {
  const [only] = chunks;
  const bytes = only && chunks.length === 1 ? only : Buffer.concat(chunks);
  return bytes.toString('utf8').replace(BYTE_ORDER_MARK, '');
};

/**
 * One request to a service and its complete response. undici's `request` creates a stream, an async scope and a signal
 * listener per call, which cost more than the call itself for small responses.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<TransportAnswer>;
  #resolve: (answer: TransportAnswer) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #left: Error | undefined;
  #status = 0;
  #headers: TransportAnswer['headers'] = {};
  readonly #chunks: Buffer[] = [];

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Aborts the request in any state, including while it waits for a connection. */
  leave(reason: Error): void {
    this.#left = reason;
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#left) controller.abort(this.#left);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: TransportAnswer['headers'],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, headers: this.#headers, text: textOf(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
