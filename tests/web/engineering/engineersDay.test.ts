import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { startApp, visit, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { foot, paste, rows, save, toast } from './costEstimates/page.ts';

const FORMS = '/home/forms/engineering';
const OBRA = 'Casa do Lago';

let app: TestApp;
let place: { companyId: string; buildingId: string };
let customer: string;
let desk: Page;
beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('engenheiro', '{ session { companies { id } } }');
  const [{ id: companyId }] = data.session.companies;
  const [one] = await app.services.seed.sql<{ name: string }>(
    "select name from partners where type = 'CUSTOMER' limit 1",
  );
  customer = one?.name ?? '';
  const created = await app.ask(
    'engenheiro',
    'mutation ($c: ID!, $n: String!) { createBuilding(companyId: $c, input: { name: $n }) { building { id } } }',
    { variables: { c: companyId, n: OBRA } },
  );
  place = { companyId, buildingId: created.data.createBuilding.building.id };
  desk = await app.open(`${FORMS}/cost-estimate`, { as: 'engenheiro', place });
}, 60_000);
afterAll(() => app.stop());

/** Goes to a control by Tab alone, as a person without a mouse does. */
const reach = async (page: Page, control: Locator): Promise<void> => {
  for (let steps = 0; steps < 80; steps += 1) {
    // A cell becomes a field only when the cursor is in it.
    const here = (await control.count()) > 0 && (await control.evaluate((node) => node === document.activeElement));
    if (here) return;
    // A message holds the focus until Escape closes it.
    const held = await page.evaluate(() => document.activeElement?.closest('[data-toaster-position]') != null);
    await page.keyboard.press(held ? 'Escape' : 'Tab');
  }
  throw new Error('Tab does not lead there.');
};
const press = async (page: Page, name: string | RegExp, within: Page | Locator = page): Promise<void> => {
  const button = within.getByRole('button', { name, exact: true }).first();
  await button.waitFor();
  await reach(page, button);
  await page.keyboard.press('Enter');
};
const idOf = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? '';
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

const measurementId = async (): Promise<string> => {
  const [row] = await app.services.seed.sql<{ id: string }>('select max(id) as id from measurements');
  return row?.id ?? '';
};
/** Accumulated quantity of a line in the newest measurement, by SQL of its own. */
const stored = async (description: string): Promise<string> => {
  const [row] = await app.services.seed.sql<{ accumulated: string }>(
    `select e.accumulated::text from measurement_entries e join cost_estimate_lines l on l.id = e.line_id
     where e.measurement_id = $1 and l.description = $2`,
    [await measurementId(), description],
  );
  return row?.accumulated ?? '0.0000';
};

/** 100 × 120,00 + 12,5 × 800,00 = 22.000,00; 200 × 90,00 = 18.000,00. */
const SHEET = [
  '1\tFundação',
  '1.1\tEstaca\tm\t100\t120',
  '1.2\tBloco\tm³\t12,5\t800',
  '2\tVedação',
  '2.1\tParede\tm²\t1\t90',
].join('\n');

describe('A day of the engineer', () => {
  let estimate: string;

  test('begins with an estimate that is made, typed and approved without the mouse', async () => {
    await press(desk, 'Novo orçamento');
    const dialog = desk.getByRole('dialog', { name: 'Novo orçamento' });
    await dialog.waitFor();
    await reach(desk, dialog.getByLabel('Descrição'));
    await desk.keyboard.type('Casa do Lago, executivo');
    await reach(desk, dialog.getByLabel('Código'));
    await desk.keyboard.press('Control+a');
    await desk.keyboard.type('LAGO-1');
    await reach(desk, dialog.getByRole('combobox', { name: 'Cliente' }));
    await desk.keyboard.type(customer);
    await desk.getByRole('option', { name: customer }).waitFor();
    await desk.keyboard.press('Enter');
    await press(desk, 'Criar', dialog);
    await toast(desk, 'Orçamento salvo');
    await desk.getByText('Orçamento sem linhas').waitFor();
    await paste(desk, SHEET);
    await eventually(() => rows(desk).then((all) => all.length)).toBe(5);
    for (let row = 1; row < 5; row += 1) await desk.keyboard.press('ArrowDown');
    await reach(desk, desk.getByLabel('Quantidade de Parede'));
    await desk.keyboard.type('20*10');
    // Enter in the last row asks for the next one.
    await desk.keyboard.press('Enter');
    await desk.keyboard.press('Escape');
    await eventually(() => foot(desk)).toContain('Preço totalR$ 40.000,00');
    await save(desk);
    await press(desk, 'Aprovar');
    await toast(desk, 'Orçamento aprovado');
    estimate = idOf(desk);
  });

  test('goes on with its stages in the schedule, by keyboard too', async () => {
    await visit(desk, `${FORMS}/schedule?id=${estimate}`);
    await press(desk, 'Planejar as etapas');
    await desk.getByRole('textbox', { name: 'Início' }).waitFor();
    await reach(desk, desk.getByRole('textbox', { name: 'Início' }));
    await desk.keyboard.press('Control+a');
    await desk.keyboard.type('05/10/2026');
    await press(desk, 'Incluir 2');
    const walls = desk.getByRole('row').filter({ hasText: 'Vedação' });
    await walls.waitFor();
    await reach(desk, desk.getByRole('row').filter({ hasText: 'Fundação' }));
    await desk.keyboard.press('ArrowDown');
    await desk.keyboard.press('Shift+ArrowRight');
    // From Monday five days, and from the next Monday six.
    const days = async () => plain((await walls.getByRole('gridcell').allInnerTexts()).slice(2).join(' '));
    await eventually(days).toMatch(/^12\/10 19\/10 6/);
  });

  test('ends on the site, where what is measured without a network is kept and sent once', async () => {
    const site = await app.open(`${FORMS}/measurements`, { as: 'engenheiro', place, width: 390 });
    await site.getByRole('button', { name: 'Nova medição' }).first().click();
    const dialog = site.getByRole('dialog', { name: 'Nova medição' });
    await dialog.getByRole('combobox', { name: 'Orçamento aprovado' }).click();
    await site.getByRole('option', { name: /LAGO-1/ }).click();
    await dialog.getByRole('button', { name: 'Começar' }).click();
    const next = site.getByRole('button', { name: 'Próximo', exact: true });
    await next.click();
    await site.getByRole('textbox', { name: 'Acumulado de Estaca' }).fill('50');
    await next.click();
    await eventually(() => stored('Estaca')).toBe('50.0000');
    await site.context().setOffline(true);
    await site.getByRole('button', { name: '100%', exact: true }).click();
    await site.getByText('Sem internet.').waitFor();
    expect(await stored('Bloco')).toBe('0.0000');
    const address = site.url();
    await site.close();
    const context = site.context();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(address);
    await eventually(() => stored('Bloco')).toBe('12.5000');
    await again.close();
  });

  test('is closed at the desk, and stands in the report to the cent', async () => {
    await visit(desk, `${FORMS}/measurements?id=${await measurementId()}`);
    await desk.getByRole('button', { name: 'Fechar medição', exact: true }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Fechar medição' }).click();
    await desk.getByText('Fechada', { exact: true }).waitFor();
    await visitAnew(desk, `${FORMS}/appropriate-overview?building=${place.buildingId}&date=2026-11-20`);
    await desk.getByText('Curva S').waitFor();
    const text = plain(await desk.getByRole('main').innerText());
    // Planned to the full by today: 40.000,00. Measured: 50 × 120,00 + 12,5 × 800,00 = 16.000,00, 40 % of it.
    expect(text).toContain('Planejado R$ 40.000,00 PV · 100,00% do orçado Medido R$ 16.000,00 EV · 40,00%');
    expect(text).toContain('sem despesas até o dia');
    // 40 % took the 47 days from 5 October, so all of it takes 118 (47 ÷ 0,4, rounded up): to 30 January, 103 days late.
    expect(text).toContain('termina 15 semanas depois');
    expect(text).toContain('Total 40.000,00 40.000,00 16.000,00 0,00');
  });
});
