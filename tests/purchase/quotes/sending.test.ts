import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { DEADLINE, startQuotes, type Quoting } from './kit.ts';

let desk: Quoting;
let dataDir: string;

beforeAll(async () => {
  desk = await startQuotes();
  ({ dataDir } = desk.services.app.platform);
});
afterAll(() => desk.services.stop());

let made = 0;
/** A draft with one line and two suppliers, of whom the second has no address. */
const draft = async (rest: object = {}) => {
  made += 1;
  const mailbox = `vendas${made}@acoforte.com.br`;
  const quote = done(
    await desk.create({
      ...{ title: 'Aço <b>da torre</b>', deadline: DEADLINE, message: 'Na obra <i>A</i>\nDescarga às 7 h' },
      ...{ phone: '(19) 3245-4100', lines: desk.steel.slice(0, 1) },
      suppliers: [{ partnerId: desk.suppliers.strong, email: mailbox }, { partnerId: desk.suppliers.union }],
      ...rest,
    }),
  );
  const [strong, union] = quote.suppliers.map(({ id }: { id: number }) => id);
  const call = (rest_: string, body: object = {}, headers = {}) =>
    desk.api.post(desk.at(quote.id, rest_), { token: desk.token, body, headers });
  return { id: quote.id as number, quote, mailbox, strong: strong as number, union: union as number, call };
};
const mails = (mailbox: string) => readOutbox(dataDir).filter(({ to }) => to.includes(mailbox));

describe('Sending', () => {
  test('mails a link of his own to who has an address, in words that stay words', async () => {
    const { id, mailbox, call, strong } = await draft();
    const sent = done(await call('/send', { version: 1 }));
    expect(sent).toMatchObject({ state: 'WAITING', suppliers: [{ state: 'UNOPENED' }, { state: 'CHOSEN' }] });
    const mail = await mailTo(dataDir, mailbox);
    expect(mail).toMatchObject({ kind: 'quote_request' });
    expect(mail.subject).toContain('Aço b da torre');
    expect(mail.text).toContain('Na obra <i>A</i>\nDescarga às 7 h');
    // 21:00 in UTC is 18:00 in São Paulo.
    expect(mail.text).toContain('Responda até 24/11/2026 às 18:00');
    expect(mail.text).toContain('(19) 3245-4100');
    expect(mail.text).not.toContain('Ferragens');
    expect(mail.link).toBe(`/quote-request/${mail.token}`);
    const hash = createHash('sha256').update(mail.token).digest();
    const links = await desk.seed.sql('select supplier_id::integer as id from quote_links where token_hash = $1', [
      hash,
    ]);
    expect(links).toEqual([{ id: strong }]);
    expect(done(await desk.page(mail.token).open())).toMatchObject({ state: 'OPEN' });
    expect(await desk.read(id)).toMatchObject({ suppliers: [{ state: 'OPENED' }, { state: 'CHOSEN' }] });
  });

  test('keeps its token nowhere but in the mail', async () => {
    const { id, strong } = await draft();
    const key = { 'idempotency-key': 'um-link' };
    const link = () => desk.api.post(desk.at(id, `/suppliers/${strong}/links`), { token: desk.token, headers: key });
    const [first, second] = [done(await link()), done(await link())];
    expect(first.url).not.toBe(second.url);
    const secret = first.url.split('/').at(-1);
    done(await desk.page(secret).open());
    const tables = await desk.seed.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const found = await desk.seed.sql(`select from "${name}" t where t::text like '%' || $1 || '%'`, [secret]);
      expect([name, found.length]).toEqual([name, 0]);
    }
  });

  test('is refused without lines, deadline or suppliers, and where there is nobody to mail', async () => {
    const empty = await draft({ lines: [], suppliers: [], deadline: null });
    expect(refusal(await empty.call('/send'))).toEqual([
      422,
      'lines: Inclua o que cotar.',
      'deadline: Informe até quando respondem.',
      'suppliers: Escolha de quem cotar.',
    ]);
    const { call, union, strong } = await draft();
    expect(refusal(await call('/send', { supplierIds: [union, 999_999] }))).toEqual([
      422,
      'supplierIds.1: Fornecedor não encontrado nesta cotação.',
      'supplierIds.0: Ferragens União Paulista não tem e-mail: copie o link.',
    ]);
    done(await call('/send', { supplierIds: [strong] }));
    expect(refusal(await call('/send'))).toEqual([
      422,
      'suppliers: Não há a quem enviar: todos já receberam, ou estão sem e-mail.',
    ]);
  });

  test('sends one mail, however often it is asked for at once', async () => {
    const { mailbox, call } = await draft();
    const replies = await Promise.all(Array.from({ length: 10 }, () => call('/send')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await mailTo(dataDir, mailbox);
    expect(mails(mailbox)).toHaveLength(1);
  });
});

describe('Afterwards', () => {
  test('who has not answered is reminded, once an hour', async () => {
    const { services } = desk;
    const { mailbox, call, strong, union } = await draft();
    done(await call('/send'));
    expect((await mailTo(dataDir, mailbox)).kind).toBe('quote_request');
    done(await call('/reminders'));
    expect(await mailTo(dataDir, mailbox, 2)).toMatchObject({ kind: 'quote_reminder' });
    expect(refusal(await call('/reminders', { supplierIds: [strong, union] }))).toEqual([
      422,
      'supplierIds.0: Aço Forte Distribuidora foi lembrado há menos de uma hora.',
      'supplierIds.1: Ferragens União Paulista não tem o que responder.',
    ]);
    services.clock.advance(60 * 60 * 1000);
    done(await call('/reminders', { supplierIds: [strong] }));
    services.clock.set('2026-11-20T15:00:00.000Z');
  });

  test('another deadline is told to who was asked', async () => {
    const { id, mailbox, call } = await draft();
    done(await call('/send'));
    await mailTo(dataDir, mailbox);
    done(await desk.update(id, { deadline: '2026-11-26T12:00:00Z' }));
    const mail = await mailTo(dataDir, mailbox, 2);
    expect(mail.kind).toBe('quote_deadline');
    expect(mail.text).toContain('26/11/2026 às 09:00');
  });

  test('a link that is revoked says so and tells nothing; whoever is asked again has only the new one', async () => {
    const { id, strong, call } = await draft();
    const old = await desk.link(id, strong);
    const revoked = await desk.api.delete(desk.at(id, `/suppliers/${strong}/links`), { token: desk.token });
    expect(done(revoked)).toMatchObject({ suppliers: [{ state: 'REVOKED' }, { state: 'CHOSEN' }] });
    expect(done(await desk.page(old).open())).toMatchObject({ state: 'REVOKED', request: null, answer: null });
    done(await call('/send', { supplierIds: [strong] }));
    expect((await desk.page(old).open()).status).toBe(404);
    expect(done(await desk.page(await desk.link(id, strong)).open())).toMatchObject({ state: 'OPEN' });
  });

  test('files of the request go to every supplier, and are the buyer’s to delete', async () => {
    const { id, strong } = await draft();
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    const added = done(
      await desk.api.post(desk.at(id, '/attachments'), {
        token: desk.token,
        ...partsOf([{ name: 'file', file: 'Lista de aço.pdf', content: pdf }]),
      }),
    );
    expect(added).toMatchObject({ name: 'Lista de aço.pdf', contentType: 'application/pdf', size: pdf.length });
    expect((await desk.api.get(added.link, { token: desk.token })).text).toContain('%PDF');
    const theirs = desk.page(await desk.link(id, strong));
    expect(done(await theirs.open()).request.attachments).toMatchObject([{ id: added.id, name: 'Lista de aço.pdf' }]);
    expect((await desk.api.get(`${theirs.path}/attachments/${added.id}`)).headers).toMatchObject({
      ...{ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' },
    });
    expect((await desk.api.delete(`${theirs.path}/attachments/${added.id}`)).status).toBe(404);
    expect(
      done(await desk.api.delete(desk.at(id, `/attachments/${added.id}`), { token: desk.token })).attachments,
    ).toEqual([]);
  });
});
