import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'undici';
import { ASK_SESSION, SESSION_HEADER } from '#domain/sessionHeader.ts';

/**
 * A recording of the services: forwards each call once and serves repetitions from memory, so that the comparison
 * excludes the database.
 */
const upstream = process.env.UPSTREAM ?? '';
interface Recorded {
  status: number;
  body: Buffer;
  /** Of who asked for the session beside the answer. */
  session: string;
}
const known = new Map<string, Recorded>();

const fetchOnce = async ({ url = '', headers }: IncomingMessage): Promise<Recorded> => {
  const asked = headers[SESSION_HEADER] === undefined ? {} : { [SESSION_HEADER]: ASK_SESSION };
  const answer = await request(upstream + url, { headers: { authorization: headers.authorization ?? '', ...asked } });
  const session = String(answer.headers[SESSION_HEADER] ?? '');
  return { status: answer.statusCode, body: Buffer.from(await answer.body.arrayBuffer()), session };
};

const server = createServer((incoming, outgoing) => {
  const key = `${incoming.headers.authorization} ${incoming.headers[SESSION_HEADER]} ${incoming.url}`;
  const write = ({ status, body, session }: Recorded): void => {
    outgoing.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      ...(session && { [SESSION_HEADER]: session }),
    });
    outgoing.end(body);
  };
  const recorded = known.get(key);
  if (recorded) return write(recorded);
  fetchOnce(incoming).then(
    (fetched) => {
      if (fetched.status === 200) known.set(key, fetched);
      write(fetched);
    },
    () => write({ status: 502, body: Buffer.from('{}'), session: '' }),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`port ${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
