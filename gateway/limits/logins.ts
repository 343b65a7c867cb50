const MAX_TOKENS = 10_000;
const MINUTE = 60_000;

/**
 * Whose the tokens are that have been found good lately: what a stranger may ask for is less. Says nothing about what
 * anybody may see: that is looked up with every operation.
 */
export class Logins {
  readonly #users = new Map<string, { user: number; until: number }>();

  remember(token: string, user: number): void {
    // Moved to the end: the oldest ones go first.
    this.#users.delete(token);
    this.#users.set(token, { user, until: Date.now() + 5 * MINUTE });
    if (this.#users.size <= MAX_TOKENS) return;
    const [oldest] = this.#users.keys();
    if (oldest !== undefined) this.#users.delete(oldest);
  }

  forget(token: string): void {
    this.#users.delete(token);
  }

  /** The user; null for a token that nobody has used lately, good or not. */
  userOf(token: string): number | null {
    const known = this.#users.get(token);
    return known && known.until > Date.now() ? known.user : null;
  }
}
