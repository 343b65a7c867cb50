const MAX_TOKENS = 10_000;
const MINUTE = 60_000;

/**
 * Caches the user of recently validated tokens, to select rate limits. Grants no permission: every operation reads its
 * session from the services.
 */
export class Logins {
  readonly #users = new Map<string, { user: number; until: number }>();

  remember(token: string, user: number): void {
    // Moves the token to the end: the map evicts from the start.
    this.#users.delete(token);
    this.#users.set(token, { user, until: Date.now() + 5 * MINUTE });
    if (this.#users.size <= MAX_TOKENS) return;
    const [oldest] = this.#users.keys();
    if (oldest !== undefined) this.#users.delete(oldest);
  }

  forget(token: string): void {
    this.#users.delete(token);
  }

  /** Returns the user, or null for a token that was not validated in the last five minutes. */
  userOf(token: string): number | null {
    const known = this.#users.get(token);
    return known && known.until > Date.now() ? known.user : null;
  }
}
