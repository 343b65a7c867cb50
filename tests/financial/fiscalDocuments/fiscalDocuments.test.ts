/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, CEMENT, COMPANY_ID, nfe, SUPPLIER_ID } from '#tests/purchase/invoices/nfeXml.ts';
import { both } from '#tests/purchase/invoices/kit.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { startFiscal, type FiscalDesk } from './kit.ts';
import { eventXml, goodsKey, nfse, serviceEventXml, serviceKeyOf } from './nfseXml.ts';

let desk: FiscalDesk;
beforeAll(async () => (desk = await startFiscal()));
afterAll(() => desk.services.stop());

/** Each test has numbers of its own. */
let number = 5_000;
const next = (): string => String((number += 1));

const sayings = ({ checks }: { checks: { ok: boolean; text: string }[] }): string[] =>
  checks.map(({ ok, text }) => `${ok ? '✓' : '✗'} ${text}`);

describe('A draft', () => {
  test('tells what the nota says, and the expense that it would be', async () => {
    const own = next();
    const content = nfe({ number: own, billing: billing(['2026-12-16', '430.00'], ['2027-01-13', '430.00']) });
    const sent = done(await desk.send(content, { file: 'NFe-deposito.xml' }));
    expect(sent).toMatchObject({
      ...{ outcome: 'DRAFT', text: null, accessKey: goodsKey(own), transaction: null, order: null },
      document: {
        ...{ kind: 'NFE', number: own, series: '1', issuerTaxId: SUPPLIER_ID, issuerName: 'DEPOSITO SAO JORGE LTDA' },
        ...{ value: '860.00', fileName: 'NFe-deposito.xml', emissionDate: '2026-11-18', refusal: null },
        company: { id: desk.office.companyId },
      },
    });
    const proposal = await desk.propose(sent.document.id);
    expect(sayings(proposal)).toEqual([
      `✓ Destinatário é ${sent.document.company.name}`,
      '✓ Chave nova: nenhuma outra despesa tem esta nota',
      '✓ Itens somam 860,00, como o total da nota',
      '✓ Duplicatas 860,00 = total',
    ]);
    expect(proposal).toMatchObject({
      ...{
        partner: { id: desk.supplier, name: 'Depósito São Jorge', taxId: SUPPLIER_ID, active: true },
        partnerOrigin: 'TAX_ID',
      },
      ...{
        documentNumber: `NF 5.001`,
        itemsValue: '806.00',
        additionsValue: '60.00',
        discountValue: '6.00',
        netValue: '860.00',
      },
      ...{ retentions: [], installmentsOrigin: 'INVOICE', preferredPaymentMethod: 'BOLETO', category: null, memory: 0 },
      installments: [
        { dueDate: '2026-12-16', grossValue: '430.00' },
        { dueDate: '2027-01-13', grossValue: '430.00' },
      ],
    });
    // The cement shares "cimento", "cp", "ii", "e", "32", "50", "kg" with its product; the sand "areia", "media", "lavada".
    expect(
      proposal.items.map(
        ({ match, similarity, product }: { match: string; similarity: number; product: { id: number } }) => [
          match,
          similarity,
          product.id,
        ],
      ),
    ).toEqual([
      ['NAME', expect.any(Number), desk.cement],
      ['NAME', 100, desk.sand],
    ]);
    const served = await desk.services.app.inject({
      ...{
        method: 'GET',
        url: `${desk.base}/${sent.document.id}/content`,
        headers: { authorization: `Bearer ${desk.token}` },
      },
    });
    expect(served.rawPayload.equals(content)).toBe(true);
    expect(served.headers['content-disposition']).toContain('NFe-deposito.xml');
  });

  test('is one however often its nota is sent, and goes when it is deleted', async () => {
    const content = nfe({ number: next() });
    const before = (await desk.drafts()).length;
    const sent = await Promise.all(Array.from({ length: 10 }, () => desk.send(content)));
    const ids = new Set(sent.map((reply) => done(reply).document.id as number));
    expect([ids.size, (await desk.drafts()).length]).toEqual([1, before + 1]);
    const [id = 0] = ids;
    done(await desk.api.delete(`${desk.base}/${id}`, { token: desk.token }));
    expect(refusal(await desk.api.get(`${desk.base}/${id}`, { token: desk.token }))).toEqual([
      404,
      'Nota não encontrada.',
    ]);
    expect(await desk.seed.sql('select from fiscal_document_contents where document_id = $1', [id])).toEqual([]);
  });

  test('is forgotten after a month, and the nota of an expense is not', async () => {
    const [kept, gone] = [await desk.draft(nfe({ number: next() })), await desk.draft(nfe({ number: next() }))];
    await desk.saved(kept);
    const sweep = (now: string) =>
      desk.services.app.platform.database.pool.query('select forget_fiscal_drafts($1)', [now]);
    const left = async () =>
      (
        await desk.seed.sql<{ id: number }>('select id::int from fiscal_documents where id = any($1) order by id', [
          [kept, gone],
        ])
      ).map(({ id }) => id);
    await sweep('2026-12-20T14:00:00Z');
    expect(await left()).toEqual([kept, gone]);
    await sweep('2026-12-20T16:00:00Z');
    expect(await left()).toEqual([kept]);
  });

  test('is kept by the company that it is for, if the user may make expenses there', async () => {
    const other = await desk.seed.company(desk.office.accountId, { name: 'Incorporadora' });
    await desk.seed.sql('update companies set tax_id = $1 where id = $2', ['11444777000161', other]);
    const content = nfe({ number: next(), receiver: '11444777000161' });
    const { document } = done(await desk.send(content));
    expect(document.company).toEqual({ id: other, name: 'Incorporadora' });
    const clerk = await desk.office.as(['DEBIT']);
    expect(refusal(await desk.send(content, { as: clerk }))).toEqual([
      422,
      'file: A nota é de outra empresa da conta, em que você não tem permissão de despesas.',
    ]);
    const foreign = nfe({ number: next(), receiver: '45543915000181' });
    expect(refusal(await desk.send(foreign))).toEqual([
      422,
      'file: A nota é para o CNPJ 45.543.915/0001-81, que não é de nenhuma empresa sua.',
    ]);
  });
});

describe('An NFS-e', () => {
  test('proposes what is kept back, and installments of what is left', async () => {
    const id = await desk.draft(nfse({ number: '318', issuer: '34028316000103' }));
    const proposal = await desk.propose(id);
    expect(proposal).toMatchObject({
      ...{
        documentNumber: 'NFS-e 318',
        emissionDate: '2026-11-18',
        competenceDate: '2026-11-01',
        netValue: '10416.00',
      },
      description: 'Instalação de sistema VRF',
      retentions: [
        { tax: 'ISS', base: '12400.00', rate: '5', value: '620.00' },
        { tax: 'INSS', base: '12400.00', rate: '11', value: '1364.00' },
      ],
    });
    expect(proposal.installments.map(({ grossValue }: { grossValue: string }) => grossValue)).toEqual(['10416.00']);
    expect(sayings(proposal)).toContain('✓ Líquido 10.416,00 + retenções 1.984,00 = total: fica uma parcela');
  });

  test('counts PIS, COFINS and CSLL together, as its net value says', async () => {
    // 10.000,00 − 465,00 = 9.535,00, told as one sum, and as three: 65,00 + 300,00 + 100,00.
    const none = { iss: '0.00', issKept: '1', value: '10000.00', base: '10000.00', net: '9535.00' };
    const three =
      '<piscofins><vPis>65.00</vPis><vCofins>300.00</vCofins><tpRetPisCofins>3</tpRetPisCofins></piscofins>';
    for (const federal of [`${three}<vRetCSLL>465.00</vRetCSLL>`, `${three}<vRetCSLL>100.00</vRetCSLL>`]) {
      const { retentions, netValue } = await desk.propose(await desk.draft(nfse({ ...none, number: next(), federal })));
      expect([netValue, retentions]).toEqual([
        '9535.00',
        [{ tax: 'CSRF', base: '10000.00', rate: '4.65', value: '465.00' }],
      ]);
    }
  });
});

describe('An expense of a nota', () => {
  test('has it, with its XML, and frees it when it is deleted', async () => {
    const own = next();
    const id = await desk.draft(nfe({ number: own }));
    const expense = await desk.saved(id);
    expect(expense.fiscalDocument).toEqual({
      ...{ id, kind: 'NFE', accessKey: goodsKey(own), number: own, series: '1', fileName: 'nota.xml' },
      ...{ size: nfe({ number: own }).length, link: `${desk.base}/${id}/content` },
    });
    const again = done(await desk.send(nfe({ number: own })));
    expect(again).toMatchObject({
      ...{ outcome: 'SEEN', document: null, text: `Esta nota já foi lançada na despesa ${expense.documentNumber}.` },
      transaction: { id: expense.id, companyId: desk.office.companyId },
    });
    expect((await desk.drafts()).some((one) => one.id === id)).toBe(false);
    // Sent back as it is, the answer changes nothing; the file is kept with it.
    const put = await desk.api.put(`${desk.financial}/debit`, { token: desk.token, body: expense });
    expect(done(put).fiscalDocument.id).toBe(id);
    done(await desk.api.delete(`${desk.financial}/debit/${expense.id}`, { token: desk.token }));
    expect(done(await desk.send(nfe({ number: own }))).outcome).toBe('DRAFT');
  });

  test('is one, however many save it at once', async () => {
    const id = await desk.draft(nfe({ number: next() }));
    const body = await desk.proposed(id);
    const before = await desk.countExpenses();
    const replies = await Promise.all(Array.from({ length: 5 }, () => desk.save(body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await desk.countExpenses()).toBe(before + 1);
  });

  test('makes or reactivates its supplier with it, or nothing', async () => {
    const taxId = '61189288000189';
    const file = () => nfe({ number: next(), issuer: taxId });
    const id = await desk.draft(file());
    const { partner, partnerOrigin } = await desk.propose(id);
    expect([partner, partnerOrigin]).toEqual([null, 'NEW']);
    const found = () => desk.seed.sql<{ id: number }>(`select id::int from partners where tax_id = $1`, [taxId]);
    const wrong = await desk.save(await desk.proposed(id, { category: { id: desk.sales } }));
    expect([wrong.status, await found()]).toEqual([422, []]);
    const expense = await desk.saved(id);
    expect(await found()).toEqual([{ id: expense.partner.id }]);
    expect(
      await desk.seed.sql(
        'select name, street, street_number, city, state, postal_code from partners where tax_id = $1',
        [taxId],
      ),
    ).toEqual([
      {
        ...{ name: 'DEPOSITO SAO JORGE LTDA', street: 'RUA DO PORTO', street_number: '10' },
        ...{ city: 'BELO HORIZONTE', state: 'MG', postal_code: '30110000' },
      },
    ]);
    await desk.seed.sql('update partners set active = false where tax_id = $1', [taxId]);
    const later = await desk.draft(file());
    expect((await desk.propose(later)).partner).toMatchObject({ id: expense.partner.id, active: false });
    const { partner: _inactive, ...body } = await desk.proposed(later);
    done(await desk.save({ ...body, fiscalDocument: { id: later, createPartner: true } }));
    expect(await desk.seed.sql('select active from partners where tax_id = $1', [taxId])).toEqual([{ active: true }]);
  });

  test('is remembered: category, rateio, wallet and terms come with the next one', async () => {
    const issuer = '33000167000101';
    const first = await desk.draft(nfe({ number: next(), issuer }));
    const wallet = await desk.seed.insert('wallets', {
      ...{ account_id: desk.office.accountId, company_id: desk.office.companyId, identifier: 'Bradesco' },
      ...{ initial_balance: '0', balance_date: '2026-01-01' },
    });
    await desk.saved(first, {
      ...{ category: { id: desk.concrete }, expectedBank: { id: wallet } },
      transactionRecordList: [
        { dueDate: '2026-12-02', grossValue: '430.00' },
        { dueDate: '2026-12-16', grossValue: '430.00' },
      ],
      transactionRecordBuildings: [
        { building: { id: desk.building }, costEstimateGroup: { id: desk.areas }, grossValue: '645.00' },
        { building: { id: desk.other }, grossValue: '215.00' },
      ],
    });
    // 100,01 of which three quarters are 75,0075: half-even 75,01, and 25,00 is left.
    const items = [{ ...CEMENT, value: '100.01', quantity: '1', price: '100.01', prod: '' }];
    const small = nfe({ number: next(), issuer, items, totals: { vProd: '100.01', vNF: '100.01' }, day: '2026-11-19' });
    const proposal = await desk.propose(await desk.draft(small));
    expect(proposal).toMatchObject({
      ...{ category: { id: desk.concrete }, memory: 1, expectedWallet: { id: wallet, name: 'Bradesco' } },
      ...{ installmentsOrigin: 'SUPPLIER' },
      // 14 and 28 days after 2026-11-19.
      installments: [
        { dueDate: '2026-12-03', grossValue: '50.00' },
        { dueDate: '2026-12-17', grossValue: '50.01' },
      ],
      apportionments: [
        { building: { id: desk.building }, costEstimateGroup: { id: desk.areas }, grossValue: '75.01' },
        { building: { id: desk.other }, costEstimateGroup: null, grossValue: '25.00' },
      ],
    });
  });

  test('teaches what its supplier calls products, until it is deleted', async () => {
    const issuer = '60746948000112';
    const first = await desk.draft(nfe({ number: next(), issuer }));
    const expense = await desk.saved(first, {
      fiscalDocument: { id: first, createPartner: true, items: [{ number: 1, product: { id: desk.sand } }] },
    });
    const second = await desk.draft(nfe({ number: next(), issuer }));
    const matches = async () =>
      (await desk.propose(second)).items.map(({ match, product }: { match: string; product: { id: number } }) => [
        match,
        product.id,
      ]);
    expect(await matches()).toEqual([
      ['REMEMBERED', desk.sand],
      ['NAME', desk.sand],
    ]);
    // A bag of cement is no known number of cubic metres: a receipt has to ask.
    expect(await desk.seed.sql('select factor from supplier_products where fiscal_document_id = $1', [first])).toEqual([
      { factor: null },
    ]);
    done(await desk.api.delete(`${desk.financial}/debit/${expense.id}`, { token: desk.token }));
    expect((await matches())[0]).toEqual(['NAME', desk.cement]);
  });

  test('is refused at its place, with nothing stored', async () => {
    const id = await desk.draft(nfe({ number: next() }));
    const good = await desk.proposed(id);
    const before = await desk.countExpenses();
    const cases: [object, unknown[]][] = [
      [{ fiscalDocument: { id: 999_999 } }, [422, 'fiscalDocument.id: Nota não encontrada.']],
      [
        { fiscalDocument: { id, createPartner: true } },
        [422, 'fiscalDocument.createPartner: Deixe o fornecedor em branco para cadastrar o emitente da nota.'],
      ],
      [
        { fiscalDocument: { id, items: [{ number: 9, product: { id: desk.sand } }] } },
        [422, 'fiscalDocument.items.0.number: A nota não tem o item 9.'],
      ],
      [
        { fiscalDocument: { id, items: [{ number: 1, product: { id: 999_999 } }] } },
        [422, 'fiscalDocument.items.0.product: Insumo não encontrado.'],
      ],
    ];
    for (const [change, sentence] of cases) expect(refusal(await desk.save({ ...good, ...change }))).toEqual(sentence);
    const income = await desk.api.post(`${desk.financial}/credit`, {
      ...{ token: desk.token, body: { grossValue: '10', emissionDate: '2026-11-18', fiscalDocument: { id } } },
    });
    expect(refusal(income)).toEqual([422, 'fiscalDocument: Só uma despesa é lançada por uma nota de fornecedor.']);
    expect(await desk.countExpenses()).toBe(before);
  });
});

describe('A nota that an order was received by', () => {
  test('is no expense of its own, and the other way round', async () => {
    const order = await desk.open();
    const content = nfe({ number: next() });
    const id = await desk.draft(content);
    done(await desk.receiveNota(order.id, content, { items: both(order) }));
    const { checks } = await desk.propose(id);
    expect(checks[1]).toMatchObject({
      ...{ code: 'KEY', ok: false, blocks: true, text: `Esta nota já foi recebida no pedido ${order.document}.` },
      order: { id: order.id, document: order.document },
    });
    const refused = await desk.save({ ...(await desk.proposed(id)) });
    expect(refusal(refused)).toEqual([409, `fiscalDocument: Esta nota já foi recebida no pedido ${order.document}.`]);

    const spent = nfe({ number: next() });
    await desk.saved(await desk.draft(spent));
    const another = await desk.open();
    expect(refusal(await desk.receiveNota(another.id, spent, { items: both(another) }))).toEqual([
      409,
      'file: Esta nota já foi lançada como despesa.',
    ]);
  });
});

describe('A cancellation', () => {
  test('refuses its nota, whether it comes before or after', async () => {
    const own = next();
    const id = await desk.draft(nfe({ number: own }));
    const body = await desk.proposed(id);
    const told = done(await desk.send(eventXml(goodsKey(own))));
    expect(told).toMatchObject({
      ...{ outcome: 'CANCELLATION', document: null, accessKey: goodsKey(own) },
      text: `A NF-e ${own.replace(/(\d)(\d{3})$/, '$1.$2')} foi cancelada em 19/11/2026: ela não será lançada.`,
    });
    expect((await desk.drafts()).find((one) => one.id === id)).toMatchObject({ refusal: 'Esta nota foi cancelada.' });
    expect(refusal(await desk.save(body))).toEqual([422, 'fiscalDocument: Esta nota foi cancelada.']);
    expect(refusal(await desk.send(nfe({ number: own })))).toEqual([
      422,
      'file: Esta nota foi cancelada em 19/11/2026.',
    ]);
    const service = next();
    done(await desk.send(serviceEventXml(serviceKeyOf({ taxId: SUPPLIER_ID, number: service }), 'e105102')));
    expect(refusal(await desk.send(nfse({ number: service })))).toEqual([
      422,
      'file: Esta nota foi cancelada em 19/11/2026.',
    ]);
  });

  test('of a nota that is an expense says so', async () => {
    const own = next();
    const expense = await desk.saved(await desk.draft(nfe({ number: own })));
    const told = done(await desk.send(eventXml(goodsKey(own), { type: '110112' })));
    expect(told.text).toContain('e há uma despesa lançada por ela. Confira.');
    expect(told.transaction.id).toBe(expense.id);
  });
});

test('Without DEBIT there are no notas', async () => {
  const buyer = await desk.office.as(['PURCHASE']);
  expect((await desk.send(nfe({ number: next(), receiver: COMPANY_ID }), { as: buyer })).status).toBe(403);
  expect((await desk.api.get(desk.base, { token: buyer })).status).toBe(403);
});
