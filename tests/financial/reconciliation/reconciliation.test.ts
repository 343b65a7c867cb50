/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { type Reconciliation, startReconciliation } from './kit.ts';

let desk: Reconciliation;
beforeAll(async () => (desk = await startReconciliation()));
afterAll(() => desk.services.stop());

interface Line {
  id: number;
  memo: string;
  amount: string;
  suggestion: { score: number; reasons: string[]; entries: { id: number; amount: string }[] } | null;
}
const told = ({ memo, suggestion }: Line) => [
  memo,
  suggestion?.score ?? null,
  suggestion?.reasons.join(' · ').replaceAll('\u00a0', ' ') ?? null,
];
const lineOf = (content: Line[], memo: string): Line => content.find((line) => line.memo === memo) as Line;

interface Installment {
  id: number;
  number: number;
  forecast: boolean;
  dueDate: string;
  paymentDate: string | null;
  grossValue: string;
  increase: string | null;
  discount: string | null;
  value: string;
  paymentMethod: string | null;
}
const parcels = (list: Installment[]) =>
  list.map(
    ({ number, forecast, grossValue, paymentDate }) =>
      `${number} ${grossValue} ${forecast ? 'aberta' : `paga ${paymentDate}`}`,
  );

describe('A suggestion', () => {
  test('says how sure it is and why, and accepting it pays on the bank’s date', async () => {
    const supplier = await desk.partner('Alumínios Bandeirante Esquadrias Ltda', 'SUPPLIER', '11222333000181');
    const made = await desk.document('debit', { partner: supplier, documentNumber: 'NF 4.267' }, [
      ['2026-10-21', '11240.77'],
      ['2026-11-19', '11240.77'],
      ['2026-12-21', '11240.77'],
    ]);
    const { walletId } = await desk.bank([['2026-11-18', '-11240,77', 'PAG BOLETO ALUMINIOS BANDEIRANTE', 'a1']]);
    const { content, counts } = await desk.desk(walletId);
    expect(content.map(told)).toEqual([
      [
        'PAG BOLETO ALUMINIOS BANDEIRANTE',
        97,
        'mesmo valor · 1 dia antes do vencimento · parcela 2/3 · nome no histórico',
      ],
    ]);
    expect(counts).toEqual({ open: 1, suggested: 1, acceptable: 1, reconciled: 0, ignored: 0 });
    expect(content[0].suggestion.entries).toMatchObject([
      {
        ...{
          kind: 'INSTALLMENT',
          transactionId: made.id,
          type: 'DEBIT',
          partner: { id: supplier },
          number: 2,
          count: 3,
        },
        ...{ documentNumber: 'NF 4.267', dueDate: '2026-11-19', date: null, status: 'OVERDUE', amount: '-11240.77' },
      },
    ]);

    const { entries, score } = content[0].suggestion;
    const result = await desk.accepted({
      lines: [content[0].id],
      entries: [{ installmentId: entries[0].id, version: entries[0].transactionVersion }],
      score,
    });
    expect(result).toMatchObject({ ok: true, error: null });
    const paid = await desk.transaction('debit', made.id);
    expect(parcels(paid.transactionRecordList)).toEqual([
      '1 11240.77 aberta',
      '2 11240.77 paga 2026-11-18',
      '3 11240.77 aberta',
    ]);
    expect(paid.transactionRecordList[1]).toMatchObject({ bank: { id: walletId }, paymentMethod: 'BOLETO' });
    expect(await desk.balance(walletId)).toBe('-11240.77');
    const after = await desk.desk(walletId, { view: 'RECONCILED' });
    expect(after.counts).toEqual({ open: 0, suggested: 0, acceptable: 0, reconciled: 1, ignored: 0 });
    expect(after.content[0]).toMatchObject({
      view: 'RECONCILED',
      suggestion: null,
      reconciliation: {
        ...{ id: result.id, acceptance: result.acceptance, acceptedLines: 1, score: 97, lines: 1 },
        entries: [{ number: 2, amount: '-11240.77', status: 'PAID', date: '2026-11-18', hidden: false }],
      },
    });

    const undone = done(await desk.undoAll({ ids: [result.id] }));
    expect(undone.results).toMatchObject([{ ok: true, message: null }]);
    const { version: _version, updatedAt: _at, ...again } = await desk.transaction('debit', made.id);
    const { version: _before, updatedAt: _then, ...before } = made;
    expect(again).toEqual(before);
    expect((await desk.desk(walletId)).content.map(told)).toEqual(content.map(told));
  });

  test('is not made for a document of somebody whom the bank’s CNPJ is not', async () => {
    const supplier = await desk.partner('Pedreira Boa Vista', 'SUPPLIER', '45997418000153');
    await desk.document('debit', { partner: supplier }, [['2026-11-10', '3100.00']]);
    const { walletId } = await desk.bank([
      ['2026-11-10', '-3100,00', 'PIX ENVIADO PEDREIRA BOA VISTA 33.041.260/0652-90', 'b1'],
      ['2026-11-10', '-3100,00', 'PIX ENVIADO 45.997.418/0001-53', 'b2'],
    ]);
    const { content } = await desk.desk(walletId);
    expect(told(lineOf(content, 'PIX ENVIADO 45.997.418/0001-53'))).toEqual([
      'PIX ENVIADO 45.997.418/0001-53',
      98,
      'mesmo valor · no dia do vencimento · CNPJ no histórico',
    ]);
    expect(lineOf(content, 'PIX ENVIADO PEDREIRA BOA VISTA 33.041.260/0652-90').suggestion).toBeNull();
  });

  test('with a difference becomes juros, under the limit of the account', async () => {
    const supplier = await desk.partner('Energia Interior SP');
    const made = await desk.document('debit', { partner: supplier, documentNumber: 'FATURA 11/2026' }, [
      ['2026-11-18', '1620.87'],
    ]);
    const { walletId } = await desk.bank([['2026-11-19', '-1653,83', 'DEB AUT ENERGIA INTERIOR SP', 'c1']]);
    const { content, acceptable } = await desk.desk(walletId, { minimum: '70' });
    expect(content.map(told)).toEqual([
      ['DEB AUT ENERGIA INTERIOR SP', 81, 'nome no histórico · 1 dia depois do vencimento · R$ 32,96 a mais'],
    ]);
    expect(content[0].suggestion.difference).toEqual({ kind: 'INCREASE', amount: '32.96' });
    // A difference is accepted by name, never with the others.
    expect(acceptable).toEqual([]);
    const [entry] = content[0].suggestion.entries;
    const plain = await desk.accepted({ lines: [content[0].id], entries: [{ installmentId: entry.id }] });
    expect(plain).toMatchObject({
      ok: false,
      error: 'RULE_BROKEN',
      message: 'O extrato soma -R$\u00a01.653,83 e o que foi escolhido soma -R$\u00a01.620,87: faltam -R$\u00a032,96.',
    });
    const limited = done(
      await desk.api.put('/api/v1/financial/reconciliation-settings', {
        token: desk.token,
        body: { differenceLimit: '32.95' },
      }),
    );
    expect(limited).toEqual({ differenceLimit: '32.95' });
    const item = { lines: [content[0].id], entries: [{ installmentId: entry.id, increase: '32.96' }] };
    expect(await desk.accepted(item)).toMatchObject({
      ok: false,
      message: 'Juros, multa, desconto e tarifa somam R$\u00a032,96. O limite da conta é R$\u00a032,95.',
    });
    await desk.api.put('/api/v1/financial/reconciliation-settings', {
      token: desk.token,
      body: { differenceLimit: '500' },
    });
    expect(await desk.accepted(item)).toMatchObject({ ok: true });
    const paid = await desk.transaction('debit', made.id);
    expect(paid.transactionRecordList).toMatchObject([
      { grossValue: '1620.87', increase: '32.96', value: '1653.83', paymentMethod: 'DIRECT_DEBIT' },
    ]);
  });

  test('finds the two receipts that one TED is, which are in the wallet already', async () => {
    const clinic = await desk.partner('Clínica São Lucas Serviços Médicos', 'CUSTOMER', '23373248000101');
    const { walletId } = await desk.bank([['2026-11-16', '96749,93', 'TED RECEBIDA CLINICA SAO LUCAS SERV MED', 'd1']]);
    const paidOn = { paymentDate: '2026-11-16', bank: { id: walletId }, paymentMethod: 'TRANSFER' };
    for (const [documentNumber, grossValue] of [
      ['ND 45', '84130.37'],
      ['NFS-e 5.398', '12619.56'],
      ['NFS-e 5.399', '100.00'],
    ] as const) {
      await desk.document('credit', { partner: clinic, documentNumber }, [['2026-11-16', grossValue]], {
        transactionRecordList: [{ forecast: false, dueDate: '2026-11-16', grossValue, ...paidOn }],
      });
    }
    const { content, equation } = await desk.desk(walletId);
    expect(content.map(told)).toEqual([
      ['TED RECEBIDA CLINICA SAO LUCAS SERV MED', 98, 'soma exata de 2 receitas · mesmo dia · nome no histórico'],
    ]);
    expect(equation).toBeNull();
    const { entries } = content[0].suggestion;
    expect(entries.map(({ amount, status }: { amount: string; status: string }) => `${amount} ${status}`)).toEqual([
      '84130.37 PAID',
      '12619.56 PAID',
    ]);
    const result = await desk.accepted({
      lines: [content[0].id],
      entries: entries.map(({ id }: { id: number }) => ({ installmentId: id })),
    });
    expect(result).toMatchObject({ ok: true });
    // Nothing was paid again.
    expect(await desk.balance(walletId)).toBe('96849.93');
    const rest = await desk.candidates(walletId);
    expect(rest.content.filter(({ status }: { status: string }) => status === 'PAID')).toMatchObject([
      { amount: '100.00', documentNumber: 'NFS-e 5.399' },
    ]);
  });
});

describe('Several lines and several installments', () => {
  test('are reconciled as one, each payment on the day of its money', async () => {
    const depot = await desk.partner('Depósito São Jorge', 'SUPPLIER', '44597568000107');
    const of = (documentNumber: string, due: string, gross: string) =>
      desk.document('debit', { partner: depot, documentNumber }, [[due, gross]]);
    const documents = [
      await of('NF 16.121', '2026-11-07', '322.13'),
      await of('NF 16.059', '2026-11-18', '2082.07'),
      await of('NF 16.129', '2026-11-27', '2309.67'),
    ];
    const { walletId } = await desk.bank([
      ['2026-11-18', '-2713,87', 'PIX ENVIADO DEP SAO JORGE MAT CONSTR', 'e1'],
      ['2026-11-19', '-2000,00', 'PIX ENVIADO DEP SAO JORGE MAT CONSTR', 'e2'],
    ]);
    const { content } = await desk.desk(walletId);
    const lines = content.map(({ id }: Line) => id);
    const closers = await desk.candidates(walletId, { lines: lines.join(',') });
    expect(
      closers.content
        .slice(0, 3)
        .map(({ amount }: { amount: string }) => amount)
        .sort(),
    ).toEqual(['-2082.07', '-2309.67', '-322.13']);
    const ids = documents.map((one) => one.transactionRecordList[0].id);
    const result = await desk.accepted({ lines, entries: ids.map((installmentId) => ({ installmentId })) });
    expect(result).toMatchObject({ ok: true });
    // 2.713,87 on the 18th: 322,13 + 2.082,07 + 309,67 of the third; 2.000,00 of it on the 19th.
    const paid = await Promise.all(documents.map(({ id }) => desk.transaction('debit', id)));
    expect(paid.map((one) => parcels(one.transactionRecordList))).toEqual([
      ['1 322.13 paga 2026-11-18'],
      ['1 2082.07 paga 2026-11-18'],
      ['1 309.67 paga 2026-11-18', '2 2000.00 paga 2026-11-19'],
    ]);
    expect(await desk.balance(walletId, '2026-11-18')).toBe('-2713.87');
    expect(await desk.balance(walletId)).toBe('-4713.87');

    expect(done(await desk.undoAll({ acceptance: result.acceptance })).results).toMatchObject([{ ok: true }]);
    const again = await Promise.all(documents.map(({ id }) => desk.transaction('debit', id)));
    expect(again.map((one) => parcels(one.transactionRecordList))).toEqual([
      ['1 322.13 aberta'],
      ['1 2082.07 aberta'],
      ['1 2309.67 aberta'],
    ]);
    expect(again.map(({ transactionRecordList: [one] }) => one.id)).toEqual(ids);
    expect(await desk.balance(walletId)).toBe('0.00');
  });

  test('pay a part of an installment, whose rest stays open', async () => {
    const made = await desk.document('debit', {}, [['2026-11-30', '1000.00']]);
    const { walletId } = await desk.bank([['2026-11-12', '-400,00', 'TRANSF ADIANTAMENTO', 'f1']]);
    const [line] = (await desk.desk(walletId)).content;
    const installmentId = made.transactionRecordList[0].id;
    expect(await desk.accepted({ lines: [line.id], entries: [{ installmentId, amount: '400' }] })).toMatchObject({
      ok: true,
    });
    const paid = await desk.transaction('debit', made.id);
    expect(parcels(paid.transactionRecordList)).toEqual(['1 400.00 paga 2026-11-12', '2 600.00 aberta']);
  });

  test('take off what the bank kept as an expense of its own', async () => {
    const customer = await desk.partner('Residencial Aurora SPE', 'CUSTOMER');
    const fees = await desk.category('Juros e tarifas bancárias');
    const made = await desk.document('credit', { partner: customer }, [['2026-11-13', '1000.00']]);
    const { walletId } = await desk.bank([['2026-11-13', '991,50', 'COBRANCA RESIDENCIAL AURORA', 'g1']]);
    const [line] = (await desk.desk(walletId)).content;
    const installmentId = made.transactionRecordList[0].id;
    const result = await desk.accepted({
      lines: [line.id],
      entries: [{ installmentId }],
      fee: { amount: '8.50', category: { id: fees } },
    });
    expect(result).toMatchObject({ ok: true });
    expect(await desk.balance(walletId)).toBe('991.50');
    const { content } = await desk.desk(walletId, { view: 'RECONCILED' });
    const entries = content[0].reconciliation.entries as { amount: string; type: string; transactionId: number }[];
    expect(entries.map(({ amount, type }) => `${type} ${amount}`).sort()).toEqual(['CREDIT 1000.00', 'DEBIT -8.50']);
    const fee = entries.find(({ type }) => type === 'DEBIT');
    done(await desk.undoAll({ ids: [result.id] }));
    // What it made is gone, what it paid is open.
    const gone = await desk.api.get(`${desk.company}/debit/${fee?.transactionId}`, { token: desk.token });
    expect(gone.status).toBe(404);
    expect(await desk.balance(walletId)).toBe('0.00');
  });
});

describe('A line without an answer', () => {
  test('becomes a paid document, and the next one like it is guessed', async () => {
    const fees = await desk.category('Tarifas do banco');
    const { walletId } = await desk.bank([
      ['2026-10-16', '-39,90', 'TAR COBRANCA EXPRESSA 10/26', 'h1'],
      ['2026-11-18', '-41,20', 'TAR COBRANCA EXPRESSA 11/26', 'h2'],
    ]);
    const first = lineOf((await desk.desk(walletId)).content, 'TAR COBRANCA EXPRESSA 10/26') as Line & {
      guess: object;
    };
    expect(first.guess).toMatchObject({ category: { name: 'Juros e tarifas bancárias' }, reason: 'tarifa do banco' });
    const result = await desk.accepted({ lines: [first.id], document: { category: { id: fees } } });
    expect(result).toMatchObject({ ok: true });
    const [second] = (await desk.desk(walletId)).content;
    expect(second).toMatchObject({
      memo: 'TAR COBRANCA EXPRESSA 11/26',
      guess: { category: { id: fees, name: 'Tarifas do banco' }, reason: 'como da última vez' },
    });
    const { content } = await desk.desk(walletId, { view: 'RECONCILED' });
    const [entry] = content[0].reconciliation.entries;
    const made = await desk.transaction('debit', entry.transactionId);
    expect(made).toMatchObject({
      ...{ description: 'TAR COBRANCA EXPRESSA 10/26', emissionDate: '2026-10-16', status: 'PAID', value: '39.90' },
      category: { id: fees },
    });
    // Changed since, it stays when the reconciliation is undone.
    done(
      await desk.api.put(`${desk.company}/debit/`, {
        token: desk.token,
        body: { id: made.id, emissionDate: '2026-10-16', description: 'Tarifa de outubro', version: made.version },
      }),
    );
    expect(done(await desk.undoAll({ ids: [result.id] })).results).toMatchObject([
      { ok: true, message: 'O documento criado aqui foi alterado depois: ele continua lançado e pago.' },
    ]);
    expect(await desk.transaction('debit', made.id)).toMatchObject({
      description: 'Tarifa de outubro',
      status: 'PAID',
    });
  });

  test('is ignored with a reason, and opened again', async () => {
    const { walletId } = await desk.bank([['2026-11-11', '-15000,00', 'APLIC AUT MAIS', 'i1']]);
    const [line] = (await desk.desk(walletId)).content;
    done(await desk.ignore({ lines: [line.id], reason: 'Aplicação automática' }));
    const ignored = await desk.desk(walletId, { view: 'IGNORED' });
    expect(ignored.counts).toMatchObject({ open: 0, ignored: 1 });
    expect(ignored.content[0]).toMatchObject({ view: 'IGNORED', ignored: { reason: 'Aplicação automática' } });
    expect(refusal(await desk.ignore({ lines: [line.id] }))).toEqual([
      422,
      'lines: Esta linha foi ignorada. Reabra-a antes de conciliar.',
    ]);
    done(await desk.restore([line.id]));
    expect((await desk.desk(walletId)).counts).toMatchObject({ open: 1, ignored: 0 });
    expect(refusal(await desk.restore([line.id]))).toEqual([
      422,
      'lines: Esta linha não está ignorada. Atualize a tela.',
    ]);
  });

  test('is a transfer, and so is the line of the other statement', async () => {
    const other = await desk.bank([['2026-11-17', '20000,00', 'TED RECEBIDA MESMA TITULARIDADE', 'j1']], {
      name: 'Bradesco',
    });
    const own = await desk.bank([['2026-11-17', '-20000,00', `TRANSF ENVIADA BCO 237 CC ${other.number}`, 'j2']]);
    const { content } = await desk.desk(own.walletId);
    expect(content.map(told)).toEqual([
      [`TRANSF ENVIADA BCO 237 CC ${other.number}`, 95, 'conta conhecida · mesmo dia e valor no extrato de Bradesco'],
    ]);
    const { transfer } = content[0].suggestion;
    expect(transfer.wallet).toEqual({ id: other.walletId, name: 'Bradesco' });
    const result = await desk.accepted({
      lines: [content[0].id],
      transfer: { wallet: { id: transfer.wallet.id }, line: transfer.line },
    });
    expect(result).toMatchObject({ ok: true });
    expect([await desk.balance(own.walletId), await desk.balance(other.walletId)]).toEqual(['-20000.00', '20000.00']);
    expect((await desk.desk(other.walletId)).counts).toMatchObject({ open: 0, reconciled: 1 });
    const [there] = (await desk.desk(other.walletId, { view: 'RECONCILED' })).content;
    expect(there.reconciliation).toMatchObject({
      id: result.id,
      lines: 2,
      entries: [{ kind: 'TRANSFER', amount: '20000.00' }],
    });
    done(await desk.undoAll({ ids: [result.id] }));
    expect([await desk.balance(own.walletId), await desk.balance(other.walletId)]).toEqual(['0.00', '0.00']);
  });
});
