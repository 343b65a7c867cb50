import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { LinkifyIt } from 'linkify-it';
import { SMTPServer } from 'smtp-server';
import { MailRefused, smtpTransport, type Letter } from '#services/platform/mail.ts';
import { plainName } from '#services/platform/plainName.ts';
import { MailWorker } from '#services/security/mail/worker.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const MINUTE = 60 * 1000;

/** Stricter than mail programs: also finds bare domains, mail addresses and IP addresses. */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds(
  ['com', 'example', 'br', 'co', 'net', 'zip'],
  true,
);
const LINK_LIKE_NAMES = [
  'https://evil.example',
  'evil.com',
  'EVIL.COM.BR',
  'e\u200bvil.com',
  'evil\u2024com',
  'evil\uff0ecom',
  'ｅｖｉｌ.com',
  '\u202emoc.live\u202c evil.net',
  'mailto:ana@evil.com',
  '//evil.com',
  'http:evil.com',
  '10.0.0.1/x',
  'A.B.evil.com',
  'x.y.com',
  'promo .com evil. com',
  '<a href="http://evil.com">',
  'ana＠evil.com',
  'evil.com/'.repeat(13),
];

/** A mail transport that fails as the test decides. */
const scripted = () => {
  const sent: Letter[] = [];
  const state: { fail: Error | null } = { fail: null };
  return {
    sent,
    state,
    transport: {
      send: async (letter: Letter) => {
        if (state.fail) throw state.fail;
        sent.push(letter);
      },
      close: () => undefined,
    },
  };
};

describe('The mail queue', () => {
  const way = scripted();
  let services: TestServices;
  let office: Office;
  let worker: MailWorker;

  beforeAll(async () => {
    services = await startServices({ mail: way.transport, publicUrl: 'https://prumo.exemplo.com.br/' });
    office = await openOffice(services.seed, 'Ipê & Filhos <b>');
    worker = new MailWorker(services.app.platform, () => undefined);
  });
  beforeEach(() => {
    services.clock.set(TEST_NOW);
    way.sent.splice(0);
    way.state.fail = null;
  });
  afterAll(() => services.stop());

  let serial = 0;
  const add = async (name = 'Ana') => {
    const login = `pessoa-${(serial += 1)}@exemplo.com.br`;
    const made = await services.api.post(`/api/v1/financial/account/${office.accountId}/user`, {
      token: office.admin,
      body: { login, name },
    });
    return { id: made.body.data.id as number, login };
  };
  const stateOf = async (id: number) => {
    // Advances the clock beyond the expiry of older tokens.
    const token = await services.seed.tokenOf(office.adminUser);
    const read = await services.api.get(`/api/v1/financial/user/${id}`, { token });
    return read.body.data.invitation.state as string;
  };
  /** Waits until the services' own worker has finished. */
  const settled = async (id: number, attempts = 1) => {
    for (let tries = 0; tries < 100; tries += 1) {
      const [row] = await services.seed.sql<{ done: boolean }>(
        'select (attempts >= $2 and (sent_at is not null or last_error is not null)) as done from outgoing_mail where user_id = $1',
        [id, attempts],
      );
      if (row?.done) return;
      await wait(20);
    }
    throw new Error('mail was not tried');
  };

  test('sends after the commit, with a link to the public address and user texts escaped', async () => {
    const { id, login } = await add('Ana <script>alert(1)</script>');
    await settled(id);
    expect(way.sent).toHaveLength(1);
    const [letter] = way.sent;
    expect(letter?.to).toEqual({ name: 'Ana script alert(1) script', address: login });
    expect(letter?.text).toMatch(/https:\/\/prumo\.exemplo\.com\.br\/first-password\/[\w-]{43}\n/);
    expect(letter?.html).not.toContain('<script>');
    expect(letter?.html).toContain('Ip&#234; &#38; Filhos'.replace('&#234;', 'ê'));
  });

  test('removes from names what mail programs turn into links, in every part', async () => {
    const linkLike =
      'Ganhe R$ 500 em http://evil.example/x?a=b www.evil.com evil。com ana@evil.com t.co\r\nBcc: eu@evil.com';
    for (const name of [linkLike, ...LINK_LIKE_NAMES]) {
      const other = await openOffice(services.seed, name.replace(/[\r\n]/g, ' ').slice(0, 100));
      const login = `isca-${(serial += 1)}@exemplo.com.br`;
      const made = await services.api.post(`/api/v1/financial/account/${other.accountId}/user`, {
        token: other.admin,
        body: { login, name: name.slice(0, 120) },
      });
      if (made.status !== 200) throw new Error(`${name}: ${made.text}`);
      await settled(made.body.data.id);
      const letter = way.sent.at(-1);
      const texts = [letter?.subject, letter?.to.name, letter?.text, letter?.html.replace(/<[^>]+>/g, '\n')].join('\n');
      const links = (linkify.match(texts) ?? []).map(({ url }) => url);
      const ours = links.filter(
        (url) => url.startsWith('https://prumo.exemplo.com.br/first-password/') || url === `mailto:${login}`,
      );
      expect([name, links]).toEqual([name, ours]);
      expect(ours.length).toBeGreaterThanOrEqual(3);
      for (const line of [letter?.subject ?? '', letter?.to.name ?? '']) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect([...line].length).toBeLessThanOrEqual(100);
      }
    }
  });

  test('keeps names that look like no link', () => {
    const names = [
      'Construtora Ipê & Filhos',
      'A.B.C. Obras Ltda.',
      'Sá & Sousa S.A.',
      "D'Ávila – Reformas nº 3",
      '築地建設',
    ];
    expect(names.map(plainName)).toEqual(names);
    expect(plainName('Obra '.repeat(30))).toBe(`${'Obra '.repeat(11)}Obra…`);
  });

  test('sends one address at most five mails an hour, whoever requests them and of any kind, and loses none', async () => {
    const { id, login } = await add();
    await settled(id);
    const other = await openOffice(services.seed, 'Outra');
    const again = (from: string) => ({ from, headers: { 'content-type': 'text/plain' } });
    const asks: (() => Promise<{ status: number }>)[] = [
      () => services.api.post(`/api/v1/financial/user/${id}/invitation`, { token: office.admin }),
      () => services.api.post('/api/v1/security/recover-password', { body: login, ...again('10.5.0.1') }),
      () =>
        services.api.post('/api/v1/security/accounts', {
          body: { user: { name: 'X', login }, company: { name: 'X' } },
          from: '10.5.0.2',
        }),
      () =>
        services.api.post(`/api/v1/financial/account/${other.accountId}/user`, {
          token: other.admin,
          body: { login: login.toUpperCase(), name: 'Y' },
        }),
      // The same mailbox under another spelling.
      () =>
        services.api.post(`/api/v1/financial/account/${other.accountId}/user`, {
          token: other.admin,
          body: { login: login.replace('@', '+obra@'), name: 'Z' },
        }),
      () =>
        services.api.put(`/api/v1/financial/account/${other.accountId}/user`, {
          token: other.admin,
          body: { id: other.adminUser.id, version: 1, login: login.replace('@', '+eu@'), name: 'W' },
        }),
    ];
    const delivered = async () =>
      (
        await services.seed.sql(
          `select from outgoing_mail m join users u on u.id = m.user_id
           where regexp_replace(coalesce(m.address, u.login), '[+][^@]*', '') = $1 and m.sent_at is not null`,
          [login],
        )
      ).length;
    for (const [index, ask] of asks.entries()) {
      expect((await ask()).status).toBe(200);
      // A pending mail is not queued twice, so each waits for the previous delivery.
      await eventually(delivered).toBe(Math.min(index + 2, 5));
    }
    const toMailbox = () => way.sent.filter(({ to }) => to.address.replace(/\+[^@]*/, '') === login);
    await wait(200);
    expect(toMailbox()).toHaveLength(5);
    services.clock.advance(60 * MINUTE + 1000);
    await worker.run();
    await eventually(async () => toMailbox().length).toBe(7);
    expect(new Set(toMailbox().map(({ kind }) => kind))).toEqual(new Set(['INVITATION', 'ACTIVATION', 'CONFIRMATION']));
  });

  test('sends security notices at once, however many mails were requested before', async () => {
    const person = await services.seed.user(office.accountId);
    for (let times = 0; times < 5; times += 1) {
      await services.seed.sql(
        `select take_allowance('mail:hour', encode(sha256(convert_to($1, 'UTF8')), 'hex'), 5, 3600, $2)`,
        [person.login, services.clock.now()],
      );
    }
    await services.api.put(`/api/v1/financial/account/${office.accountId}/user`, {
      token: office.admin,
      body: { id: person.id, version: 1, login: `mudou-${person.id}@exemplo.com.br`, name: 'X', admin: true },
    });
    const sentKinds = () => way.sent.filter(({ to }) => to.address === person.login).map(({ kind }) => kind);
    await eventually(async () => sentKinds().sort()).toEqual(['ADMIN_GRANTED', 'LOGIN_CHANGE']);
  });

  test('sends nothing for a command that was rolled back', async () => {
    const { login } = await add();
    await wait(100);
    way.sent.splice(0);
    const again = await services.api.post(`/api/v1/financial/account/${office.accountId}/user`, {
      token: office.admin,
      body: { login, name: 'Repetida' },
    });
    expect(again.status).toBe(409);
    await worker.run();
    expect(way.sent).toEqual([]);
  });

  test('retries failed mails later, with a new link, and records when they are sent', async () => {
    way.state.fail = new Error('connection refused');
    const { id } = await add();
    await settled(id);
    expect(await stateOf(id)).toBe('QUEUED');
    way.state.fail = null;
    await worker.run();
    expect(way.sent).toEqual([]);
    services.clock.advance(MINUTE);
    await worker.run();
    expect(way.sent).toHaveLength(1);
    expect(await stateOf(id)).toBe('SENT');
    services.clock.advance(24 * 60 * MINUTE);
    await worker.run();
    expect(way.sent).toHaveLength(1);
  });

  test('gives up at once when the address is rejected, and otherwise after eight attempts', async () => {
    way.state.fail = new MailRefused('550 no such mailbox');
    const refused = await add();
    await settled(refused.id);
    expect(await stateOf(refused.id)).toBe('FAILED');

    way.state.fail = new Error('timeout');
    const silent = await add();
    await settled(silent.id);
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      expect(await stateOf(silent.id)).toBe('QUEUED');
      services.clock.advance(25 * 60 * MINUTE);
      await worker.run();
    }
    expect(await stateOf(silent.id)).toBe('FAILED');
  });

  test('is shared by several workers: each mail is sent once', async () => {
    way.state.fail = new Error('not yet');
    const made = [];
    for (let count = 0; count < 8; count += 1) made.push(await add());
    for (const { id } of made) await settled(id);
    way.state.fail = null;
    services.clock.advance(5 * MINUTE);
    const workers = [1, 2, 3].map(() => new MailWorker(services.app.platform, () => undefined));
    await Promise.all(workers.map((one) => one.run()));
    const addresses = way.sent.map(({ to }) => to.address).sort();
    expect(addresses).toEqual(made.map(({ login }) => login).sort());
  });

  test('skips users who have set a password or were deactivated meanwhile', async () => {
    way.state.fail = new Error('not yet');
    const [ready, off] = [await add(), await add()];
    await settled(ready.id);
    await settled(off.id);
    await services.seed.sql(`update users set password_hash = 'x' where id = $1`, [ready.id]);
    await services.seed.sql('update users set active = false where id = $1', [off.id]);
    way.state.fail = null;
    services.clock.advance(5 * MINUTE);
    await worker.run();
    expect(way.sent).toEqual([]);
  });
});

describe('Mail by SMTP', () => {
  let server: SMTPServer;
  let url: string;
  const received: string[] = [];

  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('ninguem@') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null,
        ),
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const letter = (address: string): Letter => ({
    id: 7,
    kind: 'INVITATION',
    to: { name: 'Ana\r\nBcc: espiao@exemplo.com', address },
    subject: 'Convite',
    text: 'texto',
    html: '<p>texto</p>',
  });

  test('reaches a mail server, and a name cannot add a header', async () => {
    const smtp = smtpTransport(url, 'Prumo <nao-responda@exemplo.com.br>');
    await smtp.send(letter('ana@exemplo.com.br'));
    smtp.close();
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('From: Prumo <nao-responda@exemplo.com.br>');
    expect(received[0]).not.toMatch(/^Bcc:/m);
    expect(received[0]).toContain('X-Prumo-Mail: 7');
  });

  test('distinguishes a rejected mailbox from an unreachable server', async () => {
    const smtp = smtpTransport(url);
    await expect(smtp.send(letter('ninguem@exemplo.com.br'))).rejects.toBeInstanceOf(MailRefused);
    smtp.close();
    const away = smtpTransport('smtp://127.0.0.1:1');
    const failure: unknown = await away.send(letter('ana@exemplo.com.br')).catch((error: unknown) => error);
    expect(String(failure)).toContain('ECONNREFUSED');
    expect(failure).not.toBeInstanceOf(MailRefused);
    away.close();
  });
});
