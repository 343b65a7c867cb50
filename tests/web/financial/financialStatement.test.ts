import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(() => app.stop());

const PATH = '/home/forms/transactions/financial-statement';

/** "-1234.50" as the screen shows it: "−1.234,50"; a dash for nothing. */
const shown = (value: string): string => {
  const [whole = '0', cents = '00'] = value.replace('-', '').split('.');
  const text = `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
  return text === '0,00' ? '–' : `${value.startsWith('-') ? '−' : ''}${text}`;
};

/** Sums of the payments of October by line of their category, from the installments themselves. */
const october = async (): Promise<Record<string, string>> => {
  const rows = await app.services.seed.sql<{ line: string; value: string }>(
    `select coalesce(c.statement_line, 'UNCLASSIFIED') as line,
            sum(case t.type when 'CREDIT' then i.gross_value else -i.gross_value end)::text as value
     from installments i
     join transactions t on t.id = i.transaction_id
     left join categories c on c.id = t.category_id
     where t.company_id = $1 and not i.forecast and i.payment_date between '2026-10-01' and '2026-10-31'
     group by 1`,
    [companyId],
  );
  const [charges] = await app.services.seed.sql<{ value: string }>(
    `select sum(case t.type when 'CREDIT' then i.increase - i.discount else i.discount - i.increase end)::text as value
     from installments i join transactions t on t.id = i.transaction_id
     where t.company_id = $1 and not i.forecast and i.payment_date between '2026-10-01' and '2026-10-31'`,
    [companyId],
  );
  const [sum] = await app.services.seed.sql<{ value: string }>('select ($1::numeric + $2::numeric)::text as value', [
    rows.find(({ line }) => line === 'FINANCIAL_RESULT')?.value ?? '0',
    charges?.value ?? '0',
  ]);
  return { ...Object.fromEntries(rows.map(({ line, value }) => [line, value])), FINANCIAL_RESULT: sum?.value ?? '0' };
};

const open = (search = '', options: { width?: 390; dark?: boolean } = {}): Promise<Page> =>
  app.open(`${PATH}${search}`, { as: 'admin', place: { companyId, buildingId: null }, ...options });

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const cellAt = (page: Page, key: string) => page.locator(`[data-cell="${key}"]`);
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? document.activeElement?.tagName);

test('The statement shows payments by month and line, as the installments add up, and agrees with the wallets', async () => {
  const expected = await october();
  const page = await open('?from=2026-06&to=2026-10');
  await page.getByRole('heading', { name: 'Demonstrativo de Resultado' }).waitFor();
  await page.getByRole('columnheader', { name: 'Pela data de pagamento, em R$' }).waitFor();
  for (const [name, line] of [
    ['Receita bruta', 'GROSS_REVENUE'],
    ['Deduções da receita', 'DEDUCTIONS'],
    ['Custo das obras', 'CONSTRUCTION_COST'],
    ['Despesas administrativas', 'ADMINISTRATIVE_EXPENSES'],
    ['Resultado financeiro', 'FINANCIAL_RESULT'],
    ['Não classificado', 'UNCLASSIFIED'],
  ] as const) {
    await eventually(row(page, name).first()).toContain(shown(expected[line] ?? '0.00'));
  }
  const foot = page.getByRole('status', { name: 'Conferência com as carteiras' });
  await eventually(foot).toContain('confere com as carteiras');
  await eventually(foot).toContain('= variação das carteiras');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
});

test('Lines that are folded before the first of them is rendered as folded all count', async () => {
  const page = await open('?from=2026-06&to=2026-10');
  const unfolded = page.getByRole('rowheader').locator('button[aria-expanded="true"]');
  await eventually(() => unfolded.count()).toBe(2);
  await unfolded.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
  await eventually(() => new URL(page.url()).searchParams.get('open')).toBe('');
  await eventually(() => unfolded.count()).toBe(0);
  await page.close();
});

test('Arrows walk the cells, fold lines, and Enter opens the documents that a figure adds up', async () => {
  const expected = await october();
  const page = await open('?from=2026-06&to=2026-10&open=CONSTRUCTION_COST');
  await cellAt(page, 'CONSTRUCTION_COST/0').click();
  await page.keyboard.press('Escape');
  await eventually(() => focused(page)).toBe('CONSTRUCTION_COST/0');
  await page.keyboard.press('End');
  await eventually(() => focused(page)).toBe('CONSTRUCTION_COST/5');
  await page.keyboard.press('ArrowLeft');
  await eventually(() => focused(page)).toBe('CONSTRUCTION_COST/4');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await eventually(() => focused(page)).toBe('CONSTRUCTION_COST/-1');
  // On the name of a line the arrows fold it and unfold it.
  await page.keyboard.press('ArrowLeft');
  await eventually(() => new URL(page.url()).searchParams.get('open')).toBe('');
  await eventually(() => page.getByRole('rowheader', { name: 'Empreiteiros' }).count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('rowheader', { name: 'Empreiteiros' }).waitFor();

  await cellAt(page, 'CONSTRUCTION_COST/4').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: /Custo das obras, out\/26/ });
  await eventually(panel).toContain(shown(expected['CONSTRUCTION_COST'] ?? ''));
  await panel.getByRole('button', { name: /^Ver os \d+ documentos/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  // Exactly this name: the panel that it replaces is called the same with a month behind, and stays for a moment.
  const drawer = page.getByRole('dialog', { name: '(−) Custo das obras', exact: true });
  await eventually(drawer).toContain(`Total ${shown(expected['CONSTRUCTION_COST'] ?? '').replace('−', '−R$ ')}`);
  expect(new URL(page.url()).searchParams.get('figure')).toBe('CONSTRUCTION_COST');
  await drawer.getByRole('button', { name: 'Abrir em Despesas' }).click();
  await page.waitForURL(/outcome\?.*statementLine=CONSTRUCTION_COST/);
  // The list has the same documents with the same gross value.
  await eventually(page.getByRole('main')).toContain(shown((expected['CONSTRUCTION_COST'] ?? '').replace('-', '')));
  await page.close();
});

test('A note is written on a figure, marked in its cell, changed and deleted', async () => {
  const page = await open('?from=2026-09&to=2026-10');
  await cellAt(page, 'EBITDA/1').click();
  const panel = page.getByRole('dialog', { name: /EBITDA, out\/26/ });
  await eventually(panel).toContain('Receita bruta');
  await panel.getByRole('button', { name: 'Anotar' }).click();
  await panel.getByRole('textbox', { name: 'Nota' }).fill('Repasse veio em dobro.');
  await panel.getByRole('button', { name: 'Salvar nota' }).click();
  await eventually(panel).toContain('Repasse veio em dobro.');
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('td[data-note]').count()).toBe(1);
  await eventually(() => cellAt(page, 'EBITDA/1').innerText()).toContain('com nota');
  expect(await accessibilityProblems(page)).toEqual([]);
  await cellAt(page, 'EBITDA/1').click();
  await panel.getByRole('button', { name: 'Apagar' }).click();
  await eventually(() => page.locator('td[data-note]').count()).toBe(0);
  await page.close();
});

test('Categories without a line are classified at once by what their names suggest, and put back', async () => {
  const page = await open('?from=2026-06&to=2026-10');
  await page.getByRole('button', { name: 'Classificar 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Classificar' });
  await dialog.getByRole('button', { name: 'Aceitar 2 sugestões pelo nome' }).click();
  const line = dialog.getByRole('combobox', { name: 'Linha de Madeira e fôrmas' });
  await eventually(() => line.inputValue()).toBe('CONSTRUCTION_COST');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar 2 categorias' }).click();
  await eventually(() => page.getByRole('rowheader', { name: 'Não classificado' }).count()).toBe(0);
  await page.getByText('2 categorias classificadas', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('rowheader', { name: 'Não classificado' }).waitFor();
  await page.close();
});

test('The view is in its address: regime, obra, months, comparison; an obra says what it leaves out', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Competência' }).click();
  await page.waitForURL(/regime=accrual/);
  await page.getByRole('columnheader', { name: 'Pela data de competência, em R$' }).waitFor();
  await page.getByRole('combobox', { name: 'Obra' }).selectOption({ label: 'Residência Alto da Serra' });
  await page.waitForURL(/building=\d+/);
  await eventually(page.getByRole('main')).toContain('de despesas sem obra');
  await page.getByRole('combobox', { name: 'Comparação' }).selectOption('estimate');
  await page.waitForURL(/analysis=estimate/);
  await eventually(() => page.getByRole('columnheader', { name: 'Orçado' }).count()).toBeGreaterThan(0);
  await eventually(page.getByRole('main')).toContain('O custo das obras ao lado do orçado');
  await page.getByRole('combobox', { name: 'Comparação' }).selectOption('lastYear');
  await page.getByRole('columnheader', { name: 'out/25' }).waitFor();
  await page.goto(`${app.url}${PATH}?from=2025-11&to=2026-10`);
  await page.getByRole('columnheader', { name: 'nov/25' }).waitFor();
  // Above six months the percentages are read from the cells.
  expect(await page.getByRole('columnheader', { name: 'AV %' }).count()).toBe(0);
  await eventually(() => cellAt(page, 'NET_REVENUE/11').getAttribute('title')).toBe('AV 100,0 %');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
});

test('On a phone it is one month at a time, with the result at its foot, in dark mode', async () => {
  const page = await open('?from=2026-06&to=2026-10', { width: 390, dark: true });
  await page.getByText('outubro de 2026').waitFor();
  await page.getByText('Resultado do mês').waitFor();
  await page.getByRole('button', { name: 'Mês anterior' }).click();
  await page.getByText('setembro de 2026').waitFor();
  expect(await page.getByRole('button', { name: 'Próximo mês' }).isEnabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  const overflows = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await eventually(overflows).toBe(false);
  await page.close();
});

test('The statement is for administrators', async () => {
  const page = await app.open(PATH, { as: 'financeiro' });
  await page.getByRole('heading', { name: 'Sem acesso a Demonstrativo de Resultado' }).waitFor();
  expect(await page.getByRole('link', { name: 'Demonstrativo' }).count()).toBe(0);
});
