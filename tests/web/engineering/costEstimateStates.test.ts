import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { bidWorkbook, cellsIn, unzipped, zipped } from '#tests/engineering/costEstimates/bidWorkbook.ts';
import { accessibilityProblems, startApp, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { cell, rows, save, toast } from './costEstimates/page.ts';

const LIST = '/home/forms/engineering/cost-estimate';

let app: TestApp;
let estimate: { id: string; total: string };
let place: { companyId: string; buildingId: string };
beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('admin', '{ session { companies { id buildings { id } } } }');
  const [{ id: companyId, buildings }] = data.session.companies;
  place = { companyId, buildingId: buildings[0].id };
  const list = await app.ask(
    'admin',
    `{ costEstimates(companyId: "${companyId}", filter: { approved: false }) { content { id total itemCount } } }`,
  );
  estimate = list.data.costEstimates.content.find(({ itemCount }: { itemCount: number }) => itemCount > 0);
  // Inputs of its own, one dearer and the others cheaper than when they were taken.
  await app.services.seed.sql(
    `update products p set price = round(p.price * case when p.id % 2 = 0 then 1.08 else 0.97 end, 4)
       from cost_estimate_resources r where r.cost_estimate_id = $1 and r.product_id = p.id`,
    [estimate.id],
  );
}, 60_000);
afterAll(() => app.stop());

const texts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();
const impacts = (page: Page) => texts(page, 'tbody tr td:last-child');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const foot = async (page: Page) => plain(await page.locator('footer').innerText());
/** "+1.234,56" and "−3,00" in cents. */
const cents = (text: string): bigint => BigInt(text.replace(/[^\d]/g, '') || '0') * (text.includes('−') ? -1n : 1n);

test('New prices are looked at, kept by input, applied, compared and undone; the curva ABC sums to the total', async () => {
  const page = await app.open(`${LIST}?id=${estimate.id}`, { as: 'admin' });
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Atualizar preços…' }).click();
  await page.getByRole('heading', { level: 1, name: 'Atualizar preços' }).waitFor();
  await page.getByText('Em edição por você').waitFor();
  await page.getByRole('table').waitFor();
  await page.getByText(/^revisão 1, retratos de \d\d\/\d\d\/\d{4}$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const shown = (await impacts(page)).map(cents).reduce((sum, one) => sum + one, 0n);
  const chosen = /escolhidos? ([+−]?[\d.,]+)/.exec(await foot(page))?.[1] ?? '';
  expect(shown).toBe(cents(chosen));
  expect(shown).not.toBe(0n);

  // One row less: what it is made of stays in the others, too, and both sums together are still the whole.
  const first = page.getByRole('checkbox', { name: /^Atualizar / }).first();
  await first.uncheck();
  await eventually(async () => {
    const [, taken = '', left = ''] =
      /escolhidos? ([+−]?[\d.,]+)\s+Fora da escolha ([+−]?[\d.,]+)/.exec(await foot(page)) ?? [];
    return [cents(left) !== 0n, cents(taken) + cents(left)];
  }).toEqual([true, shown]);
  await page.getByRole('checkbox', { name: 'Escolher todas as linhas' }).click();
  await eventually(() => foot(page)).toContain('Fora da escolha 0,00');

  await page.keyboard.press('Control+s');
  await page.getByText('Preços atualizados', { exact: true }).first().waitFor();
  // The editor shows what it knows before the new rows arrive, and a menu that was opened meanwhile closes.
  const revisions = page.getByRole('menuitem', { name: 'Revisões…' });
  await eventually(async () => {
    if (!(await revisions.isVisible())) await page.getByRole('button', { name: 'Mais ações' }).click();
    return revisions.click({ timeout: 2_000 }).catch(() => 'closed');
  }).toBe(undefined);
  const kept = page.getByRole('list', { name: 'Revisões guardadas' }).getByRole('listitem');
  await eventually(async () =>
    (await kept.allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(' ')),
  ).toEqual(['Revisão 2 Preços atualizados', 'Revisão 1 Antes de atualizar preços']);
  await page.getByRole('region', { name: 'Linhas que mudaram' }).waitFor();
  expect((await impacts(page)).map(cents).reduce((sum, one) => sum + one, 0n)).toBe(shown);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Abrir revisão 1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Revisão 1' }).waitFor();
  await page.getByRole('region', { name: 'Linhas da revisão' }).waitFor();
  await page.getByRole('button', { name: 'Voltar ao orçamento' }).click();
  await page.getByRole('button', { name: 'Desfazer atualização' }).click();
  await eventually(() => kept.count()).toBe(1);

  await visitAnew(page, `${LIST}?id=${estimate.id}&part=abc`);
  await page.getByRole('table').waitFor();
  const totals = async () =>
    (await texts(page, 'tbody tr td:nth-child(7)')).map(cents).reduce((sum, one) => sum + one, 0n);
  expect(await totals()).toBe(BigInt(estimate.total.replace('.', '')));
  await page.getByRole('button', { name: 'Insumos' }).click();
  await eventually(totals).toBe(BigInt(estimate.total.replace('.', '')));
  await page.getByRole('textbox', { name: 'A até' }).fill('99');
  await page.getByText('O corte da classe B não pode ficar abaixo do da classe A.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
}, 60_000);

test('An amendment is begun, typed by keyboard, saved and approved, and stands beside the original', async () => {
  const { data } = await app.ask('admin', `{ session { companies { id } } }`);
  const companyId = data.session.companies[0].id;
  const list = await app.ask(
    'admin',
    `{ costEstimates(companyId: "${companyId}", filter: { approved: true }) { content { id total } } }`,
  );
  const { id, total } = list.data.costEstimates.content[0];
  const rows = await app.ask(
    'admin',
    `{ costEstimateDetails(companyId: "${companyId}", id: "${id}") { details { type unitPriceWithBdi } } }`,
  );
  const line = rows.data.costEstimateDetails.details.find(({ type }: { type: string }) => type !== 'GROUP');
  const change = 2n * cents(line.unitPriceWithBdi);
  const after = BigInt(total.replace('.', '')) + change;
  const page = await app.open(`${LIST}?id=${id}&part=amendments`, { as: 'admin' });
  await page.getByRole('button', { name: 'Novo aditivo' }).click();
  await page.getByRole('button', { name: 'Começar' }).click();
  await page.getByText('Informe o motivo').waitFor();
  await page.getByLabel('Motivo').fill('Rocha na fundação');
  await page.getByLabel('Prorrogação do prazo (dias)').fill('15');
  await page.getByRole('button', { name: 'Começar' }).click();
  const grid = page.getByRole('treegrid', { name: 'Linhas do aditivo' });
  await grid.waitFor();
  await grid.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('-999999');
  await page.keyboard.press('Escape');
  await page.keyboard.type('+2');
  const figure = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd').first();
  await eventually(async () => cents(await figure('Contrato depois').innerText())).toBe(after);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await page.getByText('Aditivo salvo').first().waitFor();
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
  await page.getByRole('button', { name: 'Desfazer aprovação' }).waitFor();
  await page.getByRole('button', { name: 'Voltar a Aditivos' }).click();
  await eventually(async () => cents(await figure('Total com aditivos').innerText())).toBe(after);
  expect(await figure('Prazo').innerText()).toBe('+15 dias');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Voltar ao orçamento' }).click();
  await page.getByRole('columnheader', { name: 'Com aditivos (R$)' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText(/^[\d.,]+ \+2,00 de aditivos/).waitFor();
  await visitAnew(page, `${LIST}?id=${id}&part=amendments`);
  await page.getByRole('button', { name: 'Abrir 1º aditivo' }).click();
  await page.getByRole('button', { name: 'Desfazer aprovação' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer aprovação' }).click();
  await page.getByRole('button', { name: 'Aprovar' }).waitFor();
}, 60_000);

test('On a phone in the dark, prices, revisions and the curva ABC fit and are accessible', async () => {
  const page = await app.open(`${LIST}?id=${estimate.id}&part=prices`, {
    ...{ as: 'admin', width: 390, dark: true },
  });
  await page.getByRole('list', { name: 'Linhas com preço novo' }).waitFor();
  for (const part of ['prices', 'revisions', 'abc']) {
    if (part !== 'prices') await visitAnew(page, `${LIST}?id=${estimate.id}&part=${part}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(() => page.locator('dl').count()).toBe(1);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([part, wide, await accessibilityProblems(page)]).toEqual([part, 0, []]);
  }
  // The Vila of the demo was approved twice.
  const { data } = await app.ask(
    'admin',
    `{ costEstimates(companyId: "${place.companyId}", filter: { approved: true }) { content { id code } } }`,
  );
  const vila = data.costEstimates.content.find(({ code }: { code: string }) => code === 'ORC-011');
  await visitAnew(page, `${LIST}?id=${vila.id}&part=revisions`);
  await page.getByRole('combobox', { name: 'De', exact: true }).selectOption({ label: 'Revisão 1' });
  await page.getByRole('combobox', { name: 'Com', exact: true }).selectOption({ label: 'Revisão 2' });
  const changes = page.getByRole('list', { name: 'Linhas que mudaram' }).getByRole('listitem');
  await eventually(async () => (await changes.allInnerTexts()).map((text) => text.split('\n').at(-1))).toEqual([
    ...['+4.686,57', '+880,00', '+5.683,75', '+2.737,98', '+20.534,64', '−15.156,52'],
  ]);
  expect(plain(await changes.nth(2).innerText())).toContain('Alterada: 120,00 → 145,00 m · 186,0000 · 22,23%');
  await eventually(async () => plain((await texts(page, 'dl')).join(' '))).toContain('+R$ 19.366,42');
  expect(await accessibilityProblems(page)).toEqual([]);
}, 60_000);

const call = async (path: string, body: unknown) => {
  const answer = await fetch(`${app.url}/api/v1/engineering/company/${place.companyId}/cost-estimate${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await app.token('admin')}` },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { data: { id: number; created: { key: string; id: number }[] } }).data;
};
/** Makes an estimate of the first building with the rows of a save; answers its id and those of its rows by key. */
const made = async (code: string, details: object[]) => {
  const { id } = await call('', { code, description: code, building: { id: Number(place.buildingId) } });
  const { created } = await call(`/${id}/detail`, details);
  return { id, ids: Object.fromEntries(created.map(({ key, id: row }) => [key, row])) };
};
const stage = (key: string, description: string) => ({ key, type: 'GROUP', parentId: null, description });
const service = (key: string, parentKey: string) => ({
  ...{ key, parentKey, type: 'TASK', description: `Serviço ${key}`, unit: 'un', quantity: '1', unitPrice: '10' },
});

test('A removed stage asks where its documents go, and takes them there with the save', async () => {
  const { id, ids } = await made('ETAPAS', [stage('a', 'Fundações'), service('x', 'a'), stage('b', 'Alvenaria')]);
  const [share = {}] = await app.services.seed.sql(
    `update apportionments set cost_estimate_group_id = $1
      where id = (select min(a.id) from apportionments a
                   where a.building_id = $2 and (select count(*) from apportionments o where o.transaction_id = a.transaction_id) = 1)
      returning id, to_char(gross_value, 'FM999999990.00') as value`,
    [ids['a'], place.buildingId],
  );
  const page = await app.open(`${LIST}?id=${id}`, { as: 'admin' });
  await cell(page, 'Fundações', 'item').click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Para onde vão os documentos?' });
  await eventually(async () => cents(await dialog.getByRole('listitem').innerText())).toBe(
    // "1 Fundações: 1 documento, R$ …": the code and the count stand before the amount.
    cents(`11${share['value']}`),
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Retirar etapa' }).click();
  await dialog.getByText('Escolha uma etapa, ou deixe sem etapa').waitFor();
  await dialog.getByLabel('Etapa de destino').selectOption({ label: '2 Alvenaria' });
  await dialog.getByRole('button', { name: 'Retirar etapa' }).click();
  const names = () => rows(page).then((all) => all.map((row) => row.split(' | ')[1]));
  await eventually(names).toEqual(['Alvenaria']);
  await page.keyboard.press('Control+z');
  await eventually(names).toEqual(['Fundações', 'Serviço x', 'Alvenaria']);
  await page.keyboard.press('Control+y');
  await eventually(names).toEqual(['Alvenaria']);
  await save(page);
  const stored = () =>
    app.services.seed.sql('select cost_estimate_group_id::integer as stage from apportionments where id = $1', [
      share['id'],
    ]);
  expect(await stored()).toEqual([{ stage: ids['b'] }]);
  // The stage that has them now asks in its turn; without a stage they keep the building.
  await cell(page, 'Alvenaria', 'item').click();
  await page.keyboard.press('Delete');
  await dialog.getByLabel('Etapa de destino').selectOption({ label: 'Sem etapa' });
  await dialog.getByRole('button', { name: 'Retirar etapa' }).click();
  await save(page);
  expect(await stored()).toEqual([{ stage: null }]);
  await page.context().close();
});

test('Rows are moved by mouse into and between stages, on a phone and by keyboard by a dialog; each is one step', async () => {
  const { id, ids } = await made('MOVER', [
    ...[stage('a', 'Fundações'), service('x', 'a'), service('y', 'a')],
    ...[stage('b', 'Alvenaria'), service('z', 'b')],
  ]);
  const page = await app.open(`${LIST}?id=${id}`, { as: 'admin' });
  const tree = async (of = page) => (await rows(of)).map((row) => row.split(' | ').slice(0, 2).join(' '));
  const begun = ['1 Fundações', '1.1 Serviço x', '1.2 Serviço y', '2 Alvenaria', '2.1 Serviço z'];
  await eventually(tree).toEqual(begun);
  /** Takes a row by a cell, and holds it over a part of another one. */
  const hold = async (name: string, column: string, over: string, part: number) => {
    const [from, to] = [await cell(page, name, column).boundingBox(), await cell(page, over, 'item').boundingBox()];
    if (!from || !to) throw new Error('A row is not in sight');
    await page.mouse.move(from.x + 20, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 26);
    await page.mouse.move(to.x + 60, to.y + to.height * part);
  };
  const chip = page.locator('[data-drop] + [role="status"]');
  await hold('Serviço x', 'item', 'Alvenaria', 0.5);
  await eventually(chip).toContain('1 linha em 2 Alvenaria');
  await page.keyboard.press('Escape');
  await eventually(() => chip.count()).toBe(0);
  await page.mouse.up();
  expect(await tree()).toEqual(begun);

  await cell(page, 'Serviço x', 'item').click();
  await page.keyboard.press('Shift+ArrowDown');
  await hold('Serviço y', 'total', 'Serviço z', 0.9);
  await eventually(chip).toContain('2 linhas depois de 2.1 Serviço z');
  await page.mouse.up();
  const moved = ['1 Fundações', '2 Alvenaria', '2.1 Serviço z', '2.2 Serviço x', '2.3 Serviço y'];
  await eventually(tree).toEqual(moved);
  await page.keyboard.press('Control+z');
  await eventually(tree).toEqual(begun);
  await page.keyboard.press('Control+y');
  await eventually(tree).toEqual(moved);

  await hold('Alvenaria', 'item', 'Serviço z', 0.2);
  await eventually(chip).toContain('Uma etapa não pode ser movida para dentro dela mesma.');
  await page.mouse.up();
  await page.getByText('Uma etapa não pode ser movida para dentro dela mesma.').first().waitFor();
  expect(await tree()).toEqual(moved);

  await cell(page, 'Serviço x', 'item').click();
  await page.keyboard.press('Alt+m');
  const dialog = page.getByRole('dialog', { name: 'Mover 2.2 Serviço x' });
  await dialog.getByRole('button', { name: 'Mover' }).click();
  await dialog.getByText('Escolha uma etapa').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await eventually(() => dialog.count()).toBe(0);
  await page.keyboard.press('Alt+m');
  await page.keyboard.type('fund');
  await page.getByRole('option', { name: '1 Fundações' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Mover' }).click();
  await eventually(tree).toEqual(['1 Fundações', '1.1 Serviço x', '2 Alvenaria', '2.1 Serviço z', '2.2 Serviço y']);
  await save(page);
  await page.context().close();

  const phone = await app.open(`${LIST}?id=${id}`, { as: 'admin', width: 390, dark: true });
  const cards = () => phone.getByRole('list', { name: 'Linhas do orçamento' }).getByRole('listitem').allInnerTexts();
  const names = async () => (await cards()).map((text) => /^[\d.]+ \S+( [xyz])?/.exec(text)?.[0]);
  await phone.getByRole('button', { name: 'Mover 2.2 Serviço y para…' }).click();
  const asked = phone.getByRole('dialog', { name: 'Mover 2.2 Serviço y' });
  await asked.getByRole('combobox', { name: 'Etapa' }).fill('Fora');
  await phone.getByRole('option', { name: 'Fora de etapas, no nível mais alto' }).click();
  await asked.getByRole('combobox', { name: 'Posição' }).click();
  await phone.getByRole('option', { name: 'Depois de 1 Fundações' }).click();
  expect(await accessibilityProblems(phone)).toEqual([]);
  await asked.getByRole('button', { name: 'Mover' }).click();
  await eventually(names).toEqual(['1 Fundações', '1.1 Serviço x', '2 Serviço y', '3 Alvenaria', '3.1 Serviço z']);
  await phone.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await eventually(names).toEqual(['1 Fundações', '1.1 Serviço x', '2 Alvenaria', '2.1 Serviço z', '2.2 Serviço y']);
  await phone.context().close();
  const stored = await app.services.seed.sql(
    'select id::integer, parent_id::integer as stage from cost_estimate_lines where cost_estimate_id = $1 order by position',
    [id],
  );
  expect(stored).toEqual([
    { id: ids['x'], stage: ids['a'] },
    { id: ids['z'], stage: ids['b'] },
    { id: ids['y'], stage: ids['b'] },
  ]);
}, 60_000);

test("A client's workbook is sent, mapped, mended where it is refused, and taken back with the estimate's prices", async () => {
  const [{ customer } = {}] = await app.services.seed.sql(
    'select customer_id::integer as customer from cost_estimates where customer_id is not null limit 1',
  );
  const bid = {
    ...{ building: { id: Number(place.buildingId) }, customer: { id: customer } },
    ...{ bdis: [{ name: 'BDI', percentage: '25' }], defaultBdiIndex: 0 },
  };
  const { id } = await call('', { ...bid, code: 'LIC-1', description: 'Concorrência 12' });
  const part = (of: number) => `${LIST}?id=${of}&part=client-workbook`;
  const page = await app.open(part(id), { as: 'admin' });
  const send = (buffer: Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Concorrência.xlsx', mimeType: 'application/octet-stream', buffer });
  const choice = (name: string) => page.getByRole('combobox', { name });
  await send(Buffer.from('a;b'));
  await page
    .getByText('O arquivo não é uma planilha XLSX. Salve-o como "Pasta de Trabalho do Excel (.xlsx)".')
    .waitFor();
  await send(zipped(bidWorkbook('Excel')));
  await choice('Total com BDI').selectOption('');
  // Nothing stands below the note at the foot of the sheet.
  await choice('Última linha dos títulos').selectOption('13');
  await page.getByText('Nenhuma linha com descrição abaixo dos títulos.').waitFor();
  expect([await choice('Descrição').inputValue(), await choice('Total com BDI').inputValue()]).toEqual(['C', '']);
  await choice('Última linha dos títulos').selectOption('5');
  await choice('Total com BDI').selectOption('I');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Criar linhas do orçamento' }).click();
  await toast(page, 'Orçamento criado da planilha do cliente');
  await page.getByText('4 linhas sem preço no orçamento: as células ficam como estão.').waitFor();

  const rows = await app.services.seed.sql(
    "select id::integer from cost_estimate_lines where cost_estimate_id = $1 and description = 'Chapisco'",
    [id],
  );
  await call(`/${id}/detail`, [{ id: rows[0]?.['id'], unitPrice: '4.1234' }]);
  await visitAnew(page, part(id));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar preenchida' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Concorrência.xlsx');
  const copy = await unzipped(await readFile(await file.path()));
  const { cells } = cellsIn(String(copy.get('xl/worksheets/sheet1.xml')));
  // 4.1234 × 1.25 = 5.15; 250.5 × 5.15 = 1290.075, half-even.
  const written = ['F10', 'G10', 'I10'].map((at) => /<v>(.*)<\/v>/.exec(cells.get(at) ?? '')?.[1]);
  expect(written).toEqual(['4.1234', '5.15', '1290.08']);
  expect(cells.get('I7')).toContain('ROUND(E7*G7,2)');

  const { id: second } = await call('', { ...bid, code: 'LIC-2', description: 'Concorrência 13' });
  await visitAnew(page, part(second));
  await send(zipped(bidWorkbook('Excel')));
  await page.getByText('As colunas são as da última planilha deste cliente com os mesmos títulos. Confira.').waitFor();
  await page.getByRole('button', { name: 'Retirar planilha' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  await page.context().close();

  const phone = await app.open(part(id), { as: 'admin', width: 390, dark: true });
  await phone.getByRole('region', { name: 'Linhas da planilha do cliente' }).waitFor();
  const wide = () => phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([await wide(), await accessibilityProblems(phone)]).toEqual([0, []]);
  await phone.getByRole('button', { name: 'Mudar colunas' }).click();
  await phone.getByText('O que é cada coluna').waitFor();
  expect([await wide(), await accessibilityProblems(phone)]).toEqual([0, []]);
  await phone.context().close();
}, 60_000);
