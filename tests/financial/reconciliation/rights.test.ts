import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done } from '#tests/purchase/orders/kit.ts';
import { type Reconciliation, startReconciliation } from './kit.ts';

let desk: Reconciliation;
beforeAll(async () => (desk = await startReconciliation()));
afterAll(() => desk.services.stop());

const onBuilding = (building: number, grossValue: string, percentage = '100') => ({
  transactionRecordBuildings: [{ building: { id: building }, grossValue, percentage }],
});

describe('Who works on one obra', () => {
  test('is not told of documents of another, neither as a suggestion nor as what answers a line', async () => {
    const [tower, house] = [await desk.seed.building(desk.office), await desk.seed.building(desk.office)];
    const clerk = await desk.office.as(['DEBIT', 'CREDIT'], tower);
    const partner = await desk.partner('Granitos Serra Dourada');
    await desk.document('debit', { partner }, [['2026-11-10', '812.40']], onBuilding(house, '812.40'));
    const { walletId } = await desk.bank([['2026-11-10', '-812,40', 'PIX ENVIADO GRANITOS SERRA DOURADA', 'a1']]);
    const [seen] = (await desk.desk(walletId, {}, clerk)).content;
    expect(seen).toMatchObject({ suggestion: null, guess: null });
    const [line] = (await desk.desk(walletId)).content;
    expect(line.suggestion.score).toBe(98);
    const { id } = line.suggestion.entries[0];
    expect((await desk.candidates(walletId, {}, clerk)).content).toEqual([]);
    expect(await desk.accepted({ lines: [line.id], entries: [{ installmentId: id }] }, clerk)).toMatchObject({
      ...{ ok: false, fields: [{ path: 'entries.0.installmentId', message: 'Parcela não encontrada.' }] },
    });
    done(await desk.accept([{ lines: [line.id], entries: [{ installmentId: id }] }]));
    const [answered] = (await desk.desk(walletId, { view: 'RECONCILED' }, clerk)).content;
    expect(answered.reconciliation.entries).toMatchObject([
      { hidden: true, partner: null, documentNumber: null, description: null, transactionId: null, amount: '-812.40' },
    ]);
    expect(JSON.stringify(answered.reconciliation)).not.toContain('Serra Dourada');
    const undone = done(await desk.undoAll({ ids: [answered.reconciliation.id] }, clerk));
    expect(undone.results).toMatchObject([{ ok: false, error: 'NOT_FOUND' }]);
  });

  test('does not pay what is of another obra too', async () => {
    const [tower, house] = [await desk.seed.building(desk.office), await desk.seed.building(desk.office)];
    const clerk = await desk.office.as(['DEBIT', 'CREDIT'], tower);
    const made = await desk.document('debit', {}, [['2026-11-11', '300.00']], {
      transactionRecordBuildings: [
        { building: { id: tower }, grossValue: '100.00' },
        { building: { id: house }, grossValue: '200.00' },
      ],
    });
    const { walletId } = await desk.bank([['2026-11-11', '-300,00', 'PIX ENVIADO', 'b1']]);
    const [line] = (await desk.desk(walletId)).content;
    const installmentId = made.transactionRecordList[0].id;
    expect(await desk.accepted({ lines: [line.id], entries: [{ installmentId }] }, clerk)).toMatchObject({
      ...{ ok: false, error: 'FORBIDDEN' },
    });
    expect((await desk.transaction('debit', made.id)).status).toBe('OPEN');
    expect((await desk.desk(walletId)).counts).toMatchObject({ open: 1, reconciled: 0 });
  });
});

describe('A line', () => {
  test('is accepted once, however many accept it at the same time', async () => {
    const partner = await desk.partner('Ferragens Boa Nova');
    const made = await desk.document('debit', { partner }, [
      ['2026-11-12', '450.00'],
      ['2026-12-12', '450.00'],
    ]);
    const { walletId } = await desk.bank([['2026-11-12', '-450,00', 'PIX ENVIADO FERRAGENS BOA NOVA', 'c1']]);
    const [line] = (await desk.desk(walletId)).content;
    const [first, second] = made.transactionRecordList;
    // Three take the first installment, two the second.
    const items = [first.id, second.id, first.id, second.id, first.id].map((installmentId: number) => ({
      ...{ lines: [line.id], entries: [{ installmentId }] },
    }));
    const answers = await Promise.all(items.map((item) => desk.accepted(item)));
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ message }) => message))).toEqual(
      new Set(['Esta linha já está conciliada. Atualize a tela.']),
    );
    expect((await desk.transaction('debit', made.id)).paidInstallmentCount).toBe(1);
    expect(await desk.balance(walletId)).toBe('-450.00');
  });

  test('is accepted once by a call that is repeated', async () => {
    const fees = await desk.category('Tarifas repetidas');
    const { walletId } = await desk.bank([['2026-11-13', '-7,30', 'TAR EXTRATO', 'd1']]);
    const [line] = (await desk.desk(walletId)).content;
    const item = { lines: [line.id], document: { category: { id: fees } } };
    const headers = { 'idempotency-key': 'conciliar-uma-vez' };
    const [one, two] = [
      done(await desk.accept([item], desk.token, headers)),
      done(await desk.accept([item], desk.token, headers)),
    ];
    expect(two).toEqual(one);
    expect(await desk.balance(walletId)).toBe('-7.30');
  });

  test('is not explained by rows of another account', async () => {
    const other = await desk.seed.account();
    const category = await desk.seed.insert('categories', { account_id: other, type: 'DEBIT', name: 'Alheia' });
    const partner = await desk.seed.insert('partners', { account_id: other, type: 'SUPPLIER', name: 'Alheio' });
    const companyId = await desk.seed.company(other);
    const wallet = await desk.seed.insert('wallets', {
      ...{ account_id: other, company_id: companyId, identifier: 'Alheia', initial_balance: '0' },
      balance_date: '2026-01-01',
    });
    const building = await desk.seed.building({ accountId: other, companyId });
    const { walletId } = await desk.bank([['2026-11-14', '-20,00', 'PIX ENVIADO', 'e1']]);
    const [line] = (await desk.desk(walletId)).content;
    const fieldsOf = async (item: object) =>
      (await desk.accepted({ lines: [line.id], ...item })).fields.map(
        ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
      );
    expect(await fieldsOf({ document: { category: { id: category } } })).toEqual([
      'document.category: Categoria não encontrada.',
    ]);
    expect(await fieldsOf({ document: { category: null, partner: { id: partner } } })).toEqual([
      'document.partner: Fornecedor não encontrado.',
    ]);
    expect(await fieldsOf({ document: { category: null, building: { id: building } } })).toEqual([
      'document.transactionRecordBuildings.0.building: Obra não encontrada.',
    ]);
    expect(await fieldsOf({ transfer: { wallet: { id: wallet } } })).toEqual([
      'transfer.targetWalletId: Carteira não encontrada.',
    ]);
    expect((await desk.desk(walletId)).counts).toMatchObject({ open: 1 });
  });
});

describe('The database', () => {
  test('refuses links that do not sum to their line, or to more than was paid', async () => {
    const { walletId } = await desk.bank([
      ['2026-11-15', '-30,00', 'PIX ENVIADO UM', 'f1'],
      ['2026-11-15', '-30,00', 'PIX ENVIADO DOIS', 'f2'],
    ]);
    const [one, two] = (await desk.desk(walletId)).content as { id: number }[];
    const owner = { account_id: desk.office.accountId, company_id: desk.office.companyId };
    const paid = done(await desk.accept([{ lines: [one?.id], document: { category: null } }])).results[0] as {
      id: number;
    };
    const [link] = await desk.seed.sql<{ transaction: number; installment: number }>(
      'select transaction_id as transaction, installment_id as installment from bank_links where reconciliation_id = $1',
      [paid.id],
    );
    const add = (amount: string) =>
      desk.seed.insert('bank_links', {
        ...{ ...owner, reconciliation_id: paid.id, line_id: two?.id, transaction_id: link?.transaction },
        ...{ installment_id: link?.installment, amount, did: 'LINKED' },
      });
    await expect(add('-10.00')).rejects.toThrow('do not sum');
    await expect(add('-30.00')).rejects.toThrow('are not its payment');
    await expect(
      desk.seed.sql(
        'update installments set forecast = true, payment_date = null, wallet_id = null, payment_method = null where id = $1',
        [link?.installment],
      ),
    ).rejects.toThrow('a linked payment was changed');
  });
});
