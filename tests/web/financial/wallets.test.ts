import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { add, formatCurrency, subtract, sum } from '#domain/money.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const PATH = '/home/forms/transactions/bank';

interface Held {
  id: string;
  identifier: string;
  balance: { balance: string };
}

let app: TestApp;
let page: Page;
/** Operations that the page has sent since the list was cleared, but that somebody is there, which it says from time to time. */
let sent: string[] = [];

beforeAll(async () => {
  app = await startApp();
  page = await app.open(PATH, { as: 'financeiro' });
  page.on('request', (request: Request) => {
    if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return;
    const body: { operationName?: string } = request.postDataJSON();
    if (body.operationName !== 'TellPresence') sent.push(body.operationName ?? '');
  });
});
afterAll(() => app.stop());

/** Returns the services' balances, without the browser's cache. */
const held = async (): Promise<Held[]> => {
  const { data } = await app.ask('financeiro', '{ session { companies { id } } }');
  const variables = { companyId: data.session.companies[0].id };
  const query = `query ($companyId: ID!) { wallets(companyId: $companyId, size: 100) {
    content { id identifier balance { balance } } } }`;
  return (await app.ask('financeiro', query, { variables })).data.wallets.content;
};
const balanceOf = (wallets: readonly Held[], name: string): string => {
  const found = wallets.find(({ identifier }) => identifier === name);
  if (!found) throw new Error(`No wallet ${name}`);
  return found.balance.balance;
};
const total = (wallets: readonly Held[]): string => sum(wallets.map(({ balance }) => balance.balance));

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const shown = (amount: string): string => plain(formatCurrency(amount)).replace('-', '−');

/** Returns the wallets on the screen: "Itaú R$ 90.732,09 Conta corrente …". */
const onScreen = (name: string) =>
  eventually(page.getByRole('region', { name: 'Saldos de hoje' }).getByRole('link', { name }));
const totalOnScreen = () =>
  eventually(page.getByRole('region', { name: 'Saldos de hoje' }).getByText('Total').locator('..'));
const statement = () => page.getByRole('region', { name: /^(Itaú|Caixinha da obra|Bradesco|Cofre)/ });
const figure = (label: RegExp) => statement().getByText(label).locator('xpath=following-sibling::dd');
/** Returns the texts of the statement's lines, in order. */
const lines = async (): Promise<string[]> => {
  const cells = await page
    .getByRole('grid', { name: 'Extrato' })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.textContent));
  return cells.map(plain);
};

/** Waits for a message; it appears once more in a live region for screen readers. */
const seesText = (text: string): Promise<void> => page.getByText(text).first().waitFor();

const choose = async (label: string, typed: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).focus();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: typed }).first().waitFor();
  await page.keyboard.press('Enter');
};

describe('Carteiras', () => {
  let before: Held[];

  test('shows the wallet balances and the statement of the chosen one, by its address', async () => {
    before = await held();
    await page.getByRole('heading', { name: 'Carteiras' }).waitFor();
    for (const { identifier, balance } of before) {
      await onScreen(identifier).toContain(shown(balance.balance));
    }
    await totalOnScreen().toBe(`Total ${shown(total(before))}`);
    await page.getByRole('link', { name: 'Itaú' }).click();
    await page.getByRole('heading', { name: 'Itaú' }).waitFor();
    const chosen = () => new URL(page.url()).searchParams.get('wallet');
    await eventually(chosen).toBe(before.find(({ identifier }) => identifier === 'Itaú')?.id);
    await page.getByRole('grid', { name: 'Extrato' }).waitFor();
    await eventually(figure(/^Saldo em 20\/11\/2026/)).toBe(shown(balanceOf(before, 'Itaú')));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('transfers money by keyboard alone, and shows both new balances beforehand', async () => {
    await page.locator('body').press('n');
    await page.getByRole('dialog', { name: 'Nova transferência' }).waitFor();
    await eventually(focusedLabel).toBe('Para');
    await page.keyboard.type('Caixinha');
    await page.getByRole('option', { name: 'Caixinha da obra' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234,56');
    await page.keyboard.press('Tab');
    const after = page.getByRole('dialog').getByRole('status');
    await eventually(after).toContain(shown(subtract(balanceOf(before, 'Itaú'), '1234.56')));
    await eventually(after).toContain(shown(add(balanceOf(before, 'Caixinha da obra'), '1234.56')));
    expect(await accessibilityProblems(page)).toEqual([]);
    sent = [];
    await page.keyboard.press('Control+s');
    await seesText('Transferência registrada');
  });

  test('has correct balances, total and statement at once, and loads only what the answer lacks', async () => {
    // What happened last is at the top: a list that scrolls away from it may draw it no more.
    await page.getByRole('row', { name: /Transferência para Caixinha da obra/ }).waitFor();
    await onScreen('Itaú').toContain(shown(subtract(balanceOf(before, 'Itaú'), '1234.56')));
    await onScreen('Caixinha da obra').toContain(shown(add(balanceOf(before, 'Caixinha da obra'), '1234.56')));
    await totalOnScreen().toBe(`Total ${shown(total(before))}`);
    await eventually(figure(/^Saldo em 20\/11\/2026/)).toBe(shown(subtract(balanceOf(before, 'Itaú'), '1234.56')));
    await eventually(() => sent).toEqual(['CreateTransfer', 'WalletStatement']);
    expect(balanceOf(await held(), 'Itaú')).toBe(subtract(balanceOf(before, 'Itaú'), '1234.56'));
  });

  test('undoes the transfer by the toast', async () => {
    sent = [];
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await seesText('Transferência desfeita');
    await page
      .getByRole('row', { name: /Transferência para Caixinha da obra.*1\.234,56/ })
      .waitFor({ state: 'detached' });
    await onScreen('Itaú').toContain(shown(balanceOf(before, 'Itaú')));
    await eventually(() => sent).toEqual(['DeleteTransfer', 'WalletStatement']);
    expect(await held()).toEqual(before);
  });

  test('rejects the same wallet twice and a missing amount, at the fields', async () => {
    await page.locator('body').press('n');
    await page.getByRole('dialog', { name: 'Nova transferência' }).waitFor();
    await choose('Para', 'Itaú');
    await page.getByText('Escolha duas carteiras diferentes.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Informe um valor maior que zero.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(() => new URL(page.url()).searchParams.get('transfer')).toBeNull();
    expect(await held()).toEqual(before);
  });
});

/** Returns the label of the focused field. */
const focusedLabel = async (): Promise<string> => {
  const label = await page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? '') : '';
  });
  return label.replace('*', '').trim();
};

describe('A new wallet', () => {
  const sheet = () => page.getByRole('dialog', { name: /Nova carteira|Cofre/ });

  test('is created in the drawer, and appears in the list and the total without a request', async () => {
    const before = await held();
    await page.goto(`${app.url}${PATH}?id=new`);
    await sheet().waitFor();
    await page.getByRole('grid', { name: 'Extrato' }).waitFor();
    sent = [];
    await page.keyboard.type('Cofre');
    await page.getByLabel('Saldo inicial', { exact: false }).first().fill('1.000,10');
    await page.getByLabel('Data do saldo inicial').fill('1/11/2026');
    await page.keyboard.press('Enter');
    await seesText('Carteira salva');
    await onScreen('Cofre').toContain('R$ 1.000,10');
    await totalOnScreen().toBe(`Total ${shown(add(total(before), '1000.10'))}`);
    expect(sent).toEqual(['CreateWallet']);
  });

  test('shows which movements its opening date excludes', async () => {
    const { id } = (await held()).find(({ identifier }) => identifier === 'Cofre') ?? { id: '' };
    await page.goto(`${app.url}${PATH}?wallet=${id}&transfer=new`);
    await page.getByRole('dialog', { name: 'Nova transferência' }).waitFor();
    await choose('Para', 'Bradesco');
    await page.getByLabel('Valor').fill('0,10');
    await page.getByLabel('Data').fill('31/10/2026');
    await page.getByLabel('Descrição').focus();
    await page.getByText('não conta: antes do saldo inicial, 01/11/2026').waitFor();
    await page.keyboard.press('Enter');
    await seesText('Transferência registrada');
    await page.getByText('1 movimento pago antes de 01/11/2026').waitFor();
    await onScreen('Cofre').toContain('R$ 1.000,10');
    await onScreen('Cofre').toContain('1 movimento não conta no saldo');
    await page.getByText('Nenhum movimento neste período').waitFor();

    // With a balance date in October the movement counts: 1.000,10 − 0,10.
    await page.getByRole('button', { name: 'Rever saldo inicial' }).click();
    await sheet().waitFor();
    await page.getByLabel('Data do saldo inicial').fill('1/10/2026');
    sent = [];
    await page.keyboard.press('Control+s');
    await seesText('Carteira salva');
    await onScreen('Cofre').toContain('R$ 1.000,00');
    await onScreen('Cofre').not.toContain('não conta');
    await page.getByRole('row', { name: /Transferência para Bradesco/ }).waitFor();
    await eventually(() => sent).toEqual(['UpdateWallet', 'WalletStatement']);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('in use is deactivated instead of deleted', async () => {
    await sheet().getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog', { name: 'Excluir Cofre?' }).getByRole('button', { name: 'Excluir' }).click();
    await page.getByText(/Esta carteira não pode ser excluída: está em uso por 1 transferência/).waitFor();
    await page.getByRole('button', { name: 'Desativar' }).click();
    await seesText('Carteira desativada');
    await onScreen('Cofre').toContain('Inativa');
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /Inativas/ }).click();
    await page.waitForURL(/active=false/);
    await page.getByRole('link', { name: 'Itaú' }).waitFor({ state: 'detached' });
    await totalOnScreen().toBe('Total R$ 1.000,00');
  });

  test('can be deleted after its transfer is deleted in the statement', async () => {
    await page.getByRole('link', { name: 'Transferência para Bradesco' }).click();
    const detail = page.getByRole('dialog', { name: 'Transferência' });
    await detail.getByText('31/10/2026').waitFor();
    await detail.getByText('a exclusão não poderá ser desfeita').waitFor();
    await detail.getByRole('button', { name: 'Excluir' }).click();
    await seesText('Transferência excluída');
    await onScreen('Cofre').toContain('R$ 1.000,10');
    await page.getByRole('button', { name: 'Editar' }).click();
    await sheet().getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog', { name: 'Excluir Cofre?' }).getByRole('button', { name: 'Excluir' }).click();
    await seesText('Carteira excluída');
    await page.getByText('Nenhuma carteira nesta situação').waitFor();
  });
});

describe('A statement', () => {
  test('keeps its period and page in the address, and continues to the closing balance over its pages', async () => {
    const itau = (await held()).find(({ identifier }) => identifier === 'Itaú');
    await page.goto(`${app.url}${PATH}?wallet=${itau?.id}&from=2026-01-01&to=2026-11-20&size=25&sort=date`);
    await page.getByRole('grid', { name: 'Extrato' }).waitFor();
    await eventually(async () => (await lines()).some((line) => line.includes('01/2026'))).toBe(true);
    const opening = await textOf(figure(/^Saldo antes de 01\/01\/2026/));
    await page.getByRole('button', { name: 'Ir para a última página' }).click();
    await page.waitForURL(/page=\d+/);
    await page.getByRole('row', { name: new RegExp(`${shown(itau?.balance.balance ?? '').slice(3)}$`) }).waitFor();
    await eventually(figure(/^Saldo em 20\/11\/2026/)).toBe(shown(itau?.balance.balance ?? ''));
    await eventually(figure(/^Saldo antes de 01\/01\/2026/)).toBe(opening);
    await page.getByRole('button', { name: /Período/ }).click();
    await page.getByRole('button', { name: 'Mês passado' }).click();
    await page.waitForURL(/from=2026-10-01&to=2026-10-31/);
    await eventually(() => new URL(page.url()).searchParams.has('page')).toBe(false);
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.waitForURL(/from=2026-01-01/);
  });

  test('has what happened last at its top, unless it is sorted by its days', async () => {
    const itau = (await held()).find(({ identifier }) => identifier === 'Itaú');
    await page.goto(`${app.url}${PATH}?wallet=${itau?.id}&from=2026-10-01&to=2026-11-20&size=500`);
    const grid = page.getByRole('grid', { name: 'Extrato' });
    const paid = await app.services.seed.sql<{ day: string }>(
      `select to_char(max(payment_date), 'DD/MM/YYYY') as day from installments where wallet_id = $1`,
      [itau?.id],
    );
    const first = grid.locator('.ag-row[row-index="0"] [col-id="date"]');
    await eventually(first).toBe(paid[0]?.day);
    const balance = grid.locator('.ag-row[row-index="0"] [col-id="balance"]');
    await eventually(async () => plain(await balance.innerText())).toBe(shown(itau?.balance.balance ?? '').slice(3));
    await grid.getByRole('columnheader', { name: 'Data' }).click();
    await page.waitForURL(/sort=date(?!:desc)/);
    await eventually(first).toContain('/10/2026');
    await page.goBack();
    await eventually(first).toBe(paid[0]?.day);
  });

  test('opens the document of a line over itself, and J that of the next one', async () => {
    const links = page.getByRole('grid', { name: 'Extrato' }).locator('a[href*="document=DEBIT-"]');
    await links.first().waitFor();
    // Reads the name and clicks in one step, because lines of the previous period may still be replaced. The grid's rows
    // need not stand in their order in the page.
    const name = await links.evaluateAll((anchors: HTMLElement[]) => {
      const line = (anchor: HTMLElement) => Number(anchor.closest('[row-index]')?.getAttribute('row-index'));
      const [first] = anchors.sort((a, b) => line(a) - line(b));
      first?.click();
      return first?.innerText.trim();
    });
    await page.waitForURL(/\/bank\?.*document=DEBIT-\d+/);
    await page.getByRole('dialog', { name }).waitFor();
    const opened = () => new URL(page.url()).searchParams.get('document');
    const before = opened();
    await page.getByRole('dialog', { name }).getByText('Dados', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await eventually(opened).not.toBe(before);
    await page.locator('[data-drawer]').getByText('Dados', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
    await page.keyboard.press('Escape');
    await page.locator('[data-drawer]').waitFor({ state: 'detached' });
    expect(opened()).toBeNull();
    await page.getByRole('grid', { name: 'Extrato' }).waitFor();
  });

  test('shows an error with the text of the specification, and retries', async () => {
    const failing = async (operation: string) =>
      page.route('**/graphql', (route) =>
        route.request().postData()?.includes(`"${operation}"`)
          ? route.fulfill({ status: 500, body: 'down' })
          : route.fallback(),
      );
    await failing('WalletStatement');
    await page.goto(`${app.url}${PATH}`);
    await page.getByRole('main').getByRole('alert').getByText('Falha para buscar o extrato bancário').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('grid', { name: 'Extrato' }).waitFor();
    await failing('Wallets');
    await page.goto(`${app.url}${PATH}`);
    await page.getByRole('main').getByRole('alert').getByText('Falha para buscar todas as carteiras').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('link', { name: 'Itaú' }).waitFor();
  });
});

describe('On a phone and in dark mode,', () => {
  const fits = (one: Page) =>
    one.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

  test.each([
    { width: 390, dark: false },
    { width: 390, dark: true },
    { width: 1440, dark: true },
  ] as const)('list, statement, drawer and dialog are accessible (%o)', async ({ width, dark }) => {
    const other = await app.open(PATH, { as: 'financeiro', width, dark });
    await other.getByRole('link', { name: 'Itaú' }).click();
    await other.getByRole('heading', { name: 'Itaú' }).waitFor();
    await other.getByText('Saídas').waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await eventually(() => fits(other)).toBe(true);
    await other.getByRole('button', { name: 'Editar' }).click();
    await other.getByRole('dialog', { name: 'Itaú' }).waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: 'Nova transferência' }).last().click();
    await other.getByRole('dialog', { name: 'Nova transferência' }).waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await eventually(() => fits(other)).toBe(true);
  });

  test('a phone shows the list first and returns to it', async () => {
    const phone = await app.open(PATH, { as: 'financeiro', width: 390 });
    await phone.getByRole('link', { name: 'Caixinha da obra' }).click();
    await phone.getByRole('heading', { name: 'Caixinha da obra', level: 1 }).waitFor();
    await phone.getByRole('link', { name: 'Carteiras' }).last().click();
    await phone.getByRole('heading', { name: 'Carteiras', level: 1 }).waitFor();
    await eventually(() => new URL(phone.url()).search).toBe('');
  });

  test('a phone shows the last step of the breadcrumb, and the others on demand', async () => {
    const phone = await app.open(PATH, { as: 'financeiro', width: 390 });
    await phone.getByRole('link', { name: 'Caixinha da obra' }).click();
    const path = phone.getByRole('navigation', { name: 'Caminho' });
    await eventually(() => path.getByRole('listitem').allInnerTexts()).toEqual(['Carteiras']);
    await path.getByRole('button', { name: 'Mostrar caminho', exact: true }).click();
    expect(await path.getByRole('listitem').allInnerTexts()).toEqual(['Início', 'Financeiro', 'Carteiras']);
    expect(await path.getByRole('button').count()).toBe(0);
    await path.getByRole('link', { name: 'Início' }).click();
    await phone.getByRole('heading', { name: 'Meu dia', level: 1 }).waitFor();
    await phone.context().close();
  });

  test('a user with DEBIT alone has no such screen', async () => {
    const payer = await app.open(PATH, { as: 'pagador' });
    await payer.getByRole('heading', { name: 'Sem acesso a Carteiras' }).waitFor();
  });
});
