/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { ofx } from '#tests/financial/bankStatements/kit.ts';
import { type Reconciliation, startReconciliation } from './kit.ts';

let desk: Reconciliation;
beforeAll(async () => (desk = await startReconciliation()));
afterAll(() => desk.services.stop());

const RECONCILED_DAY =
  'Este dia já está conciliado. Quem administra a conta pode reabri-lo em Extratos OFX, em “Conciliado até”.';

describe('The equation of balances', () => {
  test('is explained by what is not in Prumo, ignored lines too', async () => {
    // 1.000,00 + 500,00 − 120,00 − 30,00 = 1.350,00.
    const { walletId } = await desk.bank(
      [
        ['2026-11-03', '500,00', 'PIX RECEBIDO FULANO', 'a1'],
        ['2026-11-05', '-120,00', 'PIX ENVIADO BELTRANO', 'a2'],
        ['2026-11-06', '-30,00', 'APLIC AUT', 'a3'],
      ],
      { ledger: ['2026-11-10', '1350,00'], opening: '1000.00' },
    );
    expect((await desk.desk(walletId)).equation).toEqual({
      ...{ date: '2026-11-10', ledger: '1350.00', wallet: '1000.00', outside: '350.00', outsideLines: 3 },
      ...{ unexplained: '0.00', since: null },
    });
    const [investment, sent] = (await desk.desk(walletId)).content;
    done(await desk.ignore({ lines: [investment.id] }));
    done(await desk.accept([{ lines: [sent.id], document: { category: null } }]));
    expect((await desk.desk(walletId)).equation).toMatchObject({
      ...{ wallet: '880.00', outside: '470.00', outsideLines: 2, unexplained: '0.00' },
    });
  });

  test('names the first day on which bank and Prumo part', async () => {
    const { walletId } = await desk.bank(
      [
        ['2026-11-03', '-100,00', 'PIX ENVIADO UM', 'b1'],
        ['2026-11-05', '-200,00', 'PIX ENVIADO DOIS', 'b2'],
        ['2026-11-09', '-300,00', 'PIX ENVIADO TRES', 'b3'],
      ],
      { ledger: ['2026-11-10', '-600,00'] },
    );
    expect((await desk.desk(walletId)).equation).toMatchObject({ unexplained: '0.00', since: null });
    // A payment that the bank has not made, on the 5th.
    await desk.document('debit', {}, [], {
      transactionRecordList: [
        {
          ...{ forecast: false, dueDate: '2026-11-05', grossValue: '180.00', paymentDate: '2026-11-05' },
          ...{ bank: { id: walletId }, paymentMethod: 'PIX' },
        },
      ],
    });
    expect((await desk.desk(walletId)).equation).toMatchObject({
      ...{ wallet: '-180.00', outside: '-600.00', unexplained: '180.00', since: '2026-11-05' },
    });
  });

  test('counts a line as in Prumo where its payment is there, though nobody has accepted it', async () => {
    const supplier = await desk.partner('Marcenaria Cedro Nobre');
    const { walletId } = await desk.bank([['2026-11-04', '-750,00', 'PIX ENVIADO MARCENARIA CEDRO NOBRE', 'c1']], {
      ledger: ['2026-11-04', '-750,00'],
    });
    await desk.document('debit', { partner: supplier }, [], {
      transactionRecordList: [
        {
          ...{ forecast: false, dueDate: '2026-11-04', grossValue: '750.00', paymentDate: '2026-11-04' },
          ...{ bank: { id: walletId }, paymentMethod: 'PIX' },
        },
      ],
    });
    expect((await desk.desk(walletId)).equation).toMatchObject({
      ...{ wallet: '-750.00', outside: '0.00', outsideLines: 0, unexplained: '0.00' },
    });
  });
});

describe('Reconciled days', () => {
  const closed = async () => {
    const { walletId } = await desk.bank(
      [
        ['2026-11-03', '-100,00', 'PIX ENVIADO UM', 'd1'],
        ['2026-11-05', '-200,00', 'PIX ENVIADO DOIS', 'd2'],
        ['2026-11-09', '-300,00', 'PIX ENVIADO TRES', 'd3'],
      ],
      { ledger: ['2026-11-10', '-600,00'] },
    );
    const lines = (await desk.desk(walletId)).content.toReversed() as { id: number }[];
    const answer = done(
      await desk.accept(lines.slice(0, 2).map(({ id }) => ({ lines: [id], document: { category: null } }))),
    );
    return { walletId, lines: lines.map(({ id }) => id), made: answer.results as { id: number }[] };
  };

  test('are proposed and closed up to the last day without an open line', async () => {
    const { walletId } = await closed();
    expect(await desk.desk(walletId)).toMatchObject({ reconciledThrough: null, provenThrough: '2026-11-08' });
    expect(refusal(await desk.close(walletId, { through: '2026-11-09', before: null }))).toEqual([
      422,
      'through: Há 1 linha a conciliar até 09/11/2026.',
    ]);
    expect(refusal(await desk.close(walletId, { through: '2026-11-21', before: null }))).toEqual([
      422,
      'through: Este dia ainda não chegou.',
    ]);
    expect(done(await desk.close(walletId, { through: '2026-11-08', before: null }))).toEqual({
      through: '2026-11-08',
    });
    expect(await desk.desk(walletId)).toMatchObject({ reconciledThrough: '2026-11-08' });
    expect((await desk.close(walletId, { through: '2026-11-08', before: null })).status).toBe(409);
  });

  test('take no payment, no undo and no transfer, from whatever screen', async () => {
    const { walletId, lines, made } = await closed();
    const [line] = (await desk.desk(walletId, { view: 'RECONCILED' })).content;
    const paid = await desk.transaction('debit', line.reconciliation.entries[0].transactionId);
    const open = await desk.document('debit', {}, [['2026-11-05', '10.00']]);
    const payment = (paymentDate: string) => ({ paymentDate, bank: { id: walletId }, paymentMethod: 'PIX' });
    done(await desk.close(walletId, { through: '2026-11-08', before: null }));
    const installment = open.transactionRecordList[0].id;
    expect(refusal(await desk.pay('debit', open.id, installment, payment('2026-11-08')))).toEqual([
      422,
      RECONCILED_DAY,
    ]);
    const estorno = await desk.api.delete(
      `${desk.company}/debit/${paid.id}/installment/${paid.transactionRecordList[0].id}/payment`,
      { token: desk.token },
    );
    expect(refusal(estorno)).toEqual([422, RECONCILED_DAY]);
    const undone = done(await desk.undoAll({ ids: [made[0]?.id] }));
    expect(undone.results).toMatchObject([{ ok: false, message: RECONCILED_DAY }]);
    const moved = await desk.api.post(`/api/v1/financial/companies/${desk.office.companyId}/transfers`, {
      token: desk.token,
      body: { amount: '1.00', date: '2026-11-08', sourceWalletId: walletId, targetWalletId: desk.caixa },
    });
    expect(refusal(moved)).toEqual([422, RECONCILED_DAY]);
    const opening = await desk.api.put(`${desk.company}/bank/`, {
      token: desk.token,
      body: { id: walletId, identifier: 'Outra', initialBalance: '1.00', balanceDate: '2026-01-01', active: true },
    });
    expect(refusal(opening)).toEqual([
      422,
      'initialBalance: Esta carteira tem dias conciliados: reabra-os em Extratos OFX antes de mudar o saldo inicial.',
    ]);
    // The day after is open.
    done(await desk.pay('debit', open.id, installment, payment('2026-11-09')));
    done(await desk.accept([{ lines: [lines[2]], document: { category: null } }]));
  });

  test('are opened again by an administrator alone, who says why', async () => {
    const { walletId, made } = await closed();
    const clerk = await desk.office.as(['DEBIT', 'CREDIT']);
    done(await desk.close(walletId, { through: '2026-11-08', before: null }, clerk));
    const back = { through: '2026-11-04', before: '2026-11-08' };
    expect(refusal(await desk.close(walletId, { ...back, reason: 'Erro' }, clerk))).toEqual([
      403,
      'Só quem administra a conta pode reabrir dias conciliados.',
    ]);
    expect(refusal(await desk.close(walletId, { ...back, reason: '  ' }))).toEqual([
      422,
      'reason: Diga por que estes dias são reabertos.',
    ]);
    done(await desk.close(walletId, { ...back, reason: 'O banco corrigiu a linha' }));
    expect(done(await desk.undoAll({ ids: [made[1]?.id] })).results).toMatchObject([{ ok: true }]);
    const audit = await desk.seed.sql<{ details: object }>(
      `select details from audit_log where action = 'reconcileThrough' and entity_id = $1 order by id desc limit 1`,
      [walletId],
    );
    expect(audit[0]?.details).toEqual({
      ...{ before: '2026-11-08', through: '2026-11-04', reason: 'O banco corrigiu a linha' },
    });
  });
});

describe('Changing what is reconciled', () => {
  test('opens its line again: an estorno, and a transfer that is deleted', async () => {
    const supplier = await desk.partner('Vidraçaria Cristal Fino');
    const made = await desk.document('debit', { partner: supplier }, [['2026-11-12', '640.00']]);
    const { walletId } = await desk.bank([
      ['2026-11-12', '-640,00', 'PIX ENVIADO VIDRACARIA CRISTAL FINO', 'e1'],
      ['2026-11-13', '-50,00', 'TRANSF ENVIADA', 'e2'],
    ]);
    const { content } = await desk.desk(walletId);
    const installmentId = made.transactionRecordList[0].id;
    const paid = content.find((line: { amount: string }) => line.amount === '-640.00');
    const moved = content.find((line: { amount: string }) => line.amount === '-50.00');
    done(
      await desk.accept([
        { lines: [paid.id], entries: [{ installmentId }] },
        { lines: [moved.id], transfer: { wallet: { id: desk.caixa } } },
      ]),
    );
    expect((await desk.desk(walletId)).counts).toMatchObject({ open: 0, reconciled: 2 });
    const estorno = await desk.api.delete(`${desk.company}/debit/${made.id}/installment/${installmentId}/payment`, {
      token: desk.token,
    });
    expect([estorno.status, estorno.body.message]).toEqual([
      200,
      'A conciliação com o extrato foi desfeita: a linha do banco voltou para “A conciliar”.',
    ]);
    const transfers = `/api/v1/financial/companies/${desk.office.companyId}/transfers`;
    const { content: list } = done(
      await desk.api.get(transfers, { token: desk.token, query: { wallet: String(walletId) } }),
    );
    const removed = await desk.api.delete(`${transfers}/${list[0].id}`, { token: desk.token });
    expect([removed.status, removed.body.message]).toEqual([200, estorno.body.message]);
    expect((await desk.desk(walletId)).counts).toMatchObject({ open: 2, reconciled: 0 });
  });

  test('keeps reconciled lines when their import is undone, and lists them', async () => {
    const { walletId, file } = await desk.bank([
      ['2026-11-02', '-10,00', 'PIX ENVIADO UM', 'f1'],
      ['2026-11-02', '-20,00', 'PIX ENVIADO DOIS', 'f2'],
      ['2026-11-02', '-30,00', 'PIX ENVIADO TRES', 'f3'],
    ]);
    const [line] = (await desk.desk(walletId)).content as { id: number; memo: string }[];
    done(await desk.accept([{ lines: [line?.id], document: { category: null } }]));
    expect(done(await desk.undo(file))).toMatchObject({ state: 'UNDONE', keptLines: 1 });
    const kept = await desk.lines({ file: String(file) });
    expect(kept.content).toMatchObject([{ id: line?.id, memo: line?.memo, file: { id: file } }]);
    // Sent again, they are known.
    const { counts } = await desk.desk(walletId, { view: 'RECONCILED' });
    expect(counts).toMatchObject({ open: 0, reconciled: 1 });
  });

  test('by the same line with another amount undoes its reconciliation', async () => {
    const number = '88001-1';
    const wallet = await desk.wallet('Reenvio');
    await desk.imported(
      ofx({ number, lines: [['2026-11-05', '-2178,47', 'PAG BOLETO ELETRO LUZ', 'g1']] }),
      'a.ofx',
      wallet,
    );
    const [line] = (await desk.desk(wallet)).content;
    done(await desk.accept([{ lines: [line.id], document: { category: null } }]));
    expect(await desk.balance(wallet)).toBe('-2178.47');
    const again = done(
      await desk.upload(ofx({ number, lines: [['2026-11-05', '-1998,47', 'PAG BOLETO ELETRO LUZ', 'g1']] }), 'b.ofx'),
    );
    const [told] = (await desk.fileLines(again.id)).content;
    expect(told).toMatchObject({
      known: { reconciled: true, reconciledWith: 'PAG BOLETO ELETRO LUZ' },
      reason: 'FITID g1 já está no Prumo com −2.178,47, conciliada com PAG BOLETO ELETRO LUZ. Agora veio −1.998,47.',
    });
    done(await desk.bring(again.id, { conflicts: [{ position: 1, decision: 'REPLACE' }] }));
    expect((await desk.desk(wallet)).content).toMatchObject([{ amount: '-1998.47', view: 'OPEN' }]);
    expect(await desk.balance(wallet)).toBe('0.00');
  });
});

test('A draft says how many of its new lines something in Prumo may answer', async () => {
  const partner = await desk.partner('Serralheria Ponte Alta');
  await desk.document('debit', { partner }, [
    ['2026-11-02', '310.10'],
    ['2026-12-02', '310.10'],
  ]);
  const wallet = await desk.wallet('Prévia');
  const number = '99001-1';
  await desk.imported(ofx({ number, lines: [['2026-11-01', '-5,00', 'TAR', 'h0']] }), 'a.ofx', wallet);
  const { id } = done(
    await desk.upload(
      ofx({
        number,
        lines: [
          ['2026-11-01', '-5,00', 'TAR', 'h0'],
          ['2026-11-02', '-310,10', 'PIX ENVIADO SERRALHERIA PONTE ALTA', 'h1'],
          ['2026-11-03', '-99,00', 'PIX ENVIADO NINGUEM CONHECIDO', 'h2'],
        ],
      }),
      'b.ofx',
    ),
  );
  const path = desk.at(id, '/accounts/1/suggested');
  expect(done(await desk.api.get(path, { token: desk.token }))).toEqual({ lines: 2, suggested: 1 });
  done(await desk.route(id, 1, null));
  expect(done(await desk.api.get(path, { token: desk.token }))).toEqual({ lines: 0, suggested: 0 });
  expect((await desk.api.get(desk.at(id, '/accounts/2/suggested'), { token: desk.token })).status).toBe(404);
});
