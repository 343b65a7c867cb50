import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#tests/support/eventually.ts';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** A demo expense of more obras and due days, of which some are paid. */
const halfPaid = async (): Promise<{ id: string; number: string }> => {
  const [row] = await app.services.seed.sql(`
    select t.id::text, t.document_number as number from transactions t
     where t.type = 'DEBIT' and t.status = 'PARTIAL' and t.document_number is not null
       and not exists (select from transaction_retentions r where t.id in (r.transaction_id, r.payable_transaction_id))
       and (select count(*) from apportionments a where a.transaction_id = t.id) > 1
     order by t.id limit 1`);
  if (!row) throw new Error('the demo company has no such expense');
  return { id: String(row.id), number: String(row.number) };
};

/** What a copy has to have: each due day as many months later as bring the first to the given day or after, by PostgreSQL's calendar. */
const dueOf = (id: string, from: string) =>
  app.services.seed.sql(
    `with days as (select due_date, sum(gross_value) as value from installments where transaction_id = $1 group by 1),
          later as (select m from generate_series(0, 600) m
                     where (select min(due_date) from days) + make_interval(months => m) >= $2::date order by m limit 1)
     select (due_date + make_interval(months => m))::date::text as due, value::text from days, later order by 1`,
    [id, from],
  );
const installmentsOf = (id: string) =>
  app.services.seed.sql(
    `select due_date::text as due, gross_value::text as value from installments where transaction_id = $1 order by 1`,
    [id],
  );
const partsOf = (id: string) =>
  app.services.seed.sql(
    `select t.partner_id, t.category_id, t.expected_wallet_id, t.preferred_payment_method, t.description, t.gross_value::text,
       (select json_agg(json_build_array(a.building_id, a.cost_estimate_group_id, a.gross_value::text, a.is_customer_charged) order by a.building_id, a.cost_estimate_group_id)
          from apportionments a where a.transaction_id = t.id) as shares
     from transactions t where t.id = $1`,
    [id],
  );

const drawer = (page: Page) => page.getByRole('dialog');

test('An expense is duplicated: unpaid, without its number, due from today on, with the list as it was behind it', async () => {
  const { id, number } = await halfPaid();
  const page = await app.open(`${OUTCOME}?status=PARTIAL&id=${id}`, { as: 'admin' });
  await eventually(() => drawer(page).getByLabel('Documento').inputValue()).toBe(number);
  await drawer(page).getByRole('button', { name: 'Duplicar' }).click();
  await page.getByRole('dialog', { name: 'Nova despesa' }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=PARTIAL&id=new');
  await eventually(() => drawer(page).getByLabel('Documento').inputValue()).toBe('');
  expect(await accessibilityProblems(page)).toEqual([]);

  await drawer(page).getByLabel('Documento').fill('COPIA-1');
  await page.keyboard.press('Control+s');
  await page.getByText('Despesa salva').first().waitFor();
  const [copy] = await app.services.seed.sql(`
    select id::text, status, emission_date::text as emission, competence_date::text as competence, paid_value::text as paid
      from transactions where document_number = 'COPIA-1'`);
  const today = app.services.clock.today();
  expect(copy).toMatchObject({ status: 'OPEN', emission: today, competence: today, paid: '0.00' });
  const copied = String(copy?.id);
  expect(await installmentsOf(copied)).toEqual(await dueOf(id, today));
  expect(await partsOf(copied)).toEqual(await partsOf(id));
});

test('A copy that is left asks first, because it is nowhere else', async () => {
  const { id } = await halfPaid();
  const page = await app.open(`${OUTCOME}?id=${id}`, { as: 'admin' });
  await drawer(page).getByRole('button', { name: 'Duplicar' }).click();
  await page.getByRole('dialog', { name: 'Nova despesa' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Sair sem salvar?').waitFor();
});

test('An expense that is already paid is entered in one form, and nothing is paid before it is complete', async () => {
  const page = await app.open(`${OUTCOME}?id=new`, { as: 'admin' });
  await drawer(page).getByLabel('Descrição').fill('Café da obra');
  const pay = drawer(page).getByRole('button', { name: 'Registrar pagamento' });
  await pay.click();
  const value = drawer(page).getByLabel('Valor bruto');
  await eventually(() => value.getAttribute('aria-invalid')).toBe('true');
  await value.fill('84,50');
  await pay.click();
  const payment = page.getByRole('dialog', { name: 'Registrar pagamento · parcela 1/1' });
  await payment.getByLabel('Carteira').click();
  await page.keyboard.type('itaú');
  await page.getByRole('option', { name: /Itaú/ }).first().waitFor();
  await page.keyboard.press('Enter');
  expect(await app.services.seed.sql(`select from transactions where description = 'Café da obra'`)).toEqual([]);
  await payment.getByRole('button', { name: 'Registrar pagamento', exact: true }).click();
  await page.getByText('Pagamento registrado').first().waitFor();
  const today = app.services.clock.today();
  expect(
    await app.services.seed.sql(`
      select t.status, i.value::text, i.forecast, i.payment_date::text as day, w.identifier
        from transactions t join installments i on i.transaction_id = t.id left join wallets w on w.id = i.wallet_id
       where t.description = 'Café da obra'`),
  ).toEqual([
    { status: 'PAID', value: '84.50', forecast: false, day: today, identifier: expect.stringMatching(/Itaú/) },
  ]);
  // The drawer shows the stored one, and the payment can be taken back.
  await page.getByRole('dialog', { name: 'Café da obra' }).getByText('Quitada').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await page.getByText('Pagamento desfeito').first().waitFor();
  expect(await app.services.seed.sql(`select status from transactions where description = 'Café da obra'`)).toEqual([
    { status: 'OPEN' },
  ]);
});
