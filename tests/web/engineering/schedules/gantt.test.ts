import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { holdNextAnswer } from '#tests/support/holdAnswers.ts';
import { makeTwoStages } from './twoStages.ts';

const SCHEDULE = '/home/forms/engineering/schedule';

let app: TestApp;
let page: Page;
let id: string;

const ask = async (query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await app.ask('admin', query, { variables });
  if (errors) throw new Error(errors[0]?.message);
  return data;
};

const FIELDS = `version workOnSaturdays items { id startDate endDate duration percentComplete notBefore } links { type lag lagUnit }`;
/** The schedule as the service has it. */
const stored = async () =>
  (await ask(`query ($id: ID!) { schedule(costEstimateId: $id) { ${FIELDS} } }`, { id })).schedule;
const storedItems = async (): Promise<string> => {
  const { items } = await stored();
  return items.map((item: Record<string, unknown>) => `${item.startDate} ${item.endDate} ${item.duration}`).join(', ');
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const cells = async (name: string): Promise<string> =>
  (await row(name).getByRole('gridcell').allInnerTexts()).slice(2).join(' ');
const bar = (index: number): Locator => page.locator('svg [data-bar]').nth(index).locator('[data-part="move"]');
const centre = async (locator: Locator): Promise<{ x: number; y: number; right: number }> => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width };
};
const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
};

describe('Cronograma', () => {
  beforeAll(async () => {
    app = await startApp();
    id = await makeTwoStages(ask);
    page = await app.open(`${SCHEDULE}?id=${id}`, { as: 'admin' });
  }, 60_000);
  afterAll(() => app.stop());

  test('puts the stages one after the other from the empty state', async () => {
    await button('Planejar as etapas').click();
    await page.getByRole('textbox', { name: 'Início' }).fill('23/11/2026');
    await button('Incluir 2').click();
    await eventually(() => cells('Fundações')).toBe('23/11 27/11 5');
    expect(await cells('Estrutura')).toBe('30/11 04/12 5');
    await eventually(storedItems).toBe('2026-11-23 2026-11-27 5, 2026-11-30 2026-12-04 5');
    expect(await row('Fundações').innerText()).toContain('crítico');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('moves by arrows and changes the duration with Shift, and undoes both', async () => {
    await row('Fundações').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(() => cells('Fundações')).toBe('24/11 01/12 6');
    expect(await cells('Estrutura')).toBe('02/12 08/12 5');
    await eventually(storedItems).toBe('2026-11-24 2026-12-01 6, 2026-12-02 2026-12-08 5');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await eventually(() => cells('Fundações')).toBe('23/11 27/11 5');
    await page.keyboard.press('Control+y');
    await eventually(() => cells('Fundações')).toBe('24/11 30/11 5');
    await page.keyboard.press('Control+z');
    await eventually(storedItems).toBe('2026-11-23 2026-11-27 5, 2026-11-30 2026-12-04 5');
  });

  test('takes typed dates, days, percent and predecessors, and tells what it cannot read or what closes a circle', async () => {
    await row('Fundações').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('45/13');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Não é uma data' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('24/11/2026');
    await page.keyboard.press('Tab');
    await page.keyboard.type('30/11/2026');
    await page.keyboard.press('Tab');
    await page.keyboard.type('8');
    await page.keyboard.press('Tab');
    await page.keyboard.type('25');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Esta dependência fecha um círculo: Fundações → Estrutura → Fundações.' })
      .waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => cells('Fundações')).toBe('24/11 03/12 8 25% ');
    await row('Estrutura').focus();
    await page.keyboard.press('F2');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('1SS+2d');
    await page.keyboard.press('Enter');
    // Two working days after Tuesday, 24 November.
    await eventually(() => cells('Estrutura')).toBe('26/11 02/12 5 0% 1SS+2d');
    await eventually(async () => (await stored()).links).toEqual([{ type: 'SS', lag: 2, lagUnit: 'WORKING' }]);
    await page.keyboard.press('Control+z');
    await eventually(() => cells('Estrutura')).toBe('04/12 10/12 5 0% 1');
    await page.getByRole('status').filter({ hasText: 'salvando' }).waitFor({ state: 'detached' });
  });

  test('moves and resizes bars by pointer, and opens a link by drawing it', async () => {
    const second = await centre(bar(1));
    // A week to the right, at seven pixels a day.
    await drag(second, { x: second.x + 49, y: second.y });
    await eventually(() => cells('Estrutura')).toBe('11/12 17/12 5 0% 1');
    const moved = await centre(bar(1));
    await drag({ x: moved.right - 2, y: moved.y }, { x: moved.right + 26, y: moved.y });
    await eventually(() => cells('Estrutura')).toBe('11/12 21/12 7 0% 1');
    await eventually(storedItems).toBe('2026-11-24 2026-12-03 8, 2026-12-11 2026-12-21 7');
    const [first, last] = [await centre(bar(0)), await centre(bar(1))];
    await page.mouse.move(first.x, first.y);
    await drag({ x: first.right + 8, y: first.y }, last);
    await page.getByRole('dialog', { name: 'Nova dependência' }).waitFor();
    await page.getByLabel('Folga').fill('3');
    await page.getByLabel('Contada em').selectOption('CALENDAR');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Ligar').click();
    await eventually(() => cells('Estrutura')).toBe('11/12 21/12 7 0% 1FS+3dc');
    await eventually(async () => (await stored()).links).toEqual([{ type: 'FS', lag: 3, lagUnit: 'CALENDAR' }]);
  });

  test('shows what a calendar would move before it is applied', async () => {
    await page.getByRole('switch', { name: 'Sábados' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mudar os dias de trabalho?' });
    // Eight days from 24 November end on 2 December, seven from 11 December on the 18th.
    await eventually(dialog).toContain('2 tarefas mudam de data; as durações ficam.');
    expect(await dialog.innerText()).toContain('O fim vai de 21/12/2026 para 18/12/2026.');
    expect((await stored()).workOnSaturdays).toBe(false);
    await button('Aplicar').click();
    await eventually(() => cells('Fundações')).toBe('24/11 02/12 8 25% ');
    await eventually(async () => (await stored()).workOnSaturdays).toBe(true);
  });

  test('adds a period of days off and proposed holidays, each after its preview', async () => {
    await button('Dias de folga (0)').click();
    await page.getByLabel('De', { exact: true }).fill('25/11/2026');
    await page.getByLabel('Até').fill('26/11/2026');
    await button('Incluir folga').click();
    await page.getByRole('dialog', { name: 'Incluir 2 dias de folga?' }).waitFor();
    await button('Aplicar').click();
    await page.getByText('25/11/2026 Chuva').waitFor();
    await page.getByRole('checkbox', { name: '25/12/2026 Natal (feriado nacional)' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Fechar').click();
    await button('Dias de folga (2)').waitFor();
    await eventually(() => cells('Fundações')).toBe('24/11 04/12 8 25% ');
  });

  test('keeps an edit when somebody else has saved, and applies it again', async () => {
    const { version, items } = await stored();
    const mutation =
      'mutation ($id: ID!, $v: Int!, $c: ScheduleInput!) { saveSchedule(costEstimateId: $id, version: $v, changes: $c) { schedule { version } } }';
    await ask(mutation, { id, v: version, c: { items: [{ id: items[1].id, duration: 10 }] } });
    await row('Fundações').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Este cronograma foi alterado por outra pessoa.').waitFor();
    expect(await cells('Fundações')).toBe('24/11 05/12 9 25% ');
    await button('Aplicar de novo').click();
    await eventually(async () => (await stored()).items.map(({ duration }: { duration: number }) => duration)).toEqual([
      9, 10,
    ]);
    expect(await page.getByText('Este cronograma foi alterado').count()).toBe(0);
  });

  test('is kept as a baseline, shown under the bars, compared with the plan, and deleted after a question', async () => {
    await button('Linhas de base').click();
    await page.getByRole('textbox', { name: 'Nome da nova linha de base' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Informe o nome da linha de base.').waitFor();
    await page.keyboard.type('Contratual');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhuma tarefa mudou.').waitFor();
    await page.getByRole('switch', { name: 'Mostrar no Gantt Contratual' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Fechar').click();
    await eventually(() => page.locator('svg [data-baseline]').count()).toBe(2);
    await row('Fundações').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(storedItems).toContain(' 10, ');
    await button('Linhas de base').click();
    const comparison = page.getByRole('region', { name: 'Comparação' });
    await eventually(() => comparison.getByRole('row').filter({ hasText: 'Fundações' }).innerText()).toContain(
      '+1 dia útil',
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Excluir Contratual').click();
    await button('Excluir').click();
    await page.getByText('Uma linha de base guarda datas').waitFor();
    await button('Fechar').click();
    await eventually(() => page.locator('svg [data-baseline]').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await eventually(storedItems).toContain(' 9, ');
  });

  test('says why an item that depends on another one stays, and takes a milestone and a move of the stage by keyboard', async () => {
    await row('Estrutura').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('23/11/2026');
    await page.keyboard.press('Enter');
    await page.getByText(/^Estrutura fica em \d\d\/12\/2026: depende de Fundações \(FS\+3dc\)\.$/).waitFor();
    await page.keyboard.press('Control+z');
    await row('Fundações').focus();
    await page.keyboard.press('Delete');
    await eventually(() => row('Estacas').getAttribute('data-kind')).toBe('free');
    await row('Estacas').focus();
    await page.keyboard.press('p');
    await page.getByRole('dialog', { name: 'Incluir no cronograma' }).waitFor();
    await page.keyboard.press('Escape');
    await row('Estacas').focus();
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Novo marco em Fundações' }).waitFor();
    await page.keyboard.type('Vistoria');
    await page.getByRole('textbox', { name: 'Data' }).fill('07/12/2026');
    const answerSave = await holdNextAnswer(page);
    await button('Incluir').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await cells('Vistoria')).toContain('07/12');
    await row('Vistoria').focus();
    await page.keyboard.press('d');
    const typed = page.getByRole('textbox', { name: 'Predecessoras de Vistoria' });
    await typed.fill('9.9');
    answerSave();
    // The row is the same one when the service has named it: what is typed stays.
    await page.getByText('salvando').waitFor({ state: 'hidden' });
    expect(await typed.inputValue()).toBe('9.9');
    await page.keyboard.press('Escape');
    const grid = page.getByRole('treegrid');
    const left = (): Promise<number> => grid.evaluate((one) => one.parentElement?.scrollLeft ?? 0);
    await button('Dia').click();
    await grid.evaluate((one) => one.parentElement?.scrollTo({ left: 100_000 }));
    const end = await left();
    await row('Vistoria').focus();
    await page.keyboard.press('v');
    expect(await left()).toBeLessThan(end);
    await button('Semana').click();
    await row('Fundações').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await eventually(() => cells('Vistoria')).toContain('08/12');
    await row('Estrutura').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('26/11/2026');
    await page.keyboard.press('Enter');
    await page.getByText('Estrutura fica em 27/11/2026: 26/11/2026 é dia de folga (Chuva).').waitFor();
    await page.keyboard.press('Control+z');
    await eventually(() => cells('Estrutura')).toContain('11/12');
    await page.keyboard.press('Control+z');
    await eventually(() => cells('Vistoria')).toContain('07/12');
    await page.keyboard.press('Control+z');
    await row('Vistoria').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await eventually(storedItems).toContain(' 9, ');
  });

  test('goes to MS Project and to paper as a file, and comes back with changes in words that one undo takes back', async () => {
    const fileOf = async (menu: string, item: string) => {
      const download = page.waitForEvent('download');
      await button(menu).click();
      await page.getByRole('menuitem', { name: item }).click();
      return download;
    };
    expect((await fileOf('Imprimir', 'PDF, A3 paisagem')).suggestedFilename()).toBe('CRONO cronograma.pdf');
    const file = await fileOf('MS Project', 'Exportar (XML)');
    expect(file.suggestedFilename()).toBe('CRONO cronograma.xml');
    const xml = readFileSync(await file.path(), 'utf8');
    const sent = async (content: string): Promise<void> => {
      const input = page.getByLabel('Arquivo do MS Project');
      await input.setInputFiles({ name: 'obra.xml', mimeType: 'text/xml', buffer: Buffer.from(content) });
    };
    await button('MS Project').click();
    await page.getByRole('menuitem', { name: 'Importar (XML)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar do MS Project' });
    await sent('<a/>');
    await eventually(dialog).toContain('Este XML não é do MS Project.');
    await sent(xml);
    await eventually(dialog).toContain('O arquivo diz o que o cronograma já tem: nada muda.');
    expect(await button('Aplicar').isDisabled()).toBe(true);
    await sent(xml.replace('PT72H0M0S', 'PT80H0M0S'));
    await eventually(dialog).toContain('1 tarefa muda. O fim ');
    expect(await dialog.getByRole('region', { name: 'Tarefas' }).innerText()).toContain('Duração: 9 → 10 dias úteis');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Aplicar').click();
    await eventually(storedItems).toContain(' 10, ');
    await page.keyboard.press('Control+z');
    await eventually(storedItems).toContain(' 9, ');
  });

  test('of a stage is detailed into its services, with what is planned around them', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await row('Fundações').focus();
    await page.keyboard.press('Delete');
    await eventually(() => row('Estacas').getAttribute('data-kind')).toBe('free');
    await row('Estacas').focus();
    await page.keyboard.press('Space');
    await row('Baldrames').focus();
    await page.keyboard.press('Space');
    await button('Tarefa').click();
    await page.getByRole('checkbox', { name: 'Uma depois da outra' }).click();
    await button('Incluir 2').click();
    await eventually(() => row('Baldrames').getAttribute('data-kind')).toBe('item');
    // The page is hidden from screen readers until the dialog has gone.
    await eventually(() => accessibilityProblems(page)).toEqual([]);
  });

  test('on a phone is a list by weeks, where dates and progress are edited', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Estacas/ }).click();
    await page.getByLabel('% concluído').fill('60');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Salvar').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(page.getByRole('button', { name: /^Estacas/ })).toContain('60%');
    await eventually(() => accessibilityProblems(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test('shows by month what the demo house costs, exact in rows and columns, with and without BDI', async () => {
    const { session } = await ask('{ session { companies { id } } }', {});
    const { costEstimates } = await ask(
      'query ($c: ID!) { costEstimates(companyId: $c, page: 0, size: 50) { content { id code total directTotal } } }',
      { c: session.companies[0].id },
    );
    const demo = costEstimates.content.find(({ code }: { code: string }) => code === 'ORC-014');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${app.gateway.url}${SCHEDULE}?id=${demo.id}`);
    await button('Físico-financeiro').click();
    await page.getByRole('img', { name: /^Curva S, acumulado por mês: nov\/25 / }).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('months');
    // Cents of each cell, read from the screen: nothing but blanks and figures of two places.
    const cents = async (): Promise<bigint[][]> => {
      const rows = await page.getByRole('region', { name: 'Valores por mês' }).getByRole('row').all();
      const texts = await Promise.all(rows.slice(1).map((one) => one.getByRole('cell').allInnerTexts()));
      return texts.map((cells) => cells.map((text) => BigInt(text.trim() === '' ? 0 : text.replace(/[.,%]/g, ''))));
    };
    const check = async (total: string): Promise<void> => {
      const shown = await cents();
      const stages = shown.slice(0, 14);
      const [sums = []] = shown.slice(14);
      const sum = (values: bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
      for (const [own = 0n, ...months] of stages) expect(sum(months)).toBe(own);
      expect(sums.map((_, column) => sum(stages.map((cells) => cells[column] ?? 0n)))).toEqual(sums);
      expect(sums[0]).toBe(BigInt(total.replace('.', '')));
      expect(shown.at(-2)?.at(-1)).toBe(sums[0]);
      expect(shown.at(-1)?.at(-1)).toBe(10_000n);
    };
    await check(demo.total);
    expect(await accessibilityProblems(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await button('Exportar').click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX), com fórmulas' }).click();
    expect((await download).suggestedFilename()).toBe('ORC-014 físico-financeiro.xlsx');
    await button('Sem BDI').click();
    await eventually(async () => (await cents())[14]?.[0]).toBe(BigInt(demo.directTotal.replace('.', '')));
    await check(demo.directTotal);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('listitem').filter({ hasText: 'nov/26' }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.goBack();
    const weeks = page.getByRole('region', { name: /^Semana de / });
    await weeks.first().waitFor();
  });
});
