import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, visitAnew, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { slowness } from '#tests/support/pace.ts';
import { cell, focused, foot, paste, rows, save, toast } from './costEstimates/page.ts';

const LIST = '/home/forms/engineering/cost-estimate';

let app: TestApp;
let place: { companyId: string; buildingId: string };
beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('engenheiro', '{ session { companies { id buildings { id } } } }');
  const [company] = data.session.companies;
  place = { companyId: company.id, buildingId: company.buildings[0].id };
}, 60_000);
afterAll(() => app.stop());

/** Reads the whole answer: one of thousands of rows that nobody reads keeps its connection, and the gateway, open. */
const post = async (user: DemoUser, path: string, body: unknown): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${app.url}/api/v1/engineering/company/${place.companyId}/cost-estimate${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await app.token(user)}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const idOf = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? '';
const stored = async (id: string) => {
  const query = `{ costEstimate(companyId: ${place.companyId}, id: ${id}) { total discount version approved lock { user { name } } }
    costEstimateDetails(companyId: ${place.companyId}, id: ${id}) { details { id code description quantity formula memo total } } }`;
  const { data, errors } = await app.ask('admin', query);
  if (errors) throw new Error(JSON.stringify(errors));
  return { ...data.costEstimate, details: data.costEstimateDetails.details };
};

describe('Orçamentos', () => {
  let page: Page;
  let id: string;
  beforeAll(async () => {
    page = await app.open(LIST, { as: 'engenheiro' });
    await page.getByRole('heading', { level: 1, name: 'Orçamentos' }).waitFor();
  }, 60_000);

  test('are listed with their sum and views, and a new one saves its header first', async () => {
    await eventually(page.locator('.ag-row').first()).toContain('ORC-014');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Novo orçamento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo orçamento' });
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('Informe o código do orçamento').waitFor();
    await dialog.getByText('Informe a descrição do orçamento').waitFor();
    await dialog.getByLabel('Descrição').fill('Casa de teste');
    await dialog.getByLabel('Código').fill('ORC-014');
    await dialog.getByRole('combobox', { name: 'Obra' }).fill('Residência');
    await page.getByRole('option', { name: 'Residência Alto da Serra' }).click();
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText(/já existe/i).waitFor();
    await dialog.getByLabel('Código').fill('TESTE-1');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await toast(page, 'Orçamento salvo');
    await page.getByRole('heading', { level: 1, name: 'Casa de teste' }).waitFor();
    await page.getByText('Orçamento sem linhas').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    id = idOf(page);
  });

  test('take the rows of a spreadsheet with their stages, and compute what is typed in them', async () => {
    await paste(
      page,
      '1\tFundações\t\t\t\n1.1\tEstacas\tm\t10\t100\n1.2\tBlocos\tm³\t2,5\t400\n2\tAlvenaria\t\t\t\n2.1\tParede\tm²\t1\t50',
    );
    await eventually(() => rows(page)).toEqual([
      '1 | Fundações |  | 2.000,00',
      '1.1 | Estacas | 10,00 | 1.000,00',
      '1.2 | Blocos | 2,50 | 1.000,00',
      '2 | Alvenaria |  | 50,00',
      '2.1 | Parede | 1,00 | 50,00',
    ]);
    await page.getByText('Em edição por você').waitFor();
    await cell(page, 'Parede', 'quantity').click();
    // 12 × 2,80 × 4 = 134,40; × 50,00 = 6.720,00.
    await page.keyboard.type('12*2,80*4');
    await eventually(() => rows(page).then((all) => all[4])).toBe('2.1 | Parede | 12*2,80*4 | 6.720,00');
    await eventually(() => foot(page)).toContain('Preço totalR$ 8.720,00');
    await page.keyboard.press('Shift+Enter');
    await eventually(() => rows(page).then((all) => all[4])).toBe('2.1 | Parede | 134,40 | 6.720,00');
  });

  test('are built by keyboard: from the catalogue, repeated, moved, indented, removed, undone', async () => {
    await cell(page, 'Parede', 'quantity').click();
    await page.keyboard.press('Insert');
    await page.keyboard.type('CP-0126');
    await page.getByRole('option', { name: /CP-0126/ }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Quantidade de Alvenaria de bloco cerâmico 14x19x39 cm');
    // 10 × 88,1287 = 881,287.
    await page.keyboard.type('10');
    await eventually(() => rows(page).then((all) => all[5])).toBe(
      '2.2 | Alvenaria de bloco cerâmico 14x19x39 cm | 10 | 881,29',
    );
    await page.keyboard.press('Control+d');
    await eventually(() => foot(page)).toContain('R$ 20.564,50');
    await page.keyboard.press('Control+z');
    await eventually(() => foot(page)).toContain('R$ 9.601,29');
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => rows(page).then((all) => all.slice(4).map((row) => row.slice(0, 12)))).toEqual([
      '2.1 | Alvena',
      '2.2 | Parede',
    ]);
    await page.keyboard.press('Alt+ArrowLeft');
    await eventually(() => rows(page).then((all) => all.slice(3).map((row) => row.slice(0, 10)))).toEqual([
      '2 | Alvena',
      '2.1 | Pare',
      '3 | Alvena',
    ]);
    expect(await focused(page)).toBe('Quantidade de Alvenaria de bloco cerâmico 14x19x39 cm');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Delete');
    await toast(page, '2 linhas retiradas');
    await eventually(() => foot(page)).toContain('R$ 2.000,00');
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await eventually(() => foot(page)).toContain('R$ 9.601,29');
    await save(page);
    // The lock is given back by a call of its own, after the save.
    await eventually(async () => (await stored(id)).lock).toBeNull();
    const { total, details } = await stored(id);
    expect(total).toBe('9601.29');
    expect(details.map((row: Record<string, string>) => `${row['code']} ${row['quantity']} ${row['formula']}`)).toEqual(
      [
        ...['1 null null', '1.1 10.0000 null', '1.2 2.5000 null', '2 null null'],
        ...['2.1 134.4000 12*2,80*4', '2.2 10.0000 null'],
      ],
    );
  });

  test('a composition opens in its place, a search goes to its row, levels fold the tree', async () => {
    await page.getByRole('button', { name: 'Abrir Alvenaria de bloco cerâmico 14x19x39 cm' }).click();
    await page.getByText('Bloco cerâmico 14x19x39 cm', { exact: true }).waitFor();
    await page.getByRole('button', { name: '1', exact: true }).click();
    await eventually(() => rows(page).then((all) => all.length)).toBe(2);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('blocos');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Descrição de Blocos');
    await page.getByRole('button', { name: '4', exact: true }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('a composition is changed in the estimate alone, compared with the register, and given back to it', async () => {
    const name = 'Alvenaria de bloco cerâmico 14x19x39 cm';
    const dialog = page.getByRole('dialog', { name });
    await cell(page, name, 'quantity').first().click();
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('88,1287', { exact: true }).waitFor();
    // 0.69 → 1 of the mason at 42.48 adds 0.31 × 42.4800 = 13.1688.
    await dialog.getByLabel(/^Coeficiente de Pedreiro/).fill('1');
    await dialog.getByText('101,2975', { exact: true }).waitFor();
    await dialog.getByText('Alterada neste orçamento').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Comparar com o cadastro' }).click();
    await dialog.getByText(/diferença: \+13,1688/).waitFor();
    await dialog.getByRole('button', { name: 'Ver itens' }).click();
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    // 8.720,00 + 10 × 101.2975 = 1.012,98.
    await eventually(() => foot(page)).toContain('R$ 9.732,98');
    await page.keyboard.press('Control+z');
    await eventually(() => foot(page)).toContain('R$ 9.601,29');
    await page.keyboard.press('Control+y');
    await eventually(() => foot(page)).toContain('R$ 9.732,98');
    await save(page);
    await eventually(cell(page, name, 'description').first()).toContain('alterada');
    expect((await stored(id)).total).toBe('9732.98');
    await cell(page, name, 'quantity').first().click();
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Comparar com o cadastro' }).click();
    await dialog.getByRole('button', { name: 'Voltar ao cadastro' }).click();
    await eventually(() => foot(page)).toContain('R$ 9.601,29');
    await save(page);
    expect((await stored(id)).total).toBe('9601.29');
  });

  test('BDI from its parts and a target total give every row its share', async () => {
    await page.getByRole('button', { name: /^BDI/ }).click();
    const bdi = page.getByRole('dialog', { name: 'BDI' });
    await bdi.getByRole('button', { name: 'Novo BDI' }).click();
    await bdi.getByRole('checkbox', { name: 'Compor pelas parcelas' }).check();
    for (const [part, typed] of [
      ...[
        ['Adm. central (AC)', '4'],
        ['Seguro (S)', '0,8'],
        ['Risco (R)', '1,27'],
      ],
      ...[
        ['Desp. financeiras (DF)', '1,23'],
        ['Lucro (L)', '7,4'],
        ['Impostos (I)', '5,65'],
      ],
    ]) {
      await bdi.getByLabel(part ?? '').fill(typed ?? '');
    }
    await eventually(() => bdi.getByLabel('Percentual').inputValue()).toBe('22,23%');
    expect(await accessibilityProblems(page)).toEqual([]);
    await bdi.getByRole('button', { name: 'Aplicar' }).click();
    // 122,23 × 10 + 488,92 × 2,5 + 61,12 × 134,4 + 107,72 × 10.
    await eventually(() => foot(page)).toContain('R$ 11.736,33');
    await page.getByRole('button', { name: 'Desconto', exact: true }).click();
    const discount = page.getByRole('dialog', { name: 'Desconto e total alvo' });
    await discount.getByLabel('Total alvo').fill('11000');
    await eventually(() => discount.getByLabel('Desconto').inputValue()).toBe('736,33');
    await discount.getByRole('button', { name: 'Aplicar' }).click();
    await eventually(() => foot(page)).toContain('R$ 11.000,00');
    await save(page);
    expect(await stored(id)).toMatchObject({ total: '11000.00', discount: '736.33' });
  });

  test('a text that does not read stays with its problem, and keeps the estimate from being saved', async () => {
    await cell(page, 'Estacas', 'quantity').click();
    await page.keyboard.type('12*');
    await page.keyboard.press('Enter');
    const wrong = cell(page, 'Estacas', 'quantity');
    await eventually(() => wrong.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Control+s');
    await eventually(() => focused(page)).toBe('Quantidade de Estacas');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe(
      'A conta não pode ser lida: use números, + − * / e parênteses',
    );
    await page.keyboard.press('Control+a');
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await eventually(() => wrong.getAttribute('aria-invalid')).toBeNull();
  });

  test('what is typed survives a reload, another session that takes over, and a save of that session', async () => {
    await page.waitForTimeout(700);
    await page.reload();
    await page.getByText(/^Rascunho de/).waitFor();
    await eventually(() => rows(page).then((all) => all[1])).toMatch(/^1\.1 \| Estacas \| 11,00/);
    const other = await app.open(`${LIST}?id=${id}`, { as: 'admin' });
    await other.getByText(/está editando este orçamento desde \d\d:\d\d\./).waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.getByRole('button', { name: 'Assumir edição' }).click();
    await page.getByText(/está editando este orçamento desde/).waitFor();
    await page.keyboard.press('Control+s');
    await eventually(() => page.getByText('não salvo', { exact: true }).count()).toBe(1);
    await cell(other, 'Blocos', 'quantity').click();
    await other.keyboard.type('3');
    await save(other);
    await other.context().close();
    await eventually(() => page.getByText(/está editando este orçamento desde/).count()).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByText(/O que você digitou foi mantido sobre a versão nova/).waitFor();
    await eventually(() => rows(page).then((all) => all.slice(1, 3).map((row) => row.split(' | ')[2]))).toEqual([
      '11,00',
      '3,00',
    ]);
    await save(page);
    const { details } = await stored(id);
    expect(details.map(({ quantity }: { quantity: string }) => quantity).slice(1, 3)).toEqual(['11.0000', '3.0000']);
  });

  test('approved, it is only read; it is duplicated, and the copy is deleted', async () => {
    await page.getByRole('button', { name: 'Aprovar' }).click();
    await toast(page, 'Orçamento aprovado');
    await page.getByText(/^Aprovado em .* por .*: para mudar, desfaça a aprovação\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
    await cell(page, 'Blocos', 'quantity').click();
    expect(await page.locator('[role="treegrid"] input').count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'PDF sintético' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^TESTE-1 .*\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    const row = page.locator('.ag-row').filter({ hasText: 'TESTE-1' });
    await eventually(row).toContain('Aprovado');
    await page.locator('.ag-row', { hasText: 'TESTE-1' }).waitFor();
    const index = await row.getAttribute('row-index');
    const actions = async (at: string | null) =>
      page.locator(`.ag-row[row-index="${at}"]`).getByRole('button', { name: 'Mais ações' }).click();
    await actions(index);
    await page.getByRole('menuitem', { name: 'Duplicar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicar TESTE-1' });
    await dialog.getByLabel('Código').fill('TESTE-2');
    await dialog.getByRole('button', { name: 'Duplicar' }).click();
    await toast(page, 'Orçamento duplicado');
    await eventually(() => rows(page).then((all) => all.length)).toBe(6);
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    const copy = page.locator('.ag-row').filter({ hasText: 'TESTE-2' });
    await eventually(copy).toContain('Em elaboração');
    await actions(await copy.getAttribute('row-index'));
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await toast(page, 'Orçamento excluído');
    await eventually(() => copy.count()).toBe(0);
  });

  test('5,000 rows open, and an edit is in the totals within 50 ms', async () => {
    const made = await post('engenheiro', '', {
      code: 'GRANDE',
      description: 'Grande',
      building: { id: Number(place.buildingId) },
    });
    const { data } = made.body as { data: { id: number; version: number } };
    const large = Array.from({ length: 5_000 }, (_, index) => {
      const stage = `s${index - (index % 50)}`;
      return index % 50 === 0
        ? {
            key: stage,
            type: 'GROUP',
            parentId: null,
            description: `Etapa ${index / 50 + 1}`,
            position: index / 50 + 1,
          }
        : {
            ...{ key: `r${index}`, type: 'TASK', parentKey: stage, position: index % 50 },
            ...{ description: `Serviço ${index}`, unit: 'm²', quantity: `${index}.2500`, unitPrice: '12.3400' },
          };
    });
    expect((await post('engenheiro', `/${data.id}/detail?version=${data.version}`, large)).status).toBe(200);
    await visitAnew(page, LIST);
    await page.locator('.ag-row').first().waitFor();
    const start = Date.now();
    await visit(page, `${LIST}?id=${data.id}`);
    await page.getByText('Serviço 1', { exact: true }).waitFor();
    const opened = Date.now() - start;
    await cell(page, 'Serviço 3', 'quantity').first().click();
    const times = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('input[data-active]');
      const foot = document.querySelector('footer');
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const measured: number[] = [];
      for (let turn = 1; turn <= 9 && field && foot; turn += 1) {
        const before = foot.textContent;
        const began = performance.now();
        value?.set?.call(field, String(turn * 1_000));
        field.dispatchEvent(new Event('input', { bubbles: true }));
        while (foot.textContent === before) await new Promise((done) => setTimeout(done, 0));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        measured.push(performance.now() - began);
      }
      return measured.sort((a, b) => a - b);
    });
    process.stdout.write(`5,000 rows: opened in ${opened} ms, an edit in ${times[4]} ms\n`);
    // Services that check each answer against the contract take most of it here.
    expect(opened).toBeLessThan(6_000 * slowness());
    expect(times).toHaveLength(9);
    // The quickest of nine: other suites run on the same processors.
    expect(times[0]).toBeLessThan(50 * slowness());
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  });

  test('on a phone quantities are typed in cards, in dark', async () => {
    const made = await post('engenheiro', '', {
      code: 'FONE',
      description: 'No celular',
      building: { id: Number(place.buildingId) },
    });
    const { data } = made.body as { data: { id: number; version: number } };
    const body = [
      {
        key: 'a',
        type: 'TASK',
        description: 'Piso',
        unit: 'm²',
        quantity: '2.0000',
        unitPrice: '10.0000',
        parentId: null,
        position: 1,
      },
    ];
    expect((await post('engenheiro', `/${data.id}/detail?version=${data.version}`, body)).status).toBe(200);
    const phone = await app.open(`${LIST}?id=${data.id}`, { as: 'engenheiro', width: 390, dark: true });
    await phone.getByLabel('Quantidade de Piso').fill('3,5');
    await eventually(() => foot(phone)).toContain('R$ 35,00');
    await phone.getByRole('button', { name: /^Retirar [\d.]+ Piso$/ }).click();
    await eventually(() => phone.getByLabel('Quantidade de Piso').count()).toBe(0);
    await phone.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await eventually(() => foot(phone)).toContain('R$ 35,00');
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Salvar' }).click();
    await toast(phone, 'Orçamento salvo');
    expect(await stored(String(data.id))).toMatchObject({ total: '35.00' });
    await phone.context().close();
  });
});
