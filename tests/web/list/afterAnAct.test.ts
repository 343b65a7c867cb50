import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const FORMS = '/home/forms';
const LEAVES = 'Mudou de lugar: sai daqui ao atualizar';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const countOf = async (page: Page, name: string): Promise<number> =>
  Number((await textOf(tab(page, name))).replace(/\D/g, ''));
/** Returns the cents of "R$ 1.234,50". */
const cents = (text: string): bigint => BigInt(text.replace(/\D/g, ''));
const amountIn = (text: string, label: string): bigint =>
  cents(new RegExp(`${label} R\\$ ([\\d.]+,\\d\\d)`).exec(text)?.[1] ?? '0');

const rows = (page: Page) => page.locator('.ag-row');
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const note = (page: Page) => page.getByText('1 linha mudou de lugar');
/** Returns the row marked as leaving the view. */
const marked = (page: Page): Locator => rows(page).filter({ has: page.getByRole('img', { name: LEAVES }) });
const refresh = (page: Page) => page.getByRole('button', { name: 'Atualizar a lista' }).click();

const chooseWallet = async (page: Page): Promise<void> => {
  await page
    .getByRole('dialog', { name: /^Registrar/ })
    .getByLabel('Carteira')
    .click();
  await page.getByRole('listbox').getByRole('option').first().click();
};

const CREATE = `mutation ($companyId: ID!, $input: TransactionInput!) {
  createTransaction(companyId: $companyId, type: DEBIT, input: $input) { transaction { id } } }`;

/** Creates a transaction of R$ 1.234,56 on the building of the place, ten days overdue; returns its id. */
const overdueTransaction = async (description: string): Promise<string> => {
  const { companyId, buildingId } = (await app.ask('financeiro', '{ session { companyId buildingId } }')).data.session;
  const input = {
    description,
    grossValue: '1234.56',
    emissionDate: '2026-11-01',
    installments: [{ dueDate: '2026-11-10', grossValue: '1234.56' }],
    apportionments: [{ buildingId, grossValue: '1234.56' }],
  };
  const { data, errors } = await app.ask('financeiro', CREATE, { variables: { companyId, input } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createTransaction.transaction.id;
};
const VALUE = 123456n;

describe('A transaction that is paid in a list of overdue ones', () => {
  test('stays marked until the list is refreshed; figures change at once, also when it is undone', async () => {
    const id = await overdueTransaction('Telhas do galpão');
    const page = await app.open(`${FORMS}/transactions/outcome?status=OVERDUE&size=100`, { as: 'financeiro' });
    const foot = page.locator('footer').filter({ hasText: 'Total filtrado' });
    const entry = page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Despesas', exact: true });
    await page.locator(`.ag-row[row-id="${id}"]`).waitFor();
    await eventually(foot).toContain('Vencidas R$');
    const [overdue, paid, before] = [
      await countOf(page, 'Vencidas'),
      await countOf(page, 'Quitadas'),
      await textOf(foot),
    ];
    const figures = (transactions: number, gone: bigint) => async () => {
      await eventually(() => countOf(page, 'Vencidas')).toBe(transactions);
      await eventually(() => countOf(page, 'Quitadas')).toBe(paid + overdue - transactions);
      await eventually(page.getByRole('main')).toContain(`${transactions} documento`);
      for (const label of ['Total filtrado', 'Em aberto', 'Vencidas']) {
        await eventually(async () => amountIn(await textOf(foot), label)).toBe(amountIn(before, label) - gone);
      }
      await eventually(() => entry.getAttribute('title')).toContain(`${transactions} vencidas`);
    };
    await figures(overdue, 0n)();
    const payIt = async () => {
      await page.getByRole('button', { name: 'Registrar pagamento', exact: true }).first().click();
      await chooseWallet(page);
      await page
        .getByRole('dialog', { name: /^Registrar pagamento/ })
        .getByRole('button', { name: 'Registrar pagamento' })
        .click();
      await toast(page, 'Pagamento registrado');
      await figures(overdue - 1, VALUE)();
      await eventually(() => marked(page).getAttribute('row-id')).toBe(id);
      await eventually(marked(page).locator('[col-id="status"]')).toBe('Quitada');
      await note(page).waitFor();
    };
    await page.locator(`.ag-row[row-id="${id}"] [col-id="partner"]`).click();
    await payIt();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await figures(overdue, 0n)();
    await eventually(() => marked(page).count()).toBe(0);
    await eventually(() => note(page).count()).toBe(0);
    await payIt();

    await page.keyboard.press('Escape');
    await refresh(page);
    await eventually(() => page.locator(`.ag-row[row-id="${id}"]`).count()).toBe(0);
    await eventually(() => note(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('Installments that are paid in bulk', () => {
  test('stay in the list, marked, until it is refreshed', async () => {
    const page = await app.open(`${FORMS}/transactions/credit-installments?status=OVERDUE&size=100`, {
      as: 'financeiro',
    });
    const row = rows(page).first();
    await row.waitFor();
    const id = await row.getAttribute('row-id');
    const [overdue, paid] = [await countOf(page, 'Vencidas'), await countOf(page, 'Recebidas')];
    await row.locator('input[type="checkbox"]').click();
    await page.getByRole('button', { name: 'Registrar recebimento' }).click();
    await chooseWallet(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Registrar recebimento' }).click();
    await toast(page, '1 parcela recebida');
    await eventually(() => marked(page).getAttribute('row-id')).toBe(id);
    await eventually(marked(page).locator('[col-id="status"]')).toBe('Recebida');
    await eventually(() => countOf(page, 'Vencidas')).toBe(overdue - 1);
    await eventually(() => countOf(page, 'Recebidas')).toBe(paid + 1);
    await refresh(page);
    await eventually(() => page.locator(`.ag-row[row-id="${id}"]`).count()).toBe(0);
    await page.context().close();
  });
});

interface Register {
  path: string;
  as: DemoUser;
  /** Views that a row leaves and enters. */
  from: string;
  to: string;
  off: string;
  on: string;
}

describe('A register row that is deactivated in a list of active ones', () => {
  const registers: Register[] = [
    {
      path: 'supplier',
      as: 'financeiro',
      from: 'Ativos',
      to: 'Inativos',
      off: 'Fornecedor desativado',
      on: 'Fornecedor reativado',
    },
    {
      path: 'settings/user?status=ACTIVE',
      as: 'admin',
      from: 'Ativos',
      to: 'Inativos',
      off: 'Usuário desativado',
      on: 'Usuário reativado',
    },
    // Runs last, because the screens of an inactive company are empty.
    {
      path: 'settings/company?active=true',
      as: 'admin',
      from: 'Ativas',
      to: 'Inativas',
      off: 'Empresa desativada',
      on: 'Empresa reativada',
    },
  ];
  test('stays among the wallets, marked, until the list is refreshed', async () => {
    const page = await app.open(`${FORMS}/transactions/bank?active=true`, { as: 'admin' });
    const wallets = page.getByRole('region', { name: 'Saldos de hoje' }).getByRole('link');
    await wallets.first().waitFor();
    const [active, inactive] = [await countOf(page, 'Ativas'), await countOf(page, 'Inativas')];
    const name = (await wallets.last().innerText()).split('\n')[0] ?? '';
    await wallets.last().click();
    await page.getByRole('button', { name: 'Editar' }).click();
    await page.locator('section[role="dialog"]').getByRole('switch').click();
    await page.keyboard.press('ControlOrMeta+S');
    await eventually(() => countOf(page, 'Ativas')).toBe(active - 1);
    await eventually(() => countOf(page, 'Inativas')).toBe(inactive + 1);
    await wallets.filter({ hasText: name }).getByRole('img', { name: LEAVES }).waitFor();
    await page.keyboard.press('Escape');
    await refresh(page);
    await eventually(() => wallets.filter({ hasText: name }).count()).toBe(0);
    await page.context().close();
  });

  test('stays among the categories, marked, until the list is refreshed', async () => {
    const page = await app.open(`${FORMS}/transactions/category`, { as: 'admin' });
    await page.getByText('Empreiteiros', { exact: true }).first().waitFor();
    const count = await countOf(page, 'Todas');
    await page.getByText('Empreiteiros', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Desativar' }).click();
    await toast(page, 'Categoria desativada');
    await eventually(() => countOf(page, 'Todas')).toBe(count - 1);
    await page.getByRole('img', { name: LEAVES }).waitFor();
    await page.keyboard.press('Escape');
    await refresh(page);
    await eventually(() => page.getByText('Empreiteiros', { exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('is removed at once when it is deleted, without a mark', async () => {
    const page = await app.open(`${FORMS}/supplier?id=new`, { as: 'financeiro' });
    const drawer = page.locator('section[role="dialog"]');
    await rows(page).first().waitFor();
    const before = await countOf(page, 'Ativos');
    await drawer.getByLabel('Nome').first().fill('Zé das Coberturas');
    await page.keyboard.press('ControlOrMeta+S');
    await toast(page, 'Fornecedor salvo');
    await eventually(() => countOf(page, 'Ativos')).toBe(before + 1);
    await drawer.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir' }).last().click();
    await toast(page, 'Fornecedor excluído');
    await eventually(() => countOf(page, 'Ativos')).toBe(before);
    expect(await marked(page).count()).toBe(0);
    await page.context().close();
  });

  test.each(registers)('stays on $path, marked, is restored by the undo, and leaves on refresh', async (register) => {
    const { path, as, from, to, off, on } = register;
    await app.giveAgain(as);
    const page = await app.open(`${FORMS}/${path}`, { as });
    // The last row, because the first user and the company of the place must stay active.
    await rows(page).first().waitFor();
    const row = rows(page)
      .filter({ has: page.getByRole('button', { name: 'Mais ações' }) })
      .last();
    const id = await row.getAttribute('row-id');
    const [active, inactive] = [await countOf(page, from), await countOf(page, to)];
    const deactivate = async () => {
      await page.locator(`.ag-row[row-id="${id}"]`).getByRole('button', { name: 'Mais ações' }).click();
      await page.getByRole('menuitem', { name: 'Desativar' }).click();
      await toast(page, off);
      await eventually(() => marked(page).getAttribute('row-id')).toBe(id);
      await eventually(() => countOf(page, from)).toBe(active - 1);
      await eventually(() => countOf(page, to)).toBe(inactive + 1);
      await eventually(marked(page).locator('[col-id="active"], [col-id="status"]')).toMatch(/^Inativ[oa]$/);
    };
    await deactivate();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await toast(page, on);
    await eventually(() => marked(page).count()).toBe(0);
    await eventually(() => countOf(page, from)).toBe(active);
    await deactivate();
    await refresh(page);
    await eventually(() => page.locator(`.ag-row[row-id="${id}"]`).count()).toBe(0);
    await page.context().close();
  });
});
