import type { Rate } from './rates.ts';
import { SharedLimits } from './shared.ts';

/** Counts invalid documents by address: they are never cached, and so cost ten times as much as a valid one. */
export class InvalidDocuments {
  readonly #rate: Rate;

  constructor(perMinute: number, limits = new SharedLimits()) {
    this.#rate = limits.rate('invalid documents', perMinute);
  }

  count(address: string): void {
    void this.#rate.take(address);
  }

  async blocks(address: string): Promise<boolean> {
    return (await this.#rate.wait(address)) !== null;
  }
}
