import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo } from '#tests/support/mailbox.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  await app.services.seed.sql('delete from report_schedules');
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(() => app.stop());

const open = (
  search = '',
  { as = 'admin' as 'admin' | 'pagador', ...options }: { as?: 'admin' | 'pagador'; width?: 390; dark?: boolean } = {},
): Promise<Page> => app.open(`/reports${search}`, { as, place: { companyId, buildingId: null }, ...options });

const stored = () =>
  app.services.seed.sql<Record<string, unknown>>(
    'select id, report, parameters, rhythm, weekday, month_day, time_of_day, period, formats, empty_result, active from report_schedules order by id',
  );

const choose = async (page: Page, text: string, option: string): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'Enviar para' });
  await field.fill(text);
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('button', { name: `Tirar ${option.replace('Usar “', '').replace('”', '')}` }).waitFor();
};

test('A report is scheduled from its card, tested, paused, and its sendings are seen, by who made it', async () => {
  const page = await open('?report=bills-paid&grouping=PARTNER');
  const card = page.getByRole('region', { name: 'Enviar por e-mail' });
  await card.getByRole('button', { name: 'Agendar envio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar por e-mail', exact: true });
  await page.keyboard.press('Control+s');
  await dialog.getByText('Escolha quem recebe').waitFor();
  await dialog.getByLabel('Quando').selectOption('Todo mês, no dia');
  await dialog.getByLabel('Dia', { exact: true }).selectOption('5');
  await dialog.getByLabel('Hora').selectOption('18:30');
  await dialog.getByLabel('Período', { exact: true }).selectOption('Mês anterior');
  await dialog.getByRole('checkbox', { name: 'PDF' }).uncheck();
  const [payer] = await app.services.seed.sql<{ name: string }>(
    `select name from users where login = 'pagador@demo.prumo'`,
  );
  await choose(page, payer?.name ?? '', payer?.name ?? '');
  // Text that is no address stands in the field and says so.
  const field = page.getByRole('combobox', { name: 'Enviar para' });
  await field.fill('contabil');
  await page.getByRole('option', { name: /^Usar/ }).click();
  await dialog.getByText('Informe um e-mail válido, ou escolha um usuário da lista').waitFor();
  await field.fill('Contabil@Exata.example');
  await page.getByRole('option', { name: /^Usar/ }).click();
  await dialog.getByRole('button', { name: 'Tirar contabil@exata.example' }).waitFor();
  await dialog.getByText('E-mail de fora recebe as que você vê e tem escolhidas.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await dialog.waitFor({ state: 'hidden' });
  expect((await stored()).map(({ id: _, ...row }) => row)).toEqual([
    {
      ...{ report: 'bills-paid', parameters: { grouping: 'PARTNER' }, rhythm: 'MONTHLY', weekday: null, month_day: 5 },
      ...{ time_of_day: '18:30', period: 'PREVIOUS_MONTH', formats: ['XLSX'], empty_result: 'SEND', active: true },
    },
  ]);
  await card.getByText('Todo dia 5, 18:30 · Mês anterior · XLSX').waitFor();
  await card.getByText('Próximo: 05/12/2026, 18:30').waitFor();

  await card.getByRole('button', { name: 'Testar' }).click();
  const mail = await mailTo(app.services.app.platform.dataDir, 'admin@demo.prumo');
  expect(mail.subject).toBe('Contas pagas — mês anterior, 01/10/2026 a 31/10/2026');
  expect(mail.attachments.length).toBe(1);
  expect(mail.attachments[0]?.content.subarray(0, 2).toString()).toBe('PK');

  await card.getByRole('switch', { name: /^Ligado/ }).click();
  await card.getByRole('switch', { name: /^Desligado/ }).waitFor();
  expect((await stored())[0]?.['active']).toBe(false);
  await page.getByRole('tab', { name: /^Agendados/ }).click();
  await page.waitForURL(/tab=schedules/);
  await page.getByRole('button', { name: 'Ver envios' }).click();
  await page.getByText(/, teste/).waitFor();
  await eventually(() => page.getByText(': enviado', { exact: false }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await dialog.getByLabel('Quando').selectOption('Toda segunda');
  await page.keyboard.press('Control+s');
  await dialog.waitFor({ state: 'hidden' });
  // Its grouping stays that of the schedule, and what is changed is on again.
  expect((await stored())[0]).toMatchObject({
    rhythm: 'WEEKLY',
    weekday: 1,
    month_day: null,
    active: true,
    parameters: { grouping: 'PARTNER' },
  });
  await page.getByText('Próximo: 23/11/2026, 18:30').waitFor();
});

test('Who receives a report sees it among the scheduled ones, and leaves it; its maker deletes it', async () => {
  const hers = await open('?tab=schedules', { as: 'pagador' });
  await hers.getByText(/^Você recebe, de /).waitFor();
  expect(await hers.getByText('contabil@exata.example').count()).toBe(0);
  expect(await hers.getByRole('button', { name: /^(Editar|Testar|Ver envios|Excluir)/ }).count()).toBe(0);
  await hers.getByRole('button', { name: 'Parar de receber' }).click();
  await hers.getByText('Nenhum envio agendado').waitFor();

  const page = await open('?tab=schedules');
  await page.getByText('Para contabil@exata.example').waitFor();
  await page.getByRole('button', { name: 'Excluir envio de Contas pagas' }).click();
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByText('Nenhum envio agendado').waitFor();
  expect(await stored()).toEqual([]);
});

test('On a phone, in the dark, a user schedules a report to themselves, and nothing is cut', async () => {
  const page = await open('?report=bills-due', { as: 'pagador', width: 390, dark: true });
  await page.getByRole('button', { name: 'Agendar envio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar por e-mail', exact: true });
  await dialog.getByRole('combobox', { name: 'Enviar para' }).fill('(você');
  await page.getByRole('option', { name: /\(você\)$/ }).click();
  await dialog.getByRole('button', { name: /^Tirar / }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Toda segunda, 07:00 · Semana atual · PDF e XLSX').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${app.url}/reports?tab=schedules`);
  await page.getByRole('list', { name: 'Envios agendados' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(page)).toEqual([]);
});
