import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';
import { faults, INSS, ISS, notasOf } from './kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const { bodyOf, create, read, saved, refused, payablesOf, remove, costs } = notasOf(() => ledger);

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
