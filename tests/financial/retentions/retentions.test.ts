import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';
import { CSRF, faults, INSS, ISS, notasOf } from './kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const { bodyOf, create, read, saved, refused, payablesOf, remove, costs, places, lastNumber } = notasOf(() => ledger);

describe('An invoice with retentions', () => {
  test('pays the supplier the net, and makes one payable for each tax', async () => {
    const nota = await create();
    expect(nota).toMatchObject({
      grossValue: '55100.00',
      invoiceValue: '57084.00',
      value: '55100.00',
      retentionOf: null,
    });
    expect(nota.transactionRecordList.map((one: Doc) => one.grossValue)).toEqual(['18366.67', '18366.67', '18366.66']);
    // 20/12/2026 is a Sunday.
    expect(nota.retentions).toMatchObject([
      { tax: 'ISS', value: '620.00', rate: '5.00', dueDate: '2026-12-10', partner: { name: 'Prefeitura Municipal' } },
      { tax: 'INSS', value: '1364.00', rate: '11.00', dueDate: '2026-12-18', partner: { name: 'Receita Federal' } },
    ]);
    const [iss, inss] = await payablesOf(nota);
    expect(inss).toMatchObject({
      grossValue: '1364.00',
      documentNumber: `${nota.documentNumber} INSS`,
      description: `Retenção de INSS da nota ${nota.documentNumber} de Concreteira Paulista`,
      category: { name: 'Concreto' },
      emissionDate: '2026-11-20',
      competenceDate: '2026-11-20',
      retentionOf: { tax: 'INSS', transaction: { id: nota.id, partner: { name: 'Concreteira Paulista' } } },
    });
    expect(iss.transactionRecordList).toMatchObject([{ forecast: true, dueDate: '2026-12-10', grossValue: '620.00' }]);
    expect(await costs(nota.id)).toEqual(places('38056.00', '19028.00'));
    expect(nota.transactionRecordBuildings.map((one: Doc) => one.invoiceValue)).toEqual(['38056.00', '19028.00']);
  });

  test('counts once in every total: the lists sum the invoice', async () => {
    const { totals } = debitOf(ledger);
    const before = await totals();
    await create({
      invoiceValue: '1000.00',
      retentions: [{ ...ISS, base: '1000.00' }],
      transactionRecordBuildings: [],
    });
    const after = await totals();
    expect(Number(after.grossValue) - Number(before.grossValue)).toBeCloseTo(1000, 5);
    expect(after.count - before.count).toBe(2);
  });

  test('takes the net, and shares of the net, instead of the gross', async () => {
    const nota = await create({
      ...{ invoiceValue: undefined, grossValue: '900.00', installmentCount: 1 },
      retentions: [{ tax: 'ISS', base: '1000.00', rate: '10' }],
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: '300.00' },
        { building: { id: ledger.clinica }, grossValue: '600.00' },
      ],
    });
    expect(nota).toMatchObject({ grossValue: '900.00', invoiceValue: '1000.00' });
    expect(nota.transactionRecordBuildings.map((one: Doc) => one.invoiceValue)).toEqual(['333.33', '666.67']);
    expect(await costs(nota.id)).toEqual(places('333.33', '666.67'));
  });

  test('is unchanged by what was read', async () => {
    const nota = await create({ retentions: [ISS, INSS, CSRF] });
    const payables = await payablesOf(nota);
    const again = await saved(nota);
    expect(again).toEqual({ ...nota, version: nota.version + 1 });
    expect(await payablesOf(again)).toEqual(payables);
  });

  test('keeps its retentions when the list is omitted', async () => {
    const { retentions, ...nota } = await create();
    const again = await saved(nota, { description: 'Só o texto' });
    expect(again.retentions).toEqual(retentions);
  });

  test('changes its payables with it: value, category, number, rateio', async () => {
    const nota = await create();
    const other = await ledger.services.seed.insert('categories', {
      ...{ account_id: ledger.accountId, type: 'DEBIT', name: `Serviços ${lastNumber()}` },
    });
    const changed = await saved(nota, {
      documentNumber: `NFS ${lastNumber()}`,
      category: { id: other },
      invoiceValue: '57084.00',
      grossValue: '55472.00',
      transactionRecordList: [{ dueDate: '2026-12-20', grossValue: '55472.00' }],
      retentions: [{ ...ISS, rate: '2' }, INSS],
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, invoiceValue: '57084.00' },
      ],
    });
    expect(changed.retentions.map((one: Doc) => one.value)).toEqual(['248.00', '1364.00']);
    const [iss] = await payablesOf(changed);
    expect(iss).toMatchObject({
      id: nota.retentions[0].payable.id,
      ...{ grossValue: '248.00', documentNumber: `NFS ${lastNumber()} ISS`, category: { id: other } },
    });
    expect(iss.transactionRecordBuildings).toMatchObject([{ building: { id: ledger.casa }, grossValue: '248.00' }]);
    expect(await costs(nota.id)).toEqual([`${ledger.casa}/${ledger.fundacao} 57084.00`]);
  });

  test('loses a payable with its retention, and all of them with itself', async () => {
    const nota = await create();
    const [iss, inss] = nota.retentions;
    const one = await saved(nota, {
      ...{ retentions: [INSS], invoiceValue: undefined, grossValue: '55720.00' },
      transactionRecordList: [{ dueDate: '2026-12-20', grossValue: '55720.00' }],
    });
    expect(one.invoiceValue).toBe('57084.00');
    expect(await read(iss.payable.id)).toBeUndefined();
    expect((await remove(one)).status).toBe(200);
    expect(await read(inss.payable.id)).toBeUndefined();
  });

  test('counts by its value where that alone is sent: without its retention, what is paid of it is too little', async () => {
    const { grossValue: _gross, value: _value, ...nota } = await create({ retentions: [ISS], installmentCount: 1 });
    expect(await refused(nota, { retentions: [] })).toEqual({
      transactionRecordList: 'Faltam R$ 620,00 nas parcelas',
      transactionRecordBuildings: 'O rateio passa do valor em R$ 620,00',
    });
  });

  test('moves a payable that follows its rule with the emission, and no other', async () => {
    const nota = await create({ retentions: [{ ...ISS, dueDate: '2026-12-15' }, INSS] });
    expect(nota.retentions.map((one: Doc) => one.dueDate)).toEqual(['2026-12-15', '2026-12-18']);
    const moved = await saved(nota, { emissionDate: '2026-12-01', competenceDate: '2026-12-01' });
    // INSS of December: 20/01/2027 is a Wednesday.
    expect(moved.retentions.map((one: Doc) => one.dueDate)).toEqual(['2026-12-15', '2027-01-20']);
  });
});

const debitOf = ({ services, path, financeiro }: Ledger) => ({
  totals: async () => (await services.api.get(path('debit', '/totals'), { token: financeiro })).body.data,
});

describe('CSRF', () => {
  test('is due in the month after each payment, one installment each', async () => {
    const nota = await create({ retentions: [CSRF] });
    expect(nota.retentions).toMatchObject([{ value: '576.60', dueDate: '2027-01-20' }]);
    const [payable] = await payablesOf(nota);
    // 20/02/2027 and 20/03/2027 are Saturdays.
    expect(payable.transactionRecordList.map((one: Doc) => `${one.dueDate} ${one.grossValue}`)).toEqual([
      '2027-01-20 192.20',
      '2027-02-19 192.20',
      '2027-03-19 192.20',
    ]);
  });

  test('follows the day of the payment, and goes back with it', async () => {
    const nota = await create({ retentions: [CSRF] });
    const paid = (await ledger.pay(nota, 1)).body.data.transaction;
    const [payable] = await payablesOf(paid);
    // Paid on 20/11/2026: the last working day of the second ten days of December is the 18th.
    expect(payable.transactionRecordList.map((one: Doc) => one.dueDate)).toEqual([
      '2026-12-18',
      '2027-02-19',
      '2027-03-19',
    ]);
    expect(paid.retentions[0].dueDate).toBe('2026-12-18');
    const undone = (await ledger.undo(paid, 1)).body.data.transaction;
    expect((await payablesOf(undone))[0].transactionRecordList.map((one: Doc) => one.dueDate)).toEqual([
      '2027-01-20',
      '2027-02-19',
      '2027-03-19',
    ]);
  });

  test('is divided with an installment that is paid in part, and whole again when that is undone', async () => {
    const nota = await create({ retentions: [CSRF] });
    const paid = (await ledger.pay(nota, 1, { grossValue: '6122.22' })).body.data.transaction;
    const [payable] = await payablesOf(paid);
    const rows = payable.transactionRecordList.map((one: Doc) => `${one.dueDate} ${one.grossValue}`);
    // (57.084,00 − 576,60) ÷ 3 = 18.835,80, and 192,20 × 6.122,22 ÷ 18.835,80 = 62,4703…
    expect(rows).toEqual(['2026-12-18 62.47', '2027-01-20 129.73', '2027-02-19 192.20', '2027-03-19 192.20']);
    const undone = (await ledger.undo(paid, 1)).body.data.transaction;
    const [whole] = await payablesOf(undone);
    expect(whole.transactionRecordList.map((one: Doc) => one.grossValue)).toEqual(['192.20', '192.20', '192.20']);
  });

  test('that is collected stays: the rest is that of the other installments', async () => {
    const nota = await create({ retentions: [CSRF] });
    const paid = (await ledger.pay(nota, 1)).body.data.transaction;
    const [payable] = await payablesOf(paid);
    expect((await ledger.pay(payable, 1)).status).toBe(200);
    const again = await read(nota.id);
    expect(again.retentions[0].payable).toMatchObject({ status: 'PARTIAL', paidValue: '192.20', openValue: '384.40' });
    const second = (await ledger.pay(again, 2)).body.data.transaction;
    const [now] = await payablesOf(second);
    expect(now.transactionRecordList.map((one: Doc) => `${one.forecast} ${one.dueDate} ${one.grossValue}`)).toEqual([
      'false 2026-12-18 192.20',
      'true 2026-12-18 192.20',
      'true 2027-03-19 192.20',
    ]);
  });

  test('refuses a due date of its own where there are several payments', async () => {
    const reply = await ledger.post('debit', bodyOf({ retentions: [{ ...CSRF, dueDate: '2026-12-01' }] }));
    expect(faults(reply)).toEqual({
      'retentions.0.dueDate': 'CSRF vence no mês seguinte ao de cada pagamento: mude o vencimento na guia.',
    });
  });
});

describe('A guarantee', () => {
  const GUARANTEE = { tax: 'GUARANTEE', base: '57084.00', rate: '5' };

  test('is owed to the supplier himself on the day of its release', async () => {
    const nota = await create({ retentions: [{ ...GUARANTEE, dueDate: '2027-11-20' }] });
    expect(nota.retentions).toMatchObject([
      { value: '2854.20', dueDate: '2027-11-20', partner: { id: ledger.concreteira } },
    ]);
    const [payable] = await payablesOf(nota);
    expect(payable).toMatchObject({
      description: `Retenção contratual da nota ${nota.documentNumber} de Concreteira Paulista`,
      discount: '0.00',
    });
  });

  test('needs its day and a supplier', async () => {
    const reply = await ledger.post('debit', bodyOf({ retentions: [GUARANTEE], partner: null }));
    expect(faults(reply)).toEqual({
      'retentions.0.dueDate': 'Informe o dia da liberação.',
      'retentions.0.partner': 'Informe o fornecedor: é a ele que se devolve.',
    });
  });
});
