import type { Page } from 'playwright-core';
import { ofx, type WrittenAccount } from '#tests/financial/bankStatements/kit.ts';
import { startApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

export const STATEMENTS = '/home/forms/transactions/ofx-files';

/** Paid by two lines of the story, with a tarifa. */
const TWO_PARTS = ['120.01', '180.02'] as const;

/**
 * The demo company with two more wallets, whose statements tell a story of its own: names and amounts are nobody else's. The bank's
 * balance is 10,000.00 less all seven lines: 7,777.00.
 */
export const startStory = async () => {
  const app = await startApp();
  const { seed } = app.services;
  const { data } = await app.ask('financeiro', '{ session { accountId companies { id } } }');
  const accountId = Number(data.session.accountId);
  const companyId = Number(data.session.companies[0].id);
  const company = `${app.url}/api/v1/financial/company/${companyId}`;

  const call = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${company}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await app.token('financeiro')}`,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).data;
  };
  const wallet = (identifier: string, initial: string) =>
    seed.insert('wallets', {
      ...{ account_id: accountId, company_id: companyId, identifier },
      ...{ initial_balance: initial, balance_date: '2026-11-01' },
    });
  const supplier = (name: string, taxId: string | null = null) =>
    seed.insert('partners', { account_id: accountId, type: 'SUPPLIER', name, tax_id: taxId });
  const expense = (partner: number, documentNumber: string, dues: readonly (readonly [string, string])[]) =>
    call('POST', '/debit/', {
      ...{ emissionDate: '2026-11-01', documentNumber, partner: { id: partner } },
      transactionRecordList: dues.map(([dueDate, grossValue]) => ({ forecast: true, dueDate, grossValue })),
    });
  const imported = async (name: string, walletId: number, account: WrittenAccount): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(ofx(account))]), name);
    const { id } = await call('POST', '/bank-statements/files', form);
    await call('PUT', `/bank-statements/files/${id}/accounts/1`, { wallet: { id: walletId } });
    await call('POST', `/bank-statements/files/${id}/import`, {});
  };

  const bank = await wallet('Banco da história', '10000.00');
  const savings = await wallet('Poupança da história', '0.00');
  const ironware = await supplier('Ferragens Quimera', '11222333000181');
  const granite = await supplier('Granitos Zafira');
  const glass = await supplier('Vidraçaria Orion');
  await expense(ironware, 'NF 9101', [['2026-11-10', '500.13']]);
  await expense(granite, 'NF 9202', [['2026-11-12', '300.17']]);
  await expense(glass, 'NF 9303', [
    ['2026-11-13', TWO_PARTS[0]],
    ['2026-12-13', TWO_PARTS[1]],
  ]);
  await imported('poupanca.ofx', savings, {
    ...{ bank: '0237', branch: '0001', number: '55501-9' },
    lines: [['2026-11-18', '1000.00', 'TRANSF RECEBIDA', 'p1']],
  });
  await imported('banco.ofx', bank, {
    ...{ bank: '0341', branch: '0441', number: '77112-3', ledger: ['2026-11-19', '7777.00'] },
    lines: [
      ['2026-11-10', '-500.13', 'PIX ENVIADO FERRAGENS QUIMERA 11222333000181', 'b1'],
      ['2026-11-12', '-300.17', 'BOLETO GRANITOS ZAFIRA', 'b2'],
      ['2026-11-16', '-200.07', 'PIX ENVIADO 774411', 'b3'],
      ['2026-11-17', '-104.96', 'PIX ENVIADO 774412', 'b4'],
      ['2026-11-17', '-39.90', 'TAR COBRANCA', 'b5'],
      ['2026-11-18', '-1000.00', 'TRANSF ENVIADA CC 55501-9', 'b6'],
      ['2026-11-19', '-77.77', 'DEBITO DESCONHECIDO', 'b7'],
    ],
  });
  const address = `${STATEMENTS}?bank=${bank}`;

  /** Words of the bank, of each shown line in order. */
  const memos = (page: Page): Promise<string[]> =>
    page.locator('main [data-row-key]').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [key, label] = [row.getAttribute('data-row-key') ?? '', row.getAttribute('aria-label') ?? ''];
        return /^\d+$/.test(key) ? [label.replace(/ [+−][\d.,]+$/, '')] : [];
      }),
    );
  /** Name of the row that has the focus. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest('[data-row-key]')?.getAttribute('aria-label') ?? '');
  const tabs = (page: Page): Promise<string[]> =>
    page.getByRole('tab').evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.replaceAll(/\s+/g, '')));
  /** How an expense's installments stand: "paid 2026-11-12 300.17", "open 180.02". */
  const paid = async (documentNumber: string): Promise<string[]> => {
    const rows = await seed.sql<{ told: string }>(
      `select case when i.forecast then 'open ' else 'paid ' || i.payment_date || ' ' end || i.value as told
         from installments i join transactions t on t.id = i.transaction_id
        where t.document_number = '${documentNumber}' order by i.number`,
    );
    return rows.map(({ told }) => told);
  };
  const open = async (options: { width?: 1440 | 390; dark?: boolean; as?: 'admin' | 'financeiro' } = {}) => {
    const page = await app.open(address, { as: 'financeiro', width: 1440, ...options });
    await page.locator('main [data-row-key]').first().waitFor();
    return page;
  };
  /** Presses keys one after the other, as a hand does. */
  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const notice = (page: Page, text: string) =>
    page.getByRole('group').filter({ hasText: text }).or(page.getByText(text));
  const settled = (page: Page) => eventually(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
  return { app, seed, bank, savings, address, memos, focused, tabs, paid, open, press, notice, settled, call };
};
export type Story = Awaited<ReturnType<typeof startStory>>;
