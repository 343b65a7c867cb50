/**
 * A Fastify plugin under its display name. Fastify compares a plugin without one with every loaded module, twice: that was
 * two thirds of what starting the services costs a test.
 */
export const named = <Plugin extends object>(name: string, plugin: Plugin): Plugin =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
