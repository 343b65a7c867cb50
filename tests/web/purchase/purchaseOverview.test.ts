/** Every expected figure is worked out by hand, from the house that overviewKit.ts describes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, visit } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { holdAnswers } from '#tests/support/holdAnswers.ts';
import {
  BLOCK,
  BY_STAGE,
  CEMENT,
  HOUSE,
  OVERVIEW,
  param,
  pickAtOnce,
  rowOf,
  rows,
  SAND,
  startOverview,
  type OverviewSite,
} from './overviewKit.ts';

let site: OverviewSite;
beforeAll(async () => (site = await startOverview()), 90_000);
afterAll(() => site.app.stop());

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const main = async (page: Page): Promise<string> => plain(await textOf(page.getByRole('main')));
const bulk = (page: Page) => page.getByRole('toolbar', { name: 'Ações para os selecionados' });
const tabs = async (page: Page): Promise<string[]> =>
  (await page.getByRole('tab').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
const foot = async (page: Page): Promise<string> => plain(await textOf(page.locator('footer').last()));
const drawer = async (page: Page): Promise<string> => plain(await textOf(page.locator('[data-drawer]')));

/** Text of the row that has the focus; '' where none has it. */
const activeRow = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '');

const UNGROUPED = 'Sem grupo 2 | 500,00 | — | 436,00 | 126,00 | 126,00 | 64,00';
const CEMENT_ROW = `${CEMENT}R-0101 | kg | 300 | 240,00 | — | — | 250 | 226,00 | — | — | — | — | 50 | 14,00 | —`;
const BLOCK_ROW = `${BLOCK}R-0501 | kg | 130 | 260,00 | — | — | 100 | 210,00 | 60 | 126,00 | 60 | 126,00 | 30 | 50,00 | —`;
const SAND_ROW = `${SAND}R-0204 | kg | — | — | — | — | 2 | 290,00 | — | — | — | — | −2 | −290,00 | —`;
const OUTSIDE = 'Fora do orçamento 1 | — | — | 290,00 | — | — | −290,00';
const TOTALS =
  'Orçado R$ 500,00 Solicitado R$ 0,00 Pedido R$ 726,00 Recebido R$ 126,00 Faturado R$ 126,00 Pago R$ 126,00 Saldo −R$ 226,00';

describe('Resumo de compras, por insumo', () => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open(OVERVIEW);
    await page.getByRole('heading', { level: 1, name: 'Resumo de compras' }).waitFor();
  }, 60_000);

  test('tells each input by group, what is outside the estimate last, and the sums', async () => {
    await eventually(() => rows(page)).toEqual([UNGROUPED, CEMENT_ROW, BLOCK_ROW, OUTSIDE, SAND_ROW]);
    const shown = await main(page);
    expect(shown).toContain(`${HOUSE} · ORC-R1 · insumos, com frete e IPI orçamento não aprovado`);
    // 726 ÷ 500, 126 ÷ 726 = 17,355…, and all that came is paid.
    expect(shown).toContain(
      'Orçado R$ 500,00 3 insumos em 1 grupo Solicitado R$ 0,00 0,0% do orçado Pedido R$ 726,00 145,2% do orçado',
    );
    expect(shown).toContain(
      'Recebido R$ 126,00 17,4% do pedido Faturado R$ 126,00 100,0% do recebido Pago R$ 126,00 100,0% do recebido',
    );
    expect(shown).toContain('Saldo a comprar −R$ 226,00 2 insumos com saldo');
    await eventually(() => tabs(page)).toEqual(['Por insumo3', 'Por etapa2']);
    expect(await foot(page)).toBe(`${TOTALS} 3 insumos · 1 grupo`);
    const entry = page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Resumo de compras' });
    expect(await entry.getAttribute('aria-current')).toBe('page');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('keeps search, group, state, columns and unit in its address', async () => {
    await page.getByRole('searchbox', { name: 'Buscar insumo ou código' }).fill('bloco r-05');
    await eventually(() => rows(page)).toEqual([expect.stringMatching(/^Sem grupo 1 \| 260,00/), BLOCK_ROW]);
    expect(param(page, 'search')).toBe('bloco r-05');
    expect(await foot(page)).toContain('Orçado R$ 260,00 Solicitado R$ 0,00 Pedido R$ 210,00');
    await visit(page, OVERVIEW);
    await page.getByRole('button', { name: '2 insumos com saldo' }).click();
    await eventually(() => rows(page)).toEqual([UNGROUPED, CEMENT_ROW, BLOCK_ROW]);
    expect(param(page, 'state')).toBe('OPEN');
    await page.getByRole('button', { name: 'Limpar Situação' }).click();
    await page.getByRole('button', { name: 'Grupo', exact: true }).click();
    await page.getByRole('combobox', { name: 'Grupo de insumos' }).fill('sem');
    await page.getByRole('option', { name: 'Sem grupo' }).click();
    await page.keyboard.press('Escape');
    await eventually(async () => param(page, 'group')).toBe('-1');
    await page.getByText('Só com pedido ou saldo').click();
    await eventually(async () => param(page, 'moving')).toBe('true');
    await visit(page, `${OVERVIEW}?show=quantity&unit=purchase`);
    // 300, 250 and 50 kg in bags of 50.
    await eventually(() => rows(page)).toContain(`${CEMENT}R-0101 | sc | 6 | — | 5 | — | — | — | 1 | —`);
    await page.getByRole('button', { name: 'Valor', exact: true }).click();
    await eventually(() => rows(page)).toContain(`${CEMENT}R-0101 | sc | 240,00 | — | 226,00 | — | — | — | 14,00 | —`);
    await visit(page, `${OVERVIEW}?search=nada+disto&show=azul`);
    await eventually(() => main(page)).toContain('“azul” não serve para “show” (Colunas).');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await eventually(() => rows(page).then(({ length }) => length)).toBe(5);
    await visit(page, OVERVIEW);
  });

  test('opens the orders behind a row by keyboard, whose sum is the row', async () => {
    await rowOf(page, BLOCK).focus();
    await page.keyboard.press('Enter');
    await eventually(() => drawer(page)).toContain('PC-R01 03/11/2026');
    expect(param(page, 'id')).toBe(site.block);
    const shown = await drawer(page);
    expect(shown).toContain('1 Alvenaria · NF 77 · despesa 210,00 100 kg 126,00 60 kg 126,00 60 kg 126,00 60 kg');
    expect(shown).toMatch(/Total 210,00 100 kg 126,00 60 kg 126,00 60 kg 126,00 60 kg$/);
    const link = (name: string) => page.locator('[data-drawer]').getByRole('link', { name });
    expect(await link('PC-R01').getAttribute('href')).toContain(`orders-and-receipts?id=${site.orderId}`);
    expect(await link('despesa').getAttribute('href')).toContain(`outcome?id=${site.expense}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await eventually(async () => param(page, 'id')).toBeNull();
    await eventually(() => activeRow(page)).toContain(BLOCK);
  });

  test('folds a group with the arrows', async () => {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => rows(page)).toEqual([UNGROUPED, OUTSIDE, SAND_ROW]);
    await page.keyboard.press('ArrowRight');
    await eventually(() => rows(page).then(({ length }) => length)).toBe(5);
  });

  test('makes an order of what is left to buy of the chosen inputs', async () => {
    await rowOf(page, CEMENT).focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Shift+ArrowDown');
    await eventually(() => textOf(bulk(page)).then(plain)).toContain('2 insumos · saldo R$ 64,00');
    await page.getByRole('checkbox', { name: `Selecionar ${SAND}` }).click();
    // 14,00 + 50,00 − 290,00.
    await eventually(() => textOf(bulk(page)).then(plain)).toContain('3 insumos · saldo −R$ 226,00');
    expect(param(page, 'sel')).toBe([site.cement, site.block, site.sand].join(','));
    expect(await accessibilityProblems(page)).toEqual([]);
    await bulk(page).getByRole('button', { name: 'Criar pedido' }).click();
    await page.getByRole('heading', { level: 1, name: 'Novo pedido' }).waitFor();
    await page.getByText('1 insumo sem saldo ficou de fora').first().waitFor();
    const typed = () =>
      page.locator('tr[data-line]').evaluateAll((lines) =>
        lines.map((line) => {
          const input = line.querySelector<HTMLInputElement>('[data-column="quantity"] input');
          return [input?.value, line.querySelector('[data-column="unit"]')?.textContent].join(' ');
        }),
      );
    // The cement is bought in bags.
    await eventually(typed).toEqual(['1 sc', '30 kg']);
    expect(await page.getByRole('combobox', { name: 'Obra' }).inputValue()).toBe(HOUSE);
    // What is typed into it is a draft of its own: a reload keeps it, and another new order is empty.
    await page.getByLabel(`Quantidade de ${CEMENT}`).fill('2');
    await page.keyboard.press('Tab');
    await page.getByText('não salvo').waitFor();
    // The draft is written within half a second.
    await eventually(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => /draft\..*order\.\d+\.\w+\.new$/.test(key))),
    ).toBe(true);
    await page.reload();
    await eventually(typed).toEqual(['2 sc', '30 kg']);
    await page.getByRole('button', { name: 'Descartar rascunho' }).click();
    await eventually(typed).toEqual(['1 sc', '30 kg']);
    await visit(page, '/home/forms/purchase/orders-and-receipts?id=new');
    await eventually(typed).toEqual([]);
  });

  test('is refused without purchases, and does not show what else the user may not see', async () => {
    const buyer = await site.open(OVERVIEW, { as: 'comprador', at: null });
    await eventually(() => main(buyer)).toContain('escolha a obra');
    await buyer.getByRole('link', { name: 'Vila das Ipês – 8 casas' }).click();
    await eventually(() => main(buyer)).toContain('ORC-011');
    expect(param(buyer, 'building')).toMatch(/^\d+$/);
    expect(await buyer.getByRole('button', { name: 'Ver no orçado × realizado' }).count()).toBe(0);
    await buyer.getByRole('tab', { name: /Por etapa/ }).click();
    await eventually(() => main(buyer)).toContain('mesmos totais de “Por insumo”');
    expect(param(buyer, 'building')).toMatch(/^\d+$/);
    await buyer.close();
    const payer = await site.open(OVERVIEW, { as: 'pagador', at: null });
    await payer.getByText('Sem acesso a Resumo de compras').first().waitFor();
    await payer.close();
  });

  test('teaches where nothing is estimated and nothing ordered', async () => {
    const empty = await site.open(OVERVIEW, { at: site.empty });
    await empty.getByText('Nada a comprar ainda').waitFor();
    await empty.getByRole('button', { name: 'Ir para Orçamentos' }).waitFor();
    expect(await accessibilityProblems(empty)).toEqual([]);
    await empty.close();
  });
});

const WALLS = '1Alvenaria | 420,00 | — | 210,00 | 126,00 | 126,00 | 126,00 | 210,00 | 50,0%';
const FLOORS = '2Pisos | 80,00 | — | 180,00 | — | — | — | −100,00 | 225,0%';

describe('Resumo de compras, por etapa', () => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open(BY_STAGE);
    await page.getByRole('heading', { level: 1, name: 'Resumo de compras' }).waitFor();
  }, 60_000);

  test('tells each stage, and apart from them what is in none, with the same totals', async () => {
    await eventually(() => rows(page)).toEqual([
      ...[WALLS, FLOORS, 'Sem etapa 2 | — | — | 336,00 | — | — | — | — | fora da comparação'],
      `PC-R0306/11/2026${CEMENT} | — | — | 46,00 | — | — | — | — | sugestão2 Pisos`,
      `PC-R0205/11/2026${SAND} | — | — | 290,00 | — | — | — | — | sem sugestão`,
    ]);
    expect(await foot(page)).toBe(`${TOTALS} mesmos totais de “Por insumo”`);
    expect(await main(page)).toContain('R$ 336,00 em 2 pedidos sem etapa.');
    const entry = page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Resumo de compras' });
    expect(await entry.getAttribute('aria-current')).toBe('page');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('opens a stage to its inputs and an input to its orders by Right, and closes by Left', async () => {
    await rowOf(page, 'Pisos').focus();
    await page.keyboard.press('ArrowRight');
    const inStage = `${CEMENT}R-0101 | 80,00 | — | 180,00 | — | — | — | −100,00 | 225,0%`;
    await eventually(() => rows(page)).toContain(inStage);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await eventually(() => drawer(page)).toContain('PC-R01 03/11/2026');
    // The bag without a stage is not in this one: 4 bags of 50 kg.
    expect(await drawer(page)).toMatch(/Total 180,00 200 kg — — — — — —$/);
    await page.keyboard.press('Escape');
    await eventually(() => activeRow(page)).toContain(CEMENT);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => rows(page)).not.toContain(inStage);
  });

  test('is narrowed by words, depth and what is above its estimate, in the address', async () => {
    await page.getByRole('button', { name: 'Insumos', exact: true }).click();
    await eventually(() => rows(page)).toContain(
      `${BLOCK}R-0501 | 260,00 | — | 210,00 | 126,00 | 126,00 | 126,00 | 50,00 | 80,8%`,
    );
    expect(param(page, 'level')).toBe('inputs');
    await visit(page, BY_STAGE);
    await page.getByText('Só excedidas').click();
    await eventually(async () => (await rows(page)).slice(0, 2)).toEqual([FLOORS, expect.stringMatching(/^Sem etapa/)]);
    await page.getByRole('searchbox', { name: 'Buscar etapa' }).fill('alvenaria');
    await eventually(() => main(page)).toContain('Nenhuma etapa acima do orçado.');
    expect([param(page, 'exceeded'), param(page, 'search')]).toEqual(['true', 'alvenaria']);
    await visit(page, BY_STAGE);
    await eventually(() => rows(page)).toContain(WALLS);
  });

  test('puts an order where its input belongs, and takes it back', async () => {
    await page.getByRole('button', { name: 'Aceitar a sugestão' }).click();
    await page.getByText('1 pedido classificado como sugerido').first().waitFor();
    // 180 + 46 of 80.
    await eventually(() => rows(page)).toContain('2Pisos | 80,00 | — | 226,00 | — | — | — | −146,00 | 282,5%');
    expect(await site.stageOf('PC-R03')).toBe('2');
    await eventually(() => main(page)).toContain('R$ 290,00 em 1 pedido sem etapa.');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await eventually(() => rows(page)).toContain(FLOORS);
    expect(await site.stageOf('PC-R03')).toBeNull();
  });

  test('puts chosen orders into a stage, and shows that by input and in the orders', async () => {
    await rowOf(page, 'PC-R03').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Shift+ArrowDown');
    await eventually(() => textOf(bulk(page)).then(plain)).toContain('2 pedidos · R$ 336,00');
    await bulk(page).getByRole('combobox', { name: 'Etapa' }).fill('alv');
    await page.getByRole('option', { name: '1 Alvenaria' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await bulk(page).getByRole('button', { name: 'Classificar' }).click();
    await page.getByText('2 pedidos classificados em 1 Alvenaria').first().waitFor();
    // 210 + 290 + 46 of 420: 130,0 %. Nothing is left without a stage.
    await eventually(() => rows(page)).toEqual([
      '1Alvenaria | 420,00 | — | 546,00 | 126,00 | 126,00 | 126,00 | −126,00 | 130,0%',
      FLOORS,
    ]);
    expect([await site.stageOf('PC-R02'), await site.stageOf('PC-R03')]).toEqual(['1', '1']);
    await eventually(() => bulk(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await eventually(() => rows(page)).toContain(WALLS);
    expect([await site.stageOf('PC-R02'), await site.stageOf('PC-R03')]).toEqual([null, null]);
  });

  test.each([
    [OVERVIEW, 390, false],
    [OVERVIEW, 390, true],
    [OVERVIEW, 1440, true],
    [BY_STAGE, 390, false],
    [BY_STAGE, 390, true],
    [BY_STAGE, 1440, true],
  ] as const)('is accessible: %s at %i px, dark %s', async (address, width, dark) => {
    const shown = await site.open(address, { width, dark });
    await shown
      .getByText(address === OVERVIEW ? CEMENT : 'Alvenaria')
      .first()
      .waitFor();
    if (width === 390) await eventually(() => shown.locator('[role="listitem"]').count()).toBeGreaterThan(1);
    expect(await accessibilityProblems(shown)).toEqual([]);
    await shown.close();
  });

  test('shows cards on a phone: what is left, and the orders behind it', async () => {
    const phone = await site.open(OVERVIEW, { width: 390 });
    const card = phone.getByRole('listitem').filter({ hasText: CEMENT });
    await eventually(() => textOf(card).then(plain)).toBe(`${CEMENT} R$ 14,00 R-0101 · saldo 50 kg —`);
    await card.getByRole('button').click();
    await eventually(() => drawer(phone)).toMatch(/Total Pedido 226,00 250 kg|Total 226,00 250 kg/);
    await phone.getByRole('button', { name: 'Fechar' }).first().click();
    await phone.getByRole('tab', { name: /Por etapa/ }).click();
    await phone.getByRole('button', { name: /1 Alvenaria/ }).click();
    await eventually(() => main(phone)).toContain(BLOCK);
    await phone.close();
  });
});

describe('A buyer’s day', () => {
  /** A call of REST about the quote that the address names. */
  const quoted = async (page: Page, method: string, address: string) => {
    const path = `/api/v1/purchase/company/${site.companyId}/quote/${param(page, 'id')}${address}`;
    const authorization = `Bearer ${await site.app.token('admin')}`;
    const { data } = await (await fetch(`${site.app.url}${path}`, { method, headers: { authorization } })).json();
    return data;
  };

  test('goes from what is left to buy over a quote and its answer to an order', async () => {
    const page = await site.open(OVERVIEW);
    await pickAtOnce(page, [CEMENT, BLOCK]);
    await bulk(page).getByRole('button', { name: 'Criar cotação' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova cotação' }).waitFor();
    // What is in the request is not offered again; nothing else of the estimate is left to buy.
    await page.getByRole('button', { name: 'O que falta comprar da obra…' }).click();
    await page.getByRole('dialog').getByText('Nada a comprar').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('textbox', { name: 'Título' }).fill('Saldo da casa');
    await page.getByRole('textbox', { name: 'Responder até' }).fill('24/11/2026');
    await page.getByRole('combobox', { name: 'Incluir fornecedor' }).click();
    await page.getByRole('option').first().click();
    await holdAnswers(page, 'Quote', (answer) => answer.url().endsWith('/attachments'));
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Cotação salva', { exact: true }).waitFor();
    const plan = { name: 'Planta.txt', mimeType: 'text/plain', buffer: Buffer.from('planta') };
    await page.getByLabel('Arquivos para os fornecedores').setInputFiles(plan);
    await page.getByRole('button', { name: 'Baixar Planta.txt' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const quote = await quoted(page, 'GET', '');
    expect(quote).toMatchObject({
      attachments: [{ name: 'Planta.txt', size: 6 }],
      lines: [
        {
          quantity: '1.0000',
          unit: { acronyms: 'sc' },
          referencePrice: '40.0000',
          costEstimateGroup: { name: 'Pisos' },
        },
        { quantity: '30.0000', referencePrice: '2.0000', costEstimateGroup: { name: 'Alvenaria' } },
      ],
    });

    const { url } = await quoted(page, 'POST', `/suppliers/${quote.suppliers[0].id}/links`);
    // 44,00 + 30 × 1,90 = 101,00, and 10,10 of IPI.
    const prices = ['44', '1.90'];
    const answer = {
      lines: quote.lines.map(({ id }: { id: number }, index: number) => ({
        ...{ lineId: id, price: prices[index], unavailable: false, brand: null },
      })),
      ...{ freight: 'INCLUDED', shippingRate: null, ipi: '10', deliveryDays: 5, validUntil: null, paymentDays: [28] },
      notes: 'Entrega de manhã',
    };
    const path = new URL(url).pathname.replace('/quote-request', '/api/v1/purchase/quote-request');
    const sent = await fetch(`${site.app.url}${path}/answer`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) },
    });
    expect(sent.status).toBe(200);
    const address = new URL(page.url());

    await visit(page, OVERVIEW);
    const cement = `${CEMENT}R-0101 | kg | 300 | 240,00 | 50 | 40,00 | 250 | 226,00 | — | — | — | — | 50 | 14,00 | —`;
    await eventually(() => rows(page)).toContain(cement);
    await eventually(() => foot(page)).toContain('Solicitado R$ 100,00');
    await rowOf(page, CEMENT).focus();
    await page.keyboard.press('Enter');
    await eventually(() => drawer(page)).toContain(`${quote.document} Saldo da casa responder até 24/11/2026`);
    expect(await drawer(page)).toContain('2 Pisos 40,00 50 kg Total 40,00 50 kg');

    await visit(page, `${address.pathname}${address.search}`);
    await eventually(() => main(page)).toContain('com frete e IPI R$ 48,40');
    expect(await main(page)).toContain('Entrega de manhã');
    await page.getByRole('button', { name: 'Usar melhor combinação' }).click();
    await page.getByRole('button', { name: 'Gerar pedidos (1)' }).click();
    await page.getByText('Pedidos gerados:').waitFor();
    await visit(page, OVERVIEW);
    // 226,00 + 48,40 for a bag of 50 kg, and 210,00 + 62,70 for 30 blocks; the quote is decided.
    const bought = `${CEMENT}R-0101 | kg | 300 | 240,00 | — | — | 300 | 274,40 | — | — | — | — | — | −34,40 | —`;
    await eventually(async () => (await rows(page)).join('\n')).toContain(bought.slice(0, -4));
    await eventually(() => foot(page)).toContain('Solicitado R$ 0,00 Pedido R$ 837,10');
    await page.close();
  });
});
