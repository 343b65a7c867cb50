import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type PageOptions, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startGateway } from '#tests/support/gateway.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { looksRight } from './looks.ts';
import { typist } from './typist.ts';

const PASSWORD = 'tijolo sobre tijolo';

/** What a bank gives for a month: the agency and the number are of the account, the balance of its last day. */
const STATEMENT = `OFXHEADER:100
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<BRANCHID>0441<ACCTID>33810-2
<ACCTTYPE>CHECKING</BANKACCTFROM><LEDGERBAL><BALAMT>228775.91<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS>
</BANKMSGSRSV1></OFX>`;

/** The promise of the product: from the landing page to the first saved expense. */
const MOST = { fields: 25, seconds: 600 };

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const outbox = () => app.services.app.platform.dataDir;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const stored = (page: Page) => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
const go = (page: Page, name = 'Continuar') => page.getByRole('button', { name, exact: true }).click();

test.each<[string, PageOptions & { login: string }]>([
  ['a wide screen', { as: null, login: 'rute@exemplo.com.br' }],
  ['a phone in dark mode', { as: null, login: 'rute.lima@exemplo.com.br', width: 390, dark: true }],
])(
  'On %s, a new user comes from the landing page to the first saved expense within ten minutes and 25 fields',
  async (_screen, { login, ...options }) => {
    const started = Date.now();
    const page = await app.open('/', options);
    const { type, count, choose } = typist(page);
    const clean = () => looksRight(page, `new-account-${new URL(page.url()).pathname.split('/').at(-1)}`);
    await clean();
    await page.getByRole('link', { name: 'Criar uma conta' }).first().click();

    await heading(page, 'Crie a sua conta');
    expect(new URL(page.url()).pathname).toBe('/onboarding/new-user');
    await type('Seu nome', 'Rute Lima');
    await type('E-mail', login);
    await type('Senha', PASSWORD);
    await page.getByText('Senha aceita.').waitFor();
    await clean();
    await page.keyboard.press('Enter');

    await heading(page, 'A sua empresa');
    await go(page, 'Usar dados de demonstração');
    await type('CNPJ', '12abc34501de35');
    await page.getByText('CNPJ válido, filial').waitFor();
    await type('Nome da empresa', 'Rute Obras');
    await clean();
    await page.keyboard.press('Enter');

    await heading(page, 'A primeira obra');
    expect(new URL(page.url()).pathname).toBe('/onboarding/new-building');
    await type('Nome da obra', 'Edifício Jatobá');
    await page.getByText('De um cliente').click();
    choose();
    expect(new URL(page.url()).pathname).toBe('/onboarding/customer-associate');
    await type('Nome do cliente', 'Família Souza');
    await type('CPF ou CNPJ', '52998224725');
    await page.getByText('CPF válido').waitFor();
    await clean();
    await page.keyboard.press('Enter');

    await heading(page, 'A primeira carteira');
    expect(new URL(page.url()).pathname).toBe('/onboarding/banking-info');
    const extract = { name: 'out.ofx', mimeType: 'text/plain', buffer: Buffer.from(STATEMENT) };
    await page.getByLabel('Extrato em OFX').setInputFiles(extract);
    choose();
    // The balance of the end of a day is that of the next one's start.
    for (const [label, value] of [
      ['Nome da carteira', 'Itaú'],
      ['Descrição', 'Conta corrente 33810-2, ag. 0441'],
      ['Saldo inicial', '228.775,91'],
      ['Data do saldo', '01/11/2026'],
    ] as const)
      await eventually(() => page.getByLabel(label).inputValue()).toBe(value);
    await clean();
    expect(await stored(page)).not.toContain('tijolo');
    await go(page, 'Criar conta');
    await page.waitForURL('**/success-info');
    await heading(page, 'Verifique o seu e-mail');
    expect(await stored(page)).not.toContain('Rute');

    const { link } = await mailTo(outbox(), login);
    await page.goto(app.url + link);
    await heading(page, 'Ative a sua conta');
    // Opening the link, as mail scanners do, does not open the account.
    await page.reload();
    await type('Senha', PASSWORD);
    await page.keyboard.press('Enter');
    // The password was typed: nobody is asked for it again.
    await page.waitForURL('**/home/first-access');
    const banner = page.getByRole('region', { name: 'Dados de demonstração' });
    await eventually(banner).toContain('Construtora Ipê (demonstração)');
    await clean();
    await go(page, 'Tirar dados de demonstração');
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Tirar', exact: true })
      .click();
    await page.getByText('Os dados de demonstração saíram.').first().waitFor();
    expect(await banner.count()).toBe(0);
    // What the sign-up brought is done already: company, obra, wallet and customer.
    await page.getByText('4 de 10 feitos').waitFor();
    const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    expect(await step('Cadastrar fornecedores').getByRole('link').allInnerTexts()).toEqual([
      'Importar planilha',
      'Fazer agora',
    ]);
    await clean();
    await step('Lançar a primeira despesa').getByRole('link').click();
    await heading(page, 'Nova despesa');
    await type('Fornecedor', 'Concreteira Nova');
    await page.getByRole('option', { name: 'Cadastrar “Concreteira Nova”' }).click();
    await type('Descrição', 'Concreto da laje');
    await type('Valor bruto', '1234,56');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Concreteira Nova' }).waitFor();
    await eventually(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
    const saved = await app.services.seed.sql<{ value: string; building: string }>(
      `select t.value::text as value, b.name as building from transactions t
         join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
         join buildings b on b.account_id = a.account_id and b.id = a.building_id
         join users u on u.account_id = t.account_id where u.login = $1`,
      [login],
    );
    expect(saved).toEqual([{ value: '1234.56', building: 'Edifício Jatobá' }]);
    expect(count.fields).toBeLessThanOrEqual(MOST.fields);
    expect((Date.now() - started) / 1000).toBeLessThanOrEqual(MOST.seconds);
  },
  120_000,
);

describe('A sign-up', () => {
  test('goes on after a reload where it was, and asks for the password again before the account is made', async () => {
    const page = await app.open('/onboarding', { as: null });
    await heading(page, 'Crie a sua conta');
    await page.keyboard.press('Enter');
    await page.getByText('Informe o seu nome.').waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    await page.getByLabel('Seu nome').fill('Rute');
    await page.getByLabel('E-mail').fill('volta@exemplo.com.br');
    await page.getByLabel('Senha', { exact: true }).fill('Corinthians 10');
    await page.getByText('Esta senha está entre as mais usadas.').waitFor();
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await go(page);
    await page.getByLabel('CNPJ').fill('11222333000100');
    await page.getByText('Este CNPJ não existe. Confira os números.').waitFor();
    await page.getByLabel('CNPJ').fill('');
    await page.getByLabel('Nome da empresa').fill('Volta Obras');
    await go(page);
    await page.getByRole('button', { name: 'Pular por agora' }).click();
    await heading(page, 'A primeira carteira');
    // Back and forward keep what was typed.
    await page.goBack();
    await page.goBack();
    await eventually(() => page.getByLabel('Nome da empresa').inputValue()).toBe('Volta Obras');
    await page.goForward();
    await page.goForward();
    await page.reload();
    await heading(page, 'A primeira carteira');
    await page.getByLabel('Nome da carteira').fill('Caixinha');
    await go(page, 'Criar conta');
    await page.getByText('Informe a senha.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Senha de novo').fill(PASSWORD);
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
    await go(page, 'Criar conta');
    await page.getByText('Informe outro e-mail.').waitFor();
    await page.waitForURL('**/onboarding/new-user');
  }, 60_000);

  test('that is put off goes on in another browser by the mailed link', async () => {
    const login = 'depois@exemplo.com.br';
    const page = await app.open('/onboarding', { as: null, width: 390 });
    await page.getByRole('button', { name: 'Continuar depois' }).click();
    await page.getByText('Informe o e-mail que vai receber o link para continuar.').waitFor();
    await page.getByLabel('Seu nome').fill('Rute Lima');
    await page.getByLabel('E-mail').fill(login);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await go(page);
    await page.getByLabel('Nome da empresa').fill('Depois Obras');
    await page.getByRole('button', { name: 'Continuar depois' }).click();
    await heading(page, 'Continue quando quiser');
    expect(await accessibilityProblems(page)).toEqual([]);
    const { link } = await mailTo(outbox(), login);
    const elsewhere = await app.open(link, { as: null, dark: true });
    await elsewhere.getByText('Rute Lima, Depois Obras · depois@exemplo.com.br').waitFor();
    expect(await accessibilityProblems(elsewhere)).toEqual([]);
    await go(elsewhere, 'Continuar aqui');
    await heading(elsewhere, 'A sua empresa');
    await eventually(() => elsewhere.getByLabel('Nome da empresa').inputValue()).toBe('Depois Obras');
    expect(elsewhere.url()).toBe(`${app.url}/onboarding/new-company`);
    const broken = await app.open(`/onboarding#continuar/${'x'.repeat(43)}`, { as: null });
    await heading(broken, 'Este link não vale mais');
  }, 60_000);

  test('leads those who are logged in to the forms of the application, and single sign-on to its page', async () => {
    const page = await app.open('/onboarding/new-building', { as: 'admin' });
    await page.waitForURL('**/home/forms/engineering/building?id=new');
    await page.goto(`${app.url}/onboarding/banking-info`);
    await page.waitForURL('**/home/forms/transactions/bank?id=new');
    const other = await app.open('/onboarding/callback?code=1&state=2', { as: null });
    await other.waitForURL('**/callback?code=1&state=2');
  }, 60_000);

  test('is neither offered nor open where it is switched off', async () => {
    const page = await app.open('/', { as: null });
    const closed = await startGateway({
      services: app.services.app.listeningOrigin,
      webRoot: join(process.cwd(), 'dist', 'web'),
      signUp: false,
    });
    try {
      await page.goto(closed.url);
      await page.getByRole('link', { name: 'Entrar', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: /Criar/ }).count()).toBe(0);
      await page.goto(`${closed.url}/onboarding`);
      await heading(page, 'O cadastro está desligado');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.goto(app.url);
      await page.getByRole('link', { name: 'Criar uma conta' }).first().waitFor();
    } finally {
      await closed.stop();
    }
  });
});
