import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { slowness } from '#tests/support/pace.ts';
import { startFlaky, type Flaky } from '#tests/faults/flaky.ts';

/** Milliseconds; the gateway's timeout for a service in this suite, 10 s otherwise. What is not in trouble answers in it. */
const TIMEOUT = Math.round(3_000 * slowness());
const FLOW_FAILED = 'Falha em recuperar informações do fluxo de caixa';
const WALLETS_FAILED = 'Falha para buscar todas as carteiras';

let app: TestApp;
let line: Flaky;
let companyId: string;
const pages: Page[] = [];

beforeAll(async () => {
  app = await startApp({
    timeouts: { total: TIMEOUT },
    between: async (services) => {
      line = await startFlaky(services);
      return line.url;
    },
  });
  companyId = (await app.ask('admin', '{ session { companyId } }')).data.session.companyId;
});
afterEach(async () => {
  line.heal();
  await line.up();
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
});
afterAll(async () => {
  await app?.stop();
  await line?.down();
});

/**
 * Opens a screen for the whole company: with a building, the dashboard shows its result instead of the wallet balance.
 */
const open = async (address: string, width: 1440 | 390 = 1440): Promise<Page> => {
  const page = await app.open(address, { as: 'admin', width, place: { companyId, buildingId: null } });
  pages.push(page);
  return page;
};
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('A service that does not answer in time', () => {
  test('delays no other part of the dashboard, shows the error in its own part, and is called again there', async () => {
    line.trouble(/cashflow\/periods/, 'silent');
    const page = await open('/home/dashboard');
    const startedAt = Date.now();
    await region(page, 'Próximos vencimentos').getByRole('listitem').first().waitFor();
    await region(page, 'Saldo em carteiras').getByRole('link').waitFor();
    await region(page, 'Obras').getByRole('table').waitFor();
    // The other parts are shown before the request to the hanging service times out.
    const others = Date.now() - startedAt;
    const broken = region(page, 'Fluxo de caixa');
    await broken.getByRole('alert').getByText(FLOW_FAILED).waitFor();
    await eventually(region(page, 'Resultado do mês')).toContain(FLOW_FAILED);
    await eventually(region(page, 'Resultado do mês')).not.toContain('R$');
    expect(await accessibilityProblems(page)).toEqual([]);
    process.stdout.write(
      `dashboard: the other parts ${others} ms, the silent one given up at ${Date.now() - startedAt} ms\n`,
    );

    line.heal();
    await broken.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('img', { name: /Entradas, saídas e saldo/ }).waitFor();
    await region(page, 'Resultado do mês').getByRole('link').waitFor();
  });

  test('fits a phone with its error', async () => {
    line.trouble(/bank|wallets-summary/, 'silent');
    const page = await open('/home/dashboard', 390);
    await region(page, 'Saldo em carteiras').getByRole('alert').waitFor();
    await region(page, 'A pagar').getByRole('link').first().waitFor();
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test.each(['reset', 'silent'] as const)(
  'A list whose service is in trouble (%s) shows the error and retries, and every other screen works meanwhile',
  async (how) => {
    line.trouble(/company\/\d+\/bank/, how);
    const page = await open('/home/forms/transactions/bank');
    await page.getByRole('main').getByRole('alert').getByText(WALLETS_FAILED).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Despesas', exact: true }).first().click();
    await page.getByRole('grid', { name: 'Despesas' }).getByRole('row').nth(3).waitFor();
    await page.goBack();
    await page.getByRole('main').getByRole('alert').getByText(WALLETS_FAILED).waitFor();
    line.heal();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('link', { name: 'Itaú' }).waitFor();
  },
);

test('Services that are down remove nothing from the screen, and work without a reload when they are back', async () => {
  const page = await open('/home/forms/transactions/outcome');
  await page.getByRole('grid', { name: 'Despesas' }).getByRole('row').nth(3).waitFor();
  await page.evaluate('window.stillTheSamePage = true');
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
  const again = page.getByRole('main').getByRole('button', { name: 'Tentar novamente' });
  await line.down();
  await menu('Fluxo de caixa').click();
  await again.waitFor();
  await eventually(page.getByRole('main').getByRole('alert')).toMatch(/indisponível|Falha/);
  await menu('Despesas').click();
  await page.getByRole('grid', { name: 'Despesas' }).getByRole('row').nth(3).waitFor();
  await line.up();
  await menu('Fluxo de caixa').click();
  const chart = page.getByRole('img', { name: /Entradas, saídas e saldo/ });
  await chart.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await chart.waitFor();
  expect(await page.evaluate('window.stillTheSamePage')).toBe(true);
});

test('A transfer whose answer was lost stays on the screen, and saving it again creates no second one', async () => {
  const page = await open('/home/forms/transactions/bank');
  await page.getByRole('link', { name: 'Itaú' }).click();
  await page.getByRole('heading', { name: 'Itaú' }).waitFor();
  const count = async () => {
    const [row] = await app.services.seed.sql<{ count: string }>(
      "select count(*) from transfers where amount = '4321.09'",
    );
    return Number(row?.count);
  };
  await page.locator('body').press('n');
  const form = page.getByRole('dialog', { name: 'Nova transferência' });
  await form.waitFor();
  await page.keyboard.type('Caixinha');
  await page.getByRole('option', { name: 'Caixinha da obra' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4321,09');
  line.trouble(/\/transfers$/, 'lost');
  await page.keyboard.press('Control+s');
  await page.getByText('O serviço está indisponível no momento. Tente novamente em instantes.').first().waitFor();
  expect(await count()).toBe(1);
  await eventually(() => form.getByRole('textbox', { name: 'Valor' }).inputValue()).toContain('4.321,09');

  line.heal();
  await page.keyboard.press('Control+s');
  await page.getByText('Transferência registrada').first().waitFor();
  expect(await count()).toBe(1);

  // The same input sent again on purpose is a new command.
  await form.waitFor({ state: 'detached' });
  await page.locator('body').press('n');
  await form.waitFor();
  await page.keyboard.type('Caixinha');
  await page.getByRole('option', { name: 'Caixinha da obra' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4321,09');
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'detached' });
  await eventually(count).toBe(2);
});

describe('A form whose answer was lost', () => {
  const UNAVAILABLE = /indisponível no momento|Ocorreu um erro ao cadastrar/;
  const WRITES = /\/partner$/;
  const name = (page: Page) => page.locator('section[role="dialog"]').getByLabel('Nome ou razão social');
  const seesText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const countOf = async (statement: string): Promise<number> => {
    const [row] = await app.services.seed.sql<{ count: string }>(`select count(*) from ${statement}`);
    return Number(row?.count);
  };

  test('is stored once however often it is saved, without a conflict with oneself', async () => {
    const [row] = await app.services.seed.sql<{ id: string; name: string }>(
      "select id, name from partners where type = 'SUPPLIER' order by id limit 1",
    );
    const changes = `audit_log where entity = 'partner' and entity_id = ${row?.id} and action = 'update'`;
    const page = await open(`/home/forms/supplier?id=${row?.id}`);
    await name(page).fill(`${row?.name} e Filhos`);
    line.trouble(WRITES, 'lost');
    await page.keyboard.press('Control+s');
    await seesText(page, UNAVAILABLE);
    expect(await countOf(changes)).toBe(1);
    line.heal();
    await page.keyboard.press('Control+s');
    await seesText(page, 'Fornecedor salvo');
    expect(await countOf(changes)).toBe(1);
  });

  test('is created once, also after a reload and saving the draft again', async () => {
    const made = "partners where name = 'Olaria que se perdeu'";
    const page = await open('/home/forms/supplier');
    await page.getByRole('button', { name: 'Novo fornecedor' }).first().click();
    await name(page).fill('Olaria que se perdeu');
    line.trouble(WRITES, 'lost');
    await page.keyboard.press('Control+s');
    await seesText(page, UNAVAILABLE);
    expect(await countOf(made)).toBe(1);
    line.heal();
    await page.reload();
    await seesText(page, /Rascunho de/);
    expect(await name(page).inputValue()).toBe('Olaria que se perdeu');
    await page.keyboard.press('Control+s');
    await seesText(page, 'Fornecedor salvo');
    expect(await countOf(made)).toBe(1);
  });
});
