/** A person who worked in everything that writes a name is anonymised; the oracle is the text of every row of every table. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate, readMigrations } from '#services/platform/db/migrate.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createEmptyDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { done } from '../purchase/orders/kit.ts';
import { startReceiving, type ReceivingDesk } from '../purchase/orders/receivingKit.ts';
import { rowsWith } from './rowsWith.ts';

/** Of the person's first name, of the one that she gave herself later, and of her address. */
const WORDS = ['Hermengarda', 'hermengarda', 'Vasques', 'vasques', 'Quitéria'];

let desk: ReceivingDesk;
let person: number;
let own: string;
let buyer: string;
let buyerId: number;
let second: string;

const security = '/api/v1/security';
const books = () => `/api/v1/financial/company/${desk.office.companyId}/debit`;
const partners = () => `/api/v1/financial/account/${desk.office.accountId}/partner`;
const textsOf = async (token: string): Promise<string[]> =>
  done(await desk.api.get('/api/v1/assistant/messages', { token, query: { size: '100' } })).content.map(
    ({ text }: { text: string }) => text.replaceAll('\u00a0', ' '),
  );
const newest = async (token: string) => (await textsOf(token))[0];

const user = async (name: string, login: string) => {
  const { office, seed } = desk;
  const grants = [{ companyId: office.companyId, permissions: ['DEBIT' as const, 'PURCHASE' as const] }];
  const made = await seed.user(office.accountId, { name, login, grants });
  for (const buildingId of [desk.building, desk.other])
    await seed.grant(made, { companyId: office.companyId, buildingId, permissions: ['DEBIT', 'PURCHASE'] });
  return { id: made.id, token: await seed.tokenOf(made) };
};

const expense = async (token: string): Promise<number> => {
  const body = {
    ...{ documentNumber: 'NF 88', grossValue: '500.00', emissionDate: '2026-11-10', dueDate: '2026-12-10' },
    ...{ partner: { id: desk.supplier }, description: 'Areia' },
    transactionRecordBuildings: [{ building: { id: desk.building }, grossValue: '500.00' }],
  };
  return done(await desk.api.post(books(), { token, body })).id;
};

/** Limits of 800,00 for the person and 500,00 for the buyer: she decides his order of 690,00; hers of 960,00 waits. */
const limitOrders = async (): Promise<void> => {
  const path = `/api/v1/purchase/company/${desk.office.companyId}/order-limits`;
  const { version } = done(await desk.api.get(path, { token: desk.token }));
  const limits = [
    { user: { id: person }, limit: '800' },
    { user: { id: buyerId }, limit: '500' },
  ];
  done(await desk.api.put(path, { token: desk.token, body: { limits, version } }));
};
const decide = (id: number, token: string, body: object, key: string) =>
  desk.api.post(desk.at(id, '/approval'), { token, body, headers: { 'idempotency-key': key } });

beforeAll(async () => {
  desk = await startReceiving();
  ({ id: person, token: own } = await user('Hermengarda Vasques', 'hermengarda@vasques.example'));
  ({ id: buyerId, token: buyer } = await user('Bruno Reis', 'bruno@exemplo.com.br'));
  const admin = await desk.seed.user(desk.office.accountId, { admin: true });
  second = await desk.seed.tokenOf(admin);
  await limitOrders();
});
afterAll(() => desk.services.stop());

describe('What a person did', () => {
  test('is told to others with the name of today', async () => {
    const { api } = desk;
    const supplier = done(await api.get(`${partners()}/${desk.supplier}`, { token: own }));
    const pixKeys = [{ kind: 'EMAIL', key: 'caixa@deposito.com.br' }];
    done(await api.put(partners(), { token: own, body: { ...supplier, pixKeys } }));
    expect(await newest(buyer)).toContain('Hermengarda Vasques alterou os dados de pagamento de Depósito São Jorge');

    const document = await expense(buyer);
    await expense(own);
    expect(await newest(buyer)).toContain('Hermengarda Vasques salvou o documento NF 88, de R$ 500,00');
    done(await api.post(`${books()}/${document}/comments`, { token: own, body: { text: `@[${buyerId}] confira` } }));
    expect(await newest(buyer)).toContain('Hermengarda Vasques mencionou você em um comentário da despesa NF 88');

    const order = done(await desk.create(desk.lines, { shippingRate: '90' }, buyer));
    const rejection = { version: order.version, decision: 'REJECTED', reason: 'Fale com @[1]' };
    done(await decide(order.id, own, rejection, 'reject'));
    expect(await newest(buyer)).toBe(
      `Hermengarda Vasques reprovou o pedido ${order.document}, de R$ 690,00. Hermengarda Vasques: “Fale com @[1]”`,
    );
    const hers = done(await desk.create(desk.lines, { shippingRate: '360' }, own));
    expect(await newest(desk.token)).toMatch(/ aguarda a sua aprovação: .* Comprador: Hermengarda Vasques\.$/);
    // The answer, which is kept for a repeated call, says who asked.
    const approved = await decide(hers.id, desk.token, { version: hers.version, decision: 'APPROVED' }, 'approve');
    expect(done(approved).approval.requestedBy).toEqual({ id: person, name: 'Hermengarda Vasques' });

    done(
      await api.put(`${security}/profile`, { token: own, body: { name: 'Quitéria', timeZone: 'America/Sao_Paulo' } }),
    );
    expect((await textsOf(buyer)).filter((text) => text.includes('Hermengarda'))).toEqual([]);
    expect((await textsOf(buyer)).filter((text) => text.startsWith('Quitéria '))).toHaveLength(4);
  });

  test('and kept for herself goes with her name, and what the company needs stays', async () => {
    const { api, seed, office } = desk;
    const lists = `/api/v1/lists/company/${office.companyId}/saved-views`;
    const view = { list: 'EXPENSES', address: 'status=OVERDUE' };
    done(await api.post(lists, { token: own, body: { ...view, name: 'Vencidas da Quitéria', shared: false } }));
    done(await api.post(lists, { token: own, body: { ...view, name: 'Vencidas', shared: true } }));
    const columns = [{ id: 'partner', shown: null, width: 240 }];
    done(await api.put('/api/v1/lists/columns', { token: own, body: { list: 'EXPENSES', columns } }));
    const reports = `/api/v1/reports/company/${office.companyId}`;
    const year = { from: '2026-01-01', to: '2026-12-31' };
    const asked = { report: 'bills-paid', format: 'PDF', parameters: year };
    done(await api.post(`${reports}/report-files`, { token: own, body: asked }));
    await eventually(async () => done(await api.get(`${reports}/report-files`, { token: own })).content[0].state).toBe(
      'DONE',
    );
    await seed.sql(
      `insert into api_tokens (account_id, user_id, made_by, name, token_hash, last_four, access, areas, everywhere, created_at, expires_at,
         last_used_from)
       values ($1, $2, $2, 'Planilha da Quitéria', sha256('x'), 'abcd', 'READ', '{FINANCIAL}', true, now(), now() + interval '90 days',
         '203.0.113.77')`,
      [office.accountId, person],
    );
    // As entries of the history were that named people.
    await seed.sql(
      `insert into audit_log (account_id, at, user_id, route, action, entity, entity_id, details)
       values ($1, now(), null, 'test', 'reject', 'order', 1, jsonb_build_object('approval', jsonb_build_object('decidedBy', $2::jsonb)))`,
      [office.accountId, JSON.stringify({ id: person, name: 'Hermengarda Vasques' })],
    );
    expect(await rowsWith(seed, WORDS)).not.toEqual([]);

    const asking = await api.post(`${security}/anonymisations`, { token: desk.token, body: { user: { id: person } } });
    const { id } = done(asking);
    done(await api.post(`${security}/anonymisations/${id}/decision`, { token: second, body: { outcome: 'DONE' } }));

    expect(await rowsWith(seed, [...WORDS, '203.0.113.77'])).toEqual([]);
    const nameless = `Usuário anonimizado ${person}`;
    expect((await textsOf(buyer)).filter((text) => text.startsWith(nameless))).toHaveLength(4);
    const count = async (table: string, column: string) =>
      (await seed.sql(`select from ${table} where ${column} = $1`, [person])).length;
    expect(await count('report_files', 'created_by')).toBe(0);
    expect(await count('list_columns', 'user_id')).toBe(0);
    expect(await seed.sql('select name from saved_views where created_by = $1', [person])).toEqual([
      { name: 'Vencidas' },
    ]);
    expect(await count('order_approvals', 'requested_by')).toBe(1);
    expect(await count('partner_payment_changes', 'user_id')).toBe(1);
  });

  test('is answered as before to who repeats a command, but for the name', async () => {
    const [order] = await desk.seed.sql<{ id: string }>(
      'select order_id as id from order_approvals where requested_by = $1',
      [person],
    );
    const [kept] = await desk.seed.sql<{ version: number }>('select version from orders where id = $1', [order?.id]);
    const version = Number(kept?.version) - 1;
    const again = await decide(Number(order?.id), desk.token, { version, decision: 'APPROVED' }, 'approve');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(again.body.data.approval.requestedBy).toEqual({ id: person, name: `Usuário anonimizado ${person}` });
  });
});

test('A user who is deleted leaves no name in the answers that are kept for repeated commands', async () => {
  const { api, seed, office, token } = desk;
  const headers = { 'idempotency-key': 'invite' };
  const body = { name: 'Gumercindo Prates', login: 'gumercindo@prates.example', permissions: {} };
  const made = await api.post(`/api/v1/financial/account/${office.accountId}/user`, { token, body, headers });
  const words = ['Gumercindo', 'gumercindo', 'prates'];
  expect((await rowsWith(seed, words)).some((row) => row.startsWith('idempotency_keys'))).toBe(true);
  done(await api.delete(`/api/v1/financial/user/${done(made).id}`, { token }));
  expect(await rowsWith(seed, words)).toEqual([]);
});

test('Messages from before name users by their ids, and those whom nobody knows any more by none', async () => {
  const database = await createEmptyDatabase();
  try {
    await migrate(
      database.ownerUrl,
      readMigrations().filter(({ name }) => name < '0113'),
    );
    const seed = new SeedKit(database.ownerUrl, () => new Date());
    const account = await seed.account();
    const reader = (await seed.user(account, { name: 'Rita' })).id;
    const ana = (await seed.user(account, { name: 'Ana (obra) Sá' })).id;
    for (const name of ['Zé', 'Zé']) await seed.user(account, { name });
    const told = [
      'Ana (obra) Sá mencionou você em um comentário da despesa NF 1.',
      'Quem Saiu mencionou você em um comentário da despesa NF 1.',
      'Zé salvou o documento 7, de R$ 1,00, de Ana (obra) Sá, que já tem outra despesa com este número e valor.',
      'Ana (obra) Sá reprovou o pedido PC-1, de R$ 2,00. Ana (obra) Sá: “Ana (obra) Sá não quer”',
      'O pedido PC-1 aguarda a sua aprovação: R$ 2,00 a Rocha, obra Casa. Comprador: Ana (obra) Sá.',
      'O envio de “Contas”, agendado por Ana (obra) Sá, foi pausado: essa pessoa não tem mais acesso.',
      'Envio de “Contas”: Ana (obra) Sá: não pode ver; Zé: falhou. E mais 2.',
      'Ana (obra) Sá confirmou o pedido PC-1.',
    ];
    for (const text of told)
      await seed.sql(
        `insert into assistant_messages (account_id, user_id, kind, text, at) values ($1, $2, 'INFO', $3, now())`,
        [...[account, reader, text]],
      );
    await migrate(database.ownerUrl);
    await seed.sql(`update users set name = 'Ana Lima' where id = $1`, [ana]);
    const rows = await seed.sql<{ text: string }>(
      'select message_text(m) as text from assistant_messages m order by id',
    );
    expect(rows.map(({ text }) => text)).toEqual([
      'Ana Lima mencionou você em um comentário da despesa NF 1.',
      'Um usuário mencionou você em um comentário da despesa NF 1.',
      'Um usuário salvou o documento 7, de R$ 1,00, de Ana (obra) Sá, que já tem outra despesa com este número e valor.',
      'Ana Lima reprovou o pedido PC-1, de R$ 2,00. Ana Lima: “Ana (obra) Sá não quer”',
      'O pedido PC-1 aguarda a sua aprovação: R$ 2,00 a Rocha, obra Casa. Comprador: Ana Lima.',
      'O envio de “Contas”, agendado por Ana Lima, foi pausado: essa pessoa não tem mais acesso.',
      'Envio de “Contas”: nem todos receberam.',
      // A partner, who is none of the users.
      'Ana (obra) Sá confirmou o pedido PC-1.',
    ]);
    await seed.close();
  } finally {
    await database.drop();
  }
});
