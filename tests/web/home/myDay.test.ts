import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { focused, fromTheRows, money, region, textOf } from './dayParts.ts';

const DAY = '/home/welcome';
const [TODAY, TOMORROW, SUNDAY] = ['2026-11-20', '2026-11-21', '2026-11-22'];

let app: TestApp;
let account: { accountId: string; companyId: string; buildingId: string };
let companyId: string;
let walletId: string;
/** A building of the demonstration company, with many rows of its own. */
let buildingId: string;
/** Buildings with the rows of this story alone, and with none. */
let site: string;
let idle: string;

const CREATE = `mutation ($companyId: ID!, $type: TransactionType!, $input: TransactionInput!) {
  createTransaction(companyId: $companyId, type: $type, input: $input) { transaction { id version installments { id } } } }`;

interface Made {
  id: string;
  version: number;
  installments: { id: string }[];
}

const make = async (
  type: 'DEBIT' | 'CREDIT',
  dueDate: string,
  grossValue: string,
  description: string,
  apportionments = [{ buildingId: site, grossValue }],
): Promise<Made> => {
  const input = {
    ...{
      description,
      grossValue,
      emissionDate: '2026-11-01',
      expectedWalletId: walletId,
      preferredPaymentMethod: 'PIX',
    },
    installments: [{ dueDate, grossValue }],
    apportionments,
  };
  const { data, errors } = await app.ask('admin', CREATE, { variables: { companyId, type, input } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createTransaction.transaction;
};

/** Adds a building where the clerk has what he has everywhere. */
const grantedBuilding = async (of: Record<'accountId' | 'companyId', string>, name: string): Promise<string> => {
  const { seed } = app.services;
  const place = { accountId: Number(of.accountId), companyId: Number(of.companyId) };
  const id = await seed.building(place, { name });
  await seed.sql(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission)
     select u.account_id, u.id, $2, $3, unnest(array['DEBIT', 'CREDIT']) from users u
     where u.account_id = $1 and u.login = 'financeiro@demo.prumo'`,
    [place.accountId, place.companyId, id],
  );
  return String(id);
};

const NAMES = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete'];
let dueToday: Made[];

beforeAll(async () => {
  app = await startApp();
  account = (await app.ask('admin', '{ session { accountId companyId buildingId } }')).data.session;
  ({ companyId, buildingId } = account);
  [site, idle] = [await grantedBuilding(account, 'Obra da semana'), await grantedBuilding(account, 'Obra sem contas')];
  const wallets = await app.ask(
    'admin',
    `{ wallets(companyId: ${companyId}, filter: { search: "Itaú" }) { content { id } } }`,
  );
  walletId = wallets.data.wallets.content[0].id;
  dueToday = [
    await make('DEBIT', TODAY, '1100.10', 'Aluguel da betoneira'),
    await make('DEBIT', TODAY, '220.20', 'Frete da areia'),
  ];
  // More than a part shows.
  for (const [index, name] of NAMES.entries()) await make('DEBIT', SUNDAY, `10.0${index}`, `Boleto ${name}`);
  await make('CREDIT', TOMORROW, '99.90', 'Medição extra');
}, 90_000);
afterAll(() => app.stop());

const open = (options: Partial<Parameters<TestApp['open']>[1]> = {}, address = DAY) =>
  app.open(address, { as: 'financeiro', place: { companyId, buildingId: site }, ...options });

type PartName = 'Vencidas' | 'Hoje' | 'Esta semana';
const DAYS: Record<PartName, [string, string]> = {
  Vencidas: ['1900-01-01', '2026-11-19'],
  Hoje: [TODAY, TODAY],
  'Esta semana': [TOMORROW, SUNDAY],
};

describe('A part of the day', () => {
  test.each([
    ['the whole company', false],
    ['one building', true],
  ])('has the count and the sum of its rows, and so has the list that it opens, for %s', async (_name, one) => {
    const building = one ? buildingId : null;
    const page = await open({ place: { companyId, buildingId: building } });
    for (const [type, group] of [
      ['DEBIT', 'A pagar'],
      ['CREDIT', 'A receber'],
    ] as const) {
      for (const part of ['Vencidas', 'Hoje', 'Esta semana'] as const) {
        const { count, value } = await fromTheRows(app, { companyId, building }, type, DAYS[part]);
        const name = `${group}: ${part}`;
        if (count === 0) {
          await eventually(() => textOf(page, name)).toMatch(/Nada/);
          continue;
        }
        await eventually(() => textOf(page, name)).toMatch(new RegExp(`^${part} ?${count} `));
        expect(await textOf(page, name)).toContain(money(value));
        expect(await region(page, name).getByRole('listitem').count()).toBe(Math.min(count, 5) + 1);
        await region(page, name)
          .getByRole('link', { name: /na lista$/ })
          .click();
        const parcels = count === 1 ? '1 parcela' : `${count} parcelas`;
        await eventually(async () => (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')).toContain(
          `${parcels} · ${money(value)}`,
        );
        await visit(page, DAY);
        await region(page, name).waitFor();
      }
    }
    await page.context().close();
  });

  test('says what the whole parcela is beside the part of the chosen building, which is less than what is paid', async () => {
    const split = await grantedBuilding(account, 'Obra dividida');
    await make('DEBIT', TODAY, '100.10', 'Seguro da frota', [
      { buildingId: split, grossValue: '60.06' },
      { buildingId, grossValue: '40.04' },
    ]);
    const page = await open({ place: { companyId, buildingId: split } });
    await eventually(() => textOf(page, 'A pagar: Hoje')).toMatch(/Hoje 1 20\/11 R\$ 60,06 .*de R\$ 100,10/);
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await eventually(page.getByRole('dialog')).toContain('Sai da carteira R$ 100,10');
    await page.context().close();
  });

  test('asks a constant number of REST calls, however many rows it has', async () => {
    const document = readFileSync('web/home/myDay/myDay.graphql', 'utf8');
    const callsOf = async (operationName: string, user: 'financeiro' | 'comprador', variables: object) => {
      const { errors, restCalls } = await app.ask(user, document, {
        operationName,
        variables: { companyId, ...variables },
      });
      expect(errors).toBeUndefined();
      return restCalls.sort();
    };
    const overdue = { type: 'DEBIT', filter: { status: 'OVERDUE' } };
    const few = await callsOf('MyDayInstallments', 'financeiro', { ...overdue, size: 1 });
    expect(await callsOf('MyDayInstallments', 'financeiro', { ...overdue, size: 100 })).toEqual(few);
    expect(few).toMatchInlineSnapshot(`
      [
        "GET /api/v1/financial/company/:companyId/debit/installments",
        "GET /api/v1/financial/company/:companyId/debit/installments/totals",
      ]
    `);
    const one = await callsOf('MyDayOrders', 'comprador', { size: 1, filter: {} });
    expect(await callsOf('MyDayOrders', 'comprador', { size: 100, filter: {} })).toEqual(one);
    expect(one).toMatchInlineSnapshot(`
      [
        "GET /api/v1/purchase/company/:companyId/order",
        "GET /api/v1/purchase/company/:companyId/order/totals",
        "GET /api/v1/security/session",
      ]
    `);
  });
});

describe('The keyboard', () => {
  test('walks all rows with J and K, opens one with Enter, and has one tab stop for each part', async () => {
    const page = await open();
    await region(page, 'A pagar: Hoje')
      .getByRole('link', { name: /Frete da areia/ })
      .waitFor();
    await eventually(() => textOf(page, 'A pagar: Esta semana')).toContain('Ver as 7 parcelas na lista');
    await eventually(() => textOf(page, 'A receber: Esta semana')).toContain('Medição extra');
    const rows: (string | null)[] = await page
      .locator('[data-day-row]')
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-day-row')));
    await page.keyboard.press('j');
    await eventually(focused(page)).toBe(rows[0]);
    for (const id of rows.slice(1, 8)) {
      await page.keyboard.press('j');
      await eventually(focused(page)).toBe(id);
    }
    await page.keyboard.press('k');
    await eventually(focused(page)).toBe(rows[6]);

    // From one part, Tab goes to the next one, and Shift+Tab comes back to the row that was left.
    const [first, second] = dueToday.map(({ installments }) => installments[0]?.id ?? '');
    await page.locator(`[data-day-row="${second}"]`).focus();
    await page.keyboard.press('Tab');
    await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Boleto');
    await page.keyboard.press('Shift+Tab');
    await eventually(focused(page)).toBe(second);

    await page.keyboard.press('ArrowUp');
    await eventually(focused(page)).toBe(first);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Despesa|Aluguel da betoneira/ }).waitFor();
    await eventually(() => page.getByLabel('Descrição').inputValue()).toBe('Aluguel da betoneira');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(focused(page)).toBe(first);
    await page.context().close();
  });

  test('pays with P and Enter by the expected wallet and method, today; the row leaves, the sum follows, and undo brings it back', async () => {
    const page = await open();
    const [first, second] = dueToday.map(({ installments }) => installments[0]?.id ?? '');
    const before = await fromTheRows(app, { companyId, building: site }, 'DEBIT', DAYS.Hoje);
    await eventually(() => textOf(page, 'A pagar: Hoje')).toContain(money(before.value));
    await page.locator(`[data-day-row="${first}"]`).focus();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', {
      name: 'Registrar pagamento · Aluguel da betoneira · parcela 1/1',
      exact: true,
    });
    await dialog.waitFor();
    await eventually(() => dialog.getByLabel('Carteira').inputValue()).toBe('Itaú');
    expect(await dialog.getByLabel('Forma').inputValue()).toBe('PIX');
    expect(await dialog.getByLabel('Data').inputValue()).toBe('20/11/2026');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Pagamento registrado').first().waitFor();
    const [paid] = await app.services.seed.sql<Record<string, unknown>>(
      `select forecast, payment_date::text as day, payment_method as method, wallet_id::text as wallet, value::text
       from installments where id = $1`,
      [first],
    );
    expect(paid).toEqual({ forecast: false, day: TODAY, method: 'PIX', wallet: walletId, value: '1100.10' });
    const after = await fromTheRows(app, { companyId, building: site }, 'DEBIT', DAYS.Hoje);
    expect(after.count).toBe(before.count - 1);
    await eventually(() => textOf(page, 'A pagar: Hoje')).toMatch(new RegExp(`^Hoje ?${after.count} `));
    expect(await textOf(page, 'A pagar: Hoje')).toContain(money(after.value));
    expect(await page.locator(`[data-day-row="${first}"]`).count()).toBe(0);
    // The next key acts on the next row.
    await eventually(focused(page)).toBe(second);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('Pagamento desfeito').first().waitFor();
    await page.locator(`[data-day-row="${first}"]`).waitFor();
    await eventually(() => textOf(page, 'A pagar: Hoje')).toContain(money(before.value));
    await page.context().close();
  });

  test('pays nothing by P in a field, in a dialog, or as the name of a screen after G', async () => {
    const page = await open();
    const row = page.locator(`[data-day-row="${dueToday[0]?.installments[0]?.id}"]`);
    await row.focus();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    // Had the payment been asked for, Enter would not have opened the document.
    await page.getByLabel('Descrição').pressSequentially('pp');
    expect(await page.getByRole('dialog', { name: /Registrar/ }).count()).toBe(0);
    await page.context().close();
  });
});

const PAY = `mutation ($companyId: ID!, $t: ID!, $i: ID!, $v: Int!, $input: PaymentInput!) {
  payInstallment(companyId: $companyId, type: DEBIT, transactionId: $t, installmentId: $i, version: $v, input: $input) {
    transaction { id } } }`;

test('What another person pays leaves the day by itself, and cannot be paid again', async () => {
  const made = await make('DEBIT', TODAY, '33.30', 'Locação de andaime');
  const page = await open();
  const row = region(page, 'A pagar: Hoje').getByRole('listitem').filter({ hasText: 'Locação de andaime' });
  await row.waitFor();
  const { id, version, installments } = made;
  const input = { paymentDate: TODAY, walletId, paymentMethod: 'PIX' };
  const variables = { companyId, t: id, i: installments[0]?.id, v: version, input };
  expect((await app.ask('admin', PAY, { variables })).errors).toBeUndefined();
  await row.waitFor({ state: 'detached' });
  await page.context().close();
});

test('A form that was left is found again among the drafts of the day', async () => {
  const page = await open({}, '/home/forms/transactions/outcome?id=new');
  await page.getByLabel('Descrição').fill('Rascunho de cimento');
  await eventually(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Rascunho de cimento');
  await visit(page, DAY);
  await page.getByRole('button', { name: 'Sair sem salvar' }).click();
  const drafts = region(page, 'Para terminar: Rascunhos');
  await eventually(() => textOf(page, 'Para terminar: Rascunhos')).toContain('Nova despesa · guardado às 12:00');
  await drafts.getByRole('link', { name: /Rascunho de cimento/ }).click();
  await page.getByText(/Rascunho de 20\/11\/2026/).waitFor();
  await eventually(() => page.getByLabel('Descrição').inputValue()).toBe('Rascunho de cimento');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await visit(page, DAY);
  await region(page, 'A pagar: Hoje').waitFor();
  expect(await drafts.count()).toBe(0);
  await page.context().close();
});

describe('Who has other permissions', () => {
  test('sees the parts of those, and of no others', async () => {
    const payer = await open({ as: 'pagador' }, '/home');
    await payer.waitForURL(/\/home\/welcome$/);
    await region(payer, 'A pagar').waitFor();
    expect(await payer.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['A pagar']);
    await payer.goto(`${app.url}/home/dashboard`);
    await payer.getByRole('heading', { name: 'Sem acesso a Painel' }).waitFor();
    await payer.context().close();

    const engineer = await open({ as: 'engenheiro' });
    await eventually(engineer.getByRole('main')).toContain('Aqui você trabalha com engenharia.');
    await eventually(() =>
      engineer.getByRole('list', { name: 'Suas telas' }).getByRole('link').allInnerTexts(),
    ).toContain('Cronograma');
    expect(await accessibilityProblems(engineer)).toEqual([]);
    await engineer.context().close();
  });

  test('finds the orders that wait, as their list counts and sums them', async () => {
    const page = await open({ as: 'comprador' });
    const [late] = await app.services.seed.sql<{ count: number }>(
      `select count(*)::int as count from orders o where o.company_id = $1 and o.delivery_date < $2
         and exists (select from order_lines l where l.account_id = o.account_id and l.order_id = o.id
           and not l.canceled and not l.closed and l.received_quantity < l.quantity - l.canceled_quantity)`,
      [companyId, TODAY],
    );
    await eventually(() => textOf(page, 'Pedidos: Atrasados')).toMatch(new RegExp(`^Atrasados ?${late?.count} `));
    for (const part of ['Atrasados', 'Aguardando aprovação', 'Entregas até domingo']) {
      const text = await textOf(page, `Pedidos: ${part}`);
      const [, count = '', sum = ''] = new RegExp(`^${part} ?(\\d+) .*?(R\\$ [\\d.,]+)`).exec(text) ?? [];
      if (count === '') continue;
      await region(page, `Pedidos: ${part}`)
        .getByRole('link', { name: /na lista$/ })
        .click();
      const documents = count === '1' ? '1 documento' : `${count} documentos`;
      await eventually(async () => (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')).toContain(
        `${documents} · ${sum}`,
      );
      await visit(page, DAY);
      await region(page, `Pedidos: ${part}`).waitFor();
    }
    await page.context().close();
  });
});

test('An empty week says so, and where its rows would come from', async () => {
  const page = await open({ place: { companyId, buildingId: idle } });
  await eventually(() => textOf(page, 'A pagar')).toContain('Nada vence esta semana.');
  await region(page, 'A pagar').getByRole('link', { name: 'Nova despesa' }).waitFor();
  // The place is followed as it is changed.
  await page.getByRole('button', { name: 'Ver todas as obras' }).click();
  const { value } = await fromTheRows(app, { companyId, building: null }, 'DEBIT', DAYS.Hoje);
  await eventually(() => textOf(page, 'A pagar: Hoje')).toContain(money(value));
  await page.context().close();
});

test.each([
  [1440, false],
  [1440, true],
  [390, false],
  [390, true],
] as const)('At %i px, dark: %s, nothing keeps anybody from using the day', async (width, dark) => {
  const page = await open({ width, dark, place: { companyId, buildingId: null } });
  await eventually(() => textOf(page, 'A pagar: Vencidas')).toMatch(/^Vencidas ?\d/);
  await eventually(() => textOf(page, 'A receber: Esta semana')).toMatch(/^Esta semana ?\d/);
  expect(await accessibilityProblems(page)).toEqual([]);
  if (width === 390) {
    const small = await page
      .getByRole('main')
      .locator('li a, li button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.height < 44));
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await page.context().close();
});
