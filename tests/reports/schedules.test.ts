import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MailRefused, type Letter } from '#services/platform/mail.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { pdfText, readCsv, readXlsx } from './kit.ts';
import { startSchedules, type SchedulesKit } from './schedulesKit.ts';

let kit: SchedulesKit;
let site: number;
let luiza: TestUser;
/** A Friday noon in São Paulo. */
const NOW = '2026-11-20T15:00:00.000Z';
/** The Monday after it, 07:00 there. */
const DUE = '2026-11-23T10:00:00.000Z';

beforeAll(async () => {
  kit = await startSchedules();
  site = Number(await kit.value(`select id as value from buildings where name like 'Residência%'`));
  luiza = await kit.user('Luiza Prado', [{ buildingId: site, permissions: ['DEBIT'] }]);
});
beforeEach(() => {
  kit.services.clock.set(NOW);
  kit.sent.splice(0);
  kit.post.receive = () => undefined;
});
afterEach(() => kit.services.seed.sql('delete from report_schedules'));
afterAll(() => kit.services.stop());

const to = (address: string): Letter => {
  const found = kit.sent.filter((letter) => letter.to.address === address);
  expect([address, found.length]).toEqual([address, 1]);
  return found[0] as Letter;
};

const attached = (letter: Letter, ending: string): Buffer =>
  letter.attachments?.find(({ name }) => name.endsWith(ending))?.content as Buffer;
const csv = (letter: Letter) => readCsv(attached(letter, '.csv'));
const cents = (rows: Record<string, string>[]): bigint =>
  rows.reduce((sum, row) => sum + BigInt((row['Valor líquido'] ?? '').replace(',', '')), 0n);

const paidInOctober = async (condition = 'true'): Promise<bigint> =>
  BigInt(
    (
      await kit.value(
        `select coalesce(sum(gross_value + increase - discount), 0)::numeric(15, 2)::text as value from installments i
          where type = 'DEBIT' and not forecast and payment_date between '2026-10-01' and '2026-10-31' and ${condition}`,
      )
    ).replace('.', ''),
  );

const states = async (id: number) =>
  Object.fromEntries(
    (await kit.runs(id))[0].deliveries.map(({ name, state }: { name: string; state: string }) => [name, state]),
  );

describe('A schedule that is due', () => {
  test('sends to each recipient what they may see, with the period in words and dates, and waits for its next time', async () => {
    const id = await kit.create({
      ...{ formats: ['PDF', 'XLSX', 'CSV'], userIds: [kit.ids.admin, luiza.id], addresses: ['Contabil@Exata.Example'] },
    });
    await kit.lookAt('2026-11-23T09:59:59.000Z');
    expect(kit.sent).toEqual([]);
    await kit.lookAt(DUE);
    expect(kit.sent.map(({ subject }) => subject)).toEqual(
      Array(3).fill('Contas pagas — mês anterior, 01/10/2026 a 31/10/2026'),
    );
    const mine = to('admin@demo.prumo');
    expect(mine.attachments?.map(({ name, type }) => [name, type.split(';')[0]])).toEqual([
      ['Contas pagas 01-10-2026 a 31-10-2026.pdf', 'application/pdf'],
      [
        'Contas pagas 01-10-2026 a 31-10-2026.xlsx',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      ['Contas pagas 01-10-2026 a 31-10-2026.csv', 'text/csv'],
    ]);
    const all = await paidInOctober();
    expect(cents(csv(mine))).toBe(all);
    const sum = `${Number(all / 100n).toLocaleString('pt-BR')},${String(all % 100n).padStart(2, '0')}`;
    expect(mine.text).toContain(`Valor líquido: ${sum}`);
    expect(pdfText(attached(mine, '.pdf'))).toContain(`Total ${sum}`);
    const sheet = await readXlsx(attached(mine, '.xlsx'));
    expect([sheet.rows.length, sheet.rows.at(-1)?.cells[0]]).toEqual([csv(mine).length + 1, 'Total']);
    expect(cents(csv(to('contabil@exata.example')))).toBe(all);

    // Hers: the documents that her obra bears.
    const hers = csv(to(luiza.login));
    expect(hers.length).toBe(
      Number(
        await kit.value(
          `select count(*) as value from installments i where type = 'DEBIT' and not forecast
            and payment_date between '2026-10-01' and '2026-10-31'
            and exists (select from apportionments a where a.transaction_id = i.transaction_id and a.building_id = ${site})`,
        ),
      ),
    );
    expect(cents(hers)).toBeLessThan(all);
    expect(new Set(hers.map((row) => row['Obras'])).size).toBe(1);

    expect(await kit.schedule(id)).toMatchObject({
      nextAt: '2026-11-30T10:00:00.000Z',
      lastRun: { at: DUE, state: 'SENT' },
    });
    expect(await states(id)).toEqual({
      ...(await states(id)),
      'Luiza Prado': 'SENT',
      'contabil@exata.example': 'SENT',
    });
    await kit.lookAt('2026-11-23T10:01:00.000Z');
    expect(kit.sent.length).toBe(3);
  });

  test('is sent once after weeks in which nobody looked, by however many processes', async () => {
    const id = await kit.create({ userIds: [kit.ids.admin] });
    kit.services.clock.set('2026-12-18T12:00:00.000Z');
    await Promise.all([kit.worker(), kit.worker(), kit.worker(), kit.worker()].map((worker) => worker.run()));
    await kit.settled();
    expect(kit.sent.length).toBe(1);
    expect((await kit.runs(id)).length).toBe(1);
    expect((await kit.schedule(id)).nextAt).toBe('2026-12-21T10:00:00.000Z');
  });

  test('has the rights of the moment: who may see nothing any more gets nothing, and its maker is told', async () => {
    const gone = await kit.user('Renato Vasques', [{ buildingId: null, permissions: ['DEBIT'] }]);
    const id = await kit.create({ userIds: [kit.ids.admin, kit.ids.comprador, gone.id, luiza.id] });
    await kit.services.seed.sql('update users set active = false where id = $1', [gone.id]);
    await kit.services.seed.sql('delete from user_permissions where user_id = $1', [luiza.id]);
    await kit.lookAt(DUE);
    await kit.services.seed.grant(luiza, { companyId: kit.companyId, buildingId: site, permissions: ['DEBIT'] });
    expect(kit.sent.map((letter) => letter.to.address)).toEqual(['admin@demo.prumo']);
    const buyer = await kit.value('select name as value from users where id = $1', [kit.ids.comprador]);
    expect(await states(id)).toMatchObject({
      'Renato Vasques': 'NO_ACCESS',
      'Luiza Prado': 'NO_ACCESS',
      [buyer]: 'NO_ACCESS',
    });
    expect((await kit.schedule(id)).lastRun.state).toBe('PARTLY');
    const told = await kit.told(kit.ids.admin);
    expect(told).toContain('Envio de “Contas pagas”');
    for (const name of ['Renato Vasques', 'Luiza Prado', buyer]) expect(told).toContain(`${name}: não pode ver`);
  });

  test('for somebody who has lost every right sends nothing, and its maker is told each time until it is paused', async () => {
    const lost = await kit.user('Renato Vidal', [{ buildingId: site, permissions: ['DEBIT'] }]);
    const id = await kit.create({ userIds: [lost.id] });
    await kit.services.seed.sql('delete from user_permissions where user_id = $1', [lost.id]);
    // Rights in another company of the account are none here.
    const other = await kit.services.seed.company(kit.accountId, { name: 'Outra' });
    await kit.services.seed.grant(lost, { companyId: other, permissions: ['DEBIT'] });
    await kit.lookAt(DUE);
    expect(await states(id)).toEqual({ 'Renato Vidal': 'NO_ACCESS' });
    expect(await kit.told(kit.ids.admin)).toMatch(/^Envio de “Contas pagas”: Renato Vidal: não pode ver/);
    expect(await kit.schedule(id)).toMatchObject({ active: true, lastRun: { state: 'NOTHING' } });
    await kit.lookAt('2026-11-30T10:00:00.000Z');
    await kit.lookAt('2026-12-07T10:00:00.000Z');
    expect(await kit.schedule(id)).toMatchObject({ active: false, pausedReason: 'Três envios seguidos falharam.' });
    expect(await kit.told(kit.ids.admin)).toContain('Três envios seguidos falharam, e o envio foi pausado.');
    const toldToThem = 'select count(*) as value from assistant_messages where user_id = $1';
    expect([kit.sent, await kit.value(toldToThem, [lost.id])]).toEqual([[], '0']);
  });

  test('sends once to an address that two recipients have: the one who became a user, with their own rights', async () => {
    const id = await kit.create({ userIds: [luiza.id], addresses: ['obra@exata.example'] });
    const { login } = luiza;
    await kit.services.seed.sql('update users set login = $2 where id = $1', [luiza.id, 'obra@exata.example']);
    await kit.lookAt(DUE);
    await kit.services.seed.sql('update users set login = $2 where id = $1', [luiza.id, login]);
    // Hers, and not what the administrator sees.
    expect(new Set(csv(to('obra@exata.example')).map((row) => row['Obras'])).size).toBe(1);
    expect(await states(id)).toEqual({ 'Luiza Prado': 'SENT', 'obra@exata.example': 'REFUSED' });
    expect(await kit.told(kit.ids.admin)).toContain(
      'obra@exata.example: não foi enviado (Este endereço agora é de um usuário, que tem permissões próprias: escolha o usuário.)',
    );
  });

  test('of one obra gives nothing to who does not see that obra', async () => {
    const other = Number(await kit.value(`select id as value from buildings where name like 'Clínica%'`));
    const id = await kit.create({ parameters: { buildingId: other }, userIds: [kit.ids.admin, luiza.id] });
    await kit.lookAt(DUE);
    expect(kit.sent.map((letter) => letter.to.address)).toEqual(['admin@demo.prumo']);
    expect(await states(id)).toMatchObject({ 'Luiza Prado': 'NO_ACCESS' });
  });

  test('sends nothing to outside addresses when its maker is no administrator any more', async () => {
    const maker = await kit.services.seed.user(kit.accountId, { name: 'Marina', admin: true });
    const token = await kit.services.seed.tokenOf(maker, 365 * 24 * 60 * 60);
    const id = await kit.create({ userIds: [maker.id], addresses: ['fora@exata.example'] }, token);
    await kit.services.seed.sql('update users set admin = false where id = $1', [maker.id]);
    await kit.services.seed.grant(maker, { companyId: kit.companyId, permissions: ['DEBIT'] });
    await kit.lookAt(DUE);
    expect(kit.sent.map((letter) => letter.to.address)).toEqual([maker.login]);
    expect(await states(id)).toEqual({ Marina: 'SENT', 'fora@exata.example': 'REFUSED' });
    expect(await kit.told(maker.id)).toContain(
      'fora@exata.example: não foi enviado (Quem agendou não é mais administrador.)',
    );
  });

  test('whose maker has no access any more is paused', async () => {
    const maker = await kit.user('Paulo', [{ buildingId: site, permissions: ['DEBIT'] }]);
    const id = await kit.create({ userIds: [kit.ids.admin] }, await kit.services.seed.tokenOf(maker));
    await kit.services.seed.sql('update users set active = false where id = $1', [maker.id]);
    await kit.lookAt(DUE);
    expect(kit.sent).toEqual([]);
    expect(await kit.schedule(id)).toMatchObject({
      ...{ active: false, nextAt: null, pausedReason: 'Quem agendou não tem mais acesso.' },
    });
  });
});

describe('A report without rows', () => {
  test.each([
    ['SEND', 1, 'SENT'],
    ['SKIP', 0, 'EMPTY'],
  ])('is told or not sent, by choice (%s)', async (empty, count, state) => {
    // Nobody has paid anything in the year of the demonstration’s future.
    const id = await kit.create({ empty, period: 'NEXT_WEEK', userIds: [kit.ids.pagador] });
    await kit.lookAt(DUE);
    expect(kit.sent.length).toBe(count);
    for (const letter of kit.sent) {
      expect(letter.text).toContain('Sem movimento: Contas pagas');
      expect(letter.attachments).toEqual([]);
    }
    expect(Object.values(await states(id))).toEqual([state]);
    expect((await kit.schedule(id)).lastRun.state).toBe(state === 'SENT' ? 'SENT' : 'NOTHING');
  });
});

describe('A mail that cannot be sent', () => {
  test('is tried again after five minutes, and those that were sent are not', async () => {
    const id = await kit.create({ userIds: [kit.ids.admin, kit.ids.pagador] });
    kit.post.receive = ({ to: { address } }) => {
      if (address.startsWith('pagador')) throw new Error('connect ECONNREFUSED');
    };
    await kit.lookAt(DUE);
    expect((await kit.schedule(id)).lastRun.state).toBe('RETRYING');
    await kit.lookAt('2026-11-23T10:04:00.000Z');
    expect(kit.sent.length).toBe(1);
    kit.post.receive = () => undefined;
    await kit.lookAt('2026-11-23T10:05:00.000Z');
    expect(kit.sent.map((letter) => letter.to.address)).toEqual(['admin@demo.prumo', 'pagador@demo.prumo']);
    expect((await kit.schedule(id)).lastRun.state).toBe('SENT');
    expect((await kit.runs(id)).length).toBe(1);
  });

  test('three times in a row pauses the schedule, and its maker is told', async () => {
    const id = await kit.create({ userIds: [], addresses: ['errado@exata.example'] });
    kit.post.receive = () => {
      throw new MailRefused('550 no such user');
    };
    for (const day of ['23', '30']) await kit.lookAt(`2026-11-${day}T10:00:00.000Z`);
    expect(await kit.schedule(id)).toMatchObject({ active: true, lastRun: { state: 'FAILED' } });
    await kit.lookAt('2026-12-07T10:00:00.000Z');
    expect(await kit.schedule(id)).toMatchObject({ active: false, pausedReason: 'Três envios seguidos falharam.' });
    expect(await kit.told(kit.ids.admin)).toContain('Três envios seguidos falharam, e o envio foi pausado.');
    const link = await kit.value('select link as value from assistant_messages order by id desc limit 1');
    expect(link).toBe('/reports?tab=schedules');
    // Resumed, it counts from none again.
    const path = `${kit.base}/report-schedules/${id}/active`;
    await kit.services.api.put(path, { token: kit.tokens.admin, body: { active: true } });
    expect(await kit.schedule(id)).toMatchObject({
      active: true,
      pausedReason: null,
      nextAt: '2026-12-14T10:00:00.000Z',
    });
  });

  test('is not sent twice when its process ends while it is handed over: nobody knows whether it arrived', async () => {
    const id = await kit.create({ userIds: [kit.ids.admin, kit.ids.pagador] });
    let lost = false;
    kit.post.receive = async () => {
      if (lost) return;
      lost = true;
      // Another process takes the job over, as from one that was killed.
      await kit.services.seed.sql(`
        with taken as (update jobs set state = 'QUEUED', run = run + 1 where kind = 'REPORT_SENDING' and state = 'RUNNING' returning account_id, id, kind)
        select queue_job(account_id, id, kind, 0) from taken`);
    };
    await kit.lookAt(DUE);
    await eventually(async () => (await kit.runs(id))[0].state).toBe('PARTLY');
    expect(kit.sent.map((letter) => letter.to.address)).toEqual(['admin@demo.prumo', 'pagador@demo.prumo']);
    expect(Object.values(await states(id)).sort()).toEqual(['SENT', 'UNKNOWN']);
    expect(await kit.told(kit.ids.admin)).toContain('não se sabe se chegou');
  });
});

describe('A test', () => {
  test('goes to the maker alone, now, and neither counts nor moves the next time', async () => {
    const id = await kit.create({ userIds: [luiza.id], addresses: ['contabil@exata.example'] });
    const path = `${kit.base}/report-schedules/${id}/test`;
    const answer = await kit.services.api.post(path, { token: kit.tokens.admin });
    expect(answer.status).toBe(200);
    await kit.settled();
    expect(kit.sent.map((letter) => letter.to.address)).toEqual(['admin@demo.prumo']);
    expect(await kit.schedule(id)).toMatchObject({ nextAt: DUE, lastRun: null });
    expect((await kit.runs(id))[0]).toMatchObject({ trial: true, from: '2026-10-01', to: '2026-10-31', state: 'SENT' });
  });
});

describe('Files that are too long for a mail', () => {
  test('are prepared for a user, who gets a link, and are refused for an outside address', async () => {
    await kit.services.seed.sql(`
      with made as (
        insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
          status, installment_count, paid_installment_count, gross_value, reference_due_date)
        select c.account_id, c.id, 'DEBIT', 'LG-' || n, repeat('🏗', 250), '2026-12-01', '2026-12-01', 'OPEN', 1, 0, 1, date '2026-12-05'
          from companies c, generate_series(1, 11000) n where c.id = ${kit.companyId}
        returning account_id, company_id, id)
      insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
      select account_id, company_id, id, 'DEBIT', 1, true, '2026-12-01', '2026-12-05', 1 from made`);
    const id = await kit.create({
      ...{
        report: 'bills-due',
        period: 'NEXT_30_DAYS',
        userIds: [kit.ids.admin],
        addresses: ['contabil@exata.example'],
      },
    });
    await kit.lookAt(DUE);
    const letter = to('admin@demo.prumo');
    expect(letter.attachments).toEqual([]);
    expect(letter.text).toContain('passam de 10 MB');
    expect(letter.text).toContain('tab=files');
    expect(await states(id)).toMatchObject({ 'contabil@exata.example': 'FAILED' });
    const { body } = await kit.services.api.get(`${kit.base}/report-files`, { token: kit.tokens.admin });
    expect(body.data.content[0]).toMatchObject({ report: 'bills-due', format: 'CSV', state: 'DONE' });
    expect(body.data.content[0].size).toBeGreaterThan(10 * 1024 * 1024);
  }, 90_000);
});
