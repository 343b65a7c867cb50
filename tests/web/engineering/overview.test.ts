import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visitAnew, withoutPurchases, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { orderFor } from '#tests/web/orderedHouse.ts';

const OVERVIEW = '/home/forms/engineering/appropriate-overview';
const HOUSE = 'Residência Alto da Serra';

let app: TestApp;
let house: number;
beforeAll(async () => {
  app = await startApp();
  const [row] = await app.services.seed.sql<{ id: string }>('select id from buildings where name = $1', [HOUSE]);
  house = Number(row?.id);
}, 60_000);
afterAll(() => app.stop());

const search = (page: Page): string => new URL(page.url()).search;
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** "89598.52" as "89.598,52". */
const shown = (value: string): string =>
  `${value.split('.')[0]?.replace(/\B(?=(\d{3})+$)/g, '.')},${value.split('.')[1]}`;

/** Gross value of the expenses of the house in a stage with everything in it, by SQL of its own. */
const spentIn = async (stage: string, until = '2026-11-20'): Promise<string> => {
  const [row] = await app.services.seed.sql<{ sum: string }>(
    `select sum(a.gross_value) from apportionments a join transactions t on t.id = a.transaction_id
     join cost_estimate_groups g on g.id = a.cost_estimate_group_id
     where a.building_id = $1 and t.type = 'DEBIT' and t.competence_date <= $2 and (g.code = $3 or g.code like $3 || '.%')`,
    [house, until, stage],
  );
  return row?.sum ?? '0.00';
};

describe('Orçado × realizado', () => {
  test('tells the owner in three clicks which documents made the foundations cost what they cost', async () => {
    const page = await app.open('/home/dashboard', {
      as: 'admin',
      place: { companyId: '1', buildingId: String(house) },
    });
    await page.getByRole('link', { name: 'Orçado × realizado' }).click();
    const foundations = shown(await spentIn('3'));
    await rowOf(page, 'Fundações').getByRole('link', { name: foundations }).click();
    await eventually(() => search(page)).toContain('competenceTo=2026-11-20');
    const main = page.getByRole('main');
    await eventually(main).toContain('Etapa: 3 Fundações');
    await eventually(() => main.innerText().then(plain)).toContain(`R$ ${foundations}`);
    await page.locator('.ag-row').first().getByText('Quitada').click();
    await eventually(() => search(page)).toMatch(/[?&]id=\d+/);
    await page.getByRole('heading', { name: 'Rateio' }).waitFor();
    await page.close();
  });

  test('classifies several expenses without a stage at once, names those that were refused, and takes it back', async () => {
    const { seed } = app.services;
    const unclassified = async () => {
      const [row] = await seed.sql<{ count: number }>(
        `select count(*)::integer as count from apportionments a join transactions t on t.id = a.transaction_id
         where a.building_id = $1 and a.cost_estimate_group_id is null and t.type = 'DEBIT' and t.competence_date <= '2026-11-20'`,
        [house],
      );
      return row?.count ?? 0;
    };
    const before = await unclassified();
    const foundations = await spentIn('3');
    // Without its socket the page learns of no change by others.
    const page = await app.open(`${OVERVIEW}?building=${house}`, {
      as: 'admin',
      before: (opened) => opened.routeWebSocket(/./, () => undefined),
    });
    await page.getByRole('link', { name: 'Classificar' }).click();
    for (const index of [0, 1, 2]) await page.locator(`.ag-row[row-index="${index}"] input[type="checkbox"]`).click();
    const selected = () => (new URL(page.url()).searchParams.get('sel') ?? '').split(',');
    // The address follows the selection a moment later.
    await eventually(() => selected().length).toBe(3);
    const chosen = selected();
    // Somebody else saves one of them meanwhile.
    await seed.sql('update transactions set version = version + 1 where id = $1', [chosen[0]]);
    await page
      .getByRole('toolbar', { name: 'Ações para os selecionados' })
      .getByRole('button', { name: 'Classificar' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Classificar 3 despesas').waitFor();
    await dialog.getByRole('button', { name: 'Classificar' }).click();
    await dialog.getByText('Escolha uma etapa.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Etapa' }).fill('Fundações');
    await page.getByRole('option', { name: '3 Fundações', exact: true }).click();
    await dialog.getByRole('button', { name: 'Classificar' }).click();
    await dialog.getByText('2 de 3 despesas classificadas').waitFor();
    await dialog
      .getByText('Este lançamento foi alterado por outra pessoa. Atualize a lista e tente de novo.')
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await eventually(() => search(page)).toContain(`sel=${chosen[0]}`);
    expect(await unclassified()).toBe(before - 2);
    expect(await spentIn('3')).not.toBe(foundations);
    await page.getByText('2 de 3 despesas classificadas em 3 Fundações').first().waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await eventually(unclassified).toBe(before);
    expect(await spentIn('3')).toBe(foundations);
    await page.close();
  });

  test('keeps day and BDI in its address, opens stages by keyboard, and says what is missing', async () => {
    const page = await app.open(`${OVERVIEW}?building=${house}`, { as: 'admin' });
    await rowOf(page, 'Fundações').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await rowOf(page, '3.1 Estacas')
      .getByText(shown(await spentIn('3.1')))
      .first()
      .waitFor();
    await page.getByLabel('Até', { exact: true }).fill('31/10/2026');
    await page.keyboard.press('Tab');
    await eventually(() => search(page)).toContain('date=2026-10-31');
    await rowOf(page, 'Fundações')
      .getByText(shown(await spentIn('3', '2026-10-31')))
      .first()
      .waitFor();
    const total = page.locator('dl').first();
    const before = await total.innerText();
    await page.getByLabel('Com BDI', { exact: true }).selectOption('true');
    await eventually(() => search(page)).toContain('bdi=true');
    await eventually(() => total.innerText()).not.toBe(before);
    await page.close();
  });

  test('shows sums without documents to an engineer who may not see expenses', async () => {
    const page = await app.open(`${OVERVIEW}?building=${house}`, { as: 'engenheiro' });
    await rowOf(page, 'Fundações')
      .getByText(shown(await spentIn('3')))
      .first()
      .waitFor();
    expect(await page.getByRole('main').locator('a[href*="/outcome"]').count()).toBe(0);
    await page.close();
  });

  test('names what the clinic lacks, with the screens that mend it', async () => {
    const page = await app.open(`${OVERVIEW}?building=3`, { as: 'admin' });
    const banner = page.getByRole('status').filter({ hasText: 'aprovado' });
    await banner.getByText('Nenhum orçamento desta obra está aprovado: vale o mais novo.').waitFor();
    await banner.getByRole('link', { name: 'Abrir cronograma' }).click();
    await eventually(() => new URL(page.url()).pathname).toBe('/home/forms/engineering/schedule');
    await page.close();
  });

  test.each([
    [1440, false],
    [1440, true],
    [390, false],
    [390, true],
  ] as const)('has no barrier at %i px (dark: %s)', async (width, dark) => {
    const page = await app.shared(`${OVERVIEW}?building=${house}`, { as: 'admin', width, dark });
    await page.getByText('Curva S').waitFor();
    await page.getByText('Alvenaria e vedação').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    if (width === 1440) {
      await visitAnew(page, OVERVIEW);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});

describe('What is ordered', () => {
  test('stands beside the actual cost by stage, and leads to its orders who may see them', async () => {
    await withoutPurchases(app);
    const order = await orderFor(app, house);
    const page = await app.open(`${OVERVIEW}?building=${house}`, { as: 'admin' });
    const figures = page.locator('dl').first();
    await eventually(() => figures.innerText().then(plain)).toContain('Comprometido\nR$ 600,00\n1 pedido a receber');
    await rowOf(page, order.stage.slice(2)).first().getByText('600,00', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await figures.getByRole('link', { name: /600,00/ }).click();
    await eventually(() => search(page)).toBe(`?building=${house}&open=true`);
    await page.locator('.ag-row', { hasText: order.document }).first().waitFor();
    await eventually(() => page.locator('footer').last().innerText().then(plain)).toContain('A receber R$ 600,00');
    await page.close();

    // The engineer of the house sees the sum without purchasing.
    const engineer = await app.open(`${OVERVIEW}?building=${house}`, { as: 'engenheiro' });
    const own = engineer.locator('dl').first();
    await eventually(() => own.innerText().then(plain)).toContain('Comprometido\nR$ 600,00');
    expect(await own.getByRole('link', { name: /600,00/ }).count()).toBe(0);
    await engineer.close();
  });
});

describe('The figures of the house', () => {
  test('are the same in its report, on the dashboard and in its drawer', async () => {
    const { data } = await app.ask(
      'admin',
      `{ appropriationsOverview(companyId: 1, buildingId: ${house}, date: "2026-11-20") { total { actualValue estimateTotal } } }`,
    );
    const { actualValue, estimateTotal } = data.appropriationsOverview.total;
    const page = await app.open('/home/dashboard', { as: 'admin' });
    const line = page.getByRole('link', { name: `Realizado ${shown(actualValue)} de ${shown(estimateTotal)}` });
    await line.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await visitAnew(page, `/home/forms/engineering/building?id=${house}`);
    const drawer = page.getByRole('region', { name: 'Orçado × realizado' });
    await eventually(() => drawer.innerText().then(plain)).toContain(`R$ ${shown(actualValue)}`);
    await eventually(() => drawer.innerText().then(plain)).toContain(`R$ ${shown(estimateTotal)}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  });
});
