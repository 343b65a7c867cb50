import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { typeLogin } from '#tests/support/logIn.ts';

const LOGIN = 'rute@exemplo.com.br';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

describe('A new account', () => {
  test('is opened by keyboard, activated by the mail, and shows the first steps', async () => {
    const page = await app.open('/', { as: null });
    await page.getByRole('link', { name: 'Criar uma conta' }).click();
    await page.getByRole('heading', { name: 'Crie a sua conta' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Informe o seu nome.').waitFor();
    await page.keyboard.type('Rute Lima');
    await page.getByLabel('E-mail').fill(LOGIN);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'A sua empresa' }).waitFor();
    await page.waitForURL('**/onboarding/new-company');
    await page.keyboard.type('Rute Obras');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12abc34501de35');
    await eventually(() => page.getByLabel('CNPJ (opcional)').inputValue()).toBe('12.ABC.345/01DE-35');
    // Back and forward keep the typed input.
    await page.goBack();
    await eventually(() => page.getByLabel('Seu nome').inputValue()).toBe('Rute Lima');
    await page.keyboard.press('Enter');
    await eventually(() => page.getByLabel('Nome da empresa').inputValue()).toBe('Rute Obras');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'O seu primeiro cliente' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/success-info');
    await page.getByRole('heading', { name: 'Verifique o seu e-mail' }).waitFor();
    const { link } = await mailTo(app.services.app.platform.dataDir, LOGIN);
    await page.goto(app.url + link);
    await page.getByRole('heading', { name: 'Ative a sua conta' }).waitFor();
    await page.getByText('Olá, Rute Lima. Falta só a senha para abrir a conta de Rute Obras no Prumo.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // Opening the link, as mail scanners do, does not open the account.
    await page.reload();
    const refused = async (password: string, text: string) => {
      await page.getByLabel('Nova senha').fill(password);
      await page.keyboard.press('Enter');
      await page.getByText(text).waitFor();
    };
    await refused('curta', 'A senha precisa de ao menos 12 caracteres.');
    await refused(
      'Corinthians 10',
      'Esta senha está entre as mais usadas. Escolha outra, como uma frase curta só sua.',
    );
    await refused('rute obras 2026', 'A senha não pode ser o nome da empresa.');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('tijolo sobre tijolo');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Conta ativada' }).waitFor();
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain('tijolo');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Entrar' }).click();
    await typeLogin(page, LOGIN, 'tijolo sobre tijolo');
    await page.waitForURL('**/home/first-access');
    await page.getByText('2 de 8 feitos').waitFor();
    await eventually(page.getByRole('button', { name: /Empresa e obra/ })).toContain('Rute Obras');

    await page.goto(`${app.url}/home`);
    await page.getByText('Nenhuma obra ainda.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ver primeiros passos' }).click();
    await page.waitForURL('**/home/first-access');

    // Screens of an account without any data.
    for (const [path, text] of [
      ['/home/forms/engineering/building', 'Nenhuma obra aqui'],
      ['/home/forms/supplier', 'Nenhum fornecedor ainda'],
      ['/home/forms/transactions/bank', 'Nenhuma carteira ainda'],
    ] as const) {
      await page.goto(app.url + path);
      await page.getByText(text).first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.goto(`${app.url}/onboarding/new-building`);
    await page.waitForURL('**/home/forms/engineering/building?id=new');
  }, 90_000);

  test('shows errors of the services at the field, on a phone and in dark mode too', async () => {
    const page = await app.open('/onboarding/new-company', { as: null, width: 390, dark: true });
    // The input is kept in the page only, so an address of a later step starts at the first step.
    await page.getByRole('heading', { name: 'Crie a sua conta' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Seu nome').fill('Rute');
    await page.getByLabel('E-mail').fill('rute.dois@exemplo.com.br');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('CNPJ (opcional)').fill('11222333000100');
    await page.getByLabel('Nome da empresa').fill('Rute');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Informe um CNPJ válido.').waitFor();
    await page.getByLabel('CNPJ (opcional)').fill('');
    await page.route('**/api/v1/security/accounts', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: JSON.stringify({
          message: 'Confira',
          fields: [{ path: 'user.login', message: 'Informe outro e-mail.' }],
        }),
      }),
    );
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Informe outro e-mail.').waitFor();
    await page.waitForURL('**/onboarding/new-user');
    expect(await accessibilityProblems(page)).toEqual([]);
  }, 60_000);
});
