import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { COMPANY_ID, nfe } from '#tests/purchase/invoices/nfeXml.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { expectIndexed, expectWorkbook, sha256Of, sheetOf, unzip } from './folderKit.ts';
import { startClosing, type Closing } from './kit.ts';

let kit: Closing;
beforeAll(async () => (kit = await startClosing()));
afterAll(() => kit.services.stop());

const MONTH = '2026-10';
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const make = async (as = kit.token, month = MONTH) => {
  const { id } = done(await kit.api.post(`${kit.closings}/${month}/folder`, { token: as }));
  await eventually(async () => done(await kit.api.get(`${kit.closings}/folders/${id}`, { token: as })).state).toBe(
    'DONE',
  );
  return done(await kit.api.get(`${kit.closings}/folders/${id}`, { token: as }));
};

const download = async (id: number, as = kit.token) =>
  kit.services.app.inject({ url: `${kit.closings}/folders/${id}/file`, headers: { authorization: `Bearer ${as}` } });

const attach = async (document: { id: number }, name: string, content: Buffer) =>
  done(
    await kit.api.post(`${kit.company}/debit/${document.id}/attachments`, {
      token: kit.token,
      ...partsOf([{ name: 'file', content, file: name }]),
    }),
  );

describe('The folder for the accountant', () => {
  test('has all of the month, with an index of its files, and the sums of the screens', async () => {
    const partner = await kit.partner('Clima Norte / Frio & Cia: "2"');
    const category = await kit.seed.insert('categories', {
      ...{ account_id: kit.office.accountId, type: 'DEBIT', name: 'Climatização', statement_line: 'GENERAL_EXPENSES' },
    });
    const paid = await kit.document('debit', { partner, category, documentNumber: 'NF 5187' }, [], {
      ...{ emissionDate: '2026-10-07', competenceDate: '2026-10-07' },
      transactionRecordList: [
        {
          ...{ forecast: false, dueDate: '2026-10-20', grossValue: '1000.00', paymentDate: '2026-10-20' },
          ...{ bank: { id: kit.itau }, paymentMethod: 'PIX', increase: '10.50' },
        },
        { forecast: true, dueDate: '2026-11-20', grossValue: '500.25' },
      ],
    });
    // Emitted in October, of the competence of November: told apart.
    await kit.document('debit', { partner, documentNumber: 'NF 5190' }, [['2026-12-01', '77.00']], {
      ...{ emissionDate: '2026-10-30', competenceDate: '2026-11-01' },
    });
    const received = await kit.document('credit', {}, [['2026-10-15', '4000.00']], {
      ...{ emissionDate: '2026-10-01', competenceDate: '2026-10-01' },
    });
    done(
      await kit.pay('credit', received.id, received.transactionRecordList[0].id, {
        ...{ paymentDate: '2026-10-16', bank: { id: kit.itau }, paymentMethod: 'PIX' },
      }),
    );
    done(
      await kit.api.post(`/api/v1/financial/companies/${kit.office.companyId}/transfers`, {
        token: kit.token,
        body: { amount: '300.00', date: '2026-10-22', sourceWalletId: kit.itau, targetWalletId: kit.caixa },
      }),
    );
    const { walletId } = await kit.bank([['2026-10-09', '-40,00', 'TARIFA', 'f1']]);
    await attach(paid, 'nota fiscal.pdf', PDF);
    await attach(paid, 'comprovante.txt', Buffer.from('pago'));
    // A name that other systems would take for a folder, or for a device.
    await attach(paid, 'con.txt', Buffer.from('con'));

    const folder = await make();
    expect(folder.name).toBe('Pasta do contador Construtora Ipê Demo 2026-10.zip');
    expect(folder.message).toMatch(/^A pasta do contador de outubro de 2026 está pronta: 9 arquivos, /);
    const file = await download(folder.id);
    expect(file.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
    const zip = file.rawPayload;
    expect([zip.length, sha256Of(zip)]).toEqual([folder.size, folder.sha256]);

    const entries = await unzip(zip);
    expect(entries.map(({ entry }) => entry.fileName)).toEqual([
      'index.html',
      '2026-10/arquivos.csv',
      '2026-10/Lançamentos 2026-10.xlsx',
      '2026-10/Demonstrativo por competência 2026-10.xlsx',
      '2026-10/Demonstrativo por caixa 2026-10.xlsx',
      expect.stringMatching(/^2026-10\/extratos\/0001 Banco \d+\.ofx$/),
      '2026-10/anexos/0001 NF 5187 Clima Norte - Frio & Cia_ _2_.pdf',
      '2026-10/anexos/0002 NF 5187 Clima Norte - Frio & Cia_ _2_.txt',
      '2026-10/anexos/0003 NF 5187 Clima Norte - Frio & Cia_ _2_.txt',
    ]);
    expect(new Set(entries.map(({ entry }) => entry.getLastModDate().toISOString().slice(0, 10)))).toEqual(
      new Set(['2026-10-31']),
    );
    const contentOf = (end: string) =>
      entries.find(({ entry }) => entry.fileName.endsWith(end))?.content ?? Buffer.alloc(0);
    expect(contentOf('_2_.pdf').equals(PDF)).toBe(true);
    const [stored] = await kit.seed.sql<{ content: Buffer }>(
      `select c.content from bank_statement_file_contents c
         join bank_statement_accounts a on a.file_id = c.file_id where a.wallet_id = $1`,
      [walletId],
    );
    expect(contentOf('.ofx').equals(stored?.content ?? Buffer.alloc(0))).toBe(true);

    expectIndexed(entries, MONTH);

    // Sums against SQL of the test's own.
    const workbook = contentOf('Lançamentos 2026-10.xlsx');
    const [sums] = await kit.seed.sql<Record<string, string>>(
      `select (select sum(gross_value) from transactions where type = 'DEBIT' and competence_date between '2026-10-01' and '2026-10-31') as competes,
              (select sum(gross_value) from transactions where type = 'DEBIT' and emission_date between '2026-10-01' and '2026-10-31') as emitted,
              (select sum(gross_value + increase - discount) from installments where not forecast and type = 'DEBIT'
                  and payment_date between '2026-10-01' and '2026-10-31') as paid,
              (select sum(gross_value + increase - discount) from installments where not forecast and type = 'CREDIT'
                  and payment_date between '2026-10-01' and '2026-10-31') as received`,
    );
    const footOf = async (sheet: string, label: string): Promise<string[]> =>
      (await sheetOf(workbook, sheet)).find(([first]) => first === label) ?? [];
    // Gross, increase, discount, value, paid.
    expect(await footOf('Documentos', 'Despesas do mês (competência)')).toEqual([
      'Despesas do mês (competência)',
      '1500.25',
      '10.5',
      '0',
      '1510.75',
      '1010.5',
    ]);
    expect(sums).toEqual({ competes: '1500.25', emitted: '1577.25', paid: '1010.50', received: '4000.00' });
    expect((await footOf('Documentos', 'Despesas emitidas no mês'))[1]).toBe('1577.25');
    expect((await footOf('Pagamentos', 'Despesas'))[4]).toBe('1010.5');
    expect((await footOf('Pagamentos', 'Receitas'))[4]).toBe('4000');
    expect((await footOf('Transferências', 'Total'))[1]).toBe('300');
    // Itaú: 0,00 + 4.000,00 − 1.010,50 − 300,00 = 2.689,50.
    expect((await sheetOf(workbook, 'Carteiras')).find(([name]) => name === 'Itaú')).toEqual([
      'Itaú',
      '0',
      '4000',
      '-1310.5',
      '0',
      '2689.5',
    ]);
    const screen = done(
      await kit.api.get(`${kit.company}/financial-statement`, {
        token: kit.token,
        query: { regime: 'ACCRUAL', from: MONTH, to: MONTH },
      }),
    );
    const result = screen.lines.find(({ line }: { line: string }) => line === 'RESULT');
    const printed = await sheetOf(contentOf('Demonstrativo por competência 2026-10.xlsx'), 'Demonstrativo');
    // 4.000,00 and −1.500,25 of documents, −10,50 of interest that was paid.
    expect([result.total, printed.find(([label]) => label === result.label)?.[1]]).toEqual(['2489.25', '2489.25']);

    // The same month gives the same bytes.
    const again = await make();
    expect([again.id === folder.id, again.sha256]).toEqual([false, folder.sha256]);
    expect((await download(again.id)).rawPayload.equals(zip)).toBe(true);
  });

  test('has every cell of its sheets as the tables have it, with retentions and the XML of notas', async () => {
    const { seed, api, token, office, company } = kit;
    const month = '2026-09';
    await seed.sql('update companies set tax_id = $1 where id = $2', [COMPANY_ID, office.companyId]);
    const partner = await kit.partner('Fundações & Estacas <SA>', 'SUPPLIER', '11222333000181');
    const building = await seed.building(office);
    const other = await seed.building(office);
    const paying = { bank: { id: kit.itau }, paymentMethod: 'DIRECT_DEBIT' };
    const nota = await kit.document('debit', { partner, documentNumber: '=1+1' }, [], {
      ...{ emissionDate: `${month}-30`, competenceDate: `${month}-15`, description: 'Estacas "raiz"; bloco A' },
      transactionRecordBuildings: [
        { building: { id: building }, value: '600.01' },
        { building: { id: other }, value: '267.74' },
      ],
      // 1.000,00 less 50,00 of ISS, 46,50 of CSRF and 35,75 that are kept as a guarantee.
      transactionRecordList: [
        { forecast: true, dueDate: `${month}-29`, grossValue: '433.88' },
        { forecast: true, dueDate: '2026-10-29', grossValue: '433.87' },
      ],
      retentions: [
        { tax: 'ISS', base: '1000.00', rate: '5' },
        { tax: 'CSRF', base: '1000.00', rate: '4.65' },
        { tax: 'GUARANTEE', base: '715.00', rate: '5', dueDate: '2027-03-01' },
      ],
    });
    const [first] = nota.transactionRecordList;
    const paid = { ...paying, paymentDate: `${month}-28`, increase: '1.07', discount: '0.30' };
    done(await kit.pay('debit', nota.id, first.id, paid));
    // The guia of the ISS, paid in part; its payable is of the competence of the nota.
    const guia = await kit.transaction('debit', nota.retentions[0].payable.id);
    const part = { ...paying, paymentDate: `${month}-30`, grossValue: '20.00' };
    done(await kit.pay('debit', guia.id, guia.transactionRecordList[0].id, part));
    await kit.document('credit', {}, [[`${month}-10`, '0.15']], { emissionDate: `${month}-01` });
    await seed.insert('wallets', {
      ...{ account_id: office.accountId, company_id: office.companyId, identifier: 'Caixinha da obra' },
      ...{ initial_balance: '12.34', balance_date: `${month}-11` },
    });
    // One that begins after the month is not in it.
    await seed.insert('wallets', {
      ...{ account_id: office.accountId, company_id: office.companyId, identifier: 'Banco de outubro' },
      ...{ initial_balance: '999.99', balance_date: '2026-10-01' },
    });
    // The XML of a nota that an expense was made of: it is in the folder as it was sent.
    const xml = nfe({ number: '8123', day: `${month}-18` });
    const sent = done(
      await api.post(`${company}/fiscal-documents`, {
        ...{ token },
        ...partsOf([{ name: 'file', content: xml, file: 'nota.xml' }]),
      }),
    );
    await kit.document('debit', { partner, documentNumber: 'NF 8.123' }, [['2026-10-18', '860.00']], {
      ...{ emissionDate: `${month}-18`, fiscalDocument: { id: sent.document.id } },
    });

    const entries = await unzip((await download((await make(token, month)).id)).rawPayload);
    expectIndexed(entries, month);
    const contentOf = (end: RegExp) =>
      entries.find(({ entry }) => end.test(entry.fileName))?.content ?? Buffer.from('nothing');
    const days = { companyId: office.companyId, from: `${month}-01`, to: `${month}-30` };
    expect(await expectWorkbook(seed, contentOf(/Lançamentos/), days)).toEqual({
      // The nota, its three payables, the receipt, and the nota of the XML. Of parcelas, the nota has two, the guia of the ISS two
      // since it was paid in part, that of the CSRF one for each payment of the nota; the others one each.
      ...{ Documentos: 6, Parcelas: 9, Pagamentos: 2, Transferências: 0, Retenções: 3, Carteiras: 4 },
    });
    expect(contentOf(/notas-de-despesas\/0001 NF 8\.123 .*\.xml$/).equals(xml)).toBe(true);
    expect(entries.filter(({ entry }) => entry.fileName.endsWith('.xml'))).toHaveLength(1);
    // 50,00 + 46,50 + 35,75, and what was paid of the first.
    const total = (await sheetOf(contentOf(/Lançamentos/), 'Retenções')).at(-1);
    expect(total).toEqual(['Total', '132.25', '20']);
  });

  test('is of the user who had it made, and of administrators', async () => {
    const folder = await make();
    const other = await kit.seed.tokenOf(await kit.seed.user(kit.office.accountId, { admin: true }));
    expect((await download(folder.id, other)).statusCode).toBe(404);
    expect((await download(folder.id, await kit.office.as(['DEBIT', 'CREDIT']))).statusCode).toBe(403);
    expect((await kit.month(MONTH, other)).folder).toBeNull();
    // Whoever is no administrator does not see the job either.
    const jobs = async (as: string) => done(await kit.api.get('/api/v1/engineering/jobs', { token: as })).content;
    expect(await jobs(await kit.office.as(['DEBIT', 'CREDIT', 'ENGINEERING', 'PURCHASE']))).toEqual([]);
    expect((await jobs(other)).length).toBeGreaterThan(0);
    expect(refusal(await kit.api.post(`${kit.closings}/2026-13/folder`, { token: kit.token }))).toEqual([
      400,
      'month: Informe um mês, como 2026-10.',
    ]);
  });

  test('of a month without anything has its sheets and an index', async () => {
    const folder = await make(kit.token, '2025-03');
    const entries = await unzip((await download(folder.id)).rawPayload);
    expect(entries.map(({ entry }) => entry.fileName)).toHaveLength(5);
  });
});
