import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
}, 60_000);
afterAll(() => app.stop());

const FORMS = '/home/forms/transactions';
const open = (address: string, options: { width?: 390; dark?: boolean } = {}): Promise<Page> =>
  app.shared(`${FORMS}/${address}`, { as: 'admin', place: { companyId, buildingId: null }, ...options });
const search = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const panel = async (page: Page) => {
  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  return page.getByRole('dialog', { name: 'Filtros', exact: true });
};
const main = (page: Page) => eventually(page.getByRole('main'));

/** Documents of one kind that meet a condition, counted by SQL of the test's own. */
const counted = async (condition: string): Promise<number> => {
  const [row] = await app.services.seed.sql<{ count: number }>(
    `select count(*)::integer as count from transactions t where company_id = $1 and type = 'DEBIT' and ${condition}`,
    [companyId],
  );
  return Number(row?.count);
};
const documents = (count: number): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? 'documento' : 'documentos'}`;

describe('The filter by value', () => {
  test('is typed as people write amounts, stands in the address and as chips, and holds for the exported rows', async () => {
    const page = await open('outcome');
    const filters = await panel(page);
    await filters.getByLabel('Valor a partir de').fill('1.000');
    await page.keyboard.press('Tab');
    await eventually(() => search(page)).toBe('?valueFrom=1000.00');
    await filters.getByLabel('Valor até').fill('4500,50');
    await page.keyboard.press('Enter');
    await eventually(() => search(page)).toBe('?valueFrom=1000.00&valueTo=4500.50');
    await page.keyboard.press('Escape');
    await main(page).toContain('Valor a partir de: R$ 1.000,00');
    await main(page).toContain('Valor até: R$ 4.500,50');
    const count = await counted('value between 1000 and 4500.50');
    expect(count).toBeGreaterThan(1);
    await main(page).toContain(documents(count));
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(count + 1);

    await page.getByRole('button', { name: 'Limpar Valor até' }).click();
    await eventually(() => search(page)).toBe('?valueFrom=1000.00');
    await main(page).toContain(documents(await counted('value >= 1000')));
  });

  test('is kept where the panel is closed while it is typed', async () => {
    const page = await open('outcome');
    const filters = await panel(page);
    await filters.getByLabel('Valor até').fill('900');
    await page.keyboard.press('Escape');
    await eventually(() => search(page)).toBe('?valueTo=900.00');
  });

  test('that ends below its start is named above the list, which applies the start alone', async () => {
    const page = await open('outcome?valueFrom=2000&valueTo=1000');
    await main(page).toContain('“R$ 1.000,00” (Valor até) é menor que “Valor a partir de”.');
    await main(page).toContain(documents(await counted('value >= 2000')));
    expect(await page.getByText('Valor até:').count()).toBe(0);
    const filters = await panel(page);
    await filters.getByText('Valor até é menor que “Valor a partir de”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remover “Valor até”' }).click();
    await eventually(() => search(page)).toBe('?valueFrom=2000');
  });
});

describe('The other filters', () => {
  test('by days, method, file and stage are chosen in one panel, each into the address', async () => {
    const page = await open('outcome');
    const filters = await panel(page);
    await filters.getByLabel('Emissão desde').fill('1/10/2026');
    await page.keyboard.press('Tab');
    await eventually(() => search(page)).toBe('?emissionFrom=2026-10-01');
    await filters.getByLabel('Emissão até').fill('30/9/2026');
    await page.keyboard.press('Tab');
    await filters.getByText('Emissão até vem antes de “Emissão desde”.').waitFor();
    await filters.getByLabel('Emissão até').fill('31/10/2026');
    await page.keyboard.press('Tab');
    await filters.getByLabel('Forma de pagamento').selectOption({ label: 'Boleto' });
    await filters.getByLabel('Anexo').selectOption({ label: 'Sem anexo' });
    await eventually(() => search(page)).toBe(
      '?emissionFrom=2026-10-01&emissionTo=2026-10-31&method=BOLETO&hasAttachment=false',
    );
    await page.keyboard.press('Escape');
    for (const chip of ['Emissão desde: 01/10/2026', 'Emissão até: 31/10/2026', 'Anexo: sem anexo'])
      await main(page).toContain(chip);
    await main(page).toContain('Forma de pagamento: Boleto');
    const count = await counted(`emission_date between '2026-10-01' and '2026-10-31'
      and (exists (select from installments i where i.transaction_id = t.id and i.payment_method = 'BOLETO')
        or preferred_payment_method = 'BOLETO' and status <> 'PAID')
      and id not in (select transaction_id from attachments)`);
    await main(page).toContain(count === 0 ? 'Nada com estes filtros' : documents(count));
  });

  test('by stage wait for the building, whose stages they offer', async () => {
    const page = await open('outcome');
    const filters = await panel(page);
    const stage = filters.getByRole('combobox', { name: 'Etapa' });
    await filters.getByText('Escolha antes a obra').waitFor();
    expect(await stage.isDisabled()).toBe(true);
    await filters.getByRole('combobox', { name: 'Obra' }).click();
    // Options of a closed native list have the role, too.
    const offered = page.getByRole('option').filter({ visible: true });
    await offered.first().click();
    await eventually(() => stage.isEnabled()).toBe(true);
    await stage.click();
    const option = offered.first();
    const name = await option.innerText();
    await option.click();
    await eventually(() => search(page)).toMatch(/^\?building=\d+&withinStage=\d+$/);
    await page.keyboard.press('Escape');
    await main(page).toContain(`Etapa: ${name}`);
  });

  test('hold for installments too', async () => {
    const page = await open('credit-installments?paidFrom=2026-10-01&paidTo=2026-10-31&method=PIX');
    await main(page).toContain('Recebido desde: 01/10/2026');
    await main(page).toContain('Forma de recebimento: Pix');
    const [row] = await app.services.seed.sql<{ count: number }>(
      `select count(*)::integer as count from installments where company_id = $1 and type = 'CREDIT' and not forecast
        and payment_method = 'PIX' and payment_date between '2026-10-01' and '2026-10-31'`,
      [companyId],
    );
    const count = Number(row?.count);
    await main(page).toContain(count === 0 ? 'Nada com estes filtros' : `${count} parcela`);
  });

  test('are refused by GraphQL at the end of a range that lies before its start', async () => {
    for (const list of ['transactions', 'installments']) {
      const query = `query ($companyId: ID!) { ${list}(companyId: $companyId, type: DEBIT,
        filter: { valueFrom: "10", valueTo: "9.99" }) { totalElements } }`;
      const { errors } = await app.ask('admin', query, { variables: { companyId } });
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID',
        fields: [{ path: 'valueTo', message: 'O valor final é menor que o inicial.' }],
      });
    }
  });

  test.each([
    { width: undefined, dark: false },
    { width: 390, dark: true },
  ] as const)('stand in an accessible panel: %j', async ({ width, dark }) => {
    const page = await open('outcome?valueFrom=2000&valueTo=1000', { dark, ...(width && { width }) });
    const filters = await panel(page);
    await filters.getByLabel('Emissão desde').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/filters-${width ?? 1440}.png` });
  });
});
