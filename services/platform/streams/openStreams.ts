import { forbidden, unauthenticated } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { resolveSession, type Session } from '../session.ts';
import type { SessionStream } from './sessionStream.ts';

const STREAMS_PER_USER = 20;
const STREAMS = 20_000;
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Returns false for a user who may enter no company: nothing that is told live can be visible to them. */
export const mayFollow = ({ admin, companies }: Session): boolean => admin || companies.size > 0;

/**
 * The open streams of one kind in this process. Ends a stream when its token expires or its session is revoked, and when
 * the user may enter no company any more.
 */
export class OpenStreams<Stream extends SessionStream> {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  readonly #onSession: (stream: Stream, session: Session) => void;
  readonly #byUser = new Map<number, Set<Stream>>();
  readonly #unsubscribe: () => void;
  #count = 0;

  /** `onSession` gets the rights that a stream's user has now, each time they are read. */
  constructor(
    platform: Platform,
    log: (error: unknown) => void,
    onSession: (stream: Stream, session: Session) => void = () => undefined,
  ) {
    this.#platform = platform;
    this.#log = log;
    this.#onSession = onSession;
    this.#unsubscribe = platform.notifications.on('session_changed', (userId) => this.inspect(this.of(Number(userId))));
  }

  /** Number of open streams. */
  get size(): number {
    return this.#count;
  }

  isFull(userId: number): boolean {
    return this.#count >= STREAMS || (this.#byUser.get(userId)?.size ?? 0) >= STREAMS_PER_USER;
  }

  open(stream: Stream): void {
    const { userId, expiresAt } = stream.session;
    const streams = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, streams.add(stream));
    this.#count += 1;
    const left = new Date(expiresAt).getTime() - this.#platform.clock.now().getTime();
    const expiry = setTimeout(() => stream.refuse(unauthenticated()), Math.min(Math.max(left, 0), LONGEST_TIMEOUT));
    expiry.unref();
    stream.onClose(() => {
      clearTimeout(expiry);
      if (!streams.delete(stream)) return;
      this.#count -= 1;
      if (streams.size === 0 && this.#byUser.get(userId) === streams) this.#byUser.delete(userId);
    });
    // The session may have ended between the request's check and this point.
    this.inspect([stream]);
  }

  all(): Stream[] {
    return [...this.#byUser.values()].flatMap((streams) => [...streams]);
  }

  of(userId: number): Stream[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  ofAccount(accountId: number): Stream[] {
    return this.all().filter(({ session }) => session.accountId === accountId);
  }

  /** Reads the sessions of streams again, and ends those that may not go on. */
  inspect(streams: readonly Stream[]): void {
    const { database, clock } = this.#platform;
    for (const stream of streams) {
      resolveSession(database, clock, stream.session.tokenHash)
        .then((session) => {
          if (!session) stream.refuse(unauthenticated());
          else if (!mayFollow(session)) stream.refuse(forbidden());
          else this.#onSession(stream, session);
        })
        .catch(this.#log);
    }
  }

  beat(): void {
    for (const stream of this.all()) stream.beat();
  }

  close(): void {
    this.#unsubscribe();
    for (const stream of this.all()) stream.end();
  }
}
