import fastify from 'fastify';
import mercurius from 'mercurius';
import { buildSchema } from '#gateway/platform/schema.ts';
import { contextOf } from './context.ts';

/**
 * mercurius as in its quick start (caches documents, `jit` off by default), with Prumo's resolvers, loaders and client. JIT=1 compiles
 * a document when it comes the second time.
 */
const app = fastify();
await app.register(mercurius, {
  schema: buildSchema(),
  jit: Number(process.env.JIT ?? 0),
  context: (request) => contextOf(request.headers.authorization),
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${new URL(url).port}`);
process.on('SIGTERM', () => process.exit(0));
