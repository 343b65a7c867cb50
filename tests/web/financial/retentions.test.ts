/**
 * Taxes withheld of a service, from the invoice to the report. Every figure is worked out by hand: of 18.600,00 are withheld
 * ISS 5 % = 930,00 and INSS 11 % = 2.046,00, together 2.976,00, and 15.624,00 are paid. Before it the demo has twelve guias of
 * 4.254,36: 3.515,34 collected, 152,52 to come, 586,50 overdue (tests/demo/seed.test.ts).
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { entriesOf, sheetRows } from '#tests/support/storedZip.ts';

const REPORT = '/home/forms/transactions/retentions';
const NEW = '/home/forms/transactions/outcome?id=new';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(NEW, { as: 'financeiro' });
  await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
}, 60_000);
afterAll(() => app.stop());

const figures = (own: Page) => textOf(own.locator('[data-drawer] div:has(> dl)').first());
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Withholds a tax by the menu. */
const withhold = async (own: Page, tax: RegExp): Promise<void> => {
  await own.getByRole('button', { name: /^(Retenções na fonte|IRRF, CSRF)/ }).click();
  await own.getByRole('menuitem', { name: tax }).first().click();
};

const fill = async (own: Page, label: RegExp, text: string): Promise<void> => {
  await own.getByLabel(label).first().fill(text);
  await own.keyboard.press('Tab');
};

/** Four variants of a view: axe finds nothing wrong in any. */
const VARIANTS = [
  [1440, false],
  [1440, true],
  [390, false],
  [390, true],
] as const;

describe('The invoice of a service', () => {
  test('shows what it costs, what is withheld and what its supplier is paid', async () => {
    await page.getByRole('combobox', { name: 'Fornecedor' }).click();
    await page.keyboard.type('construtiva');
    await page.getByRole('option', { name: /^Construtiva/ }).waitFor();
    await page.keyboard.press('Enter');
    await fill(page, /^Documento$/, 'NFS-e 318');
    await fill(page, /^Valor bruto/, '18600');
    await withhold(page, /^ISS 5%$/);
    await withhold(page, /^INSS 11%$/);
    await eventually(() => figures(page)).toBe(
      'Valor bruto, custo da obra R$ 18.600,00 Retenções −R$ 2.976,00 A pagar ao fornecedor R$ 15.624,00',
    );
    await page.getByText('18.600,00 = 15.624,00 + 2.976,00').waitFor();
    await page.getByText('Salvar cria 1 despesa, 1 parcela e 2 guias a recolher').waitFor();
    expect(await page.getByLabel('Valor da parcela 1').inputValue()).toBe('15.624,00');
    // 10/12/2026 is a Thursday, 20/12/2026 a Sunday.
    expect(await page.getByLabel('Vencimento de ISS').inputValue()).toBe('10/12/2026');
    expect(await page.getByLabel('Vencimento de INSS').inputValue()).toBe('18/12/2026');
    await page.getByText('20/12 é domingo: dia útil anterior').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('is saved with its payables, and costs its obra the whole', async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    await page.waitForURL(/[?&]id=\d+/);
    await eventually(() => figures(page)).toBe(
      'Valor bruto, custo da obra R$ 18.600,00 Retenções −R$ 2.976,00 A pagar ao fornecedor R$ 15.624,00 Pago R$ 0,00 · Em aberto R$ 15.624,00',
    );
    const rows = await app.services.seed.sql<{ value: string; cost: string; parts: string }>(
      `select n.invoice_value::text as value, count(*)::text as parts,
         (select sum(a.gross_value)::text from apportionments a where a.transaction_id in
           (select n.id union all select payable_transaction_id from transaction_retentions where transaction_id = n.id)) as cost
         from transactions n join transaction_retentions r on r.transaction_id = n.id
        where n.document_number = 'NFS-e 318' group by n.id`,
    );
    expect(rows).toEqual([{ value: '18600.00', cost: '18600.00', parts: '2' }]);
  });

  test('leads to each payable, which is paid like any expense', async () => {
    await page.getByRole('link', { name: 'Abrir a guia de ISS' }).click();
    await page.getByRole('heading', { name: 'Prefeitura Municipal', exact: true }).waitFor();
    await page.getByText('Retenção de ISS da nota NFS-e 318 de Construtiva Mão de Obra').first().waitFor();
    await button('Registrar pagamento').click();
    await page
      .getByRole('combobox', { name: /^Carteira/ })
      .last()
      .click();
    await page.keyboard.type('Itaú');
    await page.getByRole('option', { name: /^Itaú/ }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Registrar pagamento/ })
      .getByRole('button', { name: 'Registrar pagamento' })
      .click();
    await page.getByRole('dialog').getByText('Quitada').first().waitFor();
    await page.getByRole('link', { name: 'nota NFS-e 318' }).click();
    await page.getByText('guia paga: desfaça o pagamento dela para mudar').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('The report', () => {
  /** What the tables say of each guia, in the words of the screen. */
  const guias = async (): Promise<string[]> => {
    const day = (column: string) => `coalesce(to_char(${column}, 'DD/MM/YYYY'), '')`;
    const amount = (column: string) => `replace(${column}::text, '.', ',')`;
    const rows = await app.services.seed.sql<{ line: string }>(
      `select concat_ws(';', ${day('i.due_date')},
         case when not i.forecast then 'Recolhida' when i.due_date < '2026-11-20' then 'Vencida' else 'A recolher' end,
         r.tax, s.name, n.document_number, c.name, ${day('coalesce(f.fact_date, n.emission_date)')}, ${amount('r.base')},
         ${amount('trim_scale(r.rate)')}, ${amount('i.gross_value')}, ${day('n.emission_date')}, ${amount('n.invoice_value')},
         ${day('i.payment_date')}) as line
         from installments i
         join transaction_retentions r on r.payable_transaction_id = i.transaction_id
         join transactions n on n.id = r.transaction_id join transactions p on p.id = i.transaction_id
         join partners s on s.id = n.partner_id join partners c on c.id = p.partner_id
         left join retention_installments f on f.installment_id = i.id`,
    );
    return rows.map(({ line }) => line).sort();
  };

  const exported = async (format: string): Promise<Buffer> => {
    await page.getByRole('main').getByRole('button', { name: 'Exportar' }).first().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ]);
    return readFile(await file.path());
  };

  test('adds up by tax and month: retained = collected + to collect + overdue', async () => {
    await visit(page, REPORT);
    const main = page.getByRole('main');
    await main.getByText('14 guias · R$ 7.230,36 retidos').waitFor();
    for (const total of ['Retido R$ 7.230,36', 'Recolhido R$ 4.445,34', 'A recolher R$ 2.198,52', 'Vencido R$ 586,50'])
      await eventually(() => textOf(main)).toContain(total);
    const matrix = page.getByRole('table', { name: 'Retido por imposto e mês de vencimento' });
    const rows = async () => Promise.all((await matrix.getByRole('row').all()).map(textOf));
    await eventually(rows).toEqual([
      'Imposto set/26 out/26 nov/26 dez/26 Total',
      'ISS 284,50 recolhida 586,50 vencida 315,50 recolhida 930,00 recolhida 2.116,50 vencida 586,50',
      'INSS 625,90 recolhida 1.290,30 recolhida 694,10 recolhida 2.046,00 a recolher 4.656,30 a recolher 2.046,00',
      'IRRF – 37,20 recolhida 37,20 recolhida 37,20 a recolher 111,60 a recolher 37,20',
      'CSRF – 115,32 recolhida 115,32 recolhida 115,32 a recolher 345,96 a recolher 115,32',
      'Total 910,40 recolhida 2.029,32 vencida 586,50 1.162,12 recolhida 3.128,52 a recolher 2.198,52 7.230,36 vencida 586,50',
    ]);
  });

  test('narrows its list to a figure, and to what is overdue', async () => {
    await page
      .getByRole('button', { name: /^2\.046,00/ })
      .first()
      .click();
    await page.waitForURL(/tax=INSS/);
    await eventually(() => textOf(page.getByRole('main'))).toContain('Retido R$ 2.046,00');
    expect(page.url()).toContain('month=2026-12');
    await visit(page, `${REPORT}?status=OVERDUE`);
    await eventually(() => textOf(page.getByRole('main'))).toContain('Vencido R$ 586,50');
    await eventually(() => textOf(page.getByRole('main'))).toContain('1–1 de 1');
    await visit(page, REPORT);
    await page.getByText('14 guias').waitFor();
  });

  test('is exported as the tables have it, as CSV and as a workbook', async () => {
    const [header, ...csv] = (await exported('CSV')).toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(header).toBe(
      'Vencimento;Situação;Imposto;Fornecedor;Nota;Recolher a;Fato gerador;Base (R$);Alíquota (%);Retido (R$);' +
        'Emissão da nota;Valor da nota (R$);Recolhido em',
    );
    expect(csv.sort()).toEqual(await guias());
    const [titles = [], ...sheet] = sheetRows(entriesOf(await exported('Excel')).get('xl/worksheets/sheet1.xml') ?? '');
    const [value, invoice] = [titles.indexOf('Retido (R$)'), titles.indexOf('Valor da nota (R$)')];
    expect(titles.join(';')).toBe(header);
    const cents = (column: number) =>
      sheet.map((cells) => BigInt((cells[column] ?? '').replace('.', ''))).reduce((sum, one) => sum + one, 0n);
    // 7.230,36; of the invoices, each counted with both of its taxes: 2 × (5.690 + 11.730 + 6.310 + 3 × 2.480 + 18.600).
    expect([sheet.length, cents(value), cents(invoice)]).toEqual([14, 723_036n, 9_954_000n]);
  });

  test('is on paper with its sums', async () => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' }))), {
      mergePages: true,
    });
    const words = text.replaceAll(/\s+/g, ' ');
    for (const part of ['Retenções', '7.230,36', '4.445,34', '2.198,52', '586,50', '3.128,52'])
      expect(words).toContain(part);
  });

  test.each(VARIANTS)('is accessible at %i px, dark: %s', async (width, dark) => {
    const own = await app.open(REPORT, { as: 'admin', width, dark });
    await own.getByRole('table', { name: /^Retido por imposto/ }).waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    await own.getByRole('button', { name: 'Regras', exact: true }).click();
    await own
      .getByRole('dialog', { name: 'Regras de retenção' })
      .getByText(/^Lei 8\.212\/1991, art\. 31/)
      .waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    await own.getByRole('button', { name: /^Ações de CSRF/ }).click();
    await own.getByRole('menuitem', { name: 'Alterar' }).click();
    await own
      .getByRole('dialog', { name: 'Alterar a regra de CSRF' })
      .getByLabel(/^Alíquota/)
      .waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    await visit(own, NEW);
    await fill(own, /^Valor bruto/, '18600');
    await withhold(own, /^CSRF/);
    await own.getByLabel('Base de CSRF').waitFor();
    expect(await accessibilityProblems(own)).toEqual([]);
    await own.context().close();
  });
});

describe('The rules', () => {
  test('are read by a clerk, and changed by an administrator alone', async () => {
    await visit(page, `${REPORT}?rules=1`);
    const reading = page.getByRole('dialog', { name: 'Regras de retenção' });
    await reading.getByText('Receita Federal').first().waitFor();
    expect(await reading.getByRole('button').allInnerTexts()).toEqual(['Fechar']);

    const own = await app.open(`${REPORT}?rules=1`, { as: 'admin' });
    await own.getByRole('button', { name: /^Ações de INSS/ }).click();
    await own.getByRole('menuitem', { name: 'Nova vigência' }).click();
    const editor = own.getByRole('dialog', { name: 'Nova vigência de INSS' });
    await fill(own, /^Vale desde/, '01/01/2027');
    await fill(own, /^Alíquota/, '3,5');
    await editor.getByRole('button', { name: /^Salvar/ }).click();
    const list = own.getByRole('dialog', { name: 'Regras de retenção' });
    await list.getByText('01/02/1999 a 31/12/2026').waitFor();
    await list.getByText('desde 01/01/2027').waitFor();
    await own.context().close();

    const proposed = async (day: string) => {
      const query = `{ retentionProposals(emissionDate: "${day}") { rule { tax rate } } }`;
      const { data } = await app.ask('financeiro', query);
      return data.retentionProposals.find(({ rule }: { rule: { tax: string } }) => rule.tax === 'INSS').rule.rate;
    };
    expect([await proposed('2026-12-31'), await proposed('2027-01-01')]).toEqual(['11.00', '3.50']);
    const kept = await app.services.seed.sql<{ rate: string; value: string }>(
      `select trim_scale(r.rate)::text as rate, r.value::text as value from transaction_retentions r
         join transactions n on n.id = r.transaction_id where n.document_number = 'NFS-e 318' and r.tax = 'INSS'`,
    );
    expect(kept).toEqual([{ rate: '11', value: '2046.00' }]);
  });
});
