import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '#tests/support/services.ts';
import { boletoBarcode, boletoLine, collectionLine, pixCode } from '#tests/support/paymentCodes.ts';
import { column, faults, plain, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

let next = 0;
/** A boleto of Bradesco that no other test has. */
const boleto = (amount: string | null, dueDate: string | null): string =>
  boletoLine({ bank: '237', amount, dueDate, free: String((next += 1)).padStart(25, '0') });

const create = async (values: Record<string, unknown> = {}): Promise<Doc> => {
  const body = {
    grossValue: '900.00',
    emissionDate: '2026-11-10',
    dueDate: '2026-12-01',
    installmentCount: 3,
    partner: { id: ledger.concreteira },
    transactionRecordBuildings: [{ building: { id: ledger.casa }, percentage: '100.00' }],
    ...values,
  };
  const { status, body: answer, text } = await ledger.post('debit', body);
  if (status !== 200) throw new Error(text);
  return answer.data;
};
const read = (text: string, token = ledger.financeiro) =>
  ledger.services.api.post(`/api/v1/financial/company/${ledger.companyId}/payment-codes/read`, {
    token,
    body: { text },
  });
const put = (installment: Doc, paymentCode: unknown, version?: number, token = ledger.financeiro) =>
  ledger.services.api.put(ledger.path('debit', `/installments/${installment.id}/payment-code`), {
    token,
    body: { paymentCode, ...(version === undefined ? {} : { version }) },
  });
const get = async (id: number): Promise<Doc> =>
  (await ledger.services.api.get(ledger.path('debit', `/${id}`), { token: ledger.financeiro })).body.data;
const codes = (transaction: Doc) => transaction.transactionRecordList.map((one: Doc) => one.paymentCode);
const paths = (reply: Reply): string[] => faults(reply).map((one) => one.split(':')[0] ?? '');
const rowOf = async (id: number) =>
  (
    await ledger.services.seed.sql<Doc>(
      'select kind, code, bank, amount::text, due_date::text from installment_payment_codes where installment_id = $1',
      [id],
    )
  )[0];

describe('A payment code in the body of an expense', () => {
  test('is stored without its mask, with what it says', async () => {
    const line = boleto('300.00', '2026-12-01');
    const masked = `${line.slice(0, 5)}.${line.slice(5, 10)} ${line.slice(10)}`;
    const pix = pixCode({ key: '54000128000184', amount: '300.00', name: 'CONCRETEIRA', city: 'CAMPINAS' });
    const made = await create({
      installmentCount: undefined,
      transactionRecordList: [
        { grossValue: '300.00', dueDate: '2026-12-01', paymentCode: masked },
        { grossValue: '600.00', dueDate: '2027-01-01', paymentCode: pix },
      ],
    });
    expect(codes(made)).toEqual([line, pix]);
    const [first, second] = made.transactionRecordList;
    expect(await rowOf(first.id)).toEqual({
      kind: 'BOLETO',
      code: line,
      bank: '237',
      amount: '300.00',
      due_date: '2026-12-01',
    });
    expect(await rowOf(second.id)).toEqual({ kind: 'PIX', code: pix, bank: null, amount: '300.00', due_date: null });
    expect(codes(await get(made.id))).toEqual([line, pix]);
  });

  test('stays where a change leaves it out, and goes by null', async () => {
    const made = await create();
    const line = boleto('300.00', '2026-12-01');
    const withCode = await ledger.put('debit', {
      ...made,
      transactionRecordList: made.transactionRecordList.map((one: Doc, index: number) => ({
        ...one,
        paymentCode: index === 0 ? line : null,
      })),
    });
    expect(codes(withCode.body.data)).toEqual([line, null, null]);
    const { paymentCode: _code, ...bare } = withCode.body.data.transactionRecordList[0];
    const [, ...others] = withCode.body.data.transactionRecordList;
    const kept = await ledger.put('debit', {
      ...withCode.body.data,
      description: 'outra',
      transactionRecordList: [bare, ...others],
    });
    expect(codes(kept.body.data)).toEqual([line, null, null]);
    const gone = await ledger.put('debit', {
      ...kept.body.data,
      transactionRecordList: [{ ...bare, paymentCode: null }, ...others],
    });
    expect(codes(gone.body.data)).toEqual([null, null, null]);
    expect(await rowOf(bare.id)).toBeUndefined();
  });

  test('is kept, though its value and date change, and goes with its installment', async () => {
    const made = await create();
    const [first, second, third] = made.transactionRecordList;
    const line = boleto('300.00', '2027-02-01');
    const coded = (await put(third, line, made.version)).body.data.transaction;
    const moved = await ledger.put('debit', {
      ...coded,
      transactionRecordList: [
        first,
        { ...second, grossValue: '100.00', value: '100.00' },
        { ...coded.transactionRecordList[2], grossValue: '500.00', value: '500.00', dueDate: '2027-02-10' },
      ],
    });
    expect(moved.status).toBe(200);
    expect(codes(moved.body.data)).toEqual([null, null, line]);
    const fewer = await ledger.put('debit', {
      ...moved.body.data,
      transactionRecordList: [{ ...moved.body.data.transactionRecordList[0], grossValue: '900.00', value: '900.00' }],
    });
    expect(fewer.status).toBe(200);
    expect(await rowOf(third.id)).toBeUndefined();
  });

  test.each([
    ['a wrong digit', () => boleto('300.00', '2026-12-01').replace(/.$/, '1'), /campo 4|campo 5/],
    ['too few digits', () => boleto('300.00', '2026-12-01').slice(0, -1), /46 dígitos/],
    ['an access key', () => '35261154000128000184550010000051871028473619', /chave de acesso/],
    ['words', () => 'pagar no caixa', /Isto não é/],
    ['two codes', () => `${boleto('1.00', null)} ${boleto('2.00', null)}`, /mais de um código/],
  ])('with %s is refused at its field', async (_, code, sentence) => {
    const reply = await ledger.post('debit', {
      ...{ grossValue: '300.00', emissionDate: '2026-11-10' },
      transactionRecordList: [{ grossValue: '300.00', dueDate: '2026-12-01', paymentCode: code() }],
    });
    expect(reply.status).toBe(422);
    const [fault] = reply.body.fields;
    expect(fault.path).toBe('transactionRecordList.0.paymentCode');
    expect(fault.message).toMatch(sentence);
  });

  test('of an income is refused', async () => {
    const reply = await ledger.post('credit', {
      ...{ grossValue: '300.00', emissionDate: '2026-11-10' },
      transactionRecordList: [{ grossValue: '300.00', dueDate: '2026-12-01', paymentCode: boleto('300.00', null) }],
    });
    expect(faults(reply)).toEqual([
      'transactionRecordList.0.paymentCode: Só parcelas de despesa têm código de pagamento.',
    ]);
  });

  test('that is too long is refused by the contract', async () => {
    const reply = await ledger.post('debit', {
      ...{ grossValue: '300.00', emissionDate: '2026-11-10' },
      transactionRecordList: [{ grossValue: '300.00', dueDate: '2026-12-01', paymentCode: '1'.repeat(2001) }],
    });
    expect(reply.status).toBe(400);
  });
});

describe('A payment', () => {
  test('leaves the code where it is, and it cannot be changed until the payment is undone', async () => {
    const made = await create();
    const line = boleto('300.00', '2026-12-01');
    const coded = (await put(made.transactionRecordList[0], line, made.version)).body.data.transaction;
    const paid = (await ledger.pay(coded, 1)).body.data.transaction;
    expect(codes(paid)).toEqual([line, null, null]);
    const [first, second, third] = paid.transactionRecordList;
    const other = boleto('300.00', '2026-12-01');
    expect((await put(first, other, paid.version)).status).toBe(409);
    for (const paymentCode of [other, null, 'xyz']) {
      const refused = await ledger.put('debit', {
        ...paid,
        transactionRecordList: [{ ...first, paymentCode }, second, third],
      });
      expect(faults(refused)).toEqual([
        'transactionRecordList.0.paymentCode: Parcela paga não pode ser alterada: desfaça o pagamento primeiro.',
      ]);
    }
    const beside = await put(second, boleto('300.00', '2027-01-01'), paid.version);
    expect(beside.status).toBe(200);
    const undone = (await ledger.undo(beside.body.data.transaction, 1)).body.data.transaction;
    expect(codes(undone)[0]).toBe(line);
  });

  test('in part keeps the code with the part, and undoing it makes one of both again', async () => {
    const made = await create();
    const line = boleto('300.00', '2026-12-01');
    const coded = (await put(made.transactionRecordList[0], line, made.version)).body.data.transaction;
    const split = (await ledger.pay(coded, 1, { grossValue: '100.00' })).body.data.transaction;
    expect(codes(split)).toEqual([line, null, null, null]);
    const undone = (await ledger.undo(split, 1)).body.data.transaction;
    expect(codes(undone)).toEqual([line, null, null]);
    expect(column(undone, 'grossValue')).toBe('300.00 300.00 300.00');
  });

  test('in part is not made one again where the rest has got a code of its own', async () => {
    const made = await create();
    const split = (await ledger.pay(made, 1, { grossValue: '100.00' })).body.data.transaction;
    const line = boleto('200.00', '2026-12-01');
    const coded = (await put(split.transactionRecordList[1], line, split.version)).body.data.transaction;
    const undone = await ledger.undo(coded, 1);
    expect(codes(undone.body.data.transaction)).toEqual([null, line, null, null]);
    expect(undone.body.message).toMatch(/continuam separadas/);
  });
});

describe('PUT …/payment-code', () => {
  test('answers the transaction with its new version, writes the history, and tells differences', async () => {
    const made = await create();
    const [first] = made.transactionRecordList;
    const reply = await put(first, boleto('310.50', '2026-12-05'), made.version);
    expect(reply.status).toBe(200);
    expect(reply.body.data.transaction.version).toBe(made.version + 1);
    expect(plain(reply.body.message)).toBe(
      'O boleto é de R$ 310,50, e a parcela, de R$ 300,00. O boleto vence em 05/12/2026, e a parcela, em 01/12/2026.',
    );
    const rows = await ledger.services.seed.sql<Doc>(
      "select details from audit_log where entity = 'transaction' and action = 'paymentCode' and entity_id = $1",
      [made.id],
    );
    expect(rows[0].details).toMatchObject({
      installmentId: first.id,
      before: null,
      after: reply.body.data.transaction.transactionRecordList[0].paymentCode,
    });
  });

  test('takes a barcode as its line, and the same code again as nothing new', async () => {
    const made = await create();
    const facts = { bank: '341', amount: '300.00', dueDate: '2026-12-01', free: '5'.repeat(25) };
    const first = await put(made.transactionRecordList[0], boletoBarcode(facts), made.version);
    expect(codes(first.body.data.transaction)[0]).toBe(boletoLine(facts));
    const again = await put(made.transactionRecordList[0], boletoLine(facts), first.body.data.transaction.version);
    expect(again.body.data.transaction.version).toBe(first.body.data.transaction.version);
  });

  test('refuses a stale version, a wrong code, an income, an unknown installment', async () => {
    const made = await create();
    const [first] = made.transactionRecordList;
    const fresh = (await put(first, boleto('300.00', '2026-12-01'), made.version)).body.data.transaction;
    expect((await put(first, null, made.version)).status).toBe(409);
    const wrong = await put(first, '123', fresh.version);
    expect([wrong.status, paths(wrong)]).toEqual([422, ['paymentCode']]);
    const income = (
      await ledger.post('credit', { grossValue: '10.00', emissionDate: '2026-11-10', dueDate: '2026-12-01' })
    ).body.data;
    expect((await put(income.transactionRecordList[0], null)).status).toBe(404);
    expect((await put({ id: 999_999_999 }, null)).status).toBe(404);
  });

  test('is for who may change the whole document', async () => {
    const made = await create({
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, percentage: '50.00' },
        { building: { id: ledger.clinica }, percentage: '50.00' },
      ],
    });
    const [first] = made.transactionRecordList;
    expect((await put(first, boleto('300.00', null), made.version, ledger.engenheiro)).status).toBe(403);
    const elsewhere = await create({
      transactionRecordBuildings: [{ building: { id: ledger.clinica }, percentage: '100.00' }],
    });
    expect((await put(elsewhere.transactionRecordList[0], null, undefined, ledger.engenheiro)).status).toBe(404);
  });
});

describe('POST …/payment-codes/read', () => {
  test('says what a boleto is, and which open installment it fits exactly', async () => {
    const made = await create({
      grossValue: '1234.56',
      installmentCount: 1,
      dueDate: '2026-12-19',
      documentNumber: 'NF 77',
    });
    const [installment] = made.transactionRecordList;
    // The 19th is a Saturday: the boleto is due on the Monday after it.
    const line = boleto('1234.56', '2026-12-21');
    const { status, body } = await read(`pague: ${line}`);
    expect(status).toBe(200);
    expect(body.data.code).toMatchObject({
      kind: 'BOLETO',
      code: line,
      bank: '237',
      receiver: 'Bradesco',
      amount: '1234.56',
      dueDate: '2026-12-21',
    });
    expect(body.data.installments[0]).toMatchObject({
      ...{
        id: installment.id,
        transactionId: made.id,
        version: made.version,
        number: 1,
        installmentCount: 1,
        exact: true,
      },
      ...{ documentNumber: 'NF 77', partner: { name: 'Concreteira Paulista' }, grossValue: '1234.56' },
    });
    expect(body.data).toMatchObject({ usedBy: [], usedElsewhere: false });
  });

  test('puts the right day first, and proposes no installment with a code', async () => {
    const made = await create({ grossValue: '2223.00', dueDate: '2027-03-10' });
    const line = boleto('741.00', '2027-04-10');
    const [first, second, third] = made.transactionRecordList;
    const found = (await read(line)).body.data.installments;
    expect(found.map((one: Doc) => [one.id, one.exact])).toEqual([
      [second.id, true],
      [third.id, false],
      [first.id, false],
    ]);
    await put(second, line, made.version);
    const then = (await read(line)).body.data;
    expect(then.installments.map((one: Doc) => one.id)).toEqual([third.id, first.id]);
    expect(then.usedBy).toMatchObject([
      { id: second.id, transactionId: made.id, number: 2, company: { id: ledger.companyId } },
    ]);
  });

  test('finds the supplier of a Pix by its CNPJ or its name', async () => {
    const { seed } = ledger.services;
    const supplier = await seed.insert('partners', {
      account_id: ledger.accountId,
      type: 'SUPPLIER',
      name: 'Elétrica Campos Sales e Filhos Ltda',
      tax_id: '11222333000181',
    });
    const made = await create({ grossValue: '55.00', installmentCount: 1, partner: { id: supplier } });
    const [installment] = made.transactionRecordList;
    const byKey = pixCode({ key: '11222333000181', name: 'ELETRICA', city: 'CAMPINAS' });
    expect((await read(byKey)).body.data.installments).toMatchObject([
      { id: installment.id, exact: false, reasons: ['CNPJ ou CPF do fornecedor'] },
    ]);
    const byName = pixCode({ key: 'a@b.com', amount: '55.00', name: 'ELETRICA CAMPOS SALES E', city: 'CAMPINAS' });
    expect((await read(byName)).body.data.installments[0]).toMatchObject({ id: installment.id, exact: true });
    const percent = pixCode({ key: 'a@b.com', name: '%%%%%%', city: 'CAMPINAS' });
    expect((await read(percent)).body.data.installments).toEqual([]);
  });

  test('shows and proposes nothing of other buildings', async () => {
    const made = await create({
      grossValue: '7788.99',
      installmentCount: 1,
      transactionRecordBuildings: [{ building: { id: ledger.clinica }, percentage: '100.00' }],
    });
    const line = boleto('7788.99', '2026-12-01');
    expect((await read(line, ledger.engenheiro)).body.data).toMatchObject({
      installments: [],
      usedBy: [],
      usedElsewhere: false,
    });
    await put(made.transactionRecordList[0], line, made.version);
    expect((await read(line, ledger.engenheiro)).body.data).toMatchObject({ usedBy: [], usedElsewhere: true });
  });

  test('reads a collection and an access key', async () => {
    const line = collectionLine({ segment: '3', valueKind: '6', amount: '66.78', rest: '1'.repeat(29) });
    expect((await read(line)).body.data.code).toMatchObject({
      kind: 'COLLECTION',
      segment: '3',
      receiver: 'Energia ou gás',
      amount: '66.78',
    });
    const key = (await read('3526 1154 0001 2800 0184 5500 1000 0051 8710 2847 3619')).body.data;
    expect(key).toMatchObject({
      code: { kind: 'ACCESS_KEY', printed: '3526 1154 0001 2800 0184 5500 1000 0051 8710 2847 3619' },
      installments: [],
    });
  });

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a word', 'olá'],
    ['nines', '9'.repeat(47)],
    ['the start of a Pix', '000201'],
    ['a null byte', '\u0000'],
    ['20,000 digits', '1'.repeat(20_000)],
    ['eights', '8'.repeat(48)],
    ['a Pix that begins again and again', '00020126'.repeat(500)],
  ])('refuses %s in one sentence', async (_, text) => {
    const reply = await read(text);
    expect([400, 422]).toContain(reply.status);
    expect(paths(reply)).toEqual(['text']);
  });
});
