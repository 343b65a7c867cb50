/** The SQL transactions that a read has seen (pg_snapshot: `xmin:xmax:xip,xip`). */
export class Snapshot {
  readonly #xmin: bigint;
  readonly #xmax: bigint;
  readonly #inProgress: ReadonlySet<string>;

  constructor(text: string) {
    const [xmin = '0', xmax = '0', inProgress = ''] = text.split(':');
    this.#xmin = BigInt(xmin);
    this.#xmax = BigInt(xmax);
    this.#inProgress = new Set(inProgress.split(','));
  }

  /** Returns true when the read has seen what the committed transaction `tx` (xid8 as text) wrote. */
  contains(tx: string): boolean {
    const id = BigInt(tx);
    return id < this.#xmin || (id < this.#xmax && !this.#inProgress.has(tx));
  }
}
