import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts invalid documents by address: they are never cached, and so cost ten times as much as a valid one. */
export class InvalidDocuments {
  readonly #limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  count(address: string): void {
    void this.#limiter.consume(address).catch(() => undefined);
  }

  async blocks(address: string): Promise<boolean> {
    const state = await this.#limiter.get(address);
    return state !== null && state.consumedPoints >= this.#limiter.points;
  }
}
