/** The page of a supplier. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { DEADLINE, startQuotes, type Quoting } from './kit.ts';

let desk: Quoting;

beforeAll(async () => {
  desk = await startQuotes();
});
afterAll(() => desk.services.stop());

/** A quote of two lines that two suppliers were asked for. */
const asked = async (rest: object = {}) => {
  const { strong, union } = desk.suppliers;
  const quote = done(
    await desk.create({
      ...{ lines: desk.steel.slice(0, 2), deadline: DEADLINE, phone: '1932454100' },
      suppliers: [{ partnerId: strong }, { partnerId: union, email: 'rival@uniao.com.br' }],
      ...rest,
    }),
  );
  const [own, rival] = quote.suppliers;
  const page = desk.page(await desk.link(quote.id, own.id));
  const body = (said: Parameters<Quoting['typed']>[1]) => desk.typed(quote.lines, said);
  return { id: quote.id as number, quote, own, rival, page, body };
};

const GOOD = { prices: [['6.42', 'Gerdau'], ['6.38']] as [string, string?][], paymentDays: [28, 56] };

describe('The buyer', () => {
  test('is told of each answer, change and decline, once', async () => {
    const { id, page, body, quote } = await asked();
    const told = async () =>
      (
        await desk.seed.sql<{ kind: string; text: string }>(
          `select kind, text from assistant_messages where link = $1 order by id`,
          [`/home/forms/purchase/quotes?company=${desk.office.companyId}&id=${id}`],
        )
      ).map(({ kind, text }) => `${kind} ${text}`);
    done(await page.answer(body(GOOD)));
    done(await page.answer(body(GOOD)));
    done(await page.answer(body({ ...GOOD, prices: [['6.40'], null] })));
    done(await page.decline({ reason: 'Sem estoque' }));
    done(await page.decline({ reason: 'Sem estoque' }));
    done(await page.resume());
    const named = `${quote.document} (Aço — estrutura torre A)`;
    expect(await told()).toEqual([
      `INFO Aço Forte Distribuidora respondeu a cotação ${named}: preço para 2 de 2 itens.`,
      `INFO Aço Forte Distribuidora mudou a resposta da cotação ${named}: preço para 1 de 2 itens.`,
      `WARNING Aço Forte Distribuidora recusou a cotação ${named}. “Sem estoque”`,
      `INFO Aço Forte Distribuidora voltou a participar da cotação ${named}.`,
    ]);

    // A supplier who goes to and fro is stopped, and may still save what he types.
    const statuses: number[] = [];
    for (let time = 0; time < 13; time += 1) statuses.push((await page.decline()).status, (await page.resume()).status);
    expect(statuses).toEqual([...Array.from({ length: 24 }, () => 200), 429, 429]);
    expect(await told()).toHaveLength(4 + 24);
    done(await page.save(body(GOOD)));
  });
});

describe('A link', () => {
  test('shows the request, and who opened it is seen', async () => {
    const { id, page, quote } = await asked({ deliveryPlace: 'Rua das Acácias, 410', message: 'Cortado' });
    const shown = done(await page.open());
    expect(shown).toEqual({
      ...{ state: 'OPEN', company: expect.any(String), phone: '1932454100', now: '2026-11-20T15:00:00.000Z' },
      ...{ answeredAt: null, answer: null },
      request: {
        ...{ document: quote.document, title: 'Aço — estrutura torre A', supplier: 'Aço Forte Distribuidora' },
        ...{ buyer: expect.any(String), building: 'Vila das Ipês', deliveryPlace: 'Rua das Acácias, 410' },
        ...{ deliveryDate: null, message: 'Cortado', deadline: DEADLINE, attachments: [] },
        lines: [
          {
            id: expect.any(Number),
            code: '0003',
            description: 'Vergalhão CA-50 Ø 10 mm, barra 12 m',
            unit: 'sc',
            quantity: '8420.0000',
          },
          {
            id: expect.any(Number),
            code: '0004',
            description: 'Vergalhão CA-50 Ø 12,5 mm, barra 12 m',
            unit: 'sc',
            quantity: '5180.0000',
          },
        ],
      },
    });
    expect((await desk.read(id)).suppliers[0]).toMatchObject({ state: 'OPENED', openedAt: '2026-11-20T15:00:00.000Z' });
  });

  test('of nobody is a missing page, alike whatever it looks like, and limited', async () => {
    const wrong = (secret: string) => desk.api.get(`/api/v1/purchase/quote-request/${secret}`, { from: '203.0.113.9' });
    const bare = ({ status, text }: { status: number; text: string }, secret: string) => [
      status,
      text.replace(secret, '').replace(/"(requestId|timestamp)":"[^"]*"/g, ''),
    ];
    const [first, second] = ['x'.repeat(43), 'A-_9'];
    expect(bare(await wrong(first), first)).toEqual(bare(await wrong(second), second));
    expect((await wrong(first)).status).toBe(404);
    const statuses: number[] = [];
    for (let tries = 0; tries < 30; tries += 1) statuses.push((await wrong(`guess${tries}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 404).length).toBeLessThan(20);
  });

  test('is guessed by nobody: 100,000 tokens find none, and each address tries 20 of them', async () => {
    const { page } = await asked();
    const [guessed] = await desk.seed.sql<{ found: number; stored: number }>(
      `select (select count(*)::integer from generate_series(1, 100000) g (n)
                 cross join lateral find_quote_link(sha256(convert_to('guess' || g.n, 'UTF8')))) as found,
              (select count(*)::integer from find_quote_link(sha256(convert_to($1, 'UTF8')))) as stored`,
      [page.path.split('/').at(-1)],
    );
    // The same question about a token that was sent finds it.
    expect(guessed).toEqual({ found: 0, stored: 1 });
    for (const from of ['198.51.100.1', '198.51.100.2']) {
      const replies = await Promise.all(
        Array.from({ length: 120 }, (_, tries) =>
          desk.api.get(`/api/v1/purchase/quote-request/${from}-${tries}`.replaceAll('.', '_'), { from }),
        ),
      );
      const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
      expect([count(404), count(429)]).toEqual([20, 100]);
    }
  });
});

describe('A draft', () => {
  test('is kept, and shows the buyer that somebody types but never what', async () => {
    const { id, page, body } = await asked();
    const typed = body({ prices: [['6.4321']], notes: ' Cortado na obra ' });
    const half = { ...typed, lines: [typed.lines[0], { ...typed.lines[1], unavailable: false }], paymentDays: [] };
    expect(done(await page.save(half))).toEqual({ savedAt: '2026-11-20T15:00:00.000Z' });
    const shown = done(await page.open());
    expect(shown.answer).toMatchObject({ notes: 'Cortado na obra', savedAt: '2026-11-20T15:00:00.000Z' });
    expect(shown.answer.lines).toMatchObject([{ price: '6.4321' }, { price: null, unavailable: false }]);
    const reply = await desk.api.get(desk.at(id), { token: desk.token });
    expect(done(reply).suppliers[0]).toMatchObject({ state: 'FILLING', answer: null });
    expect(reply.text).not.toContain('6.4321');
  });

  test.each([
    [
      'a price of zero',
      { prices: [['0']] },
      {},
      [422, 'lines.0.price: Informe um preço maior que zero, ou marque que não tem.'],
    ],
    [
      'a price with five places',
      { prices: [['1.00001']] },
      {},
      [400, 'lines.0.price: Informe um valor maior ou igual a zero, com até 4 casas.'],
    ],
    [
      'a negative freight',
      { prices: [['1']] },
      { shippingRate: '-1' },
      [400, 'shippingRate: Informe um valor maior ou igual a zero, com até 2 casas.'],
    ],
    [
      'an IPI above 100',
      { prices: [['1']] },
      { ipi: '100.5' },
      [400, 'ipi: Informe um percentual de 0 a 100, com até 4 casas.'],
    ],
    [
      'days that do not rise',
      { prices: [['1']] },
      { paymentDays: [56, 28] },
      [422, 'paymentDays: Os dias de pagamento precisam crescer: 28, 56, 84.'],
    ],
    ['a field of nobody', { prices: [['1']] }, { discount: '1' }, [400, 'discount: Campo desconhecido.']],
  ])('is refused with %s, at its field', async (_, said, rest, expected) => {
    const { page, body } = await asked();
    expect(refusal(await page.save({ ...body(said as typeof GOOD), ...rest }))).toEqual(expected);
  });

  test('is refused with a line of another quote, a line twice, and a price of what he does not have', async () => {
    const { page, body } = await asked();
    const [first, second] = body(GOOD).lines;
    const lines = [first, { ...first }, { ...second, unavailable: true }, { ...second, lineId: 999_999 }];
    expect(refusal(await page.save({ ...body(GOOD), lines }))).toEqual([
      400,
      'lines.1.lineId: Este item aparece duas vezes.',
      'lines.2.price: Um item que você não tem não leva preço.',
      'lines.3.lineId: Este item não é desta cotação.',
    ]);
  });
});

describe('An answer', () => {
  test('counts at once, is replaced by a later one, and is told the same however often it is sent', async () => {
    const { id, page, body, own } = await asked();
    done(await page.save(body(GOOD)));
    const first = done(await page.answer(body({ ...GOOD, freight: 'CHARGED', shippingRate: '100', ipi: '5' })));
    expect(first).toMatchObject({ state: 'OPEN', answeredAt: '2026-11-20T15:00:00.000Z', answer: { savedAt: null } });
    // 8,420 × 6.42 + 5,180 × 6.38 + 100 = 87,204.80; 5 % of it: 4,360.24.
    expect((await desk.read(id)).suppliers[0]).toMatchObject({
      state: 'ANSWERED',
      answer: { revision: 1, total: '91565.04', offered: 2, paymentDays: [28, 56] },
    });
    const again = body({ prices: [['6.40'], null as never] });
    await Promise.all(Array.from({ length: 10 }, () => page.answer(again)));
    const { suppliers } = await desk.read(id);
    // 8,420 × 6.40; what he does not have at the reference: 5,180 × 6.75 = 34,965.00.
    expect(suppliers[0].answer).toMatchObject({
      revision: 2,
      total: '53888.00',
      comparableTotal: '88853.00',
      offered: 1,
    });
    const kept = await desk.seed.sql('select revision from quote_answers where supplier_id = $1 order by 1', [own.id]);
    expect(kept).toEqual([{ revision: 1 }, { revision: 2 }]);
    expect(suppliers[1]).toMatchObject({ answer: null, state: 'CHOSEN' });
  });

  test.each([
    [
      'a line that is left open',
      { prices: [['1']] },
      (lines: object[]) => [lines[0], { ...lines[1], unavailable: false }],
      {},
      ['lines.1.price: Informe o preço, ou marque que não tem.'],
    ],
    [
      'a line that is left out',
      { prices: [['1']] },
      (lines: object[]) => [lines[0]],
      {},
      ['lines: Informe o preço, ou marque que não tem.'],
    ],
    [
      'nothing to offer',
      { prices: [] },
      (lines: object[]) => lines,
      {},
      ['lines: Informe o preço de ao menos um item, ou recuse a cotação.'],
    ],
    ['no terms', GOOD, (lines: object[]) => lines, { paymentDays: [] }, ['paymentDays: Informe como quer receber.']],
    [
      'a freight that is charged and not told',
      GOOD,
      (lines: object[]) => lines,
      { freight: 'CHARGED' },
      ['shippingRate: Informe o valor do frete.'],
    ],
    [
      'a validity that has passed',
      GOOD,
      (lines: object[]) => lines,
      { validUntil: '2026-11-19' },
      ['validUntil: A validade da proposta já passou.'],
    ],
    [
      'more than money holds',
      { prices: [['9999999999999'], ['9999999999999']] },
      (lines: object[]) => lines,
      {},
      ['lines: O valor da resposta passa do maior valor aceito.'],
    ],
    ['a copy to no address', GOOD, (lines: object[]) => lines, { copyTo: 'eu' }, ['copyTo: Informe um e-mail válido.']],
  ])('is refused with %s', async (_, said, change, rest, problems) => {
    const { page, body } = await asked();
    const typed = body(said as typeof GOOD);
    expect(refusal(await page.answer({ ...typed, ...rest, lines: change(typed.lines) }))).toEqual([422, ...problems]);
  });

  test('goes to an address of his choice as a copy, without a link', async () => {
    const { page, body } = await asked();
    done(await page.answer({ ...body(GOOD), copyTo: 'copia@acoforte.com.br' }));
    const mail = await mailTo(desk.services.app.platform.dataDir, 'copia@acoforte.com.br');
    expect(mail.kind).toBe('quote_copy');
    expect(mail.text).toContain('8.420 sc × R$ 6,42 = R$\u00a054.056,40 (Gerdau)');
    expect(mail.text).toContain('28 / 56');
    expect(mail.link).toBe('');
  });

  test('is taken until the very second of the deadline', async () => {
    const { services } = desk;
    const { page, body } = await asked({ deadline: '2026-11-20T16:00:00Z' });
    services.clock.set('2026-11-20T15:59:59.999Z');
    done(await page.answer(body(GOOD)));
    services.clock.set('2026-11-20T16:00:00.000Z');
    expect(refusal(await page.answer(body({ prices: [['1'], ['1']] })))).toEqual([
      422,
      'token: O prazo desta cotação terminou.',
    ]);
    expect(refusal(await page.save(body(GOOD)))).toEqual([422, 'token: O prazo desta cotação terminou.']);
    expect(done(await page.open())).toMatchObject({
      state: 'EXPIRED',
      request: null,
      answer: null,
      phone: '1932454100',
    });
    services.clock.set('2026-11-20T15:00:00.000Z');
  });
});

describe('Declining', () => {
  test('takes the answer out of the comparison until it is taken back', async () => {
    const { id, page, body, quote } = await asked();
    done(await page.answer(body(GOOD)));
    const awards = [{ lineId: quote.lines[0].id, supplierId: quote.suppliers[0].id }];
    done(await desk.award(id, { awards }));
    expect(done(await page.decline({ reason: 'Sem estoque' }))).toMatchObject({ state: 'DECLINED', request: null });
    expect(await desk.read(id)).toMatchObject({
      ...{ awards: [], comparison: { bestCombination: null } },
      suppliers: [{ state: 'DECLINED', declineReason: 'Sem estoque', answer: null }, {}],
    });
    expect(refusal(await page.answer(body(GOOD)))).toEqual([
      422,
      'token: Você recusou esta cotação. Volte a participar para responder.',
    ]);
    expect(done(await page.resume())).toMatchObject({ state: 'OPEN' });
    expect(await desk.read(id)).toMatchObject({ suppliers: [{ state: 'ANSWERED' }, {}] });
  });
});

/** Of the rival, of the reference, and of another request to the same supplier, in every form that a text shows them. */
const CANARIES = /987[.,]65|União|Rivalmarca|123[.,]45|76[.,]54|rival@|segredo|Outropedido|Outrorecado/;

describe('Nothing of others', () => {
  test('reaches a supplier in any byte: reference, rival, his prices, his address, his files, other requests', async () => {
    const { id, page, body, rival } = await asked({
      lines: desk.steel.slice(0, 2).map((line) => ({ ...line, referencePrice: '987.6543' })),
    });
    const theirs = desk.page(await desk.link(id, rival.id));
    const { dataDir } = desk.services.app.platform;
    const upload = async (path: string, file: string, token?: string): Promise<number> =>
      done(
        await desk.api.post(path, {
          ...partsOf([{ name: 'file', file, content: `segredo de ${file}` }]),
          ...(token !== undefined && { token }),
        }),
      ).id;
    const other = done(
      await desk.create({
        ...{ title: 'Outropedido', lines: desk.steel.slice(2, 3), message: 'Outrorecado', deadline: DEADLINE },
        suppliers: [{ partnerId: desk.suppliers.strong }],
      }),
    );
    const files = [
      await upload(`${theirs.path}/attachments`, 'Rivalmarca.txt'),
      await upload(desk.at(other.id, '/attachments'), 'Outropedido.txt', desk.token),
    ];
    done(await theirs.answer(body({ prices: [['123.4567', 'Rivalmarca'], ['76.5432']], notes: 'segredo do rival' })));
    const replies = [
      await page.open(),
      await page.save(body(GOOD)),
      await page.answer(body(GOOD)),
      await page.answer({}),
      await page.decline(),
      await page.resume(),
      await desk.api.get(`${page.path}/attachments/1`),
      await desk.api.delete(`${page.path}/attachments/1`),
      ...(await Promise.all(files.map((file) => desk.api.get(`${page.path}/attachments/${file}`)))),
      ...(await Promise.all(files.map((file) => desk.api.delete(`${page.path}/attachments/${file}`)))),
      await page.answer({ ...body(GOOD), lines: [{ lineId: other.lines[0].id, price: '1', unavailable: false }] }),
      await page.answer({ ...body(GOOD), copyTo: 'copia@canario.com.br' }),
    ];
    expect(replies.slice(8, 12).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    done(
      await desk.update(id, {
        suppliers: [
          { partnerId: desk.suppliers.strong, email: 'prazo@canario.com.br' },
          { partnerId: desk.suppliers.union },
        ],
      }),
    );
    done(await desk.update(id, { deadline: '2026-11-25T21:00:00Z' }));
    await mailTo(dataDir, 'prazo@canario.com.br');
    await mailTo(dataDir, 'copia@canario.com.br');
    const mails = readOutbox(dataDir).filter(({ to }) => `${to}`.includes('@canario.com.br'));
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['quote_copy', 'quote_deadline']);
    for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(CANARIES);
    for (const { text, headers } of replies) {
      expect(`${text}${JSON.stringify(headers)}`).not.toMatch(CANARIES);
      expect(headers['cache-control']).toMatch(/no-store/);
    }
  });
});
