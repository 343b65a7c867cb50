/**
 * Notifies listeners that the client has closed its connection. Cheaper than an AbortSignal, which costs a small
 * operation 5 % of its time.
 */
export class ClientDisconnect {
  readonly #listeners = new Set<() => void>();
  #disconnected = false;

  get disconnected(): boolean {
    return this.#disconnected;
  }

  /** Calls the listener once, at the disconnect; returns a function that removes it. */
  onDisconnect(listener: () => void): () => void {
    if (this.#disconnected) listener();
    else this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  disconnect(): void {
    if (this.#disconnected) return;
    this.#disconnected = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
