import { TestEnvironment } from 'jest-environment-node';

/** Of errors of the product too: Jest keeps 100 frames of every error and maps each of them to its source. */
Error.stackTraceLimit = 20;

/** Those that the product throws, for `toThrow(RangeError)`. */
const THROWN = ['RangeError', 'SyntaxError', 'TypeError'];

/**
 * Jest gives every suite a world of its own and loads all modules anew in it. The product and the large packages are loaded
 * once for each worker instead, outside of those worlds, and suites share them (`packages.mjs`, `product.mjs`): that saves
 * a second and a half a suite, and code that is in use for long runs faster. What a suite starts is its own all the same,
 * since the product keeps its state in what it builds and not in its modules.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of THROWN) this.global[name] = globalThis[name];
    this.global.importOutside = (file) => import(file);
    // A function, because Jest takes what it finds in a world's variables apart at the end.
    this.global.outside = () => globalThis;
  }
}
