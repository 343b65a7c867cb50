import { once } from 'node:events';
import fc from 'fast-check';
import { type RawData, WebSocket } from 'ws';
import { problemOfAnswer, hostile, seed } from './hostile.ts';

/** Documents of the screens with parts removed, repeated or inserted: almost valid GraphQL. */
export const brokenDocuments = (documents: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...documents),
      fc.nat(),
      fc.nat(30),
      fc.constantFrom('', '{', '}', '"', '$', '...', '@', '\u0000', '(id: 1)', 'null', '💥', '#'),
    )
    .map(([text, place, length, put]) => {
      const at = place % Math.max(1, text.length);
      return text.slice(0, at) + put + text.slice(at + length);
    });

/** Messages of a socket: almost valid ones and garbage. */
export const frames = (documents: readonly string[]): fc.Arbitrary<string | Buffer> => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const payload = fc.oneof(
    fc.record(
      { query: brokenDocuments(documents), variables: hostile, operationName: hostile },
      { requiredKeys: ['query'] },
    ),
    fc.record({ query: hostile, variables: json }),
    hostile,
  );
  const type = fc.oneof(
    { weight: 5, arbitrary: fc.constant('subscribe') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('ping', 'pong', 'complete', 'connection_init', 'next', 'error', 'start', '__proto__'),
    },
    { weight: 1, arbitrary: hostile },
  );
  const message = fc.record({ type, id: fc.oneof(fc.uuid(), hostile), payload }, { requiredKeys: ['type'] });
  return fc.oneof(
    { weight: 8, arbitrary: message.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: json.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.nat(60).map((depth) => '['.repeat(depth * 500)) },
  );
};

export const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { seed, numRuns: count });

/** Close codes of graphql-ws and ws for invalid messages; 1011, an internal error, is not among them. */
const CLOSES = new Set([1002, 1003, 1007, 1009, 4400, 4401, 4403, 4409, 4429]);

const problemOfClose = (code: number, reason: string): string | null => {
  if (!CLOSES.has(code)) return `closed with ${code} ${reason}`;
  // Codes below 4000 come from the WebSocket protocol, without a reason.
  return reason === '' && code < 4000 ? null : problemOfAnswer(code < 4000 ? code : 400, reason);
};

const problemOfMessage = (text: string): string | null => {
  const { type, payload }: { type: string; payload?: unknown } = JSON.parse(text);
  if (type !== 'error') return null;
  const errors = payload as { message: unknown; extensions?: { code?: unknown } }[];
  const internal = errors.find(({ extensions }) => extensions?.code === 'INTERNAL');
  if (internal) return `INTERNAL: ${String(internal.message)}`;
  return errors.map(({ message }) => problemOfAnswer(400, message)).find((one) => one !== null) ?? null;
};

const IDLE_TIMEOUT = 10_000;

const open = async (url: string, token: string): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const answered = new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    socket.once('close', (code: number) => reject(new Error(`a right token was refused with ${code}`)));
  });
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await answered;
  return socket;
};

/** Sends one frame and resolves when the socket answers the next ping or closes. */
const sendFrame = (socket: WebSocket, frame: string | Buffer): Promise<string[]> =>
  new Promise((resolve) => {
    const complaints: string[] = [];
    const finish = () => {
      clearTimeout(silent);
      socket.removeAllListeners('message').removeAllListeners('close');
      resolve(complaints);
    };
    const silent = setTimeout(() => {
      complaints.push(`neither answered nor closed in ${IDLE_TIMEOUT} ms`);
      socket.terminate();
      finish();
    }, IDLE_TIMEOUT);
    socket.on('message', (data: RawData) => {
      const text = String(data);
      if (text.includes('"depois"')) return finish();
      const complaint = problemOfMessage(text);
      if (complaint) complaints.push(complaint);
    });
    socket.on('close', (code: number, reason: Buffer) => {
      const complaint = problemOfClose(code, String(reason));
      if (complaint) complaints.push(complaint);
      finish();
    });
    socket.send(frame);
    socket.send(JSON.stringify({ type: 'ping', payload: { depois: true } }));
  });

/** Sends all frames over a few sockets and reopens closed ones. Returns the complaints. */
export const sendFrames = async (url: string, token: string, all: readonly (string | Buffer)[]): Promise<string[]> => {
  const found = new Set<string>();
  const left = [...all];
  const worker = async (): Promise<void> => {
    let socket = await open(url, token);
    for (let frame = left.pop(), count = 1; frame !== undefined; frame = left.pop(), count += 1) {
      const complaints = await sendFrame(socket, frame);
      for (const complaint of complaints) found.add(`${complaint}\n  ${String(frame).slice(0, 200)}`);
      // Reopens the socket regularly, below its limit of ten subscriptions.
      if (socket.readyState === socket.OPEN && count % 8 === 0) socket.close();
      if (socket.readyState !== socket.OPEN) socket = await open(url, token);
    }
    socket.close();
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return [...found];
};
