import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { bodyOf } from '#services/security/webhooks/payload.ts';
import { newSecret, signedHeaders } from '#services/security/webhooks/signature.ts';
import { eventually } from '#tests/support/eventually.ts';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const statusOf = (call: Promise<Response>): Promise<number> =>
  call.then(
    ({ status }) => status,
    () => 0,
  );

test.each([
  ['node', 'receiver.mjs'],
  ['python3', 'receiver.py'],
])(
  'The receiver of the guide checks what it gets, and handles each event once: %s',
  async (runner, file) => {
    const [secret, old] = [newSecret(), newSecret()];
    const port = await freePort();
    const env = { ...process.env, PRUMO_WEBHOOK_SECRET: secret, PORT: String(port) };
    const running = spawn(runner, [`schema/examples/${file}`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    running.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    try {
      const now = Math.floor(Date.now() / 1000);
      const data = {
        id: 7,
        entity: 'order',
        number: 'PC-0415 à mão',
        name: null,
        url: '/api/v1/purchase/company/1/order/7',
      };
      const body = bodyOf({ type: 'order.received', at: new Date(), data }, 'https://prumo.exemplo.com.br');
      const send = (secrets: string[], { id = 'evt_1', seconds = now, text = body } = {}) =>
        statusOf(
          fetch(`http://127.0.0.1:${port}/`, {
            method: 'POST',
            headers: signedHeaders({ id, seconds, body }, secrets),
            body: text,
          }),
        );
      await eventually(() => send([secret])).toBe(204);
      // Sent again, signed by two secrets, as after a rotation.
      expect(await send([old, secret])).toBe(204);
      expect(await send([old])).toBe(401);
      expect(await send([secret], { text: body.replace('PC-0415', 'PC-0416') })).toBe(401);
      expect(await send([secret], { seconds: now - 301 })).toBe(401);
      expect(await send([secret], { id: 'evt_2' })).toBe(204);
      const line = 'order.received PC-0415 à mão https://prumo.exemplo.com.br/api/v1/purchase/company/1/order/7\n';
      await eventually(() => printed).toBe(line + line);
    } finally {
      running.kill();
    }
  },
  60_000,
);
