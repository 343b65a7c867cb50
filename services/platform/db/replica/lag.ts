interface Mark {
  /** Position in the primary's log, in bytes. */
  position: number;
  /** When the primary was there, in milliseconds. */
  at: number;
}

/** An hour of marks, one a second; older ones are of no use, since no lag of an hour is allowed. */
const KEPT = 3_600;

/**
 * How many seconds a replica lags: the age of the newest known position of the primary that it has replayed. So the lag
 * is known on an idle primary, too, and of a replica that no longer hears of the primary; it is never more than told.
 */
export class Lag {
  readonly #marks: Mark[] = [];

  /** Notes where the primary's log ends. */
  mark(position: number, at: number): void {
    if (this.#marks.at(-1)?.position === position) this.#marks.pop();
    this.#marks.push({ position, at });
    if (this.#marks.length > KEPT) this.#marks.splice(1, 1);
  }

  /**
   * Infinite until the replica has replayed the first mark: the schema, which may have been migrated just before, and what
   * tools have written without saying so of an account. Also for one that has less than it had before: it is another one.
   */
  seconds(replayed: number, now: number): number {
    while ((this.#marks[1]?.position ?? Infinity) <= replayed) this.#marks.shift();
    const [newest] = this.#marks;
    return newest === undefined || newest.position > replayed ? Infinity : (now - newest.at) / 1000;
  }
}
