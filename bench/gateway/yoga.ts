import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { buildSchema } from '#gateway/platform/schema.ts';
import { contextOf } from './context.ts';

/** graphql-yoga as in its quick start (caches documents by default), with Prumo's resolvers, loaders and client. */
const yoga = createYoga({
  schema: buildSchema(),
  context: ({ request }) => contextOf(request.headers.get('authorization')),
});
const server = createServer((request, response) => void yoga(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`port ${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
