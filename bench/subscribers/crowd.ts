import { WebSocket } from 'ws';

/** What each socket subscribes to, and the text that marks an event of it. */
export interface Subscribed {
  query: string;
  variables: Record<string, unknown>;
  event: string;
  /** The text that marks the answer of a stream that is open, where it sends one; it has nothing from before. */
  opened?: string;
}

/** Most simultaneous handshakes. */
const AT_ONCE = 100;
const RECEIVED_WITHIN = 60_000;

/** Opens many graphql-ws sockets with one subscription each and records when messages arrive. */
export class Crowd {
  readonly #url: string;
  readonly #sockets: WebSocket[] = [];
  #onNext: () => void = () => undefined;
  #onOpened: () => void = () => undefined;
  #opened = 0;
  /** The first unexpected message or close code. */
  #unexpected: string | undefined;

  readonly #subscribed: Subscribed;

  constructor(url: string, subscribed: Subscribed) {
    this.#subscribed = subscribed;
    this.#url = `${url.replace('http', 'ws')}/graphql`;
  }

  /** Opens a socket for each token and subscribes; returns when every stream that says so is open. */
  async gather(tokens: readonly string[]): Promise<void> {
    const waiting = [...tokens];
    const worker = async (): Promise<void> => {
      for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await this.#join(token);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (this.#subscribed.opened === undefined || this.#opened === tokens.length) return;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`only ${this.#opened} are open`)), RECEIVED_WITHIN);
      this.#onOpened = () => {
        if (this.#opened < tokens.length) return;
        clearTimeout(late);
        resolve();
      };
    });
  }

  #join(token: string): Promise<void> {
    const socket = new WebSocket(this.#url, 'graphql-transport-ws', { perMessageDeflate: false });
    this.#sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', (code) => {
        reject(new Error(`closed with ${code}`));
        this.#unexpected ??= `closed with ${code}`;
      });
      socket.once('open', () => {
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
      });
      socket.on('message', (data: Buffer) => {
        const text = data.toString('latin1');
        if (text.includes('"payload":{"data"')) {
          const { event, opened } = this.#subscribed;
          if (text.includes(event)) this.#onNext();
          else if (opened !== undefined && text.includes(opened)) {
            this.#opened += 1;
            this.#onOpened();
          }
        } else if (text.includes('"connection_ack"')) {
          const { query, variables } = this.#subscribed;
          const payload = { query, variables };
          socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload }));
          resolve();
        } else if (!text.includes('"ping"')) {
          reject(new Error(text));
          this.#unexpected ??= text;
        }
      });
    });
  }

  /** Causes one event, waits until every socket has it and returns each delay in milliseconds. */
  async receiveTimes(send: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    const started = performance.now();
    const all = new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`only ${times.length} were told; ${this.#unexpected ?? 'no other answer came'}`)),
        RECEIVED_WITHIN,
      );
      this.#onNext = () => {
        times.push(performance.now() - started);
        if (times.length < this.#sockets.length) return;
        clearTimeout(late);
        resolve();
      };
    });
    await send();
    await all;
    return times;
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}
