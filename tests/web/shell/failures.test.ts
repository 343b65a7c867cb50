import { afterAll, beforeAll, describe, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import {
  FETCH_BUILDINGS_FAILED,
  FETCH_CATEGORIES_FAILED,
  FETCH_COMPANIES_FAILED,
  FETCH_PARTNERS_FAILED,
  FETCH_USERS_FAILED,
  LEGAL_RESTRICTION,
} from '#domain/messages.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { typeLogin } from '#tests/support/logIn.ts';

const FORMS = '/home/forms';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** Responds to one operation with a status and an invalid body; passes on the others. */
const breakOperation = (page: Page, name: string, status: number) =>
  page.route('**/graphql', (route: Route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    return body?.operationName === name ? route.fulfill({ status, body: 'broken' }) : route.continue();
  });

describe('A list that cannot be loaded', () => {
  test.each([
    ['supplier', 'Partners', FETCH_PARTNERS_FAILED, 'Concreteira Paulista Ltda'],
    ['customer', 'Partners', FETCH_PARTNERS_FAILED, 'Rafael Nogueira de Lima'],
    ['transactions/category', 'Categories', FETCH_CATEGORIES_FAILED, 'Empreiteiros'],
    ['engineering/building', 'Buildings', FETCH_BUILDINGS_FAILED, 'Vila das Ipês – 8 casas'],
    ['settings/company', 'Companies', FETCH_COMPANIES_FAILED, 'Construtora Ipê Demo'],
    ['settings/user', 'Users', FETCH_USERS_FAILED, 'comprador@demo.prumo'],
  ])('shows the text of §8 on %s, and loads on retry', async (path, name, words, row) => {
    const page = await app.open('/home/tutorials', { as: 'admin' });
    await page.getByRole('heading', { name: 'Tutoriais' }).waitFor();
    await breakOperation(page, name, 500);
    await page.goto(`${app.url}${FORMS}/${path}`);
    await page.getByRole('main').getByText(words).first().waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('main').getByText(row).first().waitFor();
    await page.context().close();
  });
});

describe('A legal restriction (HTTP 451)', () => {
  test('is shown with its own text on a screen', async () => {
    const page = await app.open('/home/tutorials', { as: 'financeiro' });
    await breakOperation(page, 'Partners', 451);
    await page.goto(`${app.url}${FORMS}/supplier`);
    await page.getByRole('main').getByText(LEGAL_RESTRICTION).first().waitFor();
  });

  test('is shown on the pages before the login', async () => {
    const page = await app.open('/prumoid', { as: null });
    await page.route('**/graphql', (route) => route.fulfill({ status: 451, body: '' }));
    await typeLogin(page, 'financeiro@demo.prumo', 'prumo-demo');
    await page.getByText(LEGAL_RESTRICTION).waitFor();
    await page.route('**/api/v1/security/**', (route) => route.fulfill({ status: 451, body: '' }));
    await page.goto(`${app.url}/user/validate/nada`);
    await page.getByText(LEGAL_RESTRICTION).waitFor();
  });
});
