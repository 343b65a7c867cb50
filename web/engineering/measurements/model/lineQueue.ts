/** What people type in a line. */
export interface Entry {
  /** Accumulated quantity, four places. */
  accumulated: string;
  excessConfirmed: boolean;
  reason: string | null;
}

/** A line as it is stored. */
export interface StoredLine extends Entry {
  id: string;
  version: number;
  updatedAt: string | null;
  updatedBy: string | null;
}

/** What was typed over a version of a line and is not stored yet. */
export interface Pending extends Entry {
  version: number;
}

export type PendingLines = Readonly<Record<string, Pending>>;

/** What became of a call: lines that were saved, lines that somebody else has changed meanwhile, or nothing arrived. */
export type Sent =
  | { saved: readonly StoredLine[]; conflicts: readonly StoredLine[] }
  | { problems: Readonly<Record<string, string>> }
  | { unreachable: true }
  | { refused: string };

export interface QueueCalls {
  send: (lines: readonly ({ id: string } & Pending)[]) => Promise<Sent>;
  /** Keeps what waits on the device. */
  keep: (pending: PendingLines) => void;
  /** The whole sheet takes no lines any more; what was typed stays on the device. */
  refused: (sentence: string) => void;
}

export interface QueueSnapshot {
  /** Lines with what is typed on top. */
  lines: ReadonlyMap<string, StoredLine>;
  /** Lines that are not stored yet. */
  waiting: number;
  /** Those of them that the next call takes along. */
  sendable: number;
  sending: boolean;
  /** The last call did not arrive. */
  offline: boolean;
  /** Last line that was stored. */
  last: StoredLine | null;
  /** Lines that somebody else has changed since they were typed over, as they are stored now. */
  conflicts: ReadonlyMap<string, StoredLine>;
  /** Lines that the service has refused, with its sentences. */
  problems: Readonly<Record<string, string>>;
}

/** Lines of one call: a body of GraphQL ends at 256 KiB. */
const MOST_LINES = 200;

export const isSameEntry = (one: Entry, other: Entry): boolean =>
  one.accumulated === other.accumulated &&
  one.excessConfirmed === other.excessConfirmed &&
  (one.reason ?? '') === (other.reason ?? '');

/**
 * Lines that are typed in, kept on the device until they are stored. One call is under way at a time; a line that is
 * typed in meanwhile goes with the next one. A line that somebody else has changed waits for a decision; other lines do
 * not wait for it.
 */
export class LineQueue {
  #stored: Map<string, StoredLine>;
  #pending: Map<string, Pending>;
  #conflicts = new Map<string, StoredLine>();
  #problems: Record<string, string> = {};
  #sending = false;
  #offline = false;
  // The sheet took nothing: only what is typed afterwards is sent.
  #halted = false;
  #last: StoredLine | null;
  #snapshot: QueueSnapshot;
  readonly #listeners = new Set<() => void>();
  readonly #calls: QueueCalls;

  constructor(stored: readonly StoredLine[], kept: PendingLines, calls: QueueCalls) {
    this.#stored = new Map(stored.map((line) => [line.id, line]));
    this.#calls = calls;
    this.#last = stored.reduce<StoredLine | null>(
      (last, line) => ((line.updatedAt ?? '') > (last?.updatedAt ?? '') ? line : last),
      null,
    );
    const known = Object.entries(kept).filter(([id, pending]) => {
      const now = this.#stored.get(id);
      return now !== undefined && !isSameEntry(now, pending);
    });
    this.#pending = new Map(known);
    this.#snapshot = this.#look();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): QueueSnapshot => this.#snapshot;

  /** Takes what is typed in lines; typing what is stored takes it back. */
  readonly type = (entries: readonly ({ id: string } & Partial<Entry>)[]): void => {
    this.#halted = false;
    for (const { id, ...change } of entries) {
      const stored = this.#stored.get(id);
      if (!stored) continue;
      const { version, ...before } = this.#pending.get(id) ?? stored;
      const { accumulated, excessConfirmed, reason } = { ...before, ...change };
      const entry = { accumulated, excessConfirmed, reason };
      this.#problems = Object.fromEntries(Object.entries(this.#problems).filter(([line]) => line !== id));
      if (isSameEntry(stored, entry) && !this.#sending) this.#pending.delete(id);
      else this.#pending.set(id, { ...entry, version });
    }
    this.#changed();
  };

  /** Sends what waits; answers when nothing is left that could be sent. */
  readonly flush = async (): Promise<void> => {
    if (this.#sending) return;
    const lines = this.#sendable()
      .slice(0, MOST_LINES)
      .map(([id, pending]) => ({ id, ...pending }));
    if (lines.length === 0) return;
    this.#sending = true;
    this.#show();
    const sent = await this.#calls.send(lines);
    this.#sending = false;
    this.#offline = 'unreachable' in sent;
    this.#halted = 'refused' in sent;
    if ('saved' in sent) {
      sent.saved.forEach((line) =>
        this.#store(
          line,
          lines.find(({ id }) => id === line.id),
        ),
      );
      sent.conflicts.forEach((line) => this.#conflicts.set(line.id, line));
    } else if ('problems' in sent) this.#problems = { ...this.#problems, ...sent.problems };
    else if ('refused' in sent) this.#calls.refused(sent.refused);
    this.#changed();
    const settled = ({ id, ...line }: (typeof lines)[number]): boolean =>
      this.#conflicts.has(id) || this.#problems[id] !== undefined || !isSameEntry(this.#pending.get(id) ?? line, line);
    // An answer that tells nothing of the lines it was asked about must not be asked for again at once.
    if (lines.some((line) => settled(line) || !this.#pending.has(line.id))) await this.flush();
  };

  /** Decides about a line that somebody else has changed: one's own on top of it, or theirs. */
  readonly resolve = (id: string, mine: boolean): void => {
    const theirs = this.#conflicts.get(id);
    if (!theirs) return;
    this.#halted = false;
    this.#conflicts.delete(id);
    this.#stored.set(id, theirs);
    const pending = this.#pending.get(id);
    if (mine && pending) this.#pending.set(id, { ...pending, version: theirs.version });
    else this.#pending.delete(id);
    this.#changed();
  };

  #store(line: StoredLine, sent: Entry | undefined): void {
    this.#stored.set(line.id, line);
    this.#last = line;
    const pending = this.#pending.get(line.id);
    // Typed again while it was on its way: the newer text goes on top of what is stored now.
    if (!pending || (sent && isSameEntry(sent, pending))) this.#pending.delete(line.id);
    else this.#pending.set(line.id, { ...pending, version: line.version });
  }

  #sendable(): [string, Pending][] {
    if (this.#halted) return [];
    return [...this.#pending].filter(([id]) => !this.#conflicts.has(id) && this.#problems[id] === undefined);
  }

  #changed(): void {
    this.#calls.keep(Object.fromEntries(this.#pending));
    this.#show();
  }

  #show(): void {
    this.#snapshot = this.#look();
    this.#listeners.forEach((listener) => listener());
  }

  #look(): QueueSnapshot {
    const lines = new Map(this.#stored);
    for (const [id, { accumulated, excessConfirmed, reason }] of this.#pending) {
      const stored = lines.get(id);
      if (stored) lines.set(id, { ...stored, accumulated, excessConfirmed, reason });
    }
    return {
      lines,
      waiting: this.#pending.size,
      sendable: this.#sendable().length,
      sending: this.#sending,
      offline: this.#offline,
      last: this.#last,
      conflicts: new Map(this.#conflicts),
      problems: this.#problems,
    };
  }
}
