import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

describe('A session', () => {
  test('ends everywhere with "Sair", and leaves nothing in the browser', async () => {
    const page = await app.open(`${OUTCOME}?id=new`, { as: 'pagador' });
    await page.getByLabel('Descrição').fill('Rascunho');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await page.getByRole('button', { name: /conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL(`${app.url}/`);
    await eventually(async () => {
      const kept: string[] = await page.evaluate('Object.keys(localStorage)');
      return kept.filter((key) => key.startsWith('prumo.') && key !== 'prumo.theme');
    }).toEqual([]);
    const { api } = app.services;
    const token = await app.token('pagador');
    await eventually(() => api.get('/api/v1/security/session', { token })).toMatchObject({ status: 401 });
    app.forget('pagador');
  });

  test('that ends with "Sair" is not reported as expired when answers under way are refused', async () => {
    const page = await app.open(OUTCOME, { as: 'pagador' });
    await page.getByText('Total filtrado').waitFor();
    const refused = page.waitForResponse(async (response) => (await response.text()).includes('UNAUTHENTICATED'));
    await page.route('**/graphql', async (route) => {
      const body: { operationName?: string } | null = route.request().postDataJSON();
      if (body?.operationName !== 'Logout') return route.continue();
      const revoked = await route.fetch();
      await Promise.all([refused, page.getByRole('searchbox').fill('areia')]);
      return route.fulfill({ response: revoked });
    });
    await page.getByRole('button', { name: /conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL(`${app.url}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Sua sessão expirou').count()).toBe(0);
    const kept: string[] = await page.evaluate('Object.keys(sessionStorage)');
    expect(kept.filter((key) => key === 'prumo.flash' || key === 'prumo.target')).toEqual([]);
    await page.context().close();
  });

  test('that has expired is reported on the landing page before any request', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByText('Total filtrado').waitFor();
    await page.clock.setFixedTime(app.services.clock.now().getTime() + 9 * 3_600_000);
    await page.getByRole('searchbox').fill('areia');
    await page.getByText('Sua sessão expirou. Acesse novamente').waitFor();
    await page.waitForURL(`${app.url}/`);
  });

  test('shows in the menu only what its permissions allow', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByRole('link', { name: 'Carteiras' }).waitFor();
    const others = await app.open(OUTCOME, { as: 'engenheiro' });
    await others.getByRole('link', { name: 'Obras' }).waitFor();
    for (const name of ['Despesas', 'Carteiras']) expect(await others.getByRole('link', { name }).count()).toBe(0);
  });
});

describe('The shell', () => {
  test('keeps the chosen building, and the list follows it', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    const summary = page.getByText(/ documentos · /);
    const before = await summary.innerText();
    await page.getByTitle('Trocar de empresa ou obra').click();
    await page.getByRole('button', { name: 'Clínica São Lucas – reforma' }).click();
    await page.getByText(before).waitFor({ state: 'detached' });
    await eventually(summary).toMatch(/^[1-9]/);
    const chosen = await summary.innerText();
    await page.reload();
    await page.getByText(chosen).waitFor();
    await page.getByTitle('Trocar de empresa ou obra').getByText('Clínica São Lucas – reforma').waitFor();
  });
});

describe('The address of a list', () => {
  test('opens with period, sort and an unknown key', async () => {
    const page = await app.open(`${OUTCOME}?from=2026-11-01&to=2026-11-30&sort=value:desc&foo=bar`, {
      as: 'financeiro',
    });
    await page.getByText('01/11/2026 – 30/11/2026').waitFor();
    const values = page.locator('.ag-center-cols-container, .ag-grid-pinned-right-cells').locator('[col-id="value"]');
    await eventually(() => values.count()).toBeGreaterThan(5);
    const texts = (await values.allInnerTexts()).filter((text) => /^\d/.test(text));
    const cents = texts.map((text) => BigInt(text.replaceAll(/\D/g, '')));
    expect(cents).toEqual([...cents].sort((a, b) => (a < b ? 1 : -1)));
  });

  test('restores the filters with the back and forward buttons', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByRole('tab', { name: /Vencidas/ }).click();
    await page.waitForURL('**status=OVERDUE**');
    await page.getByRole('tab', { name: /Quitadas/ }).click();
    await page.waitForURL('**status=PAID**');
    await page.goBack();
    await page.waitForURL('**status=OVERDUE**');
    await page.getByRole('tab', { name: /Vencidas/, selected: true }).waitFor();
    await page.goForward();
    await page.getByRole('tab', { name: /Quitadas/, selected: true }).waitFor();
  });
});
