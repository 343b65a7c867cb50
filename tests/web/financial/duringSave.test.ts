import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#tests/support/eventually.ts';
import { holdOnce } from '#tests/support/holdAnswers.ts';
import { startApp, type TestApp } from '../../support/app.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const drawer = (page: Page) => page.getByRole('dialog');
const stored = (number: string) =>
  app.services.seed.sql(
    `select id::text, description, gross_value::text as value, status from transactions where document_number = $1`,
    [number],
  );

const begin = async (number: string): Promise<Page> => {
  const page = await app.open(`${OUTCOME}?id=new`, { as: 'admin' });
  await drawer(page).getByLabel('Documento').fill(number);
  await drawer(page).getByLabel('Descrição').fill('Cimento');
  await drawer(page).getByLabel('Valor bruto').fill('100');
  return page;
};

test('What is typed while a new document is being saved stays in its form, and is saved by the next save alone', async () => {
  const page = await begin('DURANTE 1');
  const created = await holdOnce(page, 'CreateTransaction');
  await page.keyboard.press('Control+s');
  await created.asked;
  await drawer(page).getByLabel('Descrição').fill('Cimento e areia');
  // A second save of the same document would be a second document.
  await page.keyboard.press('Control+s');
  created.pass();
  await page.getByText('Despesa salva').first().waitFor();
  await page.waitForURL(/id=\d+/);
  const field = page.getByRole('dialog', { name: 'Cimento', exact: true }).getByLabel('Descrição');
  await eventually(() => field.inputValue()).toBe('Cimento e areia');
  expect(await stored('DURANTE 1')).toEqual([expect.objectContaining({ description: 'Cimento', value: '100.00' })]);
  await page.keyboard.press('Control+s');
  await eventually(() => stored('DURANTE 1')).toEqual([expect.objectContaining({ description: 'Cimento e areia' })]);
  await page.context().close();
});

test('What is typed while a stored document is being saved stays in its form', async () => {
  const page = await begin('DURANTE 2');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/id=\d+/);
  const form = page.getByRole('dialog', { name: 'Cimento', exact: true });
  await form.getByLabel('Valor bruto').fill('200');
  const updated = await holdOnce(page, 'UpdateTransaction');
  await page.keyboard.press('Control+s');
  await updated.asked;
  await form.getByLabel('Descrição').fill('Cimento CP II');
  updated.pass();
  await eventually(() => stored('DURANTE 2')).toEqual([expect.objectContaining({ description: 'Cimento' })]);
  await page.getByText('Despesa salva').nth(1).waitFor();
  await eventually(() => form.getByLabel('Descrição').inputValue()).toBe('Cimento CP II');
  await page.keyboard.press('Control+s');
  await eventually(() => stored('DURANTE 2')).toEqual([
    expect.objectContaining({ description: 'Cimento CP II', value: '200.00' }),
  ]);
  await page.context().close();
});

test('A document that is paid while an older reading of it is under way looks paid', async () => {
  const page = await begin('DURANTE 3');
  const read = await holdOnce(page, 'Transaction');
  // The document is read before the payment is stored, and the answer is just behind that of the payment.
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'PayInstallment') return route.fallback();
    await read.asked;
    const response = await route.fetch();
    await route.fulfill({ response });
    return read.pass();
  });
  await drawer(page).getByRole('button', { name: 'Registrar pagamento' }).first().click();
  const payment = page.getByRole('dialog', { name: 'Registrar pagamento · parcela 1/1' });
  await payment.getByLabel('Carteira').click();
  await page.keyboard.type('itaú');
  await page.getByRole('option', { name: /Itaú/ }).first().waitFor();
  await page.keyboard.press('Enter');
  await payment.getByRole('button', { name: 'Registrar pagamento', exact: true }).click();
  await page.getByText('Pagamento registrado').first().waitFor();
  // Long enough for a drawer that reads the document anew, and for that answer.
  await page.waitForTimeout(1_500);
  const form = page.getByRole('dialog', { name: 'Cimento', exact: true });
  expect(await form.getByText('Quitada').count()).toBe(1);

  // What is typed after the payment stays when that is undone, and is saved over it.
  await form.getByLabel('Descrição').fill('Cimento pago por engano');
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await eventually(() => form.getByText('Quitada').count()).toBe(0);
  expect(await form.getByLabel('Descrição').inputValue()).toBe('Cimento pago por engano');
  await page.keyboard.press('Control+s');
  await eventually(() => stored('DURANTE 3')).toEqual([
    expect.objectContaining({ description: 'Cimento pago por engano' }),
  ]);
  await page.context().close();
});

test('What is typed while the change of somebody else is being read stays, and is saved over that change', async () => {
  const page = await begin('DURANTE 4');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/id=\d+/);
  const form = page.getByRole('dialog', { name: 'Cimento', exact: true });
  await form.getByRole('button', { name: 'Registrar pagamento' }).first().waitFor();
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const other = await app.open(`${OUTCOME}?id=${id}`, { as: 'financeiro' });
  await drawer(other).getByLabel('Documento').fill('DURANTE 4 B');
  const read = await holdOnce(page, 'Transaction');
  await other.keyboard.press('Control+s');
  await read.asked;
  await form.getByLabel('Descrição').fill('Cimento CP III');
  read.pass();
  await eventually(() => form.getByLabel('Documento').inputValue()).toBe('DURANTE 4 B');
  await page.keyboard.press('Control+s');
  await eventually(() => stored('DURANTE 4 B')).toEqual([expect.objectContaining({ description: 'Cimento CP III' })]);
  await other.context().close();
  await page.context().close();
});

const SUPPLIERS = '/home/forms/supplier';
const supplier = (name: string) =>
  app.services.seed.sql('select name, trade_name from partners where name = $1', [name]);

test('What is typed while a new supplier is being saved waits in the form of the stored one', async () => {
  const page = await app.open(`${SUPPLIERS}?id=new`, { as: 'admin' });
  await drawer(page).getByLabel('Nome ou razão social').fill('Areal Durante');
  const created = await holdOnce(page, 'SavePartner');
  await page.keyboard.press('Control+s');
  await created.asked;
  await drawer(page).getByLabel('Nome fantasia').fill('Areal');
  created.pass();
  await page.waitForURL(/id=\d+/);
  const form = page.getByRole('dialog', { name: 'Areal Durante', exact: true });
  await eventually(() => form.getByLabel('Nome fantasia').inputValue()).toBe('Areal');
  expect(await supplier('Areal Durante')).toEqual([{ name: 'Areal Durante', trade_name: null }]);
  await page.keyboard.press('Control+s');
  await eventually(() => supplier('Areal Durante')).toEqual([{ name: 'Areal Durante', trade_name: 'Areal' }]);
  await page.context().close();
});

test('What is typed while a stored supplier is being saved stays in its form', async () => {
  const page = await app.open(`${SUPPLIERS}?id=new`, { as: 'admin' });
  await drawer(page).getByLabel('Nome ou razão social').fill('Pedreira Durante');
  await page.keyboard.press('Control+s');
  const form = page.getByRole('dialog', { name: 'Pedreira Durante', exact: true });
  await form.getByLabel('Nome fantasia').fill('Pedreira');
  const updated = await holdOnce(page, 'UpdatePartner');
  await page.keyboard.press('Control+s');
  await updated.asked;
  await form.getByLabel('Nome ou razão social').fill('Pedreira Durante Ltda');
  updated.pass();
  await page.getByText('Fornecedor salvo').nth(1).waitFor();
  await eventually(() => form.getByLabel('Nome ou razão social').inputValue()).toBe('Pedreira Durante Ltda');
  expect(await supplier('Pedreira Durante')).toEqual([{ name: 'Pedreira Durante', trade_name: 'Pedreira' }]);
  await page.keyboard.press('Control+s');
  await eventually(() => supplier('Pedreira Durante Ltda')).toEqual([
    { name: 'Pedreira Durante Ltda', trade_name: 'Pedreira' },
  ]);
  await page.context().close();
});

test('What the last document of a supplier proposes is not put into a form that is being saved', async () => {
  const page = await app.open(`${OUTCOME}?id=new`, { as: 'admin' });
  const proposed = await holdOnce(page, 'PartnerHabits');
  const created = await holdOnce(page, 'CreateTransaction');
  await drawer(page).getByLabel('Documento').fill('DURANTE 9');
  await drawer(page).getByLabel('Valor bruto').fill('100');
  await drawer(page).getByRole('combobox', { name: 'Fornecedor' }).fill('concreteira');
  await page.getByRole('option', { name: /Concreteira/ }).click();
  await proposed.asked;
  await page.keyboard.press('Control+s');
  await created.asked;
  const answered = page.waitForResponse(
    (response) => response.request().postDataJSON()?.operationName === 'PartnerHabits',
  );
  proposed.pass();
  await answered;
  created.pass();
  await page.waitForURL(/id=\d+/);
  await page.getByText('Despesa salva').first().waitFor();
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
  await page.context().close();
});
