import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';
const LOST = /^A sua permissão mudou e não é mais possível salvar aqui/;

interface Grant {
  companyId: string;
  buildingId: string | null;
  permissions: string[];
}

let app: TestApp;
/** The demo company's grants of the user. */
let granted: Grant[] = [];
beforeAll(async () => {
  app = await startApp();
  await app.giveAgain('admin');
  granted = await regrant([]);
  await regrant(granted);
}, 60_000);
afterAll(() => app.stop());

const login = 'pagador';

/** Changes the payer's permissions as an administrator; returns the previous ones. */
const regrant = async (permissions: Grant[]): Promise<Grant[]> => {
  const find = `query ($search: String!) { users(filter: { search: $search }) { content { id version name login
    permissions { companyId buildingId permissions } } } }`;
  const { data } = await app.ask('admin', find, { variables: { search: login } });
  const [{ id, version, name, permissions: before }] = data.users.content;
  const change = `mutation ($id: ID!, $version: Int!, $input: UserInput!) {
    updateUser(id: $id, version: $version, input: $input) { user { id } } }`;
  const { errors } = await app.ask('admin', change, {
    variables: { id, version, input: { name, login: `${login}@demo.prumo`, permissions } },
  });
  if (errors) throw new Error(JSON.stringify(errors));
  return before;
};

/** Takes screenshots in both themes into the folder SHOTS; does nothing without it. */
const shot = async (page: Page, name: string): Promise<void> => {
  if (!process.env.SHOTS) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${page.viewportSize()?.width}-${colorScheme}.png` });
  }
};

const typeExpense = async (page: Page): Promise<void> => {
  await page.getByLabel(/^Valor bruto/).fill('123,45');
  await page.getByLabel('Descrição').fill('Areia lavada');
  await page.keyboard.press('Tab');
};
const keepsTheTyping = async (page: Page): Promise<void> => {
  await page.getByText(LOST).waitFor();
  expect(await page.getByLabel('Descrição').inputValue()).toBe('Areia lavada');
  expect(await page.getByLabel(/^Valor bruto/).inputValue()).toBe('123,45');
  expect(await page.getByLabel('Descrição').getAttribute('readonly')).not.toBeNull();
  expect(await page.getByRole('button', { name: 'Salvar', exact: false }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shot(page, 'lost');
};

describe('A permission revoked while the user types', () => {
  test.each([1440, 390] as const)(
    'is reported in the form with the next answer, which keeps the typed values and its company, at %i px',
    async (width) => {
      const page = await app.open(`${OUTCOME}?id=new`, { as: 'pagador', width });
      await typeExpense(page);
      const company = await app.ask('pagador', '{ session { companies { name } } }');
      await regrant(granted.map((grant) => ({ ...grant, permissions: ['PURCHASE'] })));
      try {
        await page.keyboard.press('Control+s');
        await keepsTheTyping(page);
        await eventually(() =>
          page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft.')).length),
        ).toBe(1);
        if (width === 1440) {
          const place = page.getByRole('button', { name: /Empresa e obra/ });
          expect(await place.innerText()).toContain(company.data.session.companies[0].name);
        }
      } finally {
        await regrant(granted);
      }
      await page.context().close();
    },
    60_000,
  );

  test('and another company is granted: the form keeps its own', async () => {
    const made = await app.ask(
      'admin',
      'mutation { createCompany(input: { name: "Ipê Reformas" }) { company { id } } }',
    );
    const companyId: string = made.data.createCompany.company.id;
    const page = await app.open(`${OUTCOME}?id=new`, { as: 'pagador' });
    await typeExpense(page);
    await regrant([{ companyId, buildingId: null, permissions: ['DEBIT'] }]);
    try {
      await page.keyboard.press('Control+s');
      await keepsTheTyping(page);
      const place = page.getByRole('button', { name: /Empresa e obra/ });
      expect(await place.innerText()).toContain('Construtora Ipê Demo');
      await page.getByRole('button', { name: 'Fechar', exact: true }).last().click();
      await page.getByRole('button', { name: 'Sair sem salvar' }).click();
      await page.getByRole('heading', { name: 'Sem acesso a Despesas' }).waitFor();
      expect(await place.innerText()).toContain('Construtora Ipê Demo');
      await place.click();
      const choices = page.getByRole('region', { name: 'Ipê Reformas' });
      await choices.getByRole('button', { name: 'Todas as obras' }).click();
      await page.getByRole('heading', { level: 1, name: 'Despesas' }).waitFor();
      await eventually(place).toContain('Ipê Reformas');
    } finally {
      await regrant(granted);
    }
    await page.context().close();
  }, 60_000);

  test('and was the last one: the form stays, then the page for users without permissions', async () => {
    // The answer to the save alone tells it: the socket, which the gateway closes, says nothing.
    const before = (opened: Page) => opened.routeWebSocket('**/graphql', () => undefined);
    const page = await app.open(`${OUTCOME}?id=new`, { as: 'pagador', before });
    await typeExpense(page);
    await regrant([]);
    try {
      await page.keyboard.press('Control+s');
      await keepsTheTyping(page);
      await page.getByRole('button', { name: 'Fechar', exact: true }).last().click();
      await page.getByRole('button', { name: 'Sair sem salvar' }).click();
      await page.getByRole('heading', { name: 'Nenhuma empresa disponível' }).waitFor();
    } finally {
      await regrant(granted);
    }
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('heading', { level: 1, name: 'Despesas' }).waitFor();
    await page.context().close();
  }, 60_000);
});

describe('A user without permissions', () => {
  test.each([
    [1440, false],
    [390, true],
  ] as const)('sees what to do, and can log out, at %i px, dark: %s', async (width, dark) => {
    await regrant([]);
    try {
      const page = await app.open('/home', { as: 'pagador', width, dark });
      await page.getByRole('heading', { level: 1, name: 'Nenhuma empresa disponível' }).waitFor();
      await page.getByText(/Você entrou como pagador@demo\.prumo.*Peça a quem administra a conta/).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shot(page, 'noCompany');
      await page.getByRole('button', { name: 'Sair' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}/`);
      expect(await page.evaluate(() => localStorage.getItem('prumo.user'))).toBeNull();
      // The token is revoked on the server, not only removed from the browser, also without a company.
      const left = await app.ask('pagador', '{ session { id } }');
      expect(left.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
      app.forget('pagador');
      await page.context().close();
    } finally {
      await regrant(granted);
    }
  });

  test('is warned about by the form that invites them', async () => {
    const page = await app.open('/home/forms/settings/user?id=new', { as: 'admin' });
    await page.getByLabel(/^Nome/).fill('Ana Prado');
    const warning = page.getByText(/^Sem nenhuma permissão, esta pessoa entra e não encontra nenhuma empresa/);
    await warning.waitFor();
    await shot(page, 'invitation');
    await page.getByRole('switch', { name: /Administrador/ }).click();
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: /Administrador/ }).click();
    await warning.waitFor();
    await page.getByRole('checkbox').first().click();
    await warning.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('An administrator of an account without a company', () => {
  test('is led to the first one, and can log out', async () => {
    const page = await app.open('/home/welcome', { as: 'admin' });
    await page.route('**/graphql', async (route) => {
      const body: { operationName?: string } | null = route.request().postDataJSON();
      if (body?.operationName !== 'Session') return route.continue();
      const response = await route.fetch();
      const answer = await response.json();
      Object.assign(answer.data.session, { companies: [], companyId: null, buildingId: null });
      return route.fulfill({ response, json: answer });
    });
    await page.goto(`${app.url}/home`);
    await page.getByRole('heading', { level: 1, name: 'Nenhuma empresa disponível' }).waitFor();
    await shot(page, 'noCompanyYet');
    await page.getByRole('link', { name: 'Cadastrar a empresa' }).click();
    await page.getByRole('heading', { name: 'Nova empresa' }).waitFor();
    await page.getByRole('button', { name: /conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL(`${app.url}/`);
    await page.context().close();
  });
});

describe('A read-only transaction', () => {
  test('accepts no typing in any field, and shows why', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.route('**/graphql', async (route) => {
      const body: { operationName?: string } | null = route.request().postDataJSON();
      if (body?.operationName !== 'Transaction') return route.continue();
      const response = await route.fetch();
      const answer = await response.json();
      Object.assign(answer.data.transaction, { canChange: false });
      return route.fulfill({ response, json: answer });
    });
    const mutations: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      // Who looks is told to those who have it open, too: it changes nothing.
      if (body.includes('"operationName":"TellPresence"')) return;
      if (request.method() === 'POST' && /"mutation/.test(body)) mutations.push(request.url());
    });
    await page.locator('.ag-row[row-index="0"] [col-id="partner"]').click();
    await page
      .getByText('Há obras neste lançamento em que você não tem permissão: ele só pode ser consultado.')
      .waitFor();
    const drawer = page.locator('[data-drawer]');
    const fields = drawer.locator('input:not([type="file"]):not([type="checkbox"]), textarea, select');
    expect(await fields.count()).toBeGreaterThan(7);
    for (const field of await fields.all()) {
      expect(
        await field.evaluate((one) => (one as HTMLInputElement).readOnly || (one as HTMLInputElement).disabled),
      ).toBe(true);
      const before = await field.inputValue();
      await field.focus();
      await page.keyboard.type('7');
      await page.keyboard.press('ArrowUp');
      expect(await field.inputValue()).toBe(before);
    }
    expect(await drawer.getByRole('combobox').count()).toBe(0);
    expect(
      await drawer.getByRole('button', { name: /Salvar|Excluir|Registrar|Redistribuir|Parcela|Ações/ }).count(),
    ).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shot(page, 'readOnly');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(mutations).toEqual([]);
    await page.context().close();
  });
});
