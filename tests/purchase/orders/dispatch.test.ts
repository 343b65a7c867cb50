/** An order on its way to the supplier, and his page. Every expected figure is worked out by hand. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { readPdf } from '#tests/support/pdfText.ts';
import { startDispatching, type Dispatching } from './dispatchKit.ts';
import { done, installmentsOf, refusal } from './kit.ts';

let desk: Dispatching;

beforeAll(async () => {
  desk = await startDispatching();
});
afterAll(() => desk.stop());

describe('Sending', () => {
  test('mails the PDF of the order and a link of his own to the supplier', async () => {
    const { id, order, mailbox, call } = await desk.ordered();
    expect(order.dispatch).toBeNull();
    const sent = done(
      await call('/send', {
        version: 1,
        email: ` ${mailbox.toUpperCase()} `,
        phone: '(19) 3245-4100',
        message: 'Obra <b>A</b>',
      }),
    );
    expect(sent).toMatchObject({ version: 1 });
    expect(sent.dispatch).toEqual({
      ...{ state: 'SENT', sentAt: '2026-11-20T15:00:00.000Z', email: mailbox, phone: '(19) 3245-4100' },
      ...{ message: 'Obra <b>A</b>', mail: 'WAITING', openedAt: null, changedAt: null, revoked: false, answer: null },
    });
    const mail = await mailTo(desk.dataDir, mailbox);
    const company = order.company.name;
    expect([mail.kind, mail.subject]).toEqual(['order', `Pedido ${order.document} – ${company}`]);
    expect(mail.text).toContain(
      `2 itens, R$ 9.200,00, para a obra Vila das Ipês. Entrega até 30/11/2026.`.replace('R$ ', 'R$\u00a0'),
    );
    expect(mail.text).toContain('Obra <b>A</b>');
    expect(mail.text).toContain('(19) 3245-4100');
    expect(mail.link).toBe(`/order-confirmation/${mail.token}`);
    const [pdf, ...others] = mail.attachments;
    expect([others.length, pdf?.name, pdf?.type]).toEqual([0, `Pedido ${order.document}.pdf`, 'application/pdf']);
    const [first] = readPdf(pdf?.content ?? Buffer.from(''));
    expect(first?.text).toContain(`Pedido de compra ${order.document}`);
    expect(first?.text).toContain('R$ 9.200,00');
    // The clock stands: the file is, byte by byte, the one that the buyer prints.
    const printed = await desk.services.app.inject({
      method: 'GET',
      url: desk.at(id, '/pdf'),
      headers: { authorization: `Bearer ${desk.token}` },
    });
    expect(pdf?.content.equals(printed.rawPayload)).toBe(true);
    await eventually(async () => (await desk.read(id)).dispatch.mail).toBe('DELIVERED');
  });

  test('goes to the address of the register, and keeps its token nowhere but in the mail', async () => {
    const { id, call } = await desk.ordered();
    await desk.seed.sql(`update partners set email = 'registro@saojorge.com.br' where id = $1`, [desk.supplier]);
    expect((await desk.read(id)).supplierEmail).toBe('registro@saojorge.com.br');
    expect(done(await call('/send')).dispatch).toMatchObject({ email: 'registro@saojorge.com.br', phone: null });
    await desk.seed.sql('update partners set email = null where id = $1', [desk.supplier]);
    const { token } = await mailTo(desk.dataDir, 'registro@saojorge.com.br');
    const key = { 'idempotency-key': 'um-link-de-pedido' };
    const copied = async () => done(await call('/link', {}, key)).url;
    const [first, second] = [await copied(), await copied()];
    expect(first).not.toBe(second);
    const links = await desk.seed.sql<{ id: number }>(
      'select order_id::integer as id from order_links where token_hash = any($1)',
      [
        [token, first.split('/').at(-1), second.split('/').at(-1)].map((one) =>
          createHash('sha256').update(one).digest(),
        ),
      ],
    );
    expect(links).toEqual([{ id }, { id }, { id }]);
    const tables = await desk.seed.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const found = await desk.seed.sql(
        `select from "${name}" t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
        [token, first.split('/').at(-1)],
      );
      expect([name, found.length]).toEqual([name, 0]);
    }
  });

  test('is refused without an address, for a stale version, and where there is nothing to confirm', async () => {
    const { id, order, mailbox, call } = await desk.ordered();
    const [cement] = order.requirementLineList;
    expect(refusal(await call('/send'))).toEqual([
      422,
      'email: Depósito São Jorge não tem e-mail no cadastro: informe um, ou copie o link.',
    ]);
    expect(refusal(await call('/send', { email: 'eu' }))).toEqual([422, 'email: Informe um e-mail válido.']);
    expect((await call('/send', { email: mailbox, version: 7 })).status).toBe(409);
    expect((await call('/send', { email: mailbox, message: 'x'.repeat(1_001) })).status).toBe(400);
    expect(refusal(await call('/revoke'))).toEqual([422, 'id: Este pedido não foi enviado.']);
    done(await desk.receive(id, { lines: [{ line: { id: cement.id }, quantity: '1' }] }));
    const received = [422, 'id: Este pedido já tem recebimento: não há mais o que confirmar.'];
    expect(refusal(await call('/send', { email: mailbox }))).toEqual(received);
    expect(refusal(await call('/link'))).toEqual(received);
    const canceled = await desk.ordered();
    const lines = canceled.order.requirementLineList.map((line: object) => ({ ...line, canceled: true }));
    done(
      await desk.update(canceled.id, { requirementLineList: lines, requirement: { payment: { installmentList: [] } } }),
    );
    expect(refusal(await canceled.call('/send', { email: mailbox }))).toEqual([422, 'id: Este pedido foi cancelado.']);
  });

  test('queues one mail, however often it is asked for at once, and tells that a mailbox refused it', async () => {
    const { id, mailbox, call } = await desk.ordered();
    const replies = await Promise.all(Array.from({ length: 6 }, () => call('/send', { email: mailbox })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await mailTo(desk.dataDir, mailbox);
    expect(readOutbox(desk.dataDir).filter(({ to }) => to.includes(mailbox)).length).toBeLessThanOrEqual(2);
    desk.refused.push('fechada@saojorge.com.br');
    done(await call('/send', { email: 'fechada@saojorge.com.br' }));
    await eventually(async () => (await desk.read(id)).dispatch.mail).toBe('FAILED');
    done(await call('/send', { email: mailbox }));
    await eventually(async () => (await desk.read(id)).dispatch.mail).toBe('DELIVERED');
  });
});

describe('The page of a supplier', () => {
  test('shows the order as it is printed for him, and nothing else of the account in any byte', async () => {
    const { id, order, link } = await desk.ordered();
    const page = desk.pageOf(await link());
    const opened = await page.open();
    const [cement, sand] = order.requirementLineList;
    expect(done(opened)).toEqual({
      ...{ state: 'OPEN', company: order.company.name, document: order.document, phone: null, answer: null },
      order: {
        ...{ revision: 1, changedAt: null, supplier: 'Depósito São Jorge', buyer: order.buyer.name, message: null },
        ...{ building: 'Vila das Ipês', address: null, createdDate: '2026-11-19', deliveryDate: '2026-11-30' },
        lines: [
          {
            ...{ code: cement.product.code, name: 'Cimento CP II', description: 'Em paletes', brand: 'Pedra Alta' },
            ...{ unit: 'sc', quantity: '180.0000', price: '39.9000', total: '7182.00' },
          },
          {
            ...{ code: sand.product.code, name: 'Areia média', description: null, brand: null },
            ...{ unit: 'sc', quantity: '12.0000', price: '148.0000', total: '1776.00' },
          },
        ],
        ...{ linesValue: '8958.00', shippingRate: '150.00', ipi: '2.0000', ipiValue: '182.16', discount: '90.16' },
        ...{ grossValue: '9200.00', paymentMethod: 'BOLETO', notes: 'Descarga das 7 às 16 h' },
        installments: [
          { dueDate: '2026-12-28', grossValue: '4600.00' },
          { dueDate: '2027-01-25', grossValue: '4600.00' },
        ],
      },
    });
    expect((await desk.read(id)).dispatch).toMatchObject({ state: 'OPENED', openedAt: '2026-11-20T15:00:00.000Z' });
    const answered = await page.confirm();
    const pdf = await page.pdf();
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
      ...[200, 'application/pdf', 'private, no-store'],
    ]);
    const printed = readPdf(pdf.rawPayload)[0]?.text ?? '';
    expect(printed).toContain('R$ 9.200,00');
    const [user] = await desk.seed.sql<{ login: string }>('select login from users where id = $1', [order.buyer.id]);
    for (const text of [opened.text, answered.text, printed]) {
      for (const secret of [
        'Áreas comuns',
        'Concreto',
        'Materiais Rivais',
        'Tubo',
        '7.77',
        user?.login ?? '?',
        'stage',
      ])
        expect(text).not.toContain(secret);
    }
  });

  test('confirms once with a number of his own, and the buyer is told', async () => {
    const { id, order, link } = await desk.ordered();
    const page = desk.pageOf(await link());
    const answer = { note: ' Descarga às 9 h ', supplierDocument: 'OV-771' };
    const said = done(await page.confirm(answer)).answer;
    expect(said).toEqual({
      ...{ type: 'CONFIRMED', at: '2026-11-20T15:00:00.000Z', date: '2026-11-30', note: 'Descarga às 9 h' },
      ...{ supplierDocument: 'OV-771', decision: null, outdated: false },
    });
    done(await page.confirm(answer));
    expect((await desk.read(id)).dispatch).toMatchObject({
      state: 'CONFIRMED',
      answer: { date: '2026-11-30', supplierDocument: 'OV-771', outdated: false },
    });
    expect(await desk.told(id)).toEqual([
      `Depósito São Jorge confirmou o pedido ${order.document} para 30/11/2026, com o número OV-771. “Descarga às 9 h”`,
    ]);
  });

  test('proposes a date that the buyer accepts, takes back, or does not take', async () => {
    const { id, order, mailbox, call } = await desk.ordered();
    done(await call('/send', { email: mailbox }));
    const page = desk.pageOf((await mailTo(desk.dataDir, mailbox)).link);
    done(await page.propose({ date: '2026-12-03', note: 'Sem caminhão antes' }));
    expect(await desk.told(id)).toEqual([
      `Depósito São Jorge propõe entregar o pedido ${order.document} em 03/12/2026, em vez de 30/11/2026. “Sem caminhão antes”`,
    ]);
    const decide = async (decision: string) => done(await call('/proposed-date', { decision }));
    const accepted = await decide('ACCEPT');
    // Three days later, as the delivery is.
    expect([accepted.delivery.date, ...installmentsOf(accepted.requirement.payment.installmentList)]).toEqual([
      ...['2026-12-03', '2026-12-31 4600.00', '2027-01-28 4600.00'],
    ]);
    expect(accepted.dispatch).toMatchObject({
      ...{ state: 'CONFIRMED', changedAt: null },
      answer: { date: '2026-12-03', decision: 'ACCEPTED', outdated: false },
    });
    expect(done(await page.open())).toMatchObject({ order: { deliveryDate: '2026-12-03', changedAt: null } });
    const back = await decide('UNDO');
    expect([back.delivery.date, ...installmentsOf(back.requirement.payment.installmentList)]).toEqual([
      ...['2026-11-30', '2026-12-28 4600.00', '2027-01-25 4600.00'],
    ]);
    expect(back.dispatch).toMatchObject({ state: 'PROPOSED', answer: { decision: null, outdated: false } });
    expect(refusal(await call('/proposed-date', { decision: 'UNDO' }))).toEqual([
      422,
      'decision: Não há o que desfazer: a data proposta não foi aceita.',
    ]);
    expect((await decide('KEEP')).dispatch).toMatchObject({ state: 'KEPT', answer: { decision: 'KEPT' } });
    const kept = await mailTo(desk.dataDir, mailbox, 2);
    expect([kept.kind, kept.attachments]).toEqual(['order_date_kept', []]);
    expect(kept.text).toContain('em vez de 03/12/2026. Entrega até 30/11/2026.');
    expect(done(await desk.pageOf(kept.link).open()).answer).toMatchObject({ decision: 'KEPT' });
    done(await desk.pageOf(kept.link).confirm({ revision: 3 }));
    expect((await desk.read(id)).dispatch).toMatchObject({ state: 'CONFIRMED' });
    expect(refusal(await call('/proposed-date', { decision: 'ACCEPT' }))).toEqual([
      422,
      'decision: O fornecedor não propôs outra data.',
    ]);
  });

  test('is told at the field what is wrong with a proposal', async () => {
    const { link } = await desk.ordered();
    const page = desk.pageOf(await link());
    const problems = async (body: object) => refusal(await page.propose(body));
    expect(await problems({ date: '2026-11-19' })).toEqual([422, 'date: Este dia já passou.']);
    expect(await problems({ date: '2026-11-30' })).toEqual([
      422,
      'date: Esta já é a data do pedido: confirme o pedido.',
    ]);
    expect(await problems({ date: '2029-11-20' })).toEqual([422, 'date: Confira a data: vai até 19/11/2028.']);
    expect(await problems({})).toEqual([400, 'date: Campo obrigatório.']);
    expect(await problems({ date: '2026-12-01', note: 'x'.repeat(1_001) })).toEqual([
      400,
      'note: Informe no máximo 1000 caracteres.',
    ]);
  });

  test('asks anew for an order that was changed, and never takes an answer to what it did not show', async () => {
    const { id, order, mailbox, call, link } = await desk.ordered();
    const page = desk.pageOf(await link());
    done(await page.confirm());
    desk.services.clock.advance(60_000);
    // A stage is not his matter.
    const [cement, sand] = order.requirementLineList;
    const restaged = { id: cement.id, product: cement.product, quantity: '180', price: '39.90' };
    const lines = [{ ...restaged, costEstimateGroup: { id: desk.finishes } }, sand, order.requirementLineList[2]];
    expect(done(await desk.update(id, { requirementLineList: lines })).dispatch).toMatchObject({
      ...{ state: 'CONFIRMED', changedAt: null },
      answer: { outdated: false },
    });
    const changed = done(await desk.update(id, { notes: 'Descarga só à tarde' }));
    expect(changed.dispatch).toMatchObject({
      ...{ state: 'CONFIRMED', changedAt: '2026-11-20T15:01:00.000Z' },
      answer: { outdated: true },
    });
    expect(refusal(await page.confirm())).toEqual([
      409,
      'O pedido mudou enquanto esta página estava aberta. Confira e responda de novo.',
    ]);
    expect(done(await page.open())).toMatchObject({
      order: { revision: 2, changedAt: '2026-11-20T15:01:00.000Z', notes: 'Descarga só à tarde' },
      answer: { type: 'CONFIRMED', outdated: true },
    });
    done(await call('/send', { email: mailbox }));
    const mail = await mailTo(desk.dataDir, mailbox);
    expect(mail.subject).toBe(`Pedido ${order.document} alterado – ${order.company.name}`);
    expect(done(await page.confirm({ revision: 2 })).answer).toMatchObject({ outdated: false });
    desk.services.clock.set('2026-11-20T15:00:00.000Z');
  });

  test('tells in a sentence that it is over: canceled, received, revoked; whoever is asked again has only the new link', async () => {
    const received = await desk.ordered();
    const page = desk.pageOf(await received.link());
    const { company } = received.order;
    const over = (state: string, document: string) => ({
      ...{ state, company: company.name, document, phone: null, order: null, answer: null },
    });
    const [line] = received.order.requirementLineList;
    done(await desk.receive(received.id, { lines: [{ line: { id: line.id }, quantity: '5' }] }));
    expect(done(await page.open())).toEqual(over('RECEIVED', received.order.document));
    expect(refusal(await page.confirm())).toEqual([
      422,
      'token: Este pedido já tem recebimento: não há mais o que confirmar.',
    ]);
    expect((await page.pdf()).statusCode).toBe(404);
    const revoked = await desk.ordered();
    const old = desk.pageOf(await revoked.link());
    expect(done(await revoked.call('/revoke')).dispatch).toMatchObject({ revoked: true });
    expect(done(await old.open())).toEqual(over('REVOKED', revoked.order.document));
    expect(refusal(await old.propose({ date: '2026-12-01' }))).toEqual([422, 'token: Este link não vale mais.']);
    const again = desk.pageOf(await revoked.link());
    expect((await old.open()).status).toBe(404);
    expect(done(await again.open())).toMatchObject({ state: 'OPEN' });
  });

  test('is never that of an order which went to another supplier', async () => {
    const { id, mailbox, call, link } = await desk.ordered();
    const page = desk.pageOf(await link());
    done(await page.confirm());
    expect(done(await desk.update(id, { supplier: { id: desk.rival } })).dispatch).toBeNull();
    expect((await page.open()).status).toBe(404);
    expect(done(await call('/send', { email: mailbox })).dispatch).toMatchObject({ state: 'SENT', answer: null });
    expect((await page.open()).status).toBe(404);
  });

  test('of a token that nobody has is a missing page, and limited', async () => {
    const wrong = (secret: string) =>
      desk.api.get(`/api/v1/purchase/order-confirmation/${secret}`, { from: '203.0.113.9' });
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries += 1) statuses.push((await wrong(`guess${tries}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429, 429]);
  });

  test('confirms before the buyer cancels, or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, order, link } = await desk.ordered();
      const page = desk.pageOf(await link());
      const lines = order.requirementLineList.map((line: object) => ({ ...line, canceled: true }));
      const cancel = { requirementLineList: lines, requirement: { payment: { installmentList: [] } } };
      const [confirmed, canceled] = await Promise.all([page.confirm(), desk.update(id, cancel)]);
      expect(canceled.status).toBe(200);
      const { state, dispatch } = await desk.read(id);
      expect([confirmed.status, state, dispatch.state, (await desk.told(id)).length]).toEqual(
        confirmed.status === 200 ? [200, 'CANCELED', 'CONFIRMED', 1] : [422, 'CANCELED', 'SENT', 0],
      );
    }
  });
});

describe('The list', () => {
  test('tells how far each order is on its way', async () => {
    const dispatchOf = async (id: number) =>
      done(await desk.api.get(desk.base, { token: desk.token, query: { ids: String(id) } })).content[0].dispatch;
    const standing = (state: string, rest: object = {}) => ({
      ...{ state, mail: null, revoked: false, outdated: false },
      ...rest,
    });

    const mailed = await desk.ordered();
    expect(await dispatchOf(mailed.id)).toBeNull();
    desk.refused.push(mailed.mailbox);
    done(await mailed.call('/send', { email: mailed.mailbox }));
    await eventually(() => dispatchOf(mailed.id)).toEqual(standing('SENT', { mail: 'FAILED' }));

    const { id, link, call } = await desk.ordered();
    const page = desk.pageOf(await link());
    expect(await dispatchOf(id)).toEqual(standing('SENT'));
    await page.open();
    expect(await dispatchOf(id)).toEqual(standing('OPENED'));
    done(await page.propose({ date: '2026-12-03' }));
    expect(await dispatchOf(id)).toEqual(standing('PROPOSED'));
    done(await call('/proposed-date', { decision: 'KEEP' }));
    expect(await dispatchOf(id)).toEqual(standing('KEPT'));
    done(await page.confirm());
    expect(await dispatchOf(id)).toEqual(standing('CONFIRMED'));
    done(await desk.update(id, { notes: 'Descarga só à tarde' }));
    done(await call('/revoke'));
    expect(await dispatchOf(id)).toEqual(standing('CONFIRMED', { outdated: true, revoked: true }));
  });
});
