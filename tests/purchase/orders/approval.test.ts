/** Orders that pass a limit. An order is of 690,00 (receivingKit); every expected figure is worked out by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { readPdf } from '#tests/support/pdfText.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { done, refusal } from './kit.ts';
import { of, startReceiving, type ReceivingDesk } from './receivingKit.ts';

interface Person extends TestUser {
  token: string;
}

let desk: ReceivingDesk;
let limitsPath: string;
let buyer: Person;
/** Limits of 600,00 and 800,00, and none; the last buys for another building. */
let small: Person;
let large: Person;
let free: Person;
let elsewhere: Person;

beforeAll(async () => {
  desk = await startReceiving();
  const { seed, office, building, other } = desk;
  limitsPath = `/api/v1/purchase/company/${office.companyId}/order-limits`;
  const person = async (name: string, buildingId: number): Promise<Person> => {
    const user = await seed.user(office.accountId, {
      ...{ login: `${name.toLowerCase()}@exemplo.com.br`, name },
      grants: [{ companyId: office.companyId, buildingId, permissions: ['PURCHASE'] }],
    });
    return { ...user, token: await seed.tokenOf(user) };
  };
  buyer = await person('Bruna', building);
  small = await person('Sara', building);
  large = await person('Lauro', building);
  free = await person('Fabio', building);
  elsewhere = await person('Elena', other);
});
afterAll(() => desk.services.stop());

const limit = (user: Person | null, value: string | null) => ({ user: user && { id: user.id }, limit: value });
const readLimits = async () => done(await desk.api.get(limitsPath, { token: desk.token }));
const setLimits = async (limits: object[]) =>
  done(await desk.api.put(limitsPath, { token: desk.token, body: { limits, version: (await readLimits()).version } }));
const LIMITS = () => [
  limit(null, '100.00'),
  ...[limit(buyer, '500'), limit(small, '600'), limit(large, '800.00'), limit(free, null), limit(elsewhere, null)],
];

/** An order of 690,00 that the buyer makes. */
const open = async (rest: object = {}) => {
  const order = done(await desk.create(desk.lines, rest, buyer.token));
  const [a, b] = order.requirementLineList;
  return { id: order.id as number, order, a, b };
};
/** Freight 90,00 on lines of 600,00. */
const CHARGED = { shippingRate: '90' };
const read = async (id: number, as: Person) => done(await desk.api.get(desk.at(id), { token: as.token }));
const decide = (id: number, as: string, body: object) => desk.api.post(desk.at(id, '/approval'), { token: as, body });
const messagesOf = async ({ token }: { token: string }): Promise<{ text: string; link: string }[]> =>
  done(await desk.api.get('/api/v1/assistant/messages', { token })).content;
const textsOf = async (who: { token: string }, document: string): Promise<string[]> =>
  (await messagesOf(who)).map(({ text }) => text.replaceAll('\u00a0', ' ')).filter((text) => text.includes(document));
const admin = () => ({ token: desk.token });
const mails = (document: string) =>
  readOutbox(desk.services.app.platform.dataDir).filter(({ subject }) => subject.includes(document));

/** What orders commit, as it is stored. */
const commitments = async (): Promise<unknown[]> =>
  desk.seed.sql(`select order_id, due_date::text, value from order_commitments order by order_id, due_date`);
const linesCommitted = async (id: number): Promise<string> =>
  (await desk.seed.sql<{ sum: string }>('select sum(committed_value) from order_lines where order_id = $1', [id]))[0]
    ?.sum ?? '';
/** By the service, by the function that makes them anew, and by the check of the ledger. */
const committed = async (id: number): Promise<[days: string[], lines: string]> => {
  const written = await commitments();
  await desk.seed.sql('select rebuild_order_commitments()');
  expect(await commitments()).toEqual(written);
  expect((await verifyLedger(desk.services.database.ownerUrl)).differences).toEqual([]);
  const rows = await desk.seed.sql<{ due_date: string; value: string }>(
    'select due_date::text, value from order_commitments where order_id = $1 order by due_date',
    [id],
  );
  return [rows.map(({ due_date, value }) => `${due_date} ${value}`), await linesCommitted(id)];
};

describe('Limits of a company', () => {
  beforeEach(() => setLimits([]));

  test('are set as a whole by its administrators, and hold nobody without any', async () => {
    const { order } = await open(CHARGED);
    expect([order.grossValue, order.approval]).toEqual(['690.00', null]);
    const set = await setLimits([limit(buyer, '500'), limit(null, null)]);
    expect(set.limits).toEqual([
      { user: null, limit: null },
      { user: { id: buyer.id, name: 'Bruna' }, limit: '500.00' },
    ]);
    expect(await readLimits()).toEqual(set);
    const body = { limits: [], version: set.version - 1 };
    expect((await desk.api.put(limitsPath, { token: desk.token, body })).status).toBe(409);
    expect((await desk.api.get(limitsPath, { token: buyer.token })).status).toBe(403);
    expect((await desk.api.put(limitsPath, { token: free.token, body })).status).toBe(403);
  });

  test('are refused at the user that they name', async () => {
    const { version } = await readLimits();
    const limits = [
      ...[limit(buyer, '1'), limit(buyer, '2'), { user: { id: desk.office.adminUser.id }, limit: '3' }],
      ...[{ user: { id: 999_999 }, limit: '4' }, limit(null, '5'), limit(null, null)],
    ];
    expect(refusal(await desk.api.put(limitsPath, { token: desk.token, body: { limits, version } }))).toEqual([
      422,
      'limits.1.user: Este usuário aparece duas vezes.',
      'limits.2.user: Quem administra a conta não tem limite.',
      'limits.3.user: Usuário não encontrado.',
      'limits.5.user: Os demais aparecem duas vezes.',
    ]);
    const wrong = { limits: [limit(buyer, '-1')], version };
    expect(refusal(await desk.api.put(limitsPath, { token: desk.token, body: wrong }))).toEqual([
      400,
      'limits.0.limit: Informe um valor maior ou igual a zero, com até 2 casas.',
    ]);
  });
});

describe('An order above the limit of who saves it', () => {
  beforeAll(() => setLimits(LIMITS()));

  test('waits, commits nothing, is told to who may approve it, and counts once it is approved', async () => {
    const { id, order } = await open(CHARGED);
    const { document } = order;
    expect(order.approval).toEqual({
      ...{ status: 'WAITING', limit: '500.00', value: '690.00', requestedBy: { id: buyer.id, name: 'Bruna' } },
      ...{ requestedAt: '2026-11-20T15:00:00.000Z', decidedBy: null, decidedAt: null, reason: null, mayDecide: false },
    });
    expect(await committed(id)).toEqual([[], '0.00']);
    const asked = `O pedido ${document} aguarda a sua aprovação: R$ 690,00 a Depósito São Jorge, obra Vila das Ipês. Comprador: Bruna.`;
    const told = await Promise.all(
      [large, free, admin(), small, elsewhere, buyer].map((who) => textsOf(who, document)),
    );
    expect(told).toEqual([[asked], [asked], [asked], [], [], []]);
    const link = `/home/forms/purchase/orders-and-receipts?company=${desk.office.companyId}&id=${id}`;
    expect((await messagesOf(large))[0]?.link).toBe(link);
    const mail = await mailTo(desk.services.app.platform.dataDir, large.login);
    expect([mail.subject.replaceAll('\u00a0', ' '), mail.link]).toEqual([
      `Pedido ${document} de R$ 690,00 aguarda a sua aprovação`,
      link,
    ]);
    for (const said of [
      'Fornecedor: Depósito São Jorge',
      'Obra: Vila das Ipês',
      'Comprador: Bruna',
      'Valor: R$ 690,00',
    ])
      expect(mail.text.replaceAll('\u00a0', ' ')).toContain(said);
    expect(
      (await Promise.all([small, large].map((who) => read(id, who)))).map(({ approval }) => approval.mayDecide),
    ).toEqual([false, true]);

    const approved = done(await decide(id, large.token, { version: order.version, decision: 'APPROVED' }));
    expect([approved.version, approved.approval]).toEqual([
      order.version + 1,
      {
        ...order.approval,
        ...{ status: 'APPROVED', decidedBy: { id: large.id, name: 'Lauro' }, decidedAt: '2026-11-20T15:00:00.000Z' },
      },
    ]);
    // One installment on the day of the order.
    expect(await committed(id)).toEqual([['2026-11-20 690.00'], '690.00']);
    expect(await textsOf(buyer, document)).toEqual([`Lauro aprovou o pedido ${document}, de R$ 690,00.`]);
    const history = await desk.seed.sql<{ action: string; user_id: string }>(
      "select action, user_id from audit_log where entity = 'order' and entity_id = $1 order by id",
      [id],
    );
    expect(history).toEqual([
      { action: 'create', user_id: String(buyer.id) },
      { action: 'approve', user_id: String(large.id) },
    ]);
    expect(
      mails(document)
        .map(({ to }) => to.replace(/.*<|>/g, ''))
        .sort(),
    ).toEqual([desk.office.adminUser.login, free.login, large.login].sort());
  });

  test('is told once for the same waiting, and again for more', async () => {
    const { id, order } = await open(CHARGED);
    const save = async (body: object) => done(await desk.update(id, body, buyer.token)).approval;
    expect((await save({ notes: 'Na portaria' })).status).toBe('WAITING');
    expect((await textsOf(large, order.document)).length).toBe(1);
    // 600,00 and 250,00: above the limit of 800,00.
    expect((await save({ shippingRate: '250' })).value).toBe('850.00');
    expect((await textsOf(large, order.document)).length).toBe(1);
    expect((await textsOf(free, order.document)).length).toBe(2);
    expect((await read(id, large)).approval.mayDecide).toBe(false);
    // Who may approve less hears of it now; who was told of more does not hear of less.
    expect((await save({ shippingRate: '90' })).value).toBe('690.00');
    expect([(await textsOf(large, order.document)).length, (await textsOf(free, order.document)).length]).toEqual([
      2, 2,
    ]);
    expect(await save({ shippingRate: '0', discount: '100' })).toBeNull();
    // 600,00 less 100,00.
    expect(await committed(id)).toEqual([['2026-11-20 500.00'], '500.00']);
  });

  test('is not approved by who may when he only saves it', async () => {
    const { id } = await open(CHARGED);
    for (const who of [large.token, desk.token]) {
      const { approval } = done(await desk.update(id, { notes: 'Lido' }, who));
      expect([approval.status, approval.requestedBy.name]).toEqual(['WAITING', 'Bruna']);
    }
    expect(done(await desk.create(desk.lines, CHARGED, desk.token)).approval).toBeNull();
    expect(done(await desk.create(desk.lines, CHARGED, large.token)).approval).toBeNull();
  });

  test('keeps its approval up to its value and for its supplier', async () => {
    const { id, order } = await open(CHARGED);
    done(await decide(id, large.token, { version: order.version, decision: 'APPROVED', reason: ' Urgente ' }));
    const save = async (body: object) => done(await desk.update(id, body, buyer.token)).approval;
    expect(await save({ shippingRate: '10' })).toMatchObject({
      status: 'APPROVED',
      value: '690.00',
      reason: 'Urgente',
    });
    expect(await save({ shippingRate: '90' })).toMatchObject({ status: 'APPROVED' });
    expect(await save({ shippingRate: '90.01' })).toMatchObject({ status: 'WAITING', value: '690.01', reason: null });
    expect(await committed(id)).toEqual([[], '0.00']);
    const again = await read(id, large);
    done(await decide(id, large.token, { version: again.version, decision: 'APPROVED' }));
    const supplier = { id: await desk.partner('SUPPLIER', 'Areial do Vale') };
    expect(await save({ supplier })).toMatchObject({ status: 'WAITING', decidedBy: null });
  });

  test('is not received, by hand, by its own body, or as it is made, and its PDF says so', async () => {
    const { id, order, a } = await open(CHARGED);
    const marked = order.requirementLineList.map((line: object) => ({ ...line, received: true }));
    const all = {
      ...{ WAITING: 'Este pedido aguarda aprovação: até lá, não é enviado nem recebido.' },
      REJECTED: 'Este pedido foi reprovado: não é enviado nem recebido. Altere-o e salve para pedir aprovação de novo.',
    };
    const print = async () => {
      const url = desk.at(id, '/pdf');
      const headers = { authorization: `Bearer ${buyer.token}` };
      return readPdf((await desk.services.app.inject({ method: 'GET', url, headers })).rawPayload)
        .map(({ text }) => text)
        .join('\n');
    };
    expect(refusal(await desk.receive(id, { lines: [of(a.id, '4')] }, buyer.token))).toEqual([422, all.WAITING]);
    expect(refusal(await desk.update(id, { requirementLineList: marked }, buyer.token))).toEqual([422, all.WAITING]);
    const received = desk.lines.map((line) => ({ ...line, received: true }));
    expect(refusal(await desk.create(received, CHARGED, buyer.token))).toEqual([422, all.WAITING]);
    expect(await print()).toContain('AGUARDANDO APROVAÇÃO');
    done(await decide(id, free.token, { version: order.version, decision: 'REJECTED', reason: 'Caro' }));
    expect(refusal(await desk.receive(id, { lines: [of(a.id, '4')] }, buyer.token))).toEqual([422, all.REJECTED]);
    expect(await print()).toContain('REPROVADO');
    expect(await textsOf(buyer, order.document)).toEqual([
      `Fabio reprovou o pedido ${order.document}, de R$ 690,00. Fabio: “Caro”`,
    ]);
    expect(await committed(id)).toEqual([[], '0.00']);
    const { approval } = done(await desk.update(id, { notes: 'Revisto' }, buyer.token));
    expect(approval).toMatchObject({ status: 'WAITING', reason: null, decidedBy: null });
    const { version } = await read(id, free);
    done(await decide(id, free.token, { version, decision: 'APPROVED' }));
    expect(done(await desk.receive(id, { lines: [of(a.id, '4')] }, buyer.token)).state).toBe('PARTIAL');
    expect(await print()).not.toMatch(/AGUARDANDO|REPROVADO/);
  });

  test('is decided once, by who may, with a reason to reject', async () => {
    const { id, order } = await open(CHARGED);
    const { version } = order;
    const approve = { version, decision: 'APPROVED' };
    const yours = 'Este pedido passa do seu limite: quem aprova é outra pessoa.';
    for (const who of [buyer, small]) expect(refusal(await decide(id, who.token, approve))).toEqual([403, yours]);
    expect((await decide(id, elsewhere.token, approve)).status).toBe(404);
    expect((await decide(id, large.token, { ...approve, version: version + 1 })).status).toBe(409);
    expect((await decide(id, large.token, { decision: 'APPROVED' })).status).toBe(400);
    for (const reason of [undefined, null, '  '])
      expect(refusal(await decide(id, large.token, { version, decision: 'REJECTED', reason }))).toEqual([
        422,
        'reason: Diga por que o pedido foi reprovado.',
      ]);
    const long = { version, decision: 'REJECTED', reason: 'x'.repeat(501) };
    expect(refusal(await decide(id, large.token, long))).toEqual([400, 'reason: Informe no máximo 500 caracteres.']);
    const replies = await Promise.all([
      decide(id, large.token, approve),
      decide(id, free.token, { version, decision: 'REJECTED', reason: 'Caro' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const settled = await read(id, large);
    expect(refusal(await decide(id, large.token, { ...approve, version: settled.version }))).toEqual([
      422,
      'Este pedido não aguarda aprovação.',
    ]);
  });

  test('is received or rejected, never both', async () => {
    const { id, order, a } = await open(CHARGED);
    done(await decide(id, large.token, { version: order.version, decision: 'APPROVED' }));
    // Raised again while a nota arrives: whichever comes first, nothing is received of what waits.
    const [received, raised] = await Promise.all([
      desk.receive(id, { lines: [of(a.id, '4')] }, buyer.token),
      desk.update(id, { shippingRate: '100' }, buyer.token),
    ]);
    const after = await read(id, large);
    expect([raised.status, after.approval.status]).toEqual([200, 'WAITING']);
    expect([200, 422]).toContain(received.status);
    expect(after.deliveries.length).toBe(received.status === 200 ? 1 : 0);
    expect((await desk.receive(id, { lines: [of(a.id, '1')] }, buyer.token)).status).toBe(422);
    expect(await committed(id)).toEqual([[], '0.00']);
  });

  test('is in a view of the list, with its count', async () => {
    const { id } = await open({ ...CHARGED, document: 'LISTA-1' });
    const ask = async (path: string, query: Record<string, string>) =>
      done(await desk.api.get(`${desk.base}${path}`, { token: buyer.token, query: { search: 'LISTA-1', ...query } }));
    const [row] = (await ask('', { approval: 'WAITING' })).content;
    expect([row.id, row.approval]).toEqual([id, 'WAITING']);
    expect((await ask('', { approval: 'REJECTED' })).content).toEqual([]);
    expect(await ask('/totals', { approval: 'REJECTED' })).toMatchObject({ all: 1, waitingApproval: 1, total: '0.00' });
  });

  test('is still told to others as open', async () => {
    const { id, order } = await open(CHARGED);
    const body = desk.bodyOf(desk.lines, {});
    const { requirementLineList, building, supplier } = body;
    const check = done(
      await desk.api.post(`${desk.base}/check`, {
        token: buyer.token,
        body: { building, supplier, requirementLineList },
      }),
    );
    const named = check.warnings.flatMap(({ otherOpenOrder }: { otherOpenOrder: { order: { id: number } } | null }) =>
      otherOpenOrder ? [otherOpenOrder.order.id] : [],
    );
    expect([order.approval.status, named.includes(id)]).toEqual(['WAITING', true]);
  });
});

test('Whose limit is raised may approve his own order, and whose mail comes late gets none', async () => {
  await setLimits(LIMITS());
  const { id, order } = await open(CHARGED);
  await setLimits([limit(buyer, '690'), limit(null, '0')]);
  const own = await read(id, buyer);
  expect(own.approval.mayDecide).toBe(true);
  done(await decide(id, buyer.token, { version: own.version, decision: 'APPROVED' }));
  expect(await textsOf(buyer, order.document)).toEqual([]);
});
