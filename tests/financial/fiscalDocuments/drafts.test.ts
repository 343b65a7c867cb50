/** What is kept with a draft, and what its access key tells. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COMPANY_ID, nfe, SAND, SUPPLIER_ID } from '#tests/purchase/invoices/nfeXml.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { problemOfAnswer } from '#tests/security/hostile.ts';
import { startFiscal, type FiscalDesk } from './kit.ts';
import { eventXml, goodsKey, nfse, serviceKeyOf } from './nfseXml.ts';

let desk: FiscalDesk;
beforeAll(async () => (desk = await startFiscal()));
afterAll(() => desk.services.stop());

const choose = (id: number, items: unknown, headers = {}, base = desk.base) =>
  desk.api.put(`${base}/${id}/products`, { token: desk.token, body: { items }, headers });

describe('A product that is chosen for an item of a draft', () => {
  const chosen = async (id: number): Promise<[string | null, number | null][]> =>
    (await desk.propose(id)).items.map(
      ({ match, product }: { match: string | null; product: { id: number } | null }) => [
        ...[match, product?.id ?? null],
      ],
    );
  const taught = async (code: string) =>
    (
      await desk.seed.sql<{ product: number }>(
        'select product_id::int as product from supplier_products where code = $1 and partner_id = $2',
        [code, desk.supplier],
      )
    ).map(({ product }) => product);
  const item = (code: string) => ({ ...SAND, code, prod: '' });
  const pair = (number: string, ...codes: string[]) => {
    const items = codes.map(item);
    const total = `${Number(SAND.value) * items.length}.00`;
    return desk.draft(nfe({ number, items, totals: { vProd: total, vNF: total } }));
  };

  test('is there when the draft is opened again, and what is not named stays as it was', async () => {
    const id = await pair('8101', 'X1', 'X2');
    expect(await chosen(id)).toEqual([
      ['NAME', desk.sand],
      ['NAME', desk.sand],
    ]);
    done(await choose(id, [{ number: 1, product: { id: desk.cement } }]));
    done(await choose(id, [{ number: 2, product: null }]));
    expect(await chosen(id)).toEqual([
      ['CHOSEN', desk.cement],
      ['CHOSEN', null],
    ]);
    // The file that is sent again is the same draft.
    expect(await pair('8101', 'X1', 'X2')).toBe(id);
    done(await choose(id, [{ number: 1, product: { id: desk.sand } }]));
    expect((await chosen(id))[0]).toEqual(['CHOSEN', desk.sand]);
    const told = await desk.seed.sql<{ details: unknown }>(
      `select details from audit_log where entity = 'fiscalDocument' and entity_id = $1 and action = 'choose' order by id`,
      [id],
    );
    expect(told.map(({ details }) => details)).toEqual([
      { items: [{ number: 1, product: { id: desk.cement } }] },
      { items: [{ number: 2, product: null }] },
      { items: [{ number: 1, product: { id: desk.sand } }] },
    ]);
  });

  test('is stored once by a call that is repeated', async () => {
    const id = await pair('8102', 'X3');
    const headers = { 'idempotency-key': 'choice-8102' };
    const [first, again] = [
      await choose(id, [{ number: 1, product: { id: desk.cement } }], headers),
      await choose(id, [{ number: 1, product: { id: desk.cement } }], headers),
    ];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    const rows = await desk.seed.sql(
      `select from audit_log where entity = 'fiscalDocument' and entity_id = $1 and action = 'choose'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('teaches with the expense, unless that says otherwise', async () => {
    const kept = await pair('8103', 'X4', 'X5');
    const other = await pair('8104', 'X6');
    done(
      await choose(kept, [
        { number: 1, product: { id: desk.cement } },
        { number: 2, product: null },
      ]),
    );
    done(await choose(other, [{ number: 1, product: { id: desk.cement } }]));
    await desk.saved(kept);
    await desk.saved(other, { fiscalDocument: { id: other, items: [] } });
    expect([await taught('X4'), await taught('X5'), await taught('X6')]).toEqual([[desk.cement], [], []]);
    expect(
      await desk.seed.sql('select from fiscal_document_choices where document_id = any($1)', [[kept, other]]),
    ).toEqual([]);
    // It is no draft any more.
    expect(refusal(await choose(kept, [{ number: 1, product: null }]))).toEqual([404, 'Nota não encontrada.']);
  });

  test('follows a merge of products, and its undoing', async () => {
    const id = await pair('8105', 'X7');
    const { api, token } = desk;
    const base = `/api/v1/purchase/account/${desk.office.accountId}/product-merges`;
    done(await choose(id, [{ number: 1, product: { id: desk.cement } }]));
    const merged = done(
      await api.post(base, {
        token,
        body: { survivor: { id: desk.sand, version: 1 }, merged: [{ id: desk.cement, version: 1, factor: '2' }] },
      }),
    );
    expect(await chosen(id)).toEqual([['CHOSEN', desk.sand]]);
    done(await api.post(`${base}/${merged.merge.id}/undo`, { token }));
    expect(await chosen(id)).toEqual([['CHOSEN', desk.cement]]);
  });

  test('is refused at its place, with nothing kept', async () => {
    const id = await pair('8106', 'X8');
    const sand = { id: desk.sand };
    const cases: [unknown, number, string?][] = [
      [[{ number: 2, product: sand }], 422, 'items.0.number: A nota não tem o item 2.'],
      [[{ number: 1, product: { id: 999_999_999 } }], 422, 'items.0.product: Insumo não encontrado.'],
      [
        [
          { number: 1, product: sand },
          { number: 1, product: null },
        ],
        ...([422, 'items.1.number: Este item aparece mais de uma vez.'] as const),
      ],
      ...[[], [{ number: 1 }], [{ number: 0, product: sand }], [{ number: 991, product: null }], 'tudo', null].map(
        (items): [unknown, number] => [items, 400],
      ),
      [[{ number: 1, product: sand, price: '1' }], 400],
      [Array.from({ length: 991 }, () => ({ number: 1, product: null })), 400],
    ];
    for (const [items, status, sentence] of cases) {
      const said = await choose(id, items);
      const problem = refusal(said);
      expect([problem[0], sentence ?? problem[1]]).toEqual([status, problem[1]]);
      expect(problemOfAnswer(said.status, said.body.message)).toBeNull();
    }
    expect(refusal(await choose(999_999_999, [{ number: 1, product: sand }]))).toEqual([404, 'Nota não encontrada.']);
    const away = desk.base.replace(/company\/\d+/, 'company/999999999');
    expect((await choose(id, [{ number: 1, product: sand }], {}, away)).status).toBe(404);
    expect(await chosen(id)).toEqual([['NAME', desk.sand]]);
  });
});

describe('An access key', () => {
  const look = (accessKey: string, as = desk.token) =>
    desk.api.get(`${desk.base}/key?accessKey=${encodeURIComponent(accessKey)}`, { token: as });
  const grouped = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ');

  test('tells its nota before the XML is there', async () => {
    const key = goodsKey('8201');
    expect(done(await look(`Chave de acesso: ${grouped(key)}`))).toEqual({
      ...{ kind: 'NFE', accessKey: key, number: '8201', series: '1', issuerTaxId: SUPPLIER_ID, month: '2026-11' },
      ...{ documentNumber: 'NF 8.201', draft: null, transaction: null, order: null, text: null },
      partner: { id: desk.supplier, name: 'Depósito São Jorge', taxId: SUPPLIER_ID, active: true },
    });
    const service = serviceKeyOf({ taxId: '60746948000112', number: '77' });
    expect(done(await look(service))).toMatchObject({
      ...{ kind: 'NFSE', number: '77', series: null, issuerTaxId: '60746948000112', documentNumber: 'NFS-e 77' },
      ...{ partner: null, text: null },
    });
  });

  test('finds the draft, then the expense that was made of it', async () => {
    const [key, id] = [goodsKey('8202'), await desk.draft(nfe({ number: '8202' }))];
    expect(done(await look(key))).toMatchObject({
      ...{ draft: { id, company: { id: desk.office.companyId } }, transaction: null },
      text: 'O XML desta nota já foi enviado: confira e salve.',
    });
    const expense = await desk.saved(id);
    expect(done(await look(key))).toMatchObject({
      ...{ draft: null, transaction: { id: expense.id, companyId: desk.office.companyId } },
      text: 'Esta nota já foi lançada na despesa NF 8.202.',
    });
  });

  test('finds the draft of another company, where the user may make expenses', async () => {
    const { accountId } = desk.office;
    const sister = await desk.seed.insert('companies', {
      account_id: accountId,
      name: 'Irmã',
      tax_id: '61189288000189',
    });
    const id = await desk.draft(nfse({ number: '8203', receiver: '61189288000189' }));
    const key = serviceKeyOf({ taxId: SUPPLIER_ID, number: '8203' });
    expect(done(await look(key))).toMatchObject({
      ...{ draft: { id, company: { id: sister, name: 'Irmã' } } },
      text: 'O XML desta nota já foi enviado, e ela é de Irmã.',
    });
    // Who may make none there is told nothing of it.
    expect(done(await look(key, await desk.office.as(['DEBIT'])))).toMatchObject({ draft: null, text: null });
    expect((await look(key, await desk.office.as(['PURCHASE']))).status).toBe(403);
  });

  test('tells a cancellation', async () => {
    done(await desk.send(eventXml(goodsKey('8204'))));
    expect(done(await look(goodsKey('8204'))).text).toBe('Esta nota foi cancelada em 19/11/2026.');
  });

  test('that is wrong is refused in one sentence', async () => {
    const key = goodsKey('8205');
    const wrong = `${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`;
    expect(refusal(await look(wrong))).toEqual([
      ...[422, 'accessKey: O dígito verificador da chave não confere: confira os números, ou cole de novo.'],
    ]);
    const cases: [string, number][] = [
      ...['1', '0'.repeat(44), `${key}'; drop table users; --`, '\u0000'.repeat(44), '🧾'.repeat(44), COMPANY_ID].map(
        (text): [string, number] => [text, 422],
      ),
      ...['', '9'.repeat(201)].map((text): [string, number] => [text, 400]),
    ];
    for (const [text, status] of cases) {
      const said = await look(text);
      expect([text, said.status, problemOfAnswer(said.status, said.body.message)]).toEqual([text, status, null]);
    }
    const twice = await desk.api.get(`${desk.base}/key?accessKey=${key}&accessKey=${key}`, { token: desk.token });
    expect(twice.status).toBe(400);
  });
});
