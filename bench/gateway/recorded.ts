import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'undici';

/**
 * A recording of the services: forwards each call once and serves repetitions from memory, so that the comparison
 * excludes the database.
 */
const upstream = process.env.UPSTREAM ?? '';
const known = new Map<string, Buffer>();

const fetchOnce = async ({ url = '', headers }: IncomingMessage): Promise<{ status: number; body: Buffer }> => {
  const answer = await request(upstream + url, { headers: { authorization: headers.authorization ?? '' } });
  return { status: answer.statusCode, body: Buffer.from(await answer.body.arrayBuffer()) };
};

const server = createServer((incoming, outgoing) => {
  const key = `${incoming.headers.authorization} ${incoming.url}`;
  const write = (status: number, body: Buffer): void => {
    outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    outgoing.end(body);
  };
  const recorded = known.get(key);
  if (recorded) return write(200, recorded);
  fetchOnce(incoming).then(
    ({ status, body }) => {
      if (status === 200) known.set(key, body);
      write(status, body);
    },
    () => write(502, Buffer.from('{}')),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`port ${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
