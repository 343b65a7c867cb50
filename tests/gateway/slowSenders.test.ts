import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { startGateway, type TestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';
import { slowness } from '#tests/support/pace.ts';
import { HANDLED, refusal, startScriptedServices, type ScriptedServices } from '#tests/support/scriptedServices.ts';

const KIB = 1024;
const MIB = KIB * KIB;
const TOKEN = { access_token: 'novo', token_type: 'bearer', expires_in: 28_800 };
const LIST = { content: [{ id: 5 }], last: true, number: 0, totalElements: 1 };
const LIST_PATH = '/api/v1/financial/company/1/debit';
const FILES = `${LIST_PATH}/5/attachments`;
const FILE = `${FILES}/1`;
const MESSAGES = '/api/v1/assistant/messages';
const STREAM = '/api/v1/assistant/stream';
const SENDERS = 200;
/** Minimum upload rate in these tests: 6,000 bytes in 0.3 s. */
const PACE = { every: 300, bytesPerSecond: 20_000 };

let services: ScriptedServices;
let gateway: TestGateway;
let sentWhole: number;
const sockets: Socket[] = [];

const start = async (options: Partial<TestGatewayOptions> = {}) => {
  gateway = await startGateway({ services: services.url, trustProxy: '127.0.0.1', pace: PACE, ...options });
};

beforeAll(async () => {
  services = await startScriptedServices();
  services.on('POST /oauth/token', TOKEN);
  services.on(`GET ${LIST_PATH}`, LIST);
  services.on(`POST ${FILES}`, ({ body }) => ({ bytes: body.length }));
  services.on(`GET ${MESSAGES}`, []);
  services.on(`GET ${FILE}`, (_call, response) => {
    response.once('finish', () => (sentWhole += 1));
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.alloc(20 * MIB, 37));
    return HANDLED as never;
  });
  services.on(`GET ${STREAM}`, (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
    return HANDLED as never;
  });
});
beforeEach(() => {
  sentWhole = 0;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
});
afterAll(() => services.stop());

interface Line {
  socket: Socket;
  /** All bytes received so far. */
  received: () => string;
  closed: Promise<unknown>;
}

const reach = async (from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(gateway.url).port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
};

/** Connects and sends a request head and the first part of the body. */
const open = async (head: string[], sent = ''): Promise<Line> => {
  const pieces: Buffer[] = [];
  const socket = await reach();
  const closed = once(socket, 'close');
  socket.on('data', (piece) => pieces.push(piece));
  socket.write([...head, 'Host: prumo', '', sent].join('\r\n'));
  return { socket, received: () => Buffer.concat(pieces).toString(), closed };
};

/** Times a request of another user. */
const timed = async <T>(act: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> => {
  const started = performance.now();
  const answer = await act();
  return { answer, milliseconds: performance.now() - started };
};

const login = async () => {
  const response = await fetch(`${gateway.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=password&username=ana&password=x',
  });
  return { status: response.status, body: await response.json() };
};

const list = async (path = LIST_PATH, token = 'token') => {
  const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};

const expectService = async () => {
  const [entered, listed] = await Promise.all([timed(login), timed(list)]);
  expect(entered.answer).toEqual({ status: 200, body: { ok: true, data: TOKEN } });
  expect(listed.answer).toEqual({ status: 200, body: { ok: true, data: LIST } });
  expect(Math.max(entered.milliseconds, listed.milliseconds)).toBeLessThan(1_000 * slowness());
};

/** Parses status and body of a response from the bytes received. */
const readAnswer = (received: string) => {
  const body = received.slice(received.indexOf('{'), received.lastIndexOf('}') + 1);
  return { status: Number(received.split(' ')[1]), body: JSON.parse(body) };
};

const half = (line: string, address: string) => [
  line,
  `X-Forwarded-For: ${address}`,
  'Content-Type: application/json',
  'Content-Length: 100',
];
const upload = (length: number, ...more: string[]) => [
  `POST ${FILES} HTTP/1.1`,
  'Content-Type: multipart/form-data; boundary=x',
  ...(length ? [`Content-Length: ${length}`] : ['Transfer-Encoding: chunked']),
  ...more,
];
const LOGGED_IN = 'Authorization: Bearer token';

describe(`${SENDERS} senders that stop in the middle of a body`, () => {
  test.each([
    ['from one address', () => '203.0.113.9'],
    ['from many addresses', (index: number) => `198.51.100.${index}`],
  ])('do not prevent others from logging in or reading a list: %s', async (_where, addressOf) => {
    await start({ pace: { every: 15_000, bytesPerSecond: 8_192 } });
    await Promise.all(
      Array.from({ length: SENDERS }, (_, index) => [
        open(half('POST /oauth/token HTTP/1.1', addressOf(index)), 'a'.repeat(50)),
        open(half(`PUT ${LIST_PATH} HTTP/1.1`, addressOf(index)), 'a'.repeat(50)),
        open(half('POST /graphql HTTP/1.1', addressOf(index)), 'a'.repeat(50)),
      ]).flat(),
    );
    await wait(300);
    services.forget();
    await expectService();
    expect(services.calls.toSorted()).toEqual([`GET ${LIST_PATH}`, 'POST /oauth/token']);
  });
});

describe('A client', () => {
  test.each(['POST /oauth/token', `PUT ${LIST_PATH}`, 'POST /graphql'])(
    'that stops sending gets an error in Portuguese and is disconnected: %s',
    async (line) => {
      await start();
      const { received, closed } = await open(half(`${line} HTTP/1.1`, '203.0.113.9'), 'a'.repeat(50));
      await closed;
      expect(readAnswer(received())).toMatchObject({
        status: 408,
        body: { status: 408, message: 'A requisição demorou demais para chegar.' },
      });
    },
  );

  test('that sends very slowly is disconnected, before a call to a service', async () => {
    await start();
    services.forget();
    const { socket, received, closed } = await open(upload(5 * MIB, LOGGED_IN));
    const drip = setInterval(() => socket.write('a'.repeat(1_000)), 100);
    await closed;
    clearInterval(drip);
    expect(readAnswer(received()).status).toBe(408);
    expect(services.calls).toEqual(['GET /api/v1/security/session?places=false']);
  });

  test('with a slow connection can send a file, for much longer than a pause may last', async () => {
    await start();
    const { socket, received } = await open(upload(400 * KIB, LOGGED_IN));
    for (let sent = 0; sent < 400; sent += 16) {
      socket.write('a'.repeat(16 * KIB));
      await wait(100);
    }
    await eventually(received).toContain('"bytes"');
    expect(readAnswer(received())).toEqual({ status: 200, body: { ok: true, data: { bytes: 400 * KIB } } });
  });

  test('that uploads more than a form needs a login before its body is read', async () => {
    await start();
    const { received, closed } = await open(upload(5 * MIB));
    await closed;
    expect(readAnswer(received())).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(/sess[ãa]o/i) },
    });
  });

  test('with an invalid login cannot upload', async () => {
    await start();
    services.on('GET /api/v1/security/session', refusal(401, 'Sua sessão expirou.'));
    const { received, closed } = await open(upload(5 * MIB, LOGGED_IN));
    await closed;
    services.on('GET /api/v1/security/session', { accountId: 1, user: { id: 3 } });
    expect(readAnswer(received())).toMatchObject({ status: 401, body: { message: 'Sua sessão expirou.' } });
  });

  test('without a content length may send a form without a login, and not more', async () => {
    await start();
    const chunk = (length: number) => `${length.toString(16)}\r\n${'a'.repeat(length)}\r\n`;
    const small = await open(upload(0), `${chunk(1_000)}0\r\n\r\n`);
    await eventually(small.received).toContain('"bytes"');
    expect(readAnswer(small.received())).toEqual({ status: 200, body: { ok: true, data: { bytes: 1_000 } } });
    const large = await open(upload(0), chunk(300 * KIB));
    await large.closed;
    expect(readAnswer(large.received())).toMatchObject({
      status: 413,
      body: { message: 'O conteúdo enviado é grande demais.' },
    });
  });

  test('may have twelve uploads in progress, and gets the seconds to wait for one more', async () => {
    await start({ pace: { every: 15_000, bytesPerSecond: 8_192 } });
    services.forget();
    for (let sent = 0; sent < 12; sent += 1) await open(upload(5 * MIB, LOGGED_IN), 'a');
    await eventually(() => services.calls.length).toBe(12);
    const { received, closed } = await open(upload(5 * MIB, LOGGED_IN), 'a');
    await closed;
    expect(received()).toMatch(/^retry-after: 10$/im);
    expect(readAnswer(received())).toMatchObject({
      status: 429,
      body: {
        message: 'Há arquivos demais sendo enviados ao mesmo tempo. Aguarde um deles terminar e tente novamente.',
      },
    });
    await expectService();
  });
});

describe('A reader', () => {
  test('that does not read a file holds no connection to the services, and is disconnected', async () => {
    await start({ pace: { every: 300, bytesPerSecond: 200_000 } });
    const { socket, closed } = await open([`GET ${FILE} HTTP/1.1`, LOGGED_IN]);
    socket.pause();
    await eventually(() => sentWhole).toBe(1);
    await wait(3_000);
    // Reads what had arrived before the close: less than the whole file.
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeLessThan(20 * MIB);
  });

  test('of a stream does not block others, however many there are', async () => {
    await start();
    const streams = await Promise.all(
      Array.from({ length: 140 }, (_, index) =>
        open([
          `GET ${STREAM} HTTP/1.1`,
          `Authorization: Bearer t${index % 10}`,
          `X-Forwarded-For: 198.51.100.${index % 10}`,
        ]),
      ),
    );
    await eventually(() => streams.filter(({ received }) => received().includes('data: {}')).length).toBe(
      streams.length,
    );
    const { answer, milliseconds } = await timed(() => list(MESSAGES));
    expect(answer).toEqual({ status: 200, body: { ok: true, data: [] } });
    expect(milliseconds).toBeLessThan(1_000 * slowness());
  });

  test('may have twenty open streams', async () => {
    await start();
    const ask = () => open([`GET ${STREAM} HTTP/1.1`, LOGGED_IN]);
    const streams = await Promise.all(Array.from({ length: 20 }, ask));
    await eventually(() => streams.filter(({ received }) => received().includes('data: {}')).length).toBe(
      streams.length,
    );
    const more = await ask();
    await eventually(more.received).toContain('Muitas tentativas');
    expect(readAnswer(more.received()).status).toBe(429);
    streams[0]?.socket.destroy();
    await eventually(async () => {
      const again = await ask();
      await Promise.race([once(again.socket, 'data'), again.closed]);
      return again.received();
    }).toContain('data: {}');
  });
});

describe('An address', () => {
  test('has a limited number of idle connections, and others can connect', async () => {
    await start({ connectionsOfAnAddress: 20 });
    const lines = await Promise.all(Array.from({ length: 30 }, () => reach('127.0.0.2')));
    await eventually(() => lines.filter(({ destroyed }) => destroyed).length).toBe(10);
    await expectService();
  });
});

describe('A program that uses REST', () => {
  test('may read 20,000 rows in pages of 20; one that sends too many requests gets the seconds to wait', async () => {
    await start({ restRates: undefined as never });
    const ask = async (token: string, address: string) =>
      gateway.app.inject({
        url: LIST_PATH,
        headers: { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
      });
    for (let page = 0; page < 1_000; page += 1) expect((await ask('integrator', '203.0.113.1')).statusCode).toBe(200);
    for (let more = 0; more < 200; more += 1) expect((await ask('integrator', '203.0.113.1')).statusCode).toBe(200);
    const refused = await ask('integrator', '203.0.113.1');
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        timestamp: expect.any(String),
        status: 429,
        error: 'RATE_LIMITED',
        message: 'Muitas requisições em pouco tempo. Aguarde um pouco e tente novamente.',
        path: LIST_PATH,
        requestId: expect.any(String),
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    expect((await ask('colleague', '203.0.113.1')).statusCode).toBe(200);
  });

  test('is limited by address whatever tokens it invents, and earlier without a token', async () => {
    await start({ restRates: { token: 5, address: 40, anonymous: 10 } });
    const ask = async (token: string, address: string) => {
      const headers = { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) };
      return (await gateway.app.inject({ url: LIST_PATH, headers })).statusCode;
    };
    const answers: number[] = [];
    for (let one = 0; one < 50; one += 1) answers.push(await ask(`t${one}`, '203.0.113.1'));
    expect(answers).toEqual([...Array<number>(40).fill(200), ...Array<number>(10).fill(429)]);
    const anonymous: number[] = [];
    for (let one = 0; one < 12; one += 1) anonymous.push(await ask('', '203.0.113.2'));
    expect(anonymous).toEqual([...Array<number>(10).fill(200), 429, 429]);
    expect(await ask('other', '203.0.113.2')).toBe(200);
  });
});
