import type { Locator, Page } from 'playwright-core';

/**
 * A hand on a page whose work is counted: a key or a chord (Ctrl+S) is one, a letter that is typed is one, a click is one.
 * Seconds are those of the product alone, since a test does not think.
 */
export class CountedHand {
  readonly #page: Page;
  readonly #started = performance.now();
  #keys = 0;
  #clicks = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#keys += 1;
      await this.#page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async click(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
  }

  /** What was needed until now. */
  get work(): { keys: number; clicks: number } {
    return { keys: this.#keys, clicks: this.#clicks };
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }
}
