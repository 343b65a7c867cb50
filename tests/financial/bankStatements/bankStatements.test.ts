/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { ofx, startStatements, told, type StatementDesk, type Written } from './kit.ts';

let desk: StatementDesk;
beforeAll(async () => (desk = await startStatements()));
afterAll(() => desk.services.stop());

/** Each test has an account of its own in the bank, and a wallet of its own. */
let made = 0;
const own = async () => {
  made += 1;
  return { number: `900${made}-${made % 10}`, wallet: await desk.wallet(`Conta ${made}`) };
};

const NOVEMBER: readonly Written[] = [
  ['2026-11-03', '-14662,00', 'SISPAG SALARIOS', '20261103001'],
  ['2026-11-05', '-2178,47', 'PAG BOLETO ELETRO LUZ', '20261105007'],
  ['2026-11-10', '-1,95', 'TAR PIX RECEBIDO', ''],
  ['2026-11-10', '-1,95', 'TAR PIX RECEBIDO', ''],
  ['2026-11-16', '96749,93', 'TED RECEBIDA CLINICA SÃO LUCAS', '20261116002'],
  ['2026-11-20', '41083,72', 'SALDO DO DIA', '000000'],
];

describe('A draft', () => {
  test('tells what each line is and why, and changes no wallet', async () => {
    const { number, wallet } = await own();
    const content = ofx({ number, lines: NOVEMBER, ledger: ['2026-11-20', '41083,72'] });
    const draft = done(await desk.upload(content, 'itau-nov.ofx'));
    expect(draft).toMatchObject({
      ...{ name: 'itau-nov.ofx', size: content.length, dialect: 'OFX 1.02', encoding: 'windows-1252', state: 'DRAFT' },
      ...{ uploadedAt: '2026-11-20T15:00:00.000Z', importedAt: null, version: 1 },
      counts: { lines: 6, new: 0, known: 0, conflict: 0, ignored: 1, waiting: 5 },
      accounts: [
        {
          ...{ position: 1, bank: '0341', branch: '0441', number, kind: 'CHECKING', wallet: null, remembered: false },
          ledger: { amount: '41083.72', date: '2026-11-20' },
        },
      ],
    });
    const routed = done(await desk.route(draft.id, 1, wallet, { version: 1 }));
    expect(routed).toMatchObject({
      counts: { lines: 6, new: 5, known: 0, conflict: 0, ignored: 1, waiting: 0 },
      accounts: [{ wallet: { id: wallet }, remembered: false }],
      version: 2,
    });
    const { content: rows, totalElements } = await desk.fileLines(draft.id);
    expect(totalElements).toBe(6);
    expect(rows.map(({ status, reason }: { status: string; reason: string | null }) => [status, reason])).toEqual([
      ['NEW', null],
      ['NEW', null],
      ['NEW', '1ª de 2 linhas idênticas no dia'],
      ['NEW', '2ª de 2 linhas idênticas no dia'],
      ['NEW', null],
      ['IGNORED', 'linha de saldo, FITID em branco ou zero'],
    ]);
    expect(told(rows).slice(3, 5)).toEqual([
      '2026-11-10 -1.95 TAR PIX RECEBIDO',
      '2026-11-16 96749.93 TED RECEBIDA CLINICA SÃO LUCAS',
    ]);
    expect(await desk.lines({ wallet: String(wallet) })).toMatchObject({ content: [], totalElements: 0 });
  });

  test('is found again by the same file, and goes when it is deleted', async () => {
    const { number } = await own();
    const content = ofx({ number, lines: NOVEMBER });
    const [first, second] = [done(await desk.upload(content, 'a.ofx')), done(await desk.upload(content, 'b.ofx'))];
    expect([second.id, second.name]).toEqual([first.id, 'b.ofx']);
    const served = await desk.services.app.inject({
      ...{ method: 'GET', url: desk.at(first.id, '/content'), headers: { authorization: `Bearer ${desk.token}` } },
    });
    expect(served.rawPayload.equals(content)).toBe(true);
    expect(served.headers['content-disposition']).toContain('b.ofx');
    done(await desk.api.delete(desk.at(first.id), { token: desk.token }));
    expect(refusal(await desk.api.get(desk.at(first.id), { token: desk.token }))).toEqual([
      404,
      'Extrato não encontrado.',
    ]);
    expect(await desk.seed.sql('select from bank_statement_file_lines where file_id = $1', [first.id])).toEqual([]);
  });

  test('is forgotten after a month, and what was imported is not', async () => {
    const { number, wallet } = await own();
    const kept = await desk.imported(ofx({ number, lines: NOVEMBER }), 'guardado.ofx', wallet);
    const { id } = done(await desk.upload(ofx({ number, lines: NOVEMBER.slice(1) })));
    const sweep = (now: string) =>
      desk.services.app.platform.database.pool.query('select forget_statement_drafts($1)', [now]);
    const found = async () =>
      (await desk.seed.sql('select from bank_statement_files where id = any($1)', [[kept, id]])).length;
    await sweep('2026-12-20T14:00:00Z');
    expect(await found()).toBe(2);
    await sweep('2026-12-20T16:00:00Z');
    expect(await found()).toBe(1);
    expect((await desk.read(kept)).state).toBe('IMPORTED');
  });

  test('is refused with a sentence where the file is none', async () => {
    const good = ofx({ lines: NOVEMBER });
    const cases: [string, Buffer, string][] = [
      ['vazio.ofx', Buffer.from(''), 'O arquivo está vazio.'],
      [
        'extrato.pdf',
        Buffer.from('%PDF-1.7'),
        'Este arquivo é um PDF, não um extrato. Peça ao banco o extrato em OFX ou em CSV.',
      ],
      [
        'nota.ofx',
        Buffer.from('<?xml version="1.0"?><nfeProc/>'),
        'Este arquivo não é um extrato OFX, nem um CSV com data e valor em cada linha.',
      ],
      [
        'cortado.ofx',
        good.subarray(0, good.length - 20),
        'O extrato está cortado: falta o fim do arquivo. Baixe-o de novo no banco.',
      ],
    ];
    for (const [name, content, sentence] of cases)
      expect(refusal(await desk.upload(content, name))).toEqual([422, `file: ${sentence}`]);
  });
});

describe('An import', () => {
  test('brings each line once, however often and in how many files it comes', async () => {
    const { number, wallet } = await own();
    const query = { wallet: String(wallet) };
    const id = await desk.imported(ofx({ number, lines: NOVEMBER }), 'nov.ofx', wallet);
    expect(await desk.read(id)).toMatchObject({
      ...{ state: 'IMPORTED', importedAt: '2026-11-20T15:00:00.000Z' },
      counts: { lines: 6, new: 5, known: 0, conflict: 0, ignored: 1, waiting: 0 },
    });
    const { content } = await desk.lines(query);
    expect(told(content)).toEqual([
      '2026-11-16 96749.93 TED RECEBIDA CLINICA SÃO LUCAS',
      '2026-11-10 -1.95 TAR PIX RECEBIDO',
      '2026-11-10 -1.95 TAR PIX RECEBIDO',
      '2026-11-05 -2178.47 PAG BOLETO ELETRO LUZ',
      '2026-11-03 -14662.00 SISPAG SALARIOS',
    ]);
    expect(content[0]).toMatchObject({ wallet: { id: wallet }, file: { id, name: 'nov.ofx' }, type: 'OTHER' });
    // 14,662.00 + 2,178.47 + 1.95 + 1.95.
    expect(await desk.totals(query)).toEqual({ lines: 5, moneyIn: '96749.93', moneyOut: '16844.37' });

    // The same file, and one that begins within it: two fees of the tenth are known, a third is new.
    const [, , fee] = NOVEMBER as [Written, Written, Written];
    const more = ofx({ number, lines: [...NOVEMBER.slice(2), fee, ['2026-11-20', '-9,99', 'TARIFA', '20261120009']] });
    for (const again of [ofx({ number, lines: NOVEMBER }), more]) {
      const draft = done(await desk.upload(again, 'de novo.ofx'));
      // The account is remembered.
      expect(draft.accounts[0]).toMatchObject({ wallet: { id: wallet }, remembered: true });
      done(await desk.bring(draft.id));
    }
    expect(await desk.totals(query)).toEqual({ lines: 7, moneyIn: '96749.93', moneyOut: '16856.31' });
    const [row] = (
      await desk.fileLines((await desk.api.get(`${desk.base}/files`, { token: desk.token })).body.data.content[0].id)
    ).content;
    expect([row.status, row.reason]).toEqual(['KNOWN', 'mesma data, valor e histórico em nov.ofx, de 20/11/2026']);
  });

  test('of the same file ten times, five at once, is the same lines', async () => {
    const { number, wallet } = await own();
    done(await desk.route(done(await desk.upload(ofx({ number, lines: NOVEMBER }))).id, 1, wallet));
    const once = async (name: string) => {
      // A blank line more makes it another file, with the same lines.
      const content = Buffer.concat([ofx({ number, lines: NOVEMBER }), Buffer.from('\n'.repeat(Number(name)))]);
      const { id } = done(await desk.upload(content, `${name}.ofx`));
      await desk.route(id, 1, wallet);
      return desk.bring(id);
    };
    for (const round of [0, 5]) {
      const replies = await Promise.all([1, 2, 3, 4, 5].map((index) => once(String(round + index))));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
    expect(await desk.totals({ wallet: String(wallet) })).toMatchObject({ lines: 5, moneyOut: '16844.37' });
  });

  test('of one draft by five at once happens once', async () => {
    const { number, wallet } = await own();
    const { id } = done(await desk.upload(ofx({ number, lines: NOVEMBER })));
    done(await desk.route(id, 1, wallet));
    const replies = await Promise.all(Array.from({ length: 5 }, () => desk.bring(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(refusal(await desk.bring(id))).toEqual([422, 'id: Este extrato já foi importado.']);
    expect(refusal(await desk.route(id, 1, null))).toEqual([422, 'id: Este extrato já foi importado.']);
  });

  test('routes several accounts of a file, and leaves out the one without a wallet', async () => {
    const [one, two] = [await own(), await own()];
    const lines = (fitId: string): Written[] => [['2026-11-12', '-780,00', 'PIX CACAMBAS', fitId]];
    const { id } = done(
      await desk.upload(
        ofx(
          { number: one.number, lines: lines('1') },
          { number: two.number, bank: '104', branch: '', lines: lines('1') },
        ),
      ),
    );
    expect(refusal(await desk.bring(id))).toEqual([422, 'accounts: Escolha a carteira de ao menos uma conta.']);
    done(await desk.route(id, 2, two.wallet));
    expect(done(await desk.bring(id))).toMatchObject({
      counts: { lines: 2, new: 1, waiting: 1 },
      accounts: [{ counts: { waiting: 1, new: 0 } }, { counts: { waiting: 0, new: 1 } }],
    });
    expect(await desk.totals({ wallet: String(one.wallet) })).toMatchObject({ lines: 0 });
    expect(await desk.totals({ wallet: String(two.wallet) })).toMatchObject({ lines: 1, moneyOut: '780.00' });
  });

  test('asks about a line that the bank sent again with another amount', async () => {
    const { number, wallet } = await own();
    const query = { wallet: String(wallet) };
    await desk.imported(ofx({ number, lines: NOVEMBER }), 'nov.ofx', wallet);
    const again = (amount: string) =>
      ofx({ number, lines: [['2026-11-05', amount, 'PAG BOLETO ELETRO LUZ', '20261105007']] });
    const draftOf = async (amount: string) => done(await desk.upload(again(amount), `${amount}.ofx`));
    const kept = await draftOf('-2358,47');
    expect(kept.counts).toEqual({ lines: 1, new: 0, known: 0, conflict: 1, ignored: 0, waiting: 0 });
    const [row] = (await desk.fileLines(kept.id, { status: 'CONFLICT' })).content;
    expect([row.reason, row.known.amount, row.known.file]).toEqual([
      'FITID 20261105007 já está no Prumo com −2.178,47. Agora veio −2.358,47.',
      ...['-2178.47', 'nov.ofx'],
    ]);
    // Undecided keeps the known one.
    expect(done(await desk.bring(kept.id)).counts).toMatchObject({ conflict: 1, new: 0 });
    expect(await desk.totals(query)).toMatchObject({ lines: 5, moneyOut: '16844.37' });

    const both = await draftOf('-100,00');
    done(await desk.bring(both.id, { conflicts: [{ position: 1, decision: 'BOTH' }] }));
    expect(await desk.totals(query)).toMatchObject({ lines: 6, moneyOut: '16944.37' });

    const replaced = await draftOf('-200,00');
    done(await desk.bring(replaced.id, { conflicts: [{ position: 1, decision: 'REPLACE' }] }));
    // 2,178.47 went, 200.00 came; undoing it brings it back.
    expect(await desk.totals(query)).toMatchObject({ lines: 6, moneyOut: '14965.90' });
    done(await desk.undo(replaced.id));
    expect(await desk.totals(query)).toMatchObject({ lines: 6, moneyOut: '16944.37' });
  });

  test('takes a FITID that stands for several lines of the file for no conflict', async () => {
    const { number, wallet } = await own();
    await desk.imported(ofx({ number, lines: [['2026-11-05', '-10,00', 'TARIFA', '7']] }), 'a.ofx', wallet);
    const { id, counts } = done(
      await desk.upload(
        ofx({
          number,
          lines: [
            ['2026-11-05', '-10,00', 'TARIFA', '7'],
            ['2026-11-05', '-20,00', 'IOF', '7'],
          ],
        }),
      ),
    );
    expect(counts).toMatchObject({ known: 1, new: 1, conflict: 0 });
    expect(refusal(await desk.bring(id, { conflicts: [{ position: 2, decision: 'BOTH' }] }))).toEqual([
      422,
      'conflicts.0.position: Esta linha não está em conflito.',
    ]);
  });

  test('of 20,000 lines is one of the same few statements', async () => {
    const { number, wallet } = await own();
    const lines = Array.from({ length: 20_000 }, (_, index): Written => {
      const day = String(1 + (index % 20)).padStart(2, '0');
      return [`2026-11-${day}`, `-${index + 1},00`, `PIX ${index}`, `F${index}`];
    });
    const id = await desk.imported(ofx({ number, lines }), 'ano.ofx', wallet);
    expect((await desk.read(id)).counts).toMatchObject({ lines: 20_000, new: 20_000 });
    // 20,000 × 20,001 ÷ 2.
    expect(await desk.totals({ wallet: String(wallet) })).toEqual({
      lines: 20_000,
      moneyIn: '0.00',
      moneyOut: '200010000.00',
    });
  }, 60_000);
});

describe('Undoing an import', () => {
  test('takes its lines out, but those that another file has too', async () => {
    const { number, wallet } = await own();
    const query = { wallet: String(wallet) };
    const first = await desk.imported(ofx({ number, lines: NOVEMBER }), 'nov.ofx', wallet);
    const second = await desk.imported(ofx({ number, lines: NOVEMBER.slice(4) }), 'fim.ofx', wallet);
    expect(done(await desk.undo(first, { version: 3 }))).toMatchObject({
      state: 'UNDONE',
      undoneAt: '2026-11-20T15:00:00.000Z',
    });
    const { content } = await desk.lines(query);
    expect(told(content)).toEqual(['2026-11-16 96749.93 TED RECEBIDA CLINICA SÃO LUCAS']);
    expect(content[0].file).toEqual({ id: second, name: 'fim.ofx' });
    expect(refusal(await desk.undo(first))).toEqual([
      422,
      'id: A importação deste extrato foi desfeita. Envie o arquivo de novo.',
    ]);
    done(await desk.undo(second));
    expect(await desk.totals(query)).toMatchObject({ lines: 0 });
    // What was undone is new again.
    const again = await desk.imported(ofx({ number, lines: NOVEMBER }), 'outra vez.ofx', wallet);
    expect((await desk.read(again)).counts).toMatchObject({ new: 5, known: 0 });
  });
});

describe('Statements', () => {
  test('are found by words and days, and a wallet that has lines is not deleted', async () => {
    const { number, wallet } = await own();
    await desk.imported(ofx({ number, lines: NOVEMBER }), 'nov.ofx', wallet);
    const found = async (query: Record<string, string>) =>
      told((await desk.lines({ wallet: String(wallet), ...query })).content);
    expect(await found({ search: 'clinica sao' })).toEqual(['2026-11-16 96749.93 TED RECEBIDA CLINICA SÃO LUCAS']);
    expect(await found({ from: '2026-11-04', to: '2026-11-05' })).toEqual([
      '2026-11-05 -2178.47 PAG BOLETO ELETRO LUZ',
    ]);
    expect((await found({ sort: 'amount' }))[0]).toBe('2026-11-03 -14662.00 SISPAG SALARIOS');
    const removal = await desk.api.delete(`/api/v1/financial/company/${desk.office.companyId}/bank/${wallet}`, {
      token: desk.token,
    });
    expect(removal.status).toBe(409);
    expect(removal.text).toContain('5 linhas de extrato');
  });

  test('need DEBIT and CREDIT in the company, and are unknown to another account', async () => {
    const { office, seed, api, base } = desk;
    const { id } = done(await desk.upload(ofx({ number: '1', lines: NOVEMBER })));
    const building = await seed.building(office);
    const clerk = async (permissions: ('DEBIT' | 'CREDIT')[]) =>
      seed.tokenOf(
        await seed.user(office.accountId, {
          grants: [{ companyId: office.companyId, buildingId: building, permissions }],
        }),
      );
    expect((await api.get(`${base}/files`, { token: await clerk(['DEBIT']) })).status).toBe(403);
    const both = await clerk(['DEBIT', 'CREDIT']);
    expect((await api.get(desk.at(id), { token: both })).status).toBe(200);
    const stranger = await seed.tokenOf(await seed.user(await seed.account(), { admin: true }));
    for (const reply of [
      await api.get(desk.at(id), { token: stranger }),
      await api.get(desk.at(id, '/lines'), { token: stranger }),
      await api.get(desk.at(id, '/content'), { token: stranger }),
      await desk.bring(id, {}, stranger),
      await desk.route(id, 1, null, {}, stranger),
      await desk.upload(ofx({ lines: NOVEMBER }), 'x.ofx', stranger),
      await api.delete(desk.at(id), { token: stranger }),
    ])
      expect(reply.status).toBe(404);
    expect((await api.get(`${base}/files`, { token: stranger })).status).toBe(404);
    expect((await api.get(`${base}/lines`, { token: stranger })).status).toBe(404);
    const foreign = await desk.route(id, 1, 999_999);
    expect(refusal(foreign)).toEqual([422, 'wallet: Carteira não encontrada.']);
  });
});
