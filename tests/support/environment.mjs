import { AsyncLocalStorage } from 'node:async_hooks';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

/** Of errors of the product, too. */
Error.stackTraceLimit = 20;

/** Those that the product throws, for `toThrow(RangeError)`. */
const THROWN = ['RangeError', 'SyntaxError', 'TypeError'];

const isInstance = Function.prototype[Symbol.hasInstance];
/** What a suite throws is of the class of its own world, and an error for the product too. */
Object.defineProperty(Error, Symbol.hasInstance, {
  value(thrown) {
    return isInstance.call(this, thrown) || (this === Error && types.isNativeError(thrown));
  },
});

/** Storages that have been used since the last suite ended. */
const storages = new Set();
for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...given) {
    storages.add(this);
    return original.apply(this, given);
  };
}

/**
 * Jest gives every suite a world of its own and loads all modules anew in it. The product and the large packages are loaded
 * once for each worker instead, outside of those worlds, and suites share them (`packages.mjs`, `product.mjs`): that saves
 * a second and a half a suite, and code that is in use for long runs faster. What a suite starts is its own all the same,
 * since the product keeps its state in what it builds and not in its modules.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // Jest maps each frame of every error whose stack is read, and the product's bundles have no source maps.
    Error.prepareStackTrace = undefined;
    for (const name of THROWN) this.global[name] = globalThis[name];
    this.global.importOutside = (file) => import(file);
    // A function, because Jest takes what it finds in a world's variables apart at the end.
    this.global.outside = () => globalThis;
  }
  /** A failed test of a screen says what its pages showed: on another machine nobody can look. */
  async handleTestEvent({ name }) {
    if (name !== 'test_fn_failure') return;
    for (const tell of this.global.openPages ?? []) process.stderr.write(`${await tell()}\n`);
  }
  async teardown() {
    await super.teardown();
    // Node asks each storage that was ever used at every promise: those of a hundred finished suites took half of the time.
    for (const storage of storages) storage.disable();
    storages.clear();
  }
}
