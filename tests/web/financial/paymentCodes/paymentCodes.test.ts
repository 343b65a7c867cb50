import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { renderPdf, stopPdf } from '#services/platform/pdf/pdf.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { keyOf } from '#tests/purchase/invoices/nfeXml.ts';
import { boletoLine } from '#tests/support/paymentCodes.ts';

const OUTCOME = '/home/forms/transactions/outcome';
const BETA = '/home/forms/transactions/debit-installments';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(async () => {
  await stopPdf();
  await app.stop();
});

const line = (amount: string | null, dueDate: string | null, serial: string): string =>
  boletoLine({ bank: '237', amount, dueDate, free: serial.padStart(25, '0') });
/** As banks print it. */
const grouped = (text: string): string =>
  `${text.slice(0, 5)}.${text.slice(5, 10)} ${text.slice(10, 15)}.${text.slice(15, 21)} ${text.slice(21, 26)}.${text.slice(26, 32)} ${text.slice(32, 33)} ${text.slice(33)}`;

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const drop = (page: Page, name: string, type: string, content: Buffer): Promise<void> =>
  page.evaluate(
    ({ base64, file }) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], file.name, { type: file.type }));
      for (const kind of ['dragover', 'drop'])
        document
          .querySelector('main')
          ?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { base64: content.toString('base64'), file: { name, type } },
  );

interface Look {
  width?: 1440 | 390;
  dark?: boolean;
  place?: { companyId: string; buildingId: null };
}
const openList = async (address: string, options: Look = {}): Promise<Page> => {
  const page = await app.open(address, { as: 'financeiro', ...options });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\s*\\*?$`));

/** Stored codes of the document with a number. */
const stored = async (documentNumber: string): Promise<(string | null)[]> => {
  const query = `query ($filter: TransactionFilter) { transactions(companyId: 1, type: DEBIT, filter: $filter) { content {
    installments { paymentCode } attachments { name } } } }`;
  const { data } = await app.ask('admin', query, { variables: { filter: { documentNumber } } });
  return data.transactions.content.flatMap((one: { installments: { paymentCode: string | null }[] }) =>
    one.installments.map(({ paymentCode }) => paymentCode),
  );
};

describe('On the list of expenses', () => {
  test('a pasted boleto opens a new expense that is saved by keyboard', async () => {
    const page = await openList(OUTCOME);
    const text = line('4321.09', '2026-12-15', '41');
    await paste(page, grouped(text));
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await eventually(() => field(page, 'Valor bruto').inputValue()).toBe('4.321,09');
    await eventually(() => field(page, 'Vencimento').inputValue()).toBe('15/12/2026');
    await page.getByText(grouped(text)).waitFor();
    await page.getByText('Bradesco · vence 15/12/2026 · 4.321,09').waitFor();
    await page.getByText('parcela 1', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await field(page, 'Documento').fill('BOL 41');
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    expect(await stored('BOL 41')).toEqual([text]);
    await page.close();
  });

  test('a wrong digit is told in one sentence that names its field, and nothing opens', async () => {
    const page = await openList(OUTCOME);
    const text = line('10.00', '2026-12-15', '42');
    await paste(
      page,
      text.replace(/^(.{22})./, (_, start: string) => `${start}${(Number(text[22]) + 1) % 10}`),
    );
    await page
      .getByText(/^O dígito verificador do campo 3 não confere/)
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('id')).toBeNull();
    await page.close();
  });

  test('text of another kind, and text for a field, stay where they are', async () => {
    const page = await openList(OUTCOME);
    await paste(page, 'concreto');
    await page.getByRole('searchbox').focus();
    await paste(page, line('10.00', null, '43'));
    await page.waitForTimeout(300);
    expect(new URL(page.url()).searchParams.get('id')).toBeNull();
    await page.close();
  });

  test('a boleto of an open installment is proposed for it, attached by Enter, and told the second time', async () => {
    const made = await app.ask(
      'admin',
      `mutation ($input: TransactionInput!) { createTransaction(companyId: 1, type: DEBIT, input: $input) { transaction { id } } }`,
      {
        variables: {
          input: {
            ...{ documentNumber: 'BOL 44', grossValue: '246.80', emissionDate: '2026-11-10' },
            installments: [
              { dueDate: '2026-12-01', grossValue: '123.40' },
              { dueDate: '2027-01-01', grossValue: '123.40' },
            ],
            apportionments: [],
          },
        },
      },
    );
    expect(made.errors).toBeUndefined();
    const page = await openList(BETA);
    const text = line('123.40', '2027-01-01', '44');
    await paste(page, text);
    await page.getByRole('heading', { name: /^Esta linha é da parcela 2\/2 de BOL 44/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Código na parcela 2/2 de BOL 44').first().waitFor();
    expect(await stored('BOL 44')).toEqual([null, text]);
    await paste(page, text);
    await page.getByRole('heading', { name: 'Esta linha já está numa parcela' }).waitFor();
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByText(grouped(text)).waitFor();
    await page.close();
  });

  test('a PDF that is dropped fills a new expense, and is attached with it', async () => {
    const page = await openList(OUTCOME);
    const texts = [line('500.00', '2026-12-20', '45'), line('500.00', '2027-01-20', '46')];
    const content = await renderPdf({
      ...{ title: 'Carnê', createdAt: '2026-11-20T12:00:00Z', landscape: false, footer: '' },
      ...{ pageMargins: [40, 60, 40, 40], header: { text: '' }, content: texts.map((one) => ({ text: grouped(one) })) },
    });
    await drop(page, 'carne.pdf', 'application/pdf', content);
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await eventually(() => field(page, 'Valor bruto').inputValue()).toBe('1.000,00');
    await page.getByText('carne.pdf').waitFor();
    await field(page, 'Documento').fill('BOL 45');
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    expect(await stored('BOL 45')).toEqual(texts);
    await page.getByRole('button', { name: 'Baixar carne.pdf' }).waitFor();
    await page.close();
  });

  test('a photo is attached, and nothing is read of it', async () => {
    const page = await openList(OUTCOME);
    await drop(page, 'nota.jpg', 'image/jpeg', Buffer.from('foto'));
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await page.getByText('nota.jpg').waitFor();
    await eventually(() => field(page, 'Valor bruto').inputValue()).toBe('');
    await page.close();
  });
});

describe('An access key of a nota', () => {
  const key = keyOf({ month: '2611', taxId: '54000128000184', series: '1', number: '5399' });

  test('begins an expense with what it says, and leaving that asks and keeps it', async () => {
    const page = await openList(OUTCOME);
    await paste(page, `Chave de acesso: ${key.replace(/(.{4})/g, '$1 ')}`);
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await page
      .getByText(/^NF-e 5.399, série 1, de Clima Norte .*, emitida em 11\/2026\. Solte o XML/)
      .first()
      .waitFor();
    await eventually(() => field(page, 'Documento').inputValue()).toBe('NF 5.399');
    await eventually(() => page.getByRole('combobox', { name: 'Fornecedor' }).inputValue()).toBe(
      'Clima Norte Ar-Condicionado Ltda',
    );
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await field(page, 'Valor bruto').fill('12,00');
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await eventually(() => new URL(page.url()).searchParams.get('id')).toBeNull();
    // While the question is in front, what is pasted is meant for it.
    await eventually(() => page.locator('[aria-modal="true"]').count()).toBe(0);
    // Pasted again, it finds what was left.
    await paste(page, key);
    await eventually(() => field(page, 'Valor bruto').inputValue()).toBe('12,00');
    await field(page, 'Documento').fill('CHAVE 5399');
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    await page.close();
  });

  test('fills what is empty in a form, and a wrong digit is told', async () => {
    const page = await openList(`${OUTCOME}?id=new`);
    const input = page.getByLabel('Boleto ou Pix');
    await input.fill(`${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`);
    await page.keyboard.press('Enter');
    await page.getByText('O dígito verificador da chave não confere: confira os números, ou cole de novo.').waitFor();
    await field(page, 'Documento').fill('MEU 1');
    const old = keyOf({ month: '2609', taxId: '54000128000184', series: '1', number: '5400' });
    await input.fill(old);
    await page.keyboard.press('Enter');
    await eventually(() => page.getByRole('combobox', { name: 'Fornecedor' }).inputValue()).toBe(
      'Clima Norte Ar-Condicionado Ltda',
    );
    expect([await field(page, 'Documento').inputValue(), await field(page, 'Emissão').inputValue()]).toEqual([
      'MEU 1',
      '',
    ]);
    await page.close();
  });
});

describe('In the form', () => {
  test('a differing boleto is chosen its installment, told in amber, confirmed once, and removed again', async () => {
    const page = await openList(`${OUTCOME}?id=new`);
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await field(page, 'Documento').fill('BOL 47');
    await field(page, 'Valor bruto').fill('300');
    await page.keyboard.press('Tab');
    await page.getByLabel('Número de parcelas').fill('2');
    await page.keyboard.press('Enter');
    await page.getByLabel('Valor da parcela 2').waitFor();
    // In a field of an amount, which wants no text.
    await field(page, 'Valor bruto').focus();
    const text = line('77.00', '2026-12-09', '47');
    await paste(page, text);
    await page.getByRole('heading', { name: 'De que parcela é este boleto?' }).waitFor();
    await page.getByRole('button', { name: 'Escolher', exact: true }).nth(1).click();
    await page.getByText('valor difere, vencimento difere').waitFor();
    await eventually(() => field(page, 'Valor bruto').inputValue()).toBe('300,00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Salvar mesmo assim' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    expect(await stored('BOL 47')).toEqual([null, text]);
    await page.getByRole('button', { name: 'Remover código da parcela 2' }).click();
    await page.keyboard.press('Control+s');
    await eventually(async () => (await stored('BOL 47')).join()).toBe(',');
    await page.close();
  });

  test('what is typed wrong stays in its field with the sentence', async () => {
    const page = await openList(`${OUTCOME}?id=new`);
    const input = page.getByLabel('Boleto ou Pix');
    await input.fill('23792.29905 90000.051871 01002.041713 9 16660001836667');
    await page.keyboard.press('Enter');
    await page.getByText(/^O dígito verificador do campo 3 não confere/).waitFor();
    await eventually(() => input.inputValue()).toBe('23792.29905 90000.051871 01002.041713 9 16660001836667');
    await input.fill('23792.29905 90000.051871 01002.041703 9 16660001836667');
    await page.keyboard.press('Enter');
    await eventually(() => field(page, 'Valor bruto').inputValue()).toBe('18.366,67');
    await page.close();
  });
});

describe('To be paid', () => {
  const openPix = async (options: { width?: 1440 | 390; dark?: boolean }): Promise<Page> => {
    const query = `{ installments(companyId: 1, type: DEBIT, size: 500, filter: { forecast: true }) { content {
      installment { paymentCode } transaction { id installmentCount } } } }`;
    const { data } = await app.ask('admin', query);
    const row = data.installments.content.find(
      (one: { installment: { paymentCode: string | null }; transaction: { installmentCount: number } }) =>
        one.installment.paymentCode?.startsWith('000201') && one.transaction.installmentCount === 1,
    );
    return openList(`${OUTCOME}?id=${row.transaction.id}`, options);
  };

  test('a Pix is a QR in the payment and in the menu of its installment', async () => {
    const page = await openPix({ dark: true });
    await page.getByRole('button', { name: 'Registrar pagamento' }).first().click();
    await page.getByRole('img', { name: 'QR do Pix' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ações da parcela 1' }).click();
    await page.getByRole('menuitem', { name: 'Mostrar QR do Pix' }).click();
    await page.getByRole('img', { name: 'QR do Pix' }).waitFor();
    await page.close();
  });

  test('on a phone it is copied', async () => {
    const page = await openPix({ width: 390 });
    await page.getByRole('button', { name: 'Registrar pagamento' }).first().click();
    await page.getByRole('button', { name: 'Copiar código', exact: true }).waitFor();
    expect(await page.getByRole('img', { name: 'QR do Pix' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  });

  test('the list of installments marks those with a code, and copies it', async () => {
    const page = await openList(`${BETA}?status=DUE`);
    await page.getByLabel('Tem boleto').first().waitFor();
    await page.getByRole('button', { name: 'Mais ações' }).first().click();
    await page.getByRole('menuitem', { name: 'Copiar código de pagamento' }).waitFor();
    await page.close();
  });

  test('several that are chosen to be paid show their codes, which are copied one by one or all at once', async () => {
    const everywhere = { companyId: '1', buildingId: null };
    const page = await openList(`${BETA}?search=CODIGOS-48`, { place: everywhere });
    const [first, second] = [line('10.00', '2026-12-10', '481'), line('20.00', '2027-01-11', '482')];
    const made = await app.ask(
      'admin',
      `mutation ($input: TransactionInput!) { createTransaction(companyId: 1, type: DEBIT, input: $input) { transaction { id } } }`,
      {
        variables: {
          input: {
            ...{
              documentNumber: 'CODIGOS-48',
              description: 'Carnê 48',
              grossValue: '60.00',
              emissionDate: '2026-11-10',
            },
            installments: [
              { dueDate: '2026-12-10', grossValue: '10.00', paymentCode: first },
              // Of another value than its boleto.
              { dueDate: '2027-01-11', grossValue: '25.00', paymentCode: second },
              { dueDate: '2027-02-10', grossValue: '25.00' },
            ],
            apportionments: [],
          },
        },
      },
    );
    expect(made.errors).toBeUndefined();
    await page.reload();
    await page.getByText('Carnê 48').first().waitFor();
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: (text: string) => Promise.resolve(void (window.name = text)) },
      }),
    );
    const copied = () => page.evaluate(() => window.name);
    await page
      .getByRole('checkbox', { name: /Selecionar tod/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Registrar pagamento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Registrar pagamento · 3 parcelas' });
    await dialog.getByText('2 de 3 parcelas').waitFor();
    await dialog.getByText('valor difere').waitFor();
    await dialog.getByRole('button', { name: 'Copiar código da parcela 2/3 de Carnê 48' }).click();
    await eventually(copied).toBe(second);
    await dialog.getByRole('button', { name: 'Copiar todos' }).click();
    await eventually(copied).toBe(
      `Carnê 48\t1/3\t10/12/2026\t10,00\t${grouped(first)}\nCarnê 48\t2/3\t11/01/2027\t25,00\t${grouped(second)}`,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  });
});
