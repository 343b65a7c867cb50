import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import type { Page } from 'playwright-core';
import { addDays } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const TODAY = '2026-11-20';
const FORMS = '/home/forms/transactions';

/** Expenses to enter: supplier as typed, number, description, value, due day as typed. They sum up to 8.959,35. */
const BILLS = [
  ['concreteira', 'PILHA 01', 'Concreto da laje', '1234,56', '25/11'],
  ['aço forte', 'PILHA 02', 'Vergalhão', '987,65', '25/11'],
  ['hidráulica central', 'PILHA 03', 'Registros', '45', '26/11'],
  ['madeireira', 'PILHA 04', 'Escoras', '3.210,09', '26/11'],
  ['eletro luz', 'PILHA 05', 'Cabos', '150,5', '27/11'],
  ['posto estrela', 'PILHA 06', 'Diesel', '78,99', '27/11'],
  ['concreteira', 'PILHA 07', 'Bombeamento', '2000', '30/11'],
  ['telhados', 'PILHA 08', 'Rufos', '640,21', '30/11'],
  ['vidraçaria', 'PILHA 09', 'Vidros', '512,40', '18/11/26'],
  ['locadora', 'PILHA 10', 'Andaimes', '99,95', '10/12'],
] as const;

/** Sum of the list above, computed by hand. */
const TYPED = '8959.35';
const PAID_IN_BULK = '8302.00'; // 01, 02, 04, 05, 06, 07, 08
const UNDONE = '640.21'; // 08
const PAID_ELSEWHERE = '45.00'; // 03
const STILL_OPEN = '1252.56'; // 08, 09, 10
const OVERDUE = '512.40'; // 09
const DISCOUNT = '10.50';
const MOVED = '1500.00';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(`${FORMS}/outcome`, { as: 'financeiro' });
}, 60_000);
afterAll(() => app.stop());

const plus = (...amounts: string[]): string =>
  amounts.reduce((all, amount) => all.plus(amount), new Decimal(0)).toFixed(2);
const minus = (from: string, ...amounts: string[]): string => new Decimal(from).minus(plus(...amounts)).toFixed(2);

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const shown = (amount: string): string => plain(formatCurrency(amount)).replace('-', '−');
const seesText = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const focused = (): Promise<string> =>
  page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : 'none'));

/** Returns the state of the form's first field; a new form has it empty and focused. */
const focusOfNew = () =>
  page
    .getByRole('combobox', { name: 'Fornecedor' })
    .evaluate((field) => ({ focused: field === document.activeElement, value: 'value' in field && field.value }));

const choose = async (label: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).focus();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).waitFor();
  await page.keyboard.press('Enter');
};

interface Books {
  /** Balance per wallet. */
  held: Record<string, string>;
  figures: Record<string, string>;
}

/** Returns balances and figures by SQL over the rows, without the product's sums. */
const books = async (): Promise<Books> => {
  const wallets = await app.services.seed.sql<{ identifier: string; held: string }>(
    `select w.identifier, (w.initial_balance
        + coalesce((select sum(case i.type when 'CREDIT' then i.value else -i.value end) from installments i
            where i.wallet_id = w.id and not i.forecast and i.payment_date between w.balance_date and $1), 0)
        + coalesce((select sum(t.amount) from transfers t
            where t.target_wallet_id = w.id and t.date between w.balance_date and $1), 0)
        - coalesce((select sum(t.amount) from transfers t
            where t.source_wallet_id = w.id and t.date between w.balance_date and $1), 0))::text as held
     from wallets w where w.company_id = 1`,
    [TODAY],
  );
  const [figures] = await app.services.seed.sql<Record<string, string>>(
    // What is ordered and has not come is money to pay too.
    `select (sum(value) filter (where forecast and type = 'DEBIT' and due_date <= $2)
              + (select sum(c.value) from order_commitments c where c.company_id = 1 and c.due_date <= $2))::text as "toPay",
            sum(value) filter (where forecast and type = 'CREDIT' and due_date <= $2)::text as "toReceive",
            sum(value) filter (where forecast and type = 'DEBIT' and due_date < $1)::text as overdue,
            sum(value) filter (where forecast and type = 'CREDIT' and due_date < $1)::text as late,
            coalesce(sum(value) filter (where payment_date >= '2026-11-01' and type = 'CREDIT'), 0)::text as received,
            coalesce(sum(value) filter (where payment_date >= '2026-11-01' and type = 'DEBIT'), 0)::text as paid,
            sum(value) filter (where type = 'DEBIT')::text as debit,
            sum(value) filter (where type = 'DEBIT' and forecast)::text as "openDebit"
     from installments where company_id = 1`,
    [TODAY, addDays(TODAY, 29)],
  );
  return {
    held: Object.fromEntries(wallets.map(({ identifier, held }) => [identifier, held])),
    figures: figures ?? {},
  };
};

/** Returns the part of a row with its texts; the checkbox is in the pinned part. */
const row = (documentNumber: string) =>
  page.locator('.ag-row', { has: page.locator('[col-id="documentNumber"]', { hasText: documentNumber }) });
const tick = async (documentNumber: string): Promise<void> => {
  const index = await row(documentNumber).getAttribute('row-index');
  await page.locator(`.ag-row[row-index="${index}"] input[type="checkbox"]`).click();
};

/** Pays an expense as another user, from another wallet. */
const payElsewhere = async (documentNumber: string): Promise<void> => {
  const { data } = await app.ask(
    'admin',
    `query ($filter: TransactionFilter) { wallets(companyId: 1) { content { id identifier } }
      transactions(companyId: 1, type: DEBIT, filter: $filter) { content { id version installments { id } } } }`,
    { variables: { filter: { documentNumber } } },
  );
  const [{ id, version, installments }] = data.transactions.content;
  const wallet = data.wallets.content.find(
    ({ identifier }: { identifier: string }) => identifier === 'Caixinha da obra',
  );
  const { errors } = await app.ask(
    'admin',
    `mutation ($id: ID!, $installment: ID!, $version: Int!, $wallet: ID!) { payInstallment(companyId: 1, type: DEBIT,
      transactionId: $id, installmentId: $installment, version: $version,
      input: { paymentDate: "${TODAY}", walletId: $wallet, paymentMethod: CASH }) { transaction { id } } }`,
    { variables: { id, installment: installments[0].id, version, wallet: wallet.id } },
  );
  expect(errors).toBeUndefined();
};

describe('A day of the clerk', () => {
  let before: Books;
  let income: string;

  test('ten bills are entered by keyboard alone, each from the first field to Ctrl+Enter', async () => {
    before = await books();
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    for (const [index, [supplier, documentNumber, what, value, due]] of BILLS.entries()) {
      await page.keyboard.type(supplier);
      await page
        .getByRole('option', { name: new RegExp(supplier, 'i') })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      for (const text of [documentNumber, what, value, due]) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Tab');
      // The category of the supplier's last expense is filled in; the category field has the focus.
      if (index !== 5) await seesText('Como no último lançamento deste fornecedor');
      await page.keyboard.press(index === BILLS.length - 1 ? 'Control+s' : 'Control+Enter');
      await page
        .getByText(index === BILLS.length - 1 ? 'Excluir' : 'Nova despesa')
        .first()
        .waitFor();
      if (index < BILLS.length - 1) await eventually(focusOfNew).toEqual({ focused: true, value: '' });
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { figures } = await books();
    expect(figures.debit).toBe(plus(before.figures.debit ?? '', TYPED));
    expect(figures.openDebit).toBe(plus(before.figures.openDebit ?? '', TYPED));
    await eventually(focused).toBe('none');
  }, 120_000);

  test('eight are paid at once: seven succeed, and the one that another user paid shows why and stays selected', async () => {
    await page.goto(`${app.url}${FORMS}/debit-installments?search=PILHA&sort=documentNumber`);
    await row('PILHA 10').waitFor();
    // The rows may be painted before the keys of the list listen.
    const inRow = () => page.evaluate(() => document.activeElement?.closest('.ag-row') !== null);
    await eventually(async () => {
      if (!(await inRow())) await page.keyboard.press('j');
      return inRow();
    }).toBe(true);
    // One too many, and back.
    const keys = [...Array.from({ length: 8 }, () => 'Shift+ArrowDown'), 'Shift+ArrowUp'];
    for (const key of keys) await page.keyboard.press(key);
    await seesText('8 selecionadas');
    await seesText(shown(plus(PAID_IN_BULK, PAID_ELSEWHERE)));
    await payElsewhere('PILHA 03');

    await page.getByRole('button', { name: 'Registrar pagamento' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'As mesmas para todas' }).click();
    await choose('Carteira', 'Itaú');
    await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
    const results = page.getByRole('dialog', { name: '7 de 8 parcelas pagas' });
    await results.getByText(/registrou um pagamento neste lançamento/).waitFor();
    await page.keyboard.press('Escape');
    await seesText('1 selecionada');
    await row('PILHA 03').getByText('Recusada').waitFor();
    await row('PILHA 03')
      .getByText(/registrou um pagamento neste lançamento/)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await books()).held['Itaú']).toBe(minus(before.held['Itaú'] ?? '', PAID_IN_BULK));
  }, 60_000);

  test('one payment is undone', async () => {
    await page.getByRole('button', { name: 'Limpar seleção' }).click();
    await tick('PILHA 08');
    await page.getByRole('button', { name: 'Desfazer pagamentos' }).click();
    await seesText('1 pagamento desfeito');
    await row('PILHA 08').getByText('A vencer').waitFor();
    expect((await books()).held['Itaú']).toBe(minus(before.held['Itaú'] ?? '', PAID_IN_BULK, `-${UNDONE}`));
  });

  test('an overdue income is received with a discount', async () => {
    await page.goto(`${app.url}${FORMS}/income?status=OVERDUE`);
    await page.getByRole('gridcell').nth(2).click();
    await page.getByRole('button', { name: 'Registrar recebimento' }).click();
    const dialog = page.getByRole('dialog', { name: /Registrar recebimento/ });
    const [due] = await app.services.seed.sql<{ value: string }>(
      'select value from installments where transaction_id = $1 and forecast order by number limit 1',
      [new URL(page.url()).searchParams.get('id')],
    );
    income = due?.value ?? '';
    await eventually(() => dialog.getByLabel('Valor da parcela').inputValue()).toBe(shown(income).replace('R$ ', ''));
    await choose('Carteira', 'Itaú');
    await dialog.getByLabel('Desconto').fill('10,50');
    await dialog.getByRole('button', { name: 'Registrar recebimento' }).click();
    await seesText('Recebimento registrado');
  });

  test('money is moved between wallets', async () => {
    await page.goto(`${app.url}${FORMS}/bank`);
    await page.getByRole('link', { name: 'Itaú' }).click();
    await page.getByRole('heading', { name: 'Itaú' }).waitFor();
    await page.locator('body').press('n');
    await page.getByRole('dialog', { name: 'Nova transferência' }).waitFor();
    await choose('Para', 'Caixinha da obra');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1500');
    await page.keyboard.press('Control+s');
    await seesText('Transferência registrada');
  });

  describe('At the end of the day,', () => {
    /** Expected balance per wallet. */
    let held: Record<string, string>;
    let cash: string;
    let paid: string;
    let received: string;

    beforeAll(() => {
      received = minus(income, DISCOUNT);
      paid = plus(minus(PAID_IN_BULK, UNDONE), PAID_ELSEWHERE);
      held = {
        ...before.held,
        Itaú: minus(plus(before.held['Itaú'] ?? '', received), minus(PAID_IN_BULK, UNDONE), MOVED),
        'Caixinha da obra': minus(plus(before.held['Caixinha da obra'] ?? '', MOVED), PAID_ELSEWHERE),
      };
      cash = plus(...Object.values(held));
    });

    test('every wallet has the expected balance, on the screen and in the table', async () => {
      expect((await books()).held).toEqual(held);
      const list = page.getByRole('region', { name: 'Saldos de hoje' });
      for (const [name, amount] of Object.entries(held)) {
        await eventually(list.getByRole('link', { name })).toContain(shown(amount));
      }
      await eventually(list.getByText('Total').locator('..')).toBe(`Total ${shown(cash)}`);
      await page.getByRole('grid', { name: 'Extrato' }).waitFor();
      const closing = page.getByText(/^Saldo em 20\/11\/2026/).locator('xpath=following-sibling::dd');
      await eventually(closing.first()).toBe(shown(held['Itaú'] ?? ''));
    });

    test.each(['outcome', 'debit-installments'])('the totals of /%s are those of the bills', async (screen) => {
      await page.goto(`${app.url}${FORMS}/${screen}?search=PILHA`);
      const foot = page.getByText('Total filtrado').locator('xpath=../..');
      await eventually(foot).toContain(`Total filtrado ${shown(TYPED)}`);
      await eventually(foot).toContain(`Em aberto ${shown(STILL_OPEN)}`);
      await eventually(foot).toContain(`Vencidas ${shown(OVERDUE)}`);
    });

    test('the cash flow of the day and the dashboard agree to the cent', async () => {
      const { figures } = before;
      const { companyId } = (await app.ask('admin', '{ session { companyId } }')).data.session;
      const owner = await app.open(`${FORMS}/cashflow`, { as: 'admin', place: { companyId, buildingId: null } });
      const chosen = owner.getByRole('region', { name: 'Período escolhido' });
      await eventually(chosen).toContain(`${shown(plus(figures.overdue ?? '', OVERDUE))} vencido`);
      await owner.getByText('Incluir previsões').click();
      // Without forecasts: today's receipts and payments, and the balances of the wallets.
      await eventually(chosen).toContain(`Entradas ${shown(received)}`);
      await eventually(chosen).toContain(`Saídas ${shown(paid)}`);
      await eventually(chosen).toContain(`Saldo em 20/11/2026 ${shown(cash)}`);

      await owner.goto(`${app.url}/home/dashboard`);
      const figure = (name: string) =>
        eventually(owner.getByRole('region', { name, exact: true }).getByRole('link').first());
      await figure('Saldo em carteiras').toBe(shown(cash));
      await figure('A pagar').toBe(shown(plus(figures.toPay ?? '', STILL_OPEN)));
      await figure('A receber').toBe(shown(minus(figures.toReceive ?? '', income)));
      await figure('Resultado do mês').toBe(
        shown(minus(plus(figures.received ?? '', received), figures.paid ?? '', paid)),
      );
      await owner.context().close();
    });

    test('the ledger check finds nothing', async () => {
      const { differences, checked } = await verifyLedger(app.services.database.ownerUrl);
      expect(differences).toEqual([]);
      expect(checked.transactions).toBeGreaterThan(10);
    });
  });
});
