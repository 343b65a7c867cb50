import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BODY, startSchedules, type Body, type SchedulesKit } from './schedulesKit.ts';

let kit: SchedulesKit;
beforeAll(async () => {
  kit = await startSchedules();
});
beforeEach(() => kit.services.clock.set('2026-11-20T15:00:00.000Z'));
afterEach(() => kit.services.seed.sql('delete from report_schedules; delete from allowances'));
afterAll(() => kit.services.stop());

type User = keyof SchedulesKit['tokens'];

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: User = 'admin', body?: unknown) =>
  kit.services.api.call(method, `${kit.base}/report-schedules${path}`, {
    token: kit.tokens[as],
    ...(body === undefined ? {} : { body }),
  });

const post = (body: Partial<Body>, as: User = 'admin') =>
  call('POST', '', as, { ...BODY, userIds: [kit.ids.admin], ...body });

describe('A schedule', () => {
  test('is stored as it was sent, with its next time, changed, paused, resumed and deleted', async () => {
    const made = await post({
      ...{ parameters: { grouping: 'PARTNER' }, rhythm: 'MONTHLY', weekday: null, monthDay: 31, time: '18:30' },
      ...{ formats: ['PDF', 'XLSX'], addresses: [' Contabil@Exata.example '] },
    });
    const name = await kit.value('select name as value from users where id = $1', [kit.ids.admin]);
    const { id } = made.body.data;
    expect(made.body.data).toEqual({
      ...{ id, report: 'bills-paid', title: 'Contas pagas', parameters: { grouping: 'PARTNER' } },
      ...{ rhythm: 'MONTHLY', weekday: null, monthDay: 31, time: '18:30', timeZone: 'America/Sao_Paulo' },
      ...{ period: 'PREVIOUS_MONTH', formats: ['PDF', 'XLSX'], empty: 'SEND', active: true, pausedReason: null },
      ...{ nextAt: '2026-11-30T21:30:00.000Z', own: true, receives: true, lastRun: null },
      createdBy: { id: kit.ids.admin, name },
      recipients: [
        { userId: kit.ids.admin, name },
        { userId: null, name: 'contabil@exata.example' },
      ],
    });
    const changed = await call('PUT', `/${id}`, 'admin', {
      ...BODY,
      rhythm: 'WORKDAYS',
      weekday: null,
      userIds: [kit.ids.pagador],
    });
    expect(changed.body.data).toMatchObject({ rhythm: 'WORKDAYS', monthDay: null, nextAt: '2026-11-23T10:00:00.000Z' });
    expect(changed.body.data.recipients.length).toBe(1);
    const paused = await call('PUT', `/${id}/active`, 'admin', { active: false });
    expect(paused.body.data).toMatchObject({ active: false, nextAt: null, pausedReason: null });
    const resumed = await call('PUT', `/${id}/active`, 'admin', { active: true });
    expect(resumed.body.data).toMatchObject({ active: true, nextAt: '2026-11-23T10:00:00.000Z' });
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    expect((await call('GET', '')).body.data.content).toEqual([]);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });

  test.each<[Partial<Body>, string]>([
    [{ weekday: null }, 'weekday'],
    [{ rhythm: 'DAILY' }, 'weekday'],
    [{ weekday: 8 }, 'weekday'],
    [{ rhythm: 'MONTHLY', weekday: null }, 'monthDay'],
    [{ monthDay: 3 }, 'monthDay'],
    [{ time: '24:00' }, 'time'],
    [{ time: '7:00' }, 'time'],
    [{ period: null }, 'period'],
    [{ report: 'users' }, 'period'],
    [{ formats: [] }, 'formats'],
    [{ formats: ['PDF', 'PDF'] }, 'formats'],
    [{ userIds: [] }, 'userIds'],
    [{ userIds: [999_999] }, 'userIds.0'],
    [{ addresses: ['contabil'] }, 'addresses.0'],
    [{ addresses: ['Financeiro@demo.prumo'] }, 'addresses.0'],
    [{ addresses: ['a@exata.example', 'A@exata.example'] }, 'addresses.1'],
    [{ addresses: Array.from({ length: 20 }, (_, index) => `a${index}@exata.example`) }, 'userIds'],
    [{ parameters: { regime: 'CASH' } }, 'parameters.regime'],
    [{ parameters: { grouping: 'COLOR' } }, 'parameters.grouping'],
    [{ parameters: { from: '2026-01-01' } }, 'parameters.from'],
    [{ report: 'abc-curve', period: null }, 'parameters.buildingId'],
  ])('%j is refused at %s', async (body, path) => {
    const { status, body: answer } = await post(body);
    expect([status, answer.fields?.[0]?.path]).toEqual([400, path]);
  });

  test('of an outside address is an administrator’s, and of a report one’s own who may run it', async () => {
    const outside = await post({ addresses: ['fora@exata.example'] }, 'pagador');
    expect([outside.status, outside.body.fields[0].path]).toEqual([400, 'addresses.0']);
    expect((await post({ report: 'cash-flow' }, 'pagador')).status).toBe(403);
    expect((await post({ report: 'unknown-report' })).status).toBe(404);
    expect((await post({ userIds: [kit.ids.pagador] }, 'pagador')).status).toBe(200);
  });

  test('may be made twenty times by a user, and no more', async () => {
    for (let count = 0; count < 20; count += 1) expect((await post({}, 'pagador')).status).toBe(200);
    expect((await post({}, 'pagador')).status).toBe(409);
    expect((await post({})).status).toBe(200);
  });

  test('is by the clocks of its maker', async () => {
    await kit.services.seed.sql(`update users set timezone = 'America/Manaus' where id = $1`, [kit.ids.pagador]);
    const { body } = await post({}, 'pagador');
    await kit.services.seed.sql(`update users set timezone = 'America/Sao_Paulo' where id = $1`, [kit.ids.pagador]);
    expect(body.data).toMatchObject({ timeZone: 'America/Manaus', nextAt: '2026-11-23T11:00:00.000Z' });
  });
});

describe('Somebody else’s schedule', () => {
  test('is nothing to a stranger; who receives it sees themselves alone, and may leave it', async () => {
    const id = await kit.create({ userIds: [kit.ids.admin, kit.ids.financeiro], addresses: ['fora@exata.example'] });
    for (const [method, path, body] of [
      ['GET', '/runs', undefined],
      ['PUT', '', { ...BODY, userIds: [kit.ids.comprador] }],
      ['PUT', '/active', { active: false }],
      ['POST', '/test', undefined],
      ['DELETE', '', undefined],
      ['DELETE', '/receipt', undefined],
    ] as const) {
      expect([method, path, (await call(method, `/${id}${path}`, 'pagador', body)).status]).toEqual([
        method,
        path,
        404,
      ]);
      if (path !== '/receipt')
        expect([method, path, (await call(method, `/${id}${path}`, 'financeiro', body)).status]).toEqual([
          method,
          path,
          403,
        ]);
    }
    expect((await call('GET', '', 'pagador')).body.data.content).toEqual([]);
    const [hers] = (await call('GET', '', 'financeiro')).body.data.content;
    expect(hers).toMatchObject({ id, own: false, receives: true, recipients: [{ userId: kit.ids.financeiro }] });
    expect(hers.recipients.length).toBe(1);
    expect((await call('DELETE', `/${id}/receipt`, 'financeiro')).status).toBe(200);
    expect((await call('GET', '', 'financeiro')).body.data.content).toEqual([]);
    expect((await kit.schedule(id)).recipients.length).toBe(2);
  });

  test('is paused and deleted by an administrator, who neither changes, tests nor resumes it', async () => {
    const id = await kit.create({ userIds: [kit.ids.pagador] }, kit.tokens.pagador);
    expect((await call('PUT', `/${id}`, 'admin', { ...BODY, userIds: [kit.ids.admin] })).status).toBe(403);
    expect((await call('POST', `/${id}/test`)).status).toBe(403);
    expect((await call('PUT', `/${id}/active`, 'admin', { active: false })).status).toBe(200);
    expect((await call('PUT', `/${id}/active`, 'admin', { active: true })).status).toBe(403);
    expect((await call('GET', `/${id}/runs`)).status).toBe(200);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
  });

  test('whose last recipient has left is paused when it is due', async () => {
    const id = await kit.create({ userIds: [kit.ids.financeiro] });
    await call('DELETE', `/${id}/receipt`, 'financeiro');
    await kit.lookAt('2026-11-23T10:00:00.000Z');
    expect(await kit.schedule(id)).toMatchObject({ active: false, pausedReason: 'Ninguém mais recebe este envio.' });
  });

  test('of another company, or without a login, is refused', async () => {
    const { api } = kit.services;
    expect((await api.get('/api/v1/reports/company/999999/report-schedules', { token: kit.tokens.admin })).status).toBe(
      404,
    );
    expect((await api.get(`${kit.base}/report-schedules`)).status).toBe(401);
  });
});

describe('The users to whom a report may be sent', () => {
  test('are told with the obras that each sees in it, by the same statements for any number of them', async () => {
    const recipients = (as: User = 'admin', report = 'bills-paid') =>
      kit.services.api.get(`${kit.base}/reports/${report}/recipients`, { token: kit.tokens[as] });
    const before = await recipients();
    const all = Number(
      await kit.value('select count(*) as value from buildings where company_id = $1', [kit.companyId]),
    );
    const one = Number(
      await kit.value('select min(id) as value from buildings where company_id = $1', [kit.companyId]),
    );
    const luiza = await kit.user('Luiza Prado', [{ buildingId: one, permissions: ['DEBIT'] }]);
    await kit.services.seed.user(kit.accountId, { name: 'Inativo', active: false });
    for (let count = 0; count < 10; count += 1) await kit.user(`Pessoa ${count}`, []);
    const answer = await recipients();
    const byName = new Map<string, object>(answer.body.data.content.map((row: { name: string }) => [row.name, row]));
    expect(byName.get('Luiza Prado')).toMatchObject({
      userId: luiza.id,
      mayRun: true,
      buildings: 1,
      allBuildings: all,
    });
    expect(byName.get('Pessoa 3')).toMatchObject({ mayRun: false, buildings: 0 });
    expect(byName.has('Inativo')).toBe(false);
    const own = answer.body.data.content.filter((row: { own: boolean }) => row.own);
    expect(own).toMatchObject([{ userId: kit.ids.admin, mayRun: true, buildings: all }]);
    expect(answer.headers['x-sql-queries']).toBe(before.headers['x-sql-queries']);
    expect((await recipients('pagador', 'cash-flow')).status).toBe(403);
  });
});

describe('Tests of a schedule', () => {
  test('are ten an hour', async () => {
    const id = await kit.create({ userIds: [kit.ids.admin] });
    for (let count = 0; count < 10; count += 1) {
      expect((await call('POST', `/${id}/test`)).status).toBe(200);
      await kit.settled();
    }
    expect((await call('POST', `/${id}/test`)).status).toBe(429);
  });
});
