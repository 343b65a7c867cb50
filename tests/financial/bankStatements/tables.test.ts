/** Statements in CSV. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { ofx, startStatements, told, type StatementDesk } from './kit.ts';

let desk: StatementDesk;
beforeAll(async () => (desk = await startStatements()));
afterAll(() => desk.services.stop());

const csv = (headers: string, ...lines: readonly string[]): Buffer =>
  Buffer.from(`${[headers, ...lines].join('\r\n')}\r\n`, 'latin1');

const map = (id: number, layout: object, body: object = {}) =>
  desk.api.put(desk.at(id, '/layout'), { token: desk.token, body: { tableLayout: layout, ...body } });

const statuses = async (id: number): Promise<[string, string | null][]> =>
  (await desk.fileLines(id)).content.map(({ status, reason }: { status: string; reason: string | null }) => [
    status,
    reason,
  ]);

describe('A CSV of a bank', () => {
  const layout = { bank: ' Banco Um ', date: 1, memo: [2], amount: 3 };
  const november = csv('Data;Histórico;Valor Um', '03/11/2026;PAG LUZ;-178,47', '04/11/2026;TED CLÍNICA;96.749,93');

  test('waits for a person to say what its columns are, and is remembered by its headers', async () => {
    const draft = done(await desk.upload(november, 'um.csv'));
    expect(draft).toMatchObject({
      ...{ name: 'um.csv', dialect: 'CSV', encoding: 'windows-1252', state: 'DRAFT', accounts: [] },
      counts: { lines: 0, new: 0 },
      table: {
        ...{ headers: ['Data', 'Histórico', 'Valor Um'], rows: 2, layout: null },
        sample: [
          ['03/11/2026', 'PAG LUZ', '-178,47'],
          ['04/11/2026', 'TED CLÍNICA', '96.749,93'],
        ],
        guess: { bank: '', date: 1, memo: [2], amount: 3, moneyIn: null, inverted: false },
      },
    });
    expect(refusal(await desk.bring(draft.id))).toEqual([422, 'accounts: Diga antes o que é cada coluna do arquivo.']);
    const mapped = done(await map(draft.id, layout, { version: 1 }));
    expect(mapped).toMatchObject({
      ...{ version: 2, counts: { lines: 2, waiting: 2 } },
      table: { layout: { bank: 'Banco Um', date: 1, memo: [2], amount: 3, direction: null, inverted: false } },
      accounts: [
        { position: 1, bank: 'Banco Um', branch: '', number: '', start: '2026-11-03', end: '2026-11-04', wallet: null },
      ],
    });
    expect(refusal(await map(draft.id, layout, { version: 1 }))[0]).toBe(409);
    const wallet = await desk.wallet('Um');
    done(await desk.route(draft.id, 1, wallet));
    // Another layout is another reading; the wallet stays.
    const again = done(await map(draft.id, { ...layout, bank: 'Um', inverted: true }));
    expect(again.accounts[0]).toMatchObject({ bank: 'Um', wallet: { id: wallet }, remembered: false });
    expect(told((await desk.fileLines(draft.id)).content)[0]).toBe('2026-11-03 178.47 PAG LUZ');
    done(await map(draft.id, layout));
    done(await desk.bring(draft.id));
    expect(told((await desk.lines({ wallet: String(wallet) })).content)).toEqual([
      '2026-11-04 96749.93 TED CLÍNICA',
      '2026-11-03 -178.47 PAG LUZ',
    ]);
    expect(refusal(await map(draft.id, layout))).toEqual([422, 'id: Este extrato já foi importado.']);

    const next = done(
      await desk.upload(
        csv('DATA;HISTORICO;VALOR UM', '04/11/2026;TED CLÍNICA;96.749,93', '05/11/2026;TARIFA;-1,95'),
        'dois.csv',
      ),
    );
    expect(next).toMatchObject({
      table: { layout: { bank: 'Banco Um' } },
      accounts: [{ wallet: { id: wallet }, remembered: true }],
      counts: { lines: 2, new: 1, known: 1 },
    });
    expect(await statuses(next.id)).toEqual([
      ['KNOWN', expect.stringMatching(/^mesma data, valor e histórico em um\.csv, de \d\d\/11\/2026$/)],
      ['NEW', null],
    ]);
    done(await desk.route(next.id, 1, await desk.wallet('Outra do Um')));
    done(await desk.bring(next.id));
    // Two wallets have had such files: nothing in the next one says of which it is.
    const third = done(await desk.upload(csv('Data;Histórico;Valor Um', '06/11/2026;X;-1,00'), 'tres.csv'));
    expect(third.accounts).toMatchObject([{ wallet: null, remembered: false }]);
    const served = await desk.services.app.inject({
      ...{ method: 'GET', url: desk.at(draft.id, '/content'), headers: { authorization: `Bearer ${desk.token}` } },
    });
    expect(served.rawPayload.equals(november)).toBe(true);
    expect(served.headers['content-type']).toContain('text/csv');
  });

  test('asks again where a remembered layout does not fit the file', async () => {
    const first = done(await desk.upload(csv('Data;Quem;Quanto', '03/11/2026;A;-1,00')));
    done(await map(first.id, { bank: 'Dois', date: 1, memo: [2], amount: 3 }));
    const next = done(await desk.upload(csv('Data;Quem;Quanto', '03/11/2026;A;um real')));
    expect(next).toMatchObject({ accounts: [], table: { layout: null } });
  });

  test('is refused at the column that cannot be read, and stays as it was', async () => {
    const draft = done(await desk.upload(csv('Data;Histórico;Valor;Saldo', '03/11/2026;A;dez;10,00')));
    const good = { bank: 'Três', date: 1, memo: [2], amount: 4 };
    const wrong = async (change: object) => refusal(await map(draft.id, { ...good, ...change }));
    expect(await wrong({ amount: 3 })).toEqual([
      422,
      'tableLayout.amount: Linha 1: “dez” não é um valor, ou pode ser dois.',
    ]);
    expect(await wrong({ balance: 4 })).toEqual([422, 'tableLayout.balance: Esta coluna já tem outro papel.']);
    expect(await wrong({ memo: [9] })).toEqual([422, 'tableLayout.memo: O arquivo não tem a coluna 9.']);
    expect((await wrong({ bank: ' ' }))[0]).toBe(400);
    expect((await wrong({ memo: [] }))[0]).toBe(400);
    expect(await desk.read(draft.id)).toMatchObject({ accounts: [], version: 1, table: { layout: null } });
    const statement = done(await desk.upload(ofx({ number: '77-7', lines: [['2026-11-03', '-1', 'A', '1']] })));
    expect(statement.table).toBeNull();
    expect(refusal(await map(statement.id, good))).toEqual([
      422,
      'id: Este extrato não é um CSV: ele já diz o que é cada campo.',
    ]);
  });

  test('of an account with a number goes to the wallet that the number went to', async () => {
    const file = (day: string) =>
      Buffer.from(`Agência: 0441 Conta: 55.123-4\nData;Descrição da operação;Valor\n${day};A;-1,00\n`);
    const layout = { bank: 'Quatro', date: 1, memo: [2], amount: 3 };
    const first = done(await desk.upload(file('03/11/2026'), 'a.csv'));
    const mapped = done(await map(first.id, layout));
    expect(mapped.accounts).toMatchObject([{ branch: '0441', number: '55.123-4' }]);
    const wallet = await desk.wallet('Quatro');
    done(await desk.route(first.id, 1, wallet));
    done(await desk.bring(first.id));
    const next = done(await desk.upload(file('04/11/2026'), 'b.csv'));
    expect(next.accounts).toMatchObject([{ wallet: { id: wallet }, remembered: true }]);
  });
});

describe('One month in two formats', () => {
  const layout = { bank: 'Misto', date: 1, memo: [2], amount: 3 };
  /** A file of the bank in CSV, routed to a wallet. */
  const table = async (wallet: number, ...lines: readonly string[]): Promise<number> => {
    const { id } = done(await desk.upload(csv('Dia;O que;Total pago', ...lines)));
    done(await map(id, layout));
    done(await desk.route(id, 1, wallet));
    return id;
  };

  test('enters once, whichever comes first, however often, and real repetitions stay', async () => {
    const wallet = await desk.wallet('Misto');
    const number = '4711-0';
    await desk.imported(
      ofx({
        number,
        lines: [
          ['2026-11-03', '-10.00', 'PIX ENVIADO ANA', 'A1'],
          ['2026-11-03', '-20.00', 'PIX BIA', 'A2'],
        ],
      }),
      'meio-dia.ofx',
      wallet,
    );
    // The whole day: two of 10.00, of which the wallet has one.
    const rows = ['03/11/2026;Pix - Caio;-10,00', '03/11/2026;Pix - Ana;-10,00', '03/11/2026;Pix - Bia;-20,00'];
    const id = await table(wallet, ...rows);
    expect(await statuses(id)).toEqual([
      ['KNOWN', expect.stringMatching(/^veio em OFX, com a mesma data e valor em meio-dia\.ofx, de /)],
      ['NEW', null],
      ['KNOWN', expect.stringContaining('veio em OFX')],
    ]);
    done(await desk.bring(id));
    expect(await desk.totals({ wallet: String(wallet) })).toMatchObject({ lines: 3, moneyOut: '40.00' });
    // In any order, the same CSV changes nothing.
    for (const order of [rows, rows.toReversed(), [rows[1], rows[0], rows[2]].map(String)]) {
      const again = await table(wallet, ...order);
      expect((await desk.read(again)).counts).toMatchObject({ lines: 3, new: 0, known: 3 });
      done(await desk.bring(again));
    }
    // The whole day in OFX: the third movement has come in CSV.
    const whole = ofx({
      number,
      lines: [
        ['2026-11-03', '-10.00', 'PIX ENVIADO ANA', 'A1'],
        ['2026-11-03', '-20.00', 'PIX BIA', 'A2'],
        ['2026-11-03', '-10.00', 'PIX CAIO', 'A3'],
        ['2026-11-03', '-10.00', 'PIX DAVI', 'A4'],
      ],
    });
    const last = done(await desk.upload(whole, 'fim.ofx'));
    expect((await statuses(last.id)).map(([status]) => status)).toEqual(['KNOWN', 'KNOWN', 'KNOWN', 'NEW']);
    done(await desk.bring(last.id));
    expect(await desk.totals({ wallet: String(wallet) })).toMatchObject({ lines: 4, moneyOut: '50.00' });
    // Undone, the line that came with it leaves; that of the CSV stays.
    done(await desk.undo(last.id));
    expect(await desk.totals({ wallet: String(wallet) })).toMatchObject({ lines: 3, moneyOut: '40.00' });
  });
});
