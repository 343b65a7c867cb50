import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import type { Reply } from '#tests/support/services.ts';
import { CLOSED, startClosing, type Closing } from './kit.ts';

let kit: Closing;
beforeAll(async () => (kit = await startClosing()));
afterAll(() => kit.services.stop());

const states = async (year = 2026) =>
  Object.fromEntries(
    (await kit.year(year)).months.map(({ month, state }: { month: string; state: string }) => [month.slice(5), state]),
  );

/** An expense of 300,00 in two installments, dated in a month, due in the two after it. */
const expense = (month: string, dues: [string, string]) =>
  kit.document(
    'debit',
    {},
    [
      [dues[0], '100.00'],
      [dues[1], '200.00'],
    ],
    { emissionDate: `${month}-04`, competenceDate: `${month}-04` },
  );

/** The sentence of a refusal. */
const why = ({ body }: Reply): string => body.fields?.[0]?.message ?? body.message;

const payment = (paymentDate: string, more: object = {}) => ({
  ...{ paymentDate, bank: { id: kit.itau }, paymentMethod: 'PIX' },
  ...more,
});

describe('Months', () => {
  test('are closed in order, once they are over, and the newest is reopened', async () => {
    const made = await expense('2026-07', ['2026-08-10', '2026-11-28']);
    expect(await states()).toMatchObject({ '06': 'OPEN', '07': 'PENDING', '09': 'OPEN', '11': 'OPEN' });
    expect(refusal(await kit.tryClose('2026-11', 0))).toEqual([422, 'month: Novembro de 2026 ainda não terminou.']);

    // July lacks: a category, an obra, a number and a file for one document.
    const july = await kit.month('2026-07');
    expect(july).toMatchObject({ state: 'PENDING', closable: true, earlierToo: true, closedThrough: null });
    expect(
      july.points
        .filter(({ count }: { count: number }) => count > 0)
        .map((one: object) => Object.values(one).slice(0, 3)),
    ).toEqual([
      ['UNCLASSIFIED', 1, '300.00'],
      ['WITHOUT_BUILDING', 1, '300.00'],
      ['WITHOUT_NUMBER', 1, '300.00'],
      ['WITHOUT_ATTACHMENT', 1, '300.00'],
      ['WITHOUT_PARTNER', 1, '300.00'],
    ]);
    expect(refusal(await kit.tryClose('2026-07', 4))).toEqual([
      409,
      'confirmedCount: Confirme as pendências deste mês.',
    ]);
    const closed = done(await kit.tryClose('2026-07', 5));
    expect(closed).toMatchObject({ state: 'CLOSED', closedThrough: '2026-07-31', closable: false, reopenable: true });
    expect(closed.history).toMatchObject([{ earlierToo: true, openPoints: expect.any(Array), reopenedAt: null }]);
    expect(closed.history[0].openPoints).toHaveLength(5);
    expect(await states()).toMatchObject({ '01': 'CLOSED', '07': 'CLOSED', '08': 'PENDING' });

    expect(refusal(await kit.tryClose('2026-09', 0))).toEqual([
      422,
      'month: Feche agosto de 2026 antes: os meses são fechados em ordem.',
    ]);
    expect(refusal(await kit.tryClose('2026-07', 0))).toEqual([
      422,
      'month: Julho de 2026 já está fechado em Construtora Ipê Demo.',
    ]);
    await kit.closeMonth('2026-08');
    expect(refusal(await kit.reopen('2026-07'))).toEqual([
      422,
      'month: Só o último mês fechado pode ser reaberto: reabra agosto de 2026 antes.',
    ]);
    expect(refusal(await kit.reopen('2026-08', '  '))).toEqual([400, 'reason: Diga por quê.']);
    const reopened = done(await kit.reopen('2026-08', 'Faltou o boleto'));
    expect(reopened).toMatchObject({ state: 'REOPENED', closedThrough: '2026-07-31' });
    expect(reopened.history[0]).toMatchObject({
      reopenReason: 'Faltou o boleto',
      reopenedBy: { id: kit.office.adminUser.id },
    });
    done(await kit.reopen('2026-07'));
    expect(await states()).toMatchObject({ '01': 'OPEN', '07': 'REOPENED', '08': 'REOPENED' });
    // In the history of the account, each with what it was.
    const audited = await kit.seed.sql(
      `select action, details ->> 'month' as month from audit_log where entity = 'monthClosing' order by id`,
    );
    expect(audited.map(({ action, month }) => `${action} ${month}`)).toEqual([
      ...['close 2026-07', 'close 2026-08', 'reopen 2026-08', 'reopen 2026-07'],
    ]);
    expect(made.id).toBeGreaterThan(0);
  });

  test('let a document be paid in an open month, in parts, and take files, and links of what is paid', async () => {
    const made = await expense('2026-09', ['2026-11-10', '2026-11-30']);
    await kit.closeMonth('2026-09');
    const [first, second] = made.transactionRecordList;
    const paid = done(await kit.pay('debit', made.id, first.id, payment('2026-11-12', { increase: '2.50' })));
    expect(paid.transaction).toMatchObject({ closedMonth: '2026-09', grossValue: '300.00', paidValue: '102.50' });
    const part = done(await kit.pay('debit', made.id, second.id, payment('2026-11-13', { grossValue: '50.00' })));
    expect(part.transaction).toMatchObject({ grossValue: '300.00', installmentCount: 3 });
    const back = done(
      await kit.api.delete(`${kit.company}/debit/${made.id}/installment/${second.id}/payment`, { token: kit.token }),
    );
    expect(back.transaction).toMatchObject({ grossValue: '300.00', installmentCount: 2 });
    const file = partsOf([{ name: 'file', content: Buffer.from('recibo'), file: 'recibo.txt' }]);
    done(await kit.api.post(`${kit.company}/debit/${made.id}/attachments`, { token: kit.token, ...file }));
    // What is paid is linked with a line of the bank, also of the closed month.
    const { walletId } = await kit.bank([['2026-09-10', '-40,00', 'PIX ENVIADO SEM PAR', 'lk1']]);
    const [line] = (await kit.desk(walletId)).content;
    done(await kit.ignore({ lines: [line.id] }));
    // The next installment's day stays, and so does the document.
    const now = await kit.transaction('debit', made.id);
    expect(
      refusal(
        await kit.api.put(`${kit.company}/debit`, {
          token: kit.token,
          body: { ...now, description: 'Outra', attachments: undefined },
        }),
      ),
    ).toEqual([422, CLOSED('Setembro de 2026')]);
    done(await kit.reopen('2026-09'));
  });

  test('are of one company: another one, and a user of another account, go on', async () => {
    await kit.closeMonth('2026-09');
    const other = await kit.seed.company(kit.office.accountId, { name: 'Outra Engenharia' });
    const body = { emissionDate: '2026-09-04', dueDate: '2026-11-30', grossValue: '10.00' };
    done(await kit.api.post(`/api/v1/financial/company/${other}/debit`, { token: kit.token, body }));
    expect(
      await kit.api.get(`${kit.closings}?year=2026`, { token: await kit.office.as(['DEBIT', 'CREDIT']) }),
    ).toMatchObject({
      status: 403,
    });
    done(await kit.reopen('2026-09'));
  });
});

test('A till, which moves in cash alone, needs no statement; a wallet that pays by Pix does', async () => {
  const wallet = (identifier: string) =>
    kit.seed.insert('wallets', {
      ...{ account_id: kit.office.accountId, company_id: kit.office.companyId, identifier },
      ...{ initial_balance: '0', balance_date: '2026-01-01' },
    });
  const pay = async (id: number, paymentMethod: string) => {
    const made = await kit.document('debit', {}, [['2026-11-10', '10.00']], { emissionDate: '2026-11-02' });
    const [{ id: part }] = made.transactionRecordList;
    done(await kit.pay('debit', made.id, part, { paymentDate: '2026-11-12', bank: { id }, paymentMethod }));
  };
  const missing = async (): Promise<string[]> => {
    const point = (await kit.month('2026-11')).points.find(
      (one: { point: string }) => one.point === 'WALLETS_WITHOUT_STATEMENT',
    );
    return point.wallets.map(({ wallet: { name } }: { wallet: { name: string } }) => name);
  };
  const [till, bank] = [await wallet('Caixinha do canteiro'), await wallet('Banco sem extrato')];
  const body = { amount: '50.00', date: '2026-11-11', sourceWalletId: bank, targetWalletId: till };
  done(await kit.api.post(`/api/v1/financial/companies/${kit.office.companyId}/transfers`, { token: kit.token, body }));
  await pay(till, 'CASH');
  await pay(bank, 'PIX');
  const names = await missing();
  expect([names.includes('Caixinha do canteiro'), names.includes('Banco sem extrato')]).toEqual([false, true]);
  await pay(till, 'PIX');
  expect(await missing()).toContain('Caixinha do canteiro');
});

describe('Five at once', () => {
  test('a write is in before the month is closed, or refused: never in a closed month unseen', async () => {
    const start = await kit.openCount('2026-10');
    const body = (day: string) => ({
      emissionDate: day,
      competenceDate: day,
      dueDate: '2026-11-30',
      grossValue: '10.00',
    });
    const post = () => kit.api.post(`${kit.company}/debit`, { token: kit.token, body: body('2026-10-08') });
    for (let round = 0; round < 4; round += 1) {
      const count = await kit.openCount('2026-10');
      const [close, ...writes] = await Promise.all([kit.tryClose('2026-10', count), post(), post(), post(), post()]);
      const written = writes.filter(({ status }) => status === 200).length;
      const refused = writes.filter(({ status }) => status === 422);
      expect(written + refused.length).toBe(4);
      for (const one of refused) expect(why(one)).toBe(CLOSED('Outubro de 2026'));
      // A closing that had counted before a write came in is asked to look again.
      if (close.status === 409) {
        expect(written).toBeGreaterThan(0);
        continue;
      }
      expect(close.status).toBe(200);
      expect(written).toBe(0);
      const [figures] = await kit.seed.sql<{ documents: number; stored: number }>(
        `select (c.figures ->> 'documents')::integer as documents,
                (select count(*)::integer from transactions t where t.company_id = c.company_id
                    and t.competence_date between '2026-10-01' and '2026-10-31') as stored
           from month_closings c where c.month = '2026-10-01' and c.reopened_at is null`,
      );
      expect(figures?.documents).toBe(figures?.stored);
      done(await kit.reopen('2026-10'));
    }
    expect(await kit.openCount('2026-10')).toBeGreaterThanOrEqual(start);
  });

  test('one of five closes', async () => {
    const count = await kit.openCount('2026-10');
    const replies = await Promise.all(Array.from({ length: 5 }, () => kit.tryClose('2026-10', count)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    done(await kit.reopen('2026-10'));
  });
});

describe('An exception', () => {
  test('lets one person change one document for a time, and tells what changed', async () => {
    const made = await expense('2026-10', ['2026-11-10', '2026-11-30']);
    const other = await expense('2026-10', ['2026-11-10', '2026-11-30']);
    await kit.closeMonth('2026-10');
    const put = (id: number, description: string, as = kit.token) =>
      kit.api.put(`${kit.company}/debit`, {
        token: as,
        body: { id, emissionDate: '2026-10-04', competenceDate: '2026-10-04', description },
      });
    expect(refusal(await kit.except({ transactionId: made.id, reason: ' ' }))).toEqual([400, 'reason: Diga por quê.']);
    expect(refusal(await kit.except({ minutes: 2000 }))).toEqual([
      400,
      'minutes: A exceção de um mês inteiro dura no máximo 1 dia.',
    ]);
    expect(refusal(await kit.except({ transactionId: made.id }, '2026-09'))).toEqual([
      422,
      'transactionId: Este lançamento não tem data em setembro de 2026.',
    ]);
    expect(refusal(await kit.except({}, '2026-11'))).toEqual([
      422,
      'month: Novembro de 2026 não está fechado em Construtora Ipê Demo: pode ser alterado sem exceção.',
    ]);
    const exception = done(await kit.except({ transactionId: made.id }));
    expect(exception).toMatchObject({ kind: 'DOCUMENT', month: '2026-10', active: true, changes: [] });
    expect(await kit.transaction('debit', made.id)).toMatchObject({
      closedMonth: '2026-10',
      closedException: exception.expiresAt,
    });
    done(await put(made.id, 'Corrigida'));
    // Another document, and another person, do not.
    expect(why(await put(other.id, 'Corrigida'))).toBe(CLOSED('Outubro de 2026'));
    const second = await kit.seed.tokenOf(await kit.seed.user(kit.office.accountId, { admin: true }));
    expect(why(await put(made.id, 'De outra pessoa', second))).toBe(CLOSED('Outubro de 2026'));

    const [told] = (await kit.month('2026-10')).exceptions;
    expect(told).toMatchObject({
      ...{ reason: 'Valor digitado errado', user: { id: kit.office.adminUser.id } },
      changes: [
        {
          ...{ action: 'update', entity: 'transaction', entityId: made.id },
          fields: [{ field: 'description', before: null, after: 'Corrigida' }],
        },
      ],
    });
    done(await kit.endException(exception.id));
    expect(refusal(await kit.endException(exception.id))).toEqual([409, 'Esta exceção já terminou.']);
    expect(why(await put(made.id, 'Tarde'))).toBe(CLOSED('Outubro de 2026'));
  });

  test('tells what changed in words: names, parts of the document, and what they were before', async () => {
    const { seed, token, api, company } = kit;
    const dates = { emissionDate: '2026-10-06', competenceDate: '2026-10-06' };
    const [old, fresh] = [await kit.category('Areia'), await kit.category('Brita')];
    const supplier = await kit.partner('Pedreira Vale');
    const site = await seed.building(kit.office);
    const [{ name: siteName } = { name: '' }] = await seed.sql<{ name: string }>(
      'select name from buildings where id = $1',
      [site],
    );
    const whole = done(await kit.except({}));
    const made = await kit.document(
      'debit',
      { category: old, documentNumber: 'NF 77' },
      [['2026-11-25', '90.00']],
      dates,
    );
    const file = partsOf([{ name: 'file', content: Buffer.from('recibo'), file: 'recibo.txt' }]);
    const attached = done(await api.post(`${company}/debit/${made.id}/attachments`, { token, ...file }));
    done(await kit.endException(whole.id));
    const { id } = done(await kit.except({ transactionId: made.id }));
    const [{ id: part }] = made.transactionRecordList;
    const body = { ...dates, id: made.id, documentNumber: 'NF 77', partner: { id: supplier }, category: { id: fresh } };
    done(
      await api.put(`${company}/debit`, {
        ...{ token },
        body: {
          ...body,
          transactionRecordList: [
            { id: part, forecast: true, dueDate: '2026-11-26', grossValue: '60.00' },
            { forecast: true, dueDate: '2026-12-26', grossValue: '30.00' },
          ],
          transactionRecordBuildings: [{ building: { id: site }, value: '90.00' }],
        },
      }),
    );
    done(
      await kit.pay('debit', made.id, part, {
        paymentDate: '2026-10-30',
        bank: { id: kit.itau },
        paymentMethod: 'PIX',
      }),
    );
    done(await api.delete(`${company}/debit/${made.id}/installment/${part}/payment`, { token }));
    done(await api.delete(`${company}/debit/${made.id}/attachments/${attached.id}`, { token }));
    const told = (await kit.month('2026-10')).exceptions.find((one: { id: number }) => one.id === id);
    const words = told.changes.map(
      ({ action, name, fields }: { action: string; name: string; fields: Record<string, string | null>[] }) => [
        `${action} ${name}`,
        ...fields.map(({ of, field, before, after }) => `${of ?? '-'} ${field}: ${before} > ${after}`),
      ],
    );
    const NAME = 'NF 77 · Pedreira Vale';
    const payment = ['paymentDate', 'walletId', 'paymentMethod'];
    const [pix, none] = [
      ['2026-10-30', 'Itaú', 'PIX'],
      [null, null, null],
    ];
    expect(words[0]).toEqual([
      `update ${NAME}`,
      ...['- partnerId: null > Pedreira Vale', '- categoryId: Areia > Brita'],
      ...['parcela 1 dueDate: 2026-11-25 > 2026-11-26', 'parcela 1 grossValue: 90.00 > 60.00'],
      ...['parcela 2 dueDate: null > 2026-12-26', 'parcela 2 grossValue: null > 30.00'],
      `${siteName} grossValue: null > 90.00`,
    ]);
    expect(words[1]).toEqual(
      expect.arrayContaining(payment.map((field, at) => `parcela 1 ${field}: ${none?.[at]} > ${pix?.[at]}`)),
    );
    expect(words[2]).toEqual(
      expect.arrayContaining(payment.map((field, at) => `parcela 1 ${field}: ${pix?.[at]} > ${none?.[at]}`)),
    );
    expect(words[3]).toEqual([`detach ${NAME}`, '- attachment: recibo.txt > null']);
    done(await kit.endException(id));
  });

  test('of a month lets it be changed until its time is over', async () => {
    const exception = done(await kit.except({ minutes: 30 }));
    const body = {
      emissionDate: '2026-10-09',
      competenceDate: '2026-10-09',
      dueDate: '2026-11-30',
      grossValue: '12.00',
    };
    const post = (day = '2026-10-09') =>
      kit.api.post(`${kit.company}/debit`, {
        token: kit.token,
        body: { ...body, emissionDate: day, competenceDate: day },
      });
    const made = done(await post());
    // September is closed, too, and the exception is not of it.
    expect(why(await post('2026-09-09'))).toBe(CLOSED('Setembro de 2026'));
    const transfer = done(
      await kit.api.post(`/api/v1/financial/companies/${kit.office.companyId}/transfers`, {
        token: kit.token,
        body: { amount: '5.00', date: '2026-10-09', sourceWalletId: kit.itau, targetWalletId: kit.caixa },
      }),
    );
    const [told] = (await kit.month('2026-10')).exceptions;
    expect(
      told.changes.map(({ action, entity, entityId }: Record<string, unknown>) => [action, entity, entityId]),
    ).toEqual([
      ['create', 'transaction', made.id],
      ['create', 'transfer', transfer.id],
    ]);
    await kit.seed.sql(`update month_exceptions set expires_at = now() - interval '1 minute' where id = $1`, [
      exception.id,
    ]);
    expect(why(await post())).toBe(CLOSED('Outubro de 2026'));
  });
});
