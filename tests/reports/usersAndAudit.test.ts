/** What Usuários e permissões and Auditoria say, against rows that the test makes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { readerOf } from './kit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let { preview, rows } = {} as ReturnType<typeof readerOf>;
let people: Record<'bia' | 'caio', TestUser>;

const grant = (
  user: number,
  companyId: number,
  building: number | null,
  permission: string,
  by: 'HAND' | 'GROUP' | 'BOTH',
) =>
  services.seed.sql(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission, by_hand, by_group)
     values ($1, $2, $3, $4, $5, $6 in ('HAND', 'BOTH'), $6 in ('GROUP', 'BOTH'))`,
    [office.accountId, user, companyId, building, permission, by],
  );

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed);
  stranger = await openOffice(seed, 'CANARIO');
  ({ preview, rows } = readerOf(services, office.companyId));
  const { accountId, companyId } = office;
  await seed.sql(`update users set name = 'Zélia Administra', login = 'zelia@ipe.example' where id = $1`, [
    office.adminUser.id,
  ]);
  const [tower, house] = [
    await seed.building(office, { name: 'Torre Sul' }),
    await seed.building(office, { name: 'Água Clara' }),
  ];
  const branch = await seed.company(accountId, { name: 'Filial' });
  const bia = await seed.user(accountId, { name: 'Bia Lima', login: 'bia@ipe.example' });
  const caio = await seed.user(accountId, {
    name: 'Ágata Reis',
    login: 'agata@ipe.example',
    active: false,
    timezone: 'America/Manaus',
  });
  people = { bia, caio };
  await grant(bia.id, companyId, tower, 'DEBIT', 'HAND');
  await grant(bia.id, companyId, tower, 'PURCHASE', 'GROUP');
  await grant(bia.id, companyId, tower, 'CREDIT', 'BOTH');
  await grant(bia.id, companyId, house, 'ENGINEERING', 'GROUP');
  await grant(bia.id, companyId, null, 'DEBIT', 'HAND');
  await grant(bia.id, branch, null, 'CREDIT', 'HAND');
  await grant(caio.id, branch, null, 'DEBIT', 'HAND');
  const invited = await seed.insert('users', { account_id: accountId, name: 'Davi Novo', login: 'davi@ipe.example' });
  await grant(invited, companyId, house, 'DEBIT', 'HAND');
  await seed.insert('users', {
    account_id: accountId,
    name: 'Integração',
    login: 'servico-0123456789ab',
    service: true,
    responsible_id: bia.id,
  });
  await seed.sql(
    `insert into user_totp (account_id, user_id, secret, created_at, confirmed_at) values ($1, $2, 'x', now(), now())`,
    [accountId, bia.id],
  );
  const tokens = [
    ['2026-11-18T02:30:00Z', '2026-11-18T10:30:00Z'],
    ['2026-11-17T12:00:00Z', '2026-11-17T20:00:00Z'],
  ];
  for (const [index, [issued, expires]] of tokens.entries())
    await seed.insert('access_tokens', {
      token_hash: Buffer.alloc(32, index + 1),
      account_id: accountId,
      user_id: bia.id,
      issued_at: issued,
      expires_at: expires,
    });
});
afterAll(() => services.stop());

describe('Usuários e permissões', () => {
  test('has each user of the account by name, and what each may on which obra of the company, by hand and by groups', async () => {
    const bia = ['Bia Lima', 'bia@ipe.example', 'Ativo', 'Sim'];
    // 02:30 in Greenwich is the evening before in São Paulo.
    const seen = '17/11/2026 às 23:30';
    expect(await rows('users', office.admin)).toEqual([
      ['Ágata Reis', 'agata@ipe.example', 'Inativo', 'Não', '–', 'Nenhuma nesta empresa', 'Nunca'],
      [...bia, 'Água Clara', 'Engenharia', seen],
      [...bia, 'Sem obra', 'Despesas', seen],
      [...bia, 'Torre Sul', 'Despesas, Receitas, Compras', seen],
      ['Davi Novo', 'davi@ipe.example', 'Convidado', 'Não', 'Água Clara', 'Despesas', 'Nunca'],
      ['Integração', 'Conta de serviço', 'Ativo', '–', '–', 'Nenhuma nesta empresa', '–'],
      ['Zélia Administra', 'zelia@ipe.example', 'Ativo', 'Não', 'Todas', 'Administrador', '20/11/2026 às 12:00'],
    ]);
    const { count, lines } = (await preview('users', office.admin)).body.data;
    expect([count, lines.length, new Set(lines.map(({ kind }: { kind: string }) => kind))]).toEqual([
      7,
      7,
      new Set(['ROW']),
    ]);
  });

  test('of another company of the account has what they may there', async () => {
    const [{ id } = { id: '' }] = await services.seed.sql<{ id: string }>(
      `select id from companies where name = 'Filial'`,
    );
    const branch = readerOf(services, Number(id));
    const listed = (await branch.rows('users', office.admin)).map((row) => [row[0], row[4], row[5]]);
    expect(listed.slice(0, 3)).toEqual([
      ['Ágata Reis', 'Sem obra', 'Despesas'],
      ['Bia Lima', 'Sem obra', 'Receitas'],
      ['Davi Novo', '–', 'Nenhuma nesta empresa'],
    ]);
  });
});

interface Entry {
  at: string;
  user?: number | null;
  action: string;
  entity?: string;
  entityId?: number;
  route?: string;
  details?: object;
}

const record = (accountId: number, { at, user = null, action, entity, entityId, route = 'PUT /x', details }: Entry) =>
  services.seed.insert('audit_log', {
    ...{ account_id: accountId, at, user_id: user, action, entity: entity ?? null, entity_id: entityId ?? null, route },
    details: details ? JSON.stringify(details) : null,
  });

describe('Auditoria', () => {
  beforeAll(async () => {
    const { accountId, adminUser } = office;
    const bia = people.bia.id;
    const token = { name: 'Planilha', madeBy: adminUser.id };
    // Midnight in São Paulo is 03:00 in Greenwich.
    await record(accountId, { at: '2026-10-01T02:59:59Z', user: bia, action: 'create', entity: 'brand' });
    await record(accountId, {
      at: '2026-10-01T03:00:00Z',
      user: bia,
      action: 'create',
      entity: 'transaction',
      entityId: 41,
      route: 'POST /debit',
    });
    await record(accountId, { at: '2026-10-15T15:07:00Z', action: 'login', details: { failed: true } });
    await record(accountId, {
      at: '2026-10-15T15:06:00Z',
      user: bia,
      action: 'pay',
      entity: 'transaction',
      entityId: 42,
      details: { token },
    });
    await record(accountId, {
      at: '2026-10-31T12:00:00Z',
      user: adminUser.id,
      action: 'pay',
      entity: 'wallet',
      details: { token: { name: 'Robô' } },
    });
    await record(accountId, {
      at: '2026-11-01T02:59:59Z',
      user: adminUser.id,
      action: 'beam',
      entity: 'teleporter',
      entityId: 7,
    });
    await record(accountId, {
      at: '2026-11-01T03:00:00Z',
      user: bia,
      action: 'delete',
      entity: 'transaction',
      entityId: 43,
    });
    await record(stranger.accountId, {
      at: '2026-10-15T12:00:00Z',
      user: stranger.adminUser.id,
      action: 'create',
      entity: 'brand',
    });
  });

  const OCTOBER = [
    ['01/10/2026 às 00:00', 'Bia Lima', 'Criou', 'Lançamento', '41', 'POST /debit'],
    [
      '15/10/2026 às 12:06',
      'Bia Lima (token Planilha, criado por Zélia Administra)',
      'Pagou',
      'Lançamento',
      '42',
      'PUT /x',
    ],
    ['15/10/2026 às 12:07', 'Sem login', 'Entrou', '', '', 'PUT /x'],
    ['31/10/2026 às 09:00', 'Zélia Administra (token Robô)', 'Pagou', 'Carteira', '', 'PUT /x'],
    // What has no word yet is called by its name.
    ['31/10/2026 às 23:59', 'Zélia Administra', 'beam', 'teleporter', '7', 'PUT /x'],
  ];

  test('has each act of the days of the reader, in its order, and nothing of another account', async () => {
    const query = { from: '2026-10-01', to: '2026-10-31' };
    expect(await rows('audit', office.admin, query)).toEqual(OCTOBER);
    const { count, lines, about } = (await preview('audit', office.admin, query)).body.data;
    expect([count, lines.map(({ cells }: { cells: string[] }) => cells), about]).toEqual([
      ...[5, OCTOBER, ['01/10/2026 a 31/10/2026', 'conta inteira']],
    ]);
  });

  test.each([
    ['2026-10-15', '2026-10-15', [1, 2]],
    ['2026-10-16', '2026-10-30', []],
    ['2026-10-31', '2026-10-31', [3, 4]],
  ])('from %s to %s has what falls into it', async (from, to, wanted) => {
    expect(await rows('audit', office.admin, { from, to })).toEqual(wanted.map((index) => OCTOBER[index]));
  });

  test('has the days of a reader by their own clocks', async () => {
    const reader = await services.seed.user(office.accountId, { admin: true, timezone: 'Pacific/Kiritimati' });
    const token = await services.seed.tokenOf(reader);
    // Fourteen hours before Greenwich: the last hours of September in Brazil are of October there.
    const [first] = await rows('audit', token, { from: '2026-10-01', to: '2026-10-01' });
    expect(first?.slice(0, 4)).toEqual(['01/10/2026 às 16:59', 'Bia Lima', 'Criou', 'Marca']);
    await services.seed.sql('delete from access_tokens where user_id = $1', [reader.id]);
    await services.seed.sql('delete from users where id = $1', [reader.id]);
  });
});

describe('Both reports', () => {
  test.each(['users', 'audit'])('%s is for administrators of the account alone', async (report) => {
    const tower = await services.seed.building(office);
    for (const place of [tower, null]) {
      const token = await office.as(['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'], place);
      expect((await preview(report, token)).status).toBe(403);
    }
    expect((await preview(report, stranger.admin)).status).toBe(404);
    const own = readerOf(services, stranger.companyId);
    expect(JSON.stringify(await own.rows(report, stranger.admin))).not.toMatch(/Bia|ipe\.example|Planilha/);
  });

  test.each<[string, Record<string, string>]>([
    ['users', { from: '2026-10-01' }],
    ['users', { buildingId: '1' }],
    ['audit', { buildingId: '1' }],
    ['audit', { regime: 'CASH' }],
  ])('%s refuses %j, which it does not have', async (report, query) => {
    const { status, body } = await preview(report, office.admin, query);
    expect([status, body.fields[0].path]).toEqual([400, Object.keys(query)[0]]);
  });
});
