import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { focused, lines, openFound, price, quantity, search, TASKS, toast } from './taskPage.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const stored = async (code: string): Promise<{ unitPrice: string | null; items: string[] }> => {
  const query = `{ tasks(size: 5, filter: { code: "${code}" }) { content { unitPrice items { code quantity } } } }`;
  const { data, errors } = await app.ask('admin', query);
  if (errors) throw new Error(JSON.stringify(errors));
  const [task] = data.tasks.content;
  const items = task?.items.map((item: { code: string; quantity: string }) => `${item.code} × ${item.quantity}`);
  return { unitPrice: task?.unitPrice ?? null, items: items ?? [] };
};
describe('Serviços', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open(TASKS, { as: 'engenheiro' });
    await page.getByRole('heading', { level: 1, name: 'Serviços' }).waitFor();
  }, 60_000);

  test('list the compositions by code, and find them by words in any order', async () => {
    await eventually(page.getByRole('main')).toContain('124 composições');
    await page.getByRole('searchbox').fill('1:4 contrapiso');
    const row = page.locator('.ag-row');
    await eventually(() => row.count()).toBe(1);
    await eventually(row.first()).toContain('CP-0142');
    await eventually(row.first()).toContain('61,2264');
    await eventually(row.first().locator('[col-id="uses"]')).toContain('2');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('searchbox').fill('porcelanato 90x90');
    await eventually(page.locator('.ag-row').first()).toContain('incompleto');
    await page.getByRole('searchbox').fill('1:4 contrapiso');
  });

  test('are duplicated from the list, and the copy opens on its page with the figures of mock 24', async () => {
    await eventually(page.locator('.ag-row').first()).toContain('CP-0142');
    await page.getByRole('button', { name: 'Mais ações' }).first().click();
    await page.getByRole('menuitem', { name: 'Duplicar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicar CP-0142' });
    await dialog.getByRole('button', { name: 'Duplicar' }).click();
    await dialog.getByText('Informe o código da cópia').waitFor();
    await dialog.getByLabel('Código').fill('CP-0165');
    await dialog.getByRole('button', { name: 'Duplicar' }).click();
    await dialog.getByText('Já existe uma composição com este código nesta base.').waitFor();
    await dialog.getByLabel('Código').fill('TESTE-1');
    await dialog.getByRole('button', { name: 'Duplicar' }).click();
    await toast(page, 'Composição duplicada');
    await eventually(() => price(page)).toBe('R$ 61,2264');
    await eventually(() => lines(page)).toEqual([
      'CP-0088 | 0,0431 | 26,7308',
      '0339 | 0,4820 | 20,4754',
      '0338 | 0,2410 | 6,4347',
      '0129 | 0,2100 | 2,7090',
      'CP-0080 | 0,0431 | 2,5140',
      '0301 | 0,2500 | 2,3625',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('are changed by keyboard alone: down, up, repeat, move, remove, undo, and what is within them in place', async () => {
    await quantity(page, 'Argamassa 1:4, betoneira 400 L').focus();
    // 0,05 × 620,2032 = 31,01016.
    await page.keyboard.type('0,05');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Coeficiente de Pedreiro com encargos');
    await page.keyboard.press('Control+d');
    // 0,05 × 42,48 = 2,124.
    await eventually(() => lines(page).then(([, mason]) => mason)).toBe('0339 | 0,0500 | 2,1240');
    await page.keyboard.press('Control+z');
    await eventually(() => lines(page).then(([, mason]) => mason)).toBe('0339 | 0,4820 | 20,4754');
    await page.keyboard.press('Shift+Enter');
    expect(await focused(page)).toBe('Coeficiente de Argamassa 1:4, betoneira 400 L');
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(() => lines(page).then((all) => all.slice(0, 2))).toEqual([
      '0339 | 0,4820 | 20,4754',
      'CP-0088 | 0,0500 | 31,0102',
    ]);
    expect(await focused(page)).toBe('Coeficiente de Argamassa 1:4, betoneira 400 L');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Cimento CP II-E-32').waitFor();
    await page.getByText('303,9680').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Cimento CP II-E-32').waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+ArrowUp');
    await quantity(page, 'Tela antifissura, rolo 1 × 50 m').focus();
    await page.keyboard.press('Delete');
    await toast(page, 'Item retirado');
    await eventually(() => lines(page).then((all) => all.length)).toBe(5);
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await eventually(() => lines(page).then((all) => all.at(-1))).toBe('0301 | 0,2500 | 2,3625');
    await quantity(page, 'Argamassa 1:4, betoneira 400 L').fill('0,0431');
    await quantity(page, 'Tela antifissura, rolo 1 × 50 m').focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Incluir item');
  });

  test('take back what was undone, by Ctrl+Y and Ctrl+Shift+Z', async () => {
    const mason = () => lines(page).then(([, second]) => second);
    await quantity(page, 'Pedreiro com encargos').fill('0,3');
    for (const again of ['Control+y', 'Control+Shift+z']) {
      await page.keyboard.press('Control+z');
      await eventually(mason).toBe('0339 | 0,4820 | 20,4754');
      await page.keyboard.press(again);
      // 0,3 × 42,48.
      await eventually(mason).toBe('0339 | 0,3000 | 12,7440');
    }
    await page.keyboard.press('Control+z');
  });

  test('take an item by its words, and its coefficient, without leaving the keyboard', async () => {
    await search(page).focus();
    await page.keyboard.type('rejunte epóxi');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Coeficiente de Rejunte epóxi 5 kg');
    await eventually(() => price(page)).toBe('incompleto');
    await page.keyboard.type('0,03');
    // 61,2264 + 0,03 × 164,00.
    await eventually(() => price(page)).toBe('R$ 66,1464');
    await page.keyboard.press('Control+s');
    await toast(page, 'Composição salva');
    expect(await stored('TESTE-1')).toEqual({
      unitPrice: '66.1464',
      items: [
        'CP-0088 × 0.0431',
        '0339 × 0.482',
        '0338 × 0.241',
        '0129 × 0.21',
        'CP-0080 × 0.0431',
        '0301 × 0.25',
        expect.stringMatching(/^\d{4} × 0\.03$/),
      ],
    });
  });

  test('take lines of a spreadsheet, and mark the codes that nobody knows', async () => {
    await page.getByRole('button', { name: 'Colar planilha' }).click();
    const dialog = page.getByRole('dialog', { name: 'Colar da planilha' });
    await dialog
      .getByLabel('Linhas copiadas')
      .fill('Código\tDescrição\tCoef.\n0101\tCimento\t1,5\nNAOHA-1\tOutro\t0,25\nCP-0081\tTransporte\t0,01');
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await toast(page, '3 linhas coladas, 1 sem item');
    await eventually(() => lines(page).then((all) => all.slice(-3))).toEqual([
      // 1,5 × 0,736 and 0,01 × 70,755.
      '0101 | 1,5000 | 1,1040',
      'NAOHA-1 | 0,2500 | —',
      'CP-0081 | 0,0100 | 0,7076',
    ]);
    await page.getByText('Código não encontrado nas bases ativas.').waitFor();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await eventually(() => focused(page)).toBe('Coeficiente de NAOHA-1');
    await page.getByRole('button', { name: 'Procurar' }).click();
    await eventually(() => search(page).inputValue()).toBe('NAOHA-1');
    await search(page).fill('0107');
    await page.getByRole('option', { name: /Areia média lavada/ }).click();
    // The line keeps its place and its coefficient: 0,25 × 145,00.
    await eventually(() => lines(page).then((all) => all.slice(-3)[1])).toBe('0107 | 0,2500 | 36,2500');
    await page.keyboard.press('Control+s');
    await toast(page, 'Composição salva');
    // 66,1464 + 1,1040 + 36,2500 + 0,7076 (70,755 × 0,01 = 0,70755, half-even at four places).
    await eventually(async () => (await stored('TESTE-1')).unitPrice).toBe('104.2080');
  });

  test('make an input that no search finds, where it is missed', async () => {
    const buyer = await app.open(TASKS, { as: 'admin' });
    await openFound(buyer, 'TESTE-1');
    await search(buyer).fill('Selador de piso importado');
    await buyer.getByText('Nada encontrado').waitFor();
    await buyer.keyboard.press('Control+Enter');
    const dialog = buyer.getByRole('dialog', { name: 'Novo insumo' });
    expect(await dialog.getByLabel('Nome').inputValue()).toBe('Selador de piso importado');
    await dialog.getByRole('button', { name: 'Salvar e incluir' }).click();
    await dialog.getByText('Escolha a unidade').waitFor();
    await dialog.getByText('Escolha o tipo').waitFor();
    expect(await accessibilityProblems(buyer)).toEqual([]);
    for (const [label, text] of [
      ['Unidade', 'L'],
      ['Tipo', 'Material'],
    ] as const) {
      await dialog.getByRole('combobox', { name: label }).focus();
      await buyer.keyboard.type(text);
      await buyer.getByRole('option', { name: text }).filter({ visible: true }).first().waitFor();
      await buyer.keyboard.press('Enter');
    }
    await dialog.getByLabel('Preço de referência').fill('80');
    await buyer.keyboard.press('Enter');
    await toast(buyer, 'Insumo salvo');
    await eventually(() => focused(buyer)).toBe('Coeficiente de Selador de piso importado');
    await buyer.keyboard.type('0,1');
    await eventually(() => lines(buyer).then((all) => all.at(-1))).toMatch(/^\d+ \| 0,1 \| 8,0000$/);
    await buyer.context().close();
    // Inputs are made by who buys.
    await search(page).fill('Selador que ninguém tem');
    await page.getByText('Nada encontrado').waitFor();
    expect(await page.getByText('cria insumo').count()).toBe(0);
    await search(page).fill('');
  });

  test('open in place as deep as they go, and on their own page by Ctrl+Enter', async () => {
    await openFound(page, 'CP-0170');
    await quantity(page, 'Base para porcelanato sobre contrapiso').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Abrir Contrapiso em argamassa 1:4, e = 4 cm' }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Abrir Contrapiso em argamassa 1:4, e = 4 cm');
    await page.keyboard.press('ArrowRight');
    const mortar = page.getByRole('button', { name: 'Abrir Argamassa 1:4, betoneira 400 L' });
    await mortar.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('303,9680').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('303,9680').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await eventually(() => page.getByLabel('Código').inputValue()).toBe('CP-0088');
    await page.goBack();
    await eventually(() => page.getByLabel('Código').inputValue()).toBe('CP-0170');
    await quantity(page, 'Base para porcelanato sobre contrapiso').focus();
    await page.keyboard.press('Control+Enter');
    await eventually(() => page.getByLabel('Código').inputValue()).toBe('CP-0165');
  });

  test('show a circle in the list itself, with its way, and do not take it', async () => {
    await openFound(page, 'CP-0142');
    await search(page).fill('CP-0170');
    const option = page.getByRole('option', { name: /Piso acabado em porcelanato/ });
    await eventually(option).toContain('Faria um círculo: ela já usa esta composição.');
    await eventually(option).toContain('CP-0165 Base para porcelanato sobre contrapiso');
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await lines(page)).toHaveLength(6);
    await search(page).fill('');
  });

  test('are overwritten with those that use them, which cost estimates are not, or stored as new ones', async () => {
    const uses = page.getByRole('region', { name: 'Em orçamentos' });
    await eventually(() => uses.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(
        /^ORC-014 Orçamento executivo[^]*1 linha · em \d composiç(ão|ões)[^]*aprovado · de \d\d\/\d\d\/\d{4}\s+\d+,\d{4}$/,
      ),
    ]);
    await app.services.seed.sql('update cost_estimates set approved = false, approved_at = null');
    await quantity(page, 'Pedreiro com encargos').fill('0,5');
    // 61,2264 − 20,4754 + 21,2400.
    await eventually(() => price(page)).toBe('R$ 61,9910');
    await page.getByText('Salvar muda o preço aqui e em 5 composições.').waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Sobrescrever CP-0142?' });
    await dialog.getByText('5 composições que a usam').waitFor();
    await dialog.getByText('1 orçamento em aberto a tem e não muda.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Salvar como nova' }).click();
    const asNew = page.getByRole('dialog', { name: 'Salvar como nova composição' });
    await asNew.getByLabel('Código da nova composição').fill('CP-0165');
    await page.keyboard.press('Enter');
    await asNew.getByText('Já existe uma composição com este código nesta base.').waitFor();
    await asNew.getByLabel('Código da nova composição').fill('TESTE-2');
    await page.keyboard.press('Enter');
    await toast(page, 'Composição salva');
    await eventually(() => page.getByLabel('Código').inputValue()).toBe('TESTE-2');
    expect((await stored('TESTE-2')).unitPrice).toBe('61.9910');
    expect((await stored('CP-0142')).unitPrice).toBe('61.2264');
    await page.goBack();
    await eventually(() => page.getByLabel('Código').inputValue()).toBe('CP-0142');
    await eventually(() => price(page)).toBe('R$ 61,2264');
    await quantity(page, 'Pedreiro com encargos').fill('0,5');
    await page.getByText('Salvar muda o preço aqui e em 5 composições.').waitFor();
    await page.keyboard.press('Control+s');
    await dialog.getByRole('button', { name: 'Sobrescrever' }).click();
    await toast(page, 'Composição salva');
    // 61,9910 + 0,43 × 33,40 + 0,11 × 30,40.
    await eventually(async () => (await stored('CP-0165')).unitPrice).toBe('79.6970');
    await page.getByRole('link', { name: 'CP-0165' }).click();
    await eventually(() => price(page)).toBe('R$ 79,6970');
  });

  test('tell in their history who changed what', async () => {
    await openFound(page, 'CP-0142');
    await page.getByRole('button', { name: 'Histórico' }).click();
    const drawer = page.getByRole('dialog', { name: 'Histórico' });
    const entry = drawer.getByRole('list', { name: 'Alterações' }).getByRole('listitem').first();
    await eventually(entry).toContain('alterou a composição');
    await eventually(entry).toContain('Preço unitário: R$ 61,2264 → R$ 61,9910');
    await eventually(entry).toContain('0339 Pedreiro com encargos: 0,4820 → 0,5000');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await openFound(page, 'CP-0165');
  });

  test('ask before typed input is lost, and keep it as a draft', async () => {
    await quantity(page, 'Contrapiso em argamassa 1:4, e = 4 cm').fill('2');
    await page.getByRole('link', { name: 'Serviços' }).last().click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await page.keyboard.press('Control+z');
    await page.reload();
    await page.getByText(/^Rascunho de/).waitFor();
    await page.getByRole('button', { name: 'Descartar rascunho' }).click();
    await eventually(() => price(page)).toBe('R$ 79,6970');
  });

  test('that others use are not deleted, and those that nobody uses are', async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Excluir CP-0165?' });
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/em uso/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await openFound(page, 'TESTE-2');
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('dialog', { name: 'Excluir TESTE-2?' }).getByRole('button', { name: 'Excluir' }).click();
    await toast(page, 'Composição excluída');
    await eventually(page.getByRole('main')).toContain('Nada com estes filtros');
  });

  test('show the change of another person beside what was typed', async () => {
    await openFound(page, 'TESTE-1');
    await page.getByLabel('Grupo').fill('Pisos de teste');
    const { data } = await app.ask(
      'admin',
      '{ tasks(filter: { code: "TESTE-1" }) { content { id version unit { id } items { id resourceId taskId quantity } } } }',
    );
    const [task] = data.tasks.content;
    const change = `mutation ($id: ID!, $version: Int!, $input: TaskInput!) {
      updateTask(id: $id, version: $version, input: $input) { task { id } } }`;
    const input = { code: 'TESTE-1', description: 'Mudada por outra pessoa', unitId: task.unit.id, items: task.items };
    const { errors } = await app.ask('admin', change, { variables: { id: task.id, version: task.version, input } });
    expect(errors).toBeUndefined();
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').getByText('Mudada por outra pessoa').waitFor();
    await page.getByRole('button', { name: 'Manter o que digitei' }).click();
    await page.keyboard.press('Control+s');
    await toast(page, 'Composição salva');
    const after = await app.ask('admin', '{ tasks(filter: { code: "TESTE-1" }) { content { description group } } }');
    expect(after.data.tasks.content).toEqual([{ description: 'Mudada por outra pessoa', group: 'Pisos de teste' }]);
  });

  test('are made anew, refused at their fields', async () => {
    await visitAnew(page, `${TASKS}?id=new`);
    await page.getByRole('heading', { level: 1, name: 'Nova composição' }).waitFor();
    await page.keyboard.press('Control+s');
    for (const words of ['Informe o código', 'Informe a descrição', 'Escolha a unidade', 'Inclua ao menos um item.']) {
      await page.getByText(words).waitFor();
    }
    await page.getByLabel('Código').fill('TESTE-3');
    await page.getByLabel('Descrição').fill('Limpeza final da obra');
    await page.getByRole('combobox', { name: 'Unidade' }).focus();
    await page.keyboard.type('m²');
    await page.getByRole('option', { name: /^m²/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await search(page).fill('servente');
    await page.getByRole('option', { name: /Servente com encargos/ }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Coeficiente de Servente com encargos');
    await page.keyboard.type('0,15');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/id=\d+/);
    // 0,15 × 26,70.
    expect((await stored('TESTE-3')).unitPrice).toBe('4.0050');
  });

  test('show their tree and the ABC curve of their inputs', async () => {
    await openFound(page, 'CP-0142');
    await page.getByRole('tab', { name: 'Árvore' }).click();
    await page.getByRole('list', { name: 'Árvore da composição' }).getByText('0,052582 m³').waitFor();
    await page.getByRole('tab', { name: 'Curva ABC' }).click();
    const first = page.getByRole('table', { name: 'Curva ABC dos insumos' }).locator('tbody tr').first();
    // Half an hour of the mason at 42,48.
    await eventually(first).toContain('21,2400');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('are only read by who buys, and are cards on a phone, in the dark too', async () => {
    const phone = await app.open(`${TASKS}?search=CP-0088`, { as: 'comprador', width: 390, dark: true });
    expect(await phone.getByRole('button', { name: 'Nova composição' }).count()).toBe(0);
    await phone.getByText('Argamassa 1:4, betoneira 400 L').click();
    await phone.getByText('Sem permissão de engenharia, as composições só podem ser consultadas.').waitFor();
    await phone.getByRole('list', { name: 'Itens da composição' }).getByText('303,9680').waitFor();
    expect(await phone.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
    expect(await search(phone).count()).toBe(0);
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.context().close();
    const own = await app.open(`${TASKS}?search=TESTE-3`, { as: 'engenheiro', width: 390 });
    await own.getByText('Limpeza final da obra').click();
    await quantity(own, 'Servente com encargos').fill('0,2');
    await own.getByRole('button', { name: 'Salvar' }).click();
    await eventually(async () => (await stored('TESTE-3')).unitPrice).toBe('5.3400');
    expect(await accessibilityProblems(own)).toEqual([]);
    await own.context().close();
  });
});
