import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '#tests/support/services.ts';
import { faults as faultLines, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

/** The nota of the mock: 57.084,00, of which 12.400,00 is the service; issued on Friday, 20 November 2026. */
let ledger: Ledger;
let number = 5_000;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const ISS = { tax: 'ISS', base: '12400.00', rate: '5' };
const INSS = { tax: 'INSS', base: '12400.00', rate: '11.00' };
const CSRF = { tax: 'CSRF', base: '12400.00', rate: '4.65' };

const bodyOf = (values: Record<string, unknown> = {}) => ({
  documentNumber: `NF ${(number += 1)}`,
  invoiceValue: '57084.00',
  emissionDate: '2026-11-20',
  dueDate: '2026-12-20',
  installmentCount: 3,
  partner: { id: ledger.concreteira },
  category: { id: ledger.concreto },
  transactionRecordBuildings: [
    { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, invoiceValue: '38056.00' },
    { building: { id: ledger.clinica }, invoiceValue: '19028.00' },
  ],
  retentions: [ISS, INSS],
  ...values,
});

const create = async (values: Record<string, unknown> = {}): Promise<Doc> => {
  const reply = await ledger.post('debit', bodyOf(values));
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

/** Refusals by their fields. */
const faults = (reply: Reply): Record<string, string> =>
  Object.fromEntries(faultLines(reply).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));

const read = async (id: number): Promise<Doc> =>
  (await ledger.services.api.get(ledger.path('debit', `/${id}`), { token: ledger.financeiro })).body.data;

const saved = async (transaction: Doc, changes: Record<string, unknown> = {}): Promise<Doc> => {
  const reply = await ledger.put('debit', { ...transaction, ...changes });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

const refused = async (transaction: Doc, changes: Record<string, unknown>) => {
  const reply = await ledger.put('debit', { ...transaction, ...changes });
  expect(reply.status).not.toBe(200);
  return faults(reply);
};

const payablesOf = (transaction: Doc): Promise<Doc[]> =>
  Promise.all(transaction.retentions.map(({ payable }: Doc) => read(payable.id)));

const remove = ({ id, version }: Doc) =>
  ledger.services.api.delete(ledger.path('debit', `/${id}`), {
    token: ledger.financeiro,
    query: { version: String(version) },
  });

/** Cost of each building and stage of an invoice, from the tables: the document and everything withheld of it. */
const costs = async (id: number): Promise<string[]> => {
  const rows = await ledger.services.seed.sql<{ place: string; value: string }>(
    `select building_id || '/' || coalesce(cost_estimate_group_id::text, '') as place, sum(gross_value)::text as value
       from apportionments where transaction_id = $1
         or transaction_id in (select payable_transaction_id from transaction_retentions where transaction_id = $1)
      group by 1 order by 1`,
    [id],
  );
  return rows.map(({ place, value }) => `${place} ${value}`);
};

const places = (first: string, second: string) =>
  [`${ledger.casa}/${ledger.fundacao} ${first}`, `${ledger.clinica}/ ${second}`].sort();

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
      ...{ account_id: ledger.accountId, type: 'DEBIT', name: `Serviços ${number}` },
    });
    const changed = await saved(nota, {
      documentNumber: `NFS ${number}`,
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
      ...{ grossValue: '248.00', documentNumber: `NFS ${number} ISS`, category: { id: other } },
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

describe('A retention is refused', () => {
  const of = async (retentions: unknown[], values: Record<string, unknown> = {}) =>
    faults(await ledger.post('debit', bodyOf({ retentions, ...values })));

  test('with another value than its rate gives, unless somebody says why', async () => {
    expect(await of([{ ...ISS, value: '620.01' }])).toEqual({
      'retentions.0.value': '5% de 12.400,00 dá 620,00. Informe o motivo da diferença, ou o valor calculado.',
    });
    const nota = await create({ retentions: [{ ...ISS, value: '620.01', reason: 'Como está na nota' }] });
    expect(nota).toMatchObject({
      grossValue: '56463.99',
      retentions: [{ value: '620.01', reason: 'Como está na nota' }],
    });
  });

  test('twice, of nothing, and of more than the invoice', async () => {
    expect(await of([ISS, ISS])).toEqual({ 'retentions.1.tax': 'Este imposto já está na lista.' });
    expect(await of([{ ...ISS, base: '0' }])).toMatchObject({
      'retentions.0.base': 'Informe uma base maior que zero.',
    });
    expect(await of([{ ...ISS, rate: '0' }])).toMatchObject({
      'retentions.0.rate': 'A alíquota vai de 0,0001% a 100%.',
    });
    expect(await of([{ ...ISS, base: '60000.00' }])).toEqual({
      'retentions.0.base': 'A base de ISS passa do valor da nota (R$ 57.084,00).',
    });
  });

  test('of income', async () => {
    const reply = await ledger.post('credit', {
      ...bodyOf({
        partner: null,
        category: null,
        grossValue: '100.00',
        invoiceValue: undefined,
        transactionRecordBuildings: [],
      }),
      retentions: [{ ...ISS, base: '100.00' }],
    });
    expect(reply.status).toBe(400);
    expect(Object.keys(faults(reply))).toEqual(['retentions']);
  });

  test('with shares that do not sum to the invoice', async () => {
    const reply = await ledger.post(
      'debit',
      bodyOf({ transactionRecordBuildings: [{ building: { id: ledger.casa }, invoiceValue: '57000.00' }] }),
    );
    expect(faults(reply)).toEqual({
      transactionRecordBuildings: 'O rateio pelo bruto soma R$ 57.000,00, e a nota vale R$ 57.084,00.',
    });
  });

  test('paid to a customer, or to nobody that is there', async () => {
    expect(await of([{ ...ISS, partner: { id: ledger.cliente } }])).toEqual({
      'retentions.0.partner': 'Este parceiro é cliente. Escolha um fornecedor.',
    });
    expect(await of([{ ...ISS, partner: { id: 999_999 } }])).toEqual({
      'retentions.0.partner': 'Fornecedor não encontrado.',
    });
  });
});

describe('A payable of a retention', () => {
  test('is paid as any expense; then nothing of it changes, and the invoice stays', async () => {
    const nota = await create();
    const [iss] = await payablesOf(nota);
    expect((await ledger.pay(iss, 1)).status).toBe(200);
    const now = await read(nota.id);
    const name = 'A guia de ISS (Prefeitura Municipal, R$ 620,00) está paga';
    expect(
      await refused(now, {
        retentions: [INSS],
        grossValue: '55720.00',
        invoiceValue: undefined,
        transactionRecordList: [{ dueDate: '2026-12-20', grossValue: '55720.00' }],
      }),
    ).toEqual({
      retentions: `${name}: desfaça o pagamento antes de tirar a retenção.`,
    });
    expect(
      await refused(now, {
        retentions: [{ ...ISS, rate: '2' }, INSS],
        grossValue: '55472.00',
        invoiceValue: undefined,
        transactionRecordList: [{ dueDate: '2026-12-20', grossValue: '55472.00' }],
      }),
    ).toEqual({
      'retentions.0.rate': `${name}: desfaça o pagamento antes de mudá-la.`,
      'retentions.0.value': `${name}: desfaça o pagamento antes de mudá-la.`,
    });
    const reply = await remove(now);
    expect([reply.status, reply.body.message.replaceAll('\u00a0', ' ')]).toEqual([
      422,
      `${name}: desfaça o pagamento antes de excluir a nota.`,
    ]);
    // Its rateio follows the invoice, as that of a paid installment does.
    const moved = await saved(now, {
      transactionRecordBuildings: [{ building: { id: ledger.galpao }, invoiceValue: '57084.00' }],
    });
    expect(await costs(moved.id)).toEqual([`${ledger.galpao}/ 57084.00`]);
  });

  test('gives its day, wallet and payment alone to change', async () => {
    const nota = await create();
    const [iss] = await payablesOf(nota);
    const [one] = iss.transactionRecordList;
    const moved = await saved(iss, {
      transactionRecordList: [{ ...one, dueDate: '2026-12-14' }],
      expectedBank: { id: ledger.itau },
      preferredPaymentMethod: 'BOLETO',
    });
    expect(moved).toMatchObject({ dueDate: '2026-12-14', preferredPaymentMethod: 'BOLETO' });
    // A day that somebody has chosen is kept when the invoice is saved.
    expect((await saved(await read(nota.id), { emissionDate: '2026-11-19' })).retentions[0].dueDate).toBe('2026-12-14');
    const sentence = (what: string) => `${what} deste lançamento vem da nota de que foi retido. Mude a nota.`;
    expect(
      await refused(await read(iss.id), {
        description: 'Outra',
        emissionDate: '2026-11-01',
        competenceDate: '2026-10-31',
        category: null,
        documentNumber: '1',
        partner: { id: ledger.concreteira },
      }),
    ).toEqual({
      description: sentence('A descrição'),
      emissionDate: sentence('A emissão'),
      competenceDate: sentence('A competência'),
      category: sentence('A categoria'),
      documentNumber: sentence('O número'),
      partner: sentence('O parceiro'),
    });
    expect(
      await refused(await read(iss.id), {
        transactionRecordBuildings: [{ building: { id: ledger.galpao }, grossValue: '620.00' }],
      }),
    ).toEqual({
      transactionRecordBuildings: sentence('O rateio'),
    });
    expect(await refused(await read(iss.id), { retentions: [{ ...ISS, base: '10.00' }] })).toMatchObject({
      retentions: 'Uma guia de retenção não tem retenções.',
    });
    const reply = await remove(await read(iss.id));
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'Esta guia é de uma retenção: tire a retenção na nota que a fez.',
    ]);
  });

  test('is classified with its invoice, and it alone takes the invoice along', async () => {
    const nota = await create();
    const [iss] = await payablesOf(nota);
    const reply = await ledger.services.api.post(ledger.path('debit', '/classifications'), {
      token: ledger.financeiro,
      body: {
        building: { id: ledger.casa },
        fromStage: { id: ledger.fundacao },
        toStage: { id: ledger.alvenaria },
        items: [{ transactionId: iss.id, version: iss.version }],
      },
    });
    expect(reply.body.data.results).toMatchObject([{ ok: true }]);
    expect(await costs(nota.id)).toEqual(
      [`${ledger.casa}/${ledger.alvenaria} 38056.00`, `${ledger.clinica}/ 19028.00`].sort(),
    );
  });

  test('has one collector, however many notas are saved at once', async () => {
    const { seed } = ledger.services;
    await seed.sql(
      `update retention_rules set collector = 'Prefeitura de Campinas' where account_id = $1 and tax = 'ISS'`,
      [ledger.accountId],
    );
    await Promise.all(Array.from({ length: 4 }, () => create({ retentions: [ISS] })));
    const rows = await seed.sql(`select id from partners where account_id = $1 and name = 'Prefeitura de Campinas'`, [
      ledger.accountId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('is made once by a call that is repeated', async () => {
    const options = { headers: { 'idempotency-key': 'nota-uma-vez-1' } };
    const body = bodyOf();
    const [first, second] = [await ledger.post('debit', body, options), await ledger.post('debit', body, options)];
    expect(second.body.data).toEqual(first.body.data);
    const rows = await ledger.services.seed.sql(`select id from transactions where document_number = $1`, [
      `${body.documentNumber} ISS`,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('The database refuses at commit', () => {
  const breaks = async (nota: Doc, statement: string) => {
    await expect(ledger.services.seed.sql(statement, [nota.id])).rejects.toThrow(/does not add up/);
  };

  test('an invoice that is not its document and payables', async () => {
    const nota = await create();
    await breaks(nota, 'update transactions set invoice_value = invoice_value + 0.01 where id = $1');
    await breaks(nota, 'delete from transaction_retentions where transaction_id = $1');
    await breaks(
      nota,
      `update transaction_retentions set value = value + 0.01 where transaction_id = $1 and tax = 'ISS'`,
    );
  });

  test('cents that move between buildings', async () => {
    const nota = await create();
    await breaks(
      nota,
      `update apportionments set invoice_value = invoice_value + case position when 1 then 0.01 else -0.01 end
        where transaction_id = $1`,
    );
  });
});
