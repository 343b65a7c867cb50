import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { TEST_PASSWORD } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { SELF_SIGNED } from './certificate.ts';
import { Sender } from '#services/security/webhooks/sender.ts';

const WEBHOOKS = '/api/v1/security/webhooks';
const PUBLIC = '93.184.215.14';

/** What name servers say; a test changes it. */
const names = new Map<string, string[]>();
let asked: string[] = [];
const resolve = async (name: string): Promise<string[]> => {
  asked.push(name);
  return names.get(name) ?? [];
};

let services: TestServices;
let accountId: number;
let token: string;

beforeAll(async () => {
  services = await startServices({ webhooks: { resolve } });
  accountId = await services.seed.account();
  token = await services.seed.tokenOf(await services.seed.user(accountId, { admin: true }));
  await services.api.post('/api/v1/security/reauthentication', { token, body: { password: TEST_PASSWORD } });
});
afterAll(() => services.stop());

const make = (url: string) => services.api.post(WEBHOOKS, { token, body: { url } });

/** Spellings of hosts inside, and forms of addresses that hide where they lead. */
const REFUSED: readonly string[] = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.8/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.254/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xA9FEA9FE/',
  'https://2852039166/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a9fe:a9fe]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::1]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[fec0::1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://app.localhost/',
  'https://postgres/',
  'https://servidor.local/',
  'https://metadata.google.internal/',
  'https://roteador.home.arpa/',
  // Names whose servers lead inside, and one of several addresses that does.
  'https://interno.exemplo.com.br/',
  'https://metade.exemplo.com.br/',
  'https://seis.exemplo.com.br/',
  'https://mapeado.exemplo.com.br/',
  // What else an address may not be.
  'http://publico.exemplo.com.br/',
  'ftp://publico.exemplo.com.br/',
  'file:///etc/passwd',
  'gopher://publico.exemplo.com.br/',
  'https://usuario:senha@publico.exemplo.com.br/',
  'https://publico.exemplo.com.br@127.0.0.1/',
  'https://publico.exemplo.com.br:22/',
  'https://publico.exemplo.com.br:5432/',
  'https://publico.exemplo.com.br/#parte',
  'https://nao-existe.exemplo.com.br/',
  'publico.exemplo.com.br',
  'https://',
];

beforeAll(() => {
  names.set('publico.exemplo.com.br', [PUBLIC, '2606:2800:21f:cb07:6820:80da:af6b:8b2c']);
  names.set('interno.exemplo.com.br', ['10.1.2.3']);
  names.set('metade.exemplo.com.br', [PUBLIC, '192.168.0.10']);
  names.set('seis.exemplo.com.br', ['fd12:3456:789a::1']);
  names.set('mapeado.exemplo.com.br', ['::ffff:10.0.0.1']);
});

describe('The address of a webhook', () => {
  test.each(REFUSED)('is refused at its field: %s', async (url) => {
    const reply = await make(url);
    expect([reply.status, reply.body.fields?.map(({ path }: { path: string }) => path)]).toEqual([422, ['url']]);
  });

  test.each(['https://publico.exemplo.com.br/prumo?a=1', 'https://publico.exemplo.com.br:8443/', `https://${PUBLIC}/`])(
    'is taken when it is public: %s',
    async (url) => {
      const reply = await make(url);
      expect(reply.body.data.webhook.url).toBe(url);
      expect(await services.api.delete(`${WEBHOOKS}/${reply.body.data.webhook.id}`, { token })).toMatchObject({
        status: 200,
      });
    },
  );

  test('is checked again at each attempt: a name that leads inside by now gets no connection', async () => {
    names.set('muda.exemplo.com.br', [PUBLIC]);
    const { id } = (await make('https://muda.exemplo.com.br/')).body.data.webhook;
    names.set('muda.exemplo.com.br', ['127.0.0.1']);
    asked = [];
    await services.api.post(`${WEBHOOKS}/${id}/test`, { token });
    const last = async () => (await services.api.get(`${WEBHOOKS}/${id}/deliveries`, { token })).body.data.content[0];
    await eventually(async () => (await last()).state).toBe('FAILED');
    expect([(await last()).error, asked]).toEqual(['PRIVATE', ['muda.exemplo.com.br']]);
    // Stored before such addresses were refused, or by hand.
    for (const url of ['https://127.0.0.1/', 'http://publico.exemplo.com.br/', 'https://[::1]:8443/']) {
      await services.seed.sql('update webhooks set url = $1 where id = $2', [url, id]);
      const test = (await services.api.post(`${WEBHOOKS}/${id}/test`, { token })).body.data.id;
      await eventually(async () => [(await last()).id, (await last()).error]).toEqual([test, 'PRIVATE']);
    }
  });
});

describe('A connection to a receiver', () => {
  const PRIVATE_ALLOWED = { allowPrivate: true };

  test('is to the address that was checked, which is asked for once', async () => {
    const connected: string[] = [];
    const server = createServer((socket) => {
      connected.push(socket.localAddress ?? '');
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let times = 0;
    const flipping = async () => ((times += 1) === 1 ? ['127.0.0.1'] : ['10.9.9.9']);
    const sender = new Sender({ ...PRIVATE_ALLOWED, resolve: flipping }, 2_000);
    const outcome = await sender.post(`http://receptor.exemplo.com.br:${port}/`, {}, '{}');
    expect([outcome.status, times, connected]).toEqual([204, 1, ['127.0.0.1']]);
    await sender.close();
    server.close();
  });

  test('keeps 4,096 bytes of an answer that never ends, and its status', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
        const more = (): void => void (socket.writable && socket.write('á\0'.repeat(5_000), more));
        more();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sender = new Sender({ ...PRIVATE_ALLOWED, resolve }, 2_000);
    const { status, answer, milliseconds } = await sender.post(`http://127.0.0.1:${port}/`, {}, '{}');
    expect([status, answer?.slice(0, 4), answer?.includes('\0')]).toEqual([200, 'á�á�', false]);
    expect(Buffer.from(answer ?? '').length).toBeLessThan(3 * 4096);
    expect(milliseconds).toBeLessThan(1_000);
    await sender.close();
    server.close();
  });

  test('over TLS wants a certificate that somebody vouches for', async () => {
    const sender = new Sender({ ...PRIVATE_ALLOWED, resolve: async () => ['127.0.0.1'] }, 2_000);
    let called = 0;
    const server = createTlsServer(SELF_SIGNED, (_request, response) => {
      called += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { status, error } = await sender.post(`https://receptor.exemplo.com.br:${port}/`, {}, '{}');
    expect([status, error, called]).toEqual([null, 'CERTIFICATE', 0]);
    await sender.close();
    server.close();
  });
});
