import { WebSocket } from 'ws';
import type { ChannelRequest, ChannelTold } from '#schema/assistant/channel.ts';

/** Longest message in bytes: an event of at most 256 kB, and the keys of 20,000 subscribers. */
const LONGEST = 4 * 1024 * 1024;
/** The services ping every 15 s; silent ones are given up. */
const SILENT = 45_000;

/** `absent`: what answers there has no channels. `away`: it may have one later. */
export type Attempt = 'open' | 'absent' | 'away';

export interface ChannelEvents {
  onTold: (told: ChannelTold) => void;
  /** The connection, which was open, is lost. */
  onLost: () => void;
}

/** What the contract types is not checked again; null for what is no message at all. */
const read = (text: string): ChannelTold | null => {
  try {
    const told: unknown = JSON.parse(text);
    return typeof told === 'object' ? (told as ChannelTold) : null;
  } catch {
    return null;
  }
};

const isAbsent = (status: number): boolean => status < 500 && status !== 429;

/** One connection to the services for a channel. */
export class ChannelSocket {
  readonly #socket: WebSocket;
  readonly attempt: Promise<Attempt>;

  constructor(url: string, within: number, { onTold, onLost }: ChannelEvents) {
    const socket = new WebSocket(url, { handshakeTimeout: within, perMessageDeflate: false, maxPayload: LONGEST });
    this.#socket = socket;
    let attempt: Attempt = 'away';
    this.attempt = new Promise((resolve) => {
      socket.once('open', () => resolve((attempt = 'open')));
      socket.once('close', () => resolve(attempt));
    });
    socket.once('unexpected-response', (_request, { statusCode = 500 }) => {
      attempt = isAbsent(statusCode) ? 'absent' : 'away';
      socket.terminate();
    });
    const silent = setTimeout(() => socket.terminate(), SILENT).unref();
    socket.on('ping', () => silent.refresh());
    // Each error is followed by the event 'close'.
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const told = read(String(data));
      if (told) onTold(told);
      else socket.terminate();
    });
    socket.once('close', () => {
      clearTimeout(silent);
      if (attempt === 'open') onLost();
    });
  }

  say(request: ChannelRequest): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  close(): void {
    this.#socket.terminate();
  }
}
