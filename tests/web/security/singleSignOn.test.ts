import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { startRealProvider, type RealProvider } from '#tests/support/identityProviders.ts';
import { typeLogin } from '#tests/support/logIn.ts';
import { looksRight } from './looks.ts';

const DOMAIN = 'construtoraipe.com.br';
const records = new Map<string, string[][]>();

let app: TestApp;
let provider: RealProvider;

beforeAll(async () => {
  app = await startApp({ sso: { allowPrivate: true, resolveTxt: async (name) => records.get(name) ?? [] } });
  // The gateway has chosen its port by now.
  app.services.publicAt(app.url);
  provider = await startRealProvider([`${app.url}/callback`]);
  provider.asks = true;
  // The administrator's address is one of the organization; the token of the demo's login is taken before.
  await app.token('admin');
  await app.services.seed.sql(`update users set login = $1 where login = 'admin@demo.prumo'`, [`admin@${DOMAIN}`]);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const address = async (page: Page, login: string): Promise<void> => {
  await page.getByLabel('E-mail ou login').fill(login);
  await page.keyboard.press('Enter');
};

const atProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Entrar no provedor' }).click();
};

const loginThere = async (page: Page, person: { sub: string; email: string; name: string } | null): Promise<void> => {
  provider.person = person && { ...person, email_verified: true };
  await atProvider(page);
};

const ADMIN = { sub: 'adm', email: `admin@${DOMAIN}`, name: 'Marina Queiroz' };

/** Opens the settings as an administrator who has just confirmed who they are. */
const openSettings = async (width: 1440 | 390, dark: boolean): Promise<Page> => {
  const page = await app.open('/home/forms/settings/sso', { as: 'admin', width, dark });
  await page.getByRole('heading', { level: 1, name: 'Acesso único' }).waitFor();
  return page;
};

describe('An administrator', () => {
  test('adds an organization, proves its domain and tests its provider', async () => {
    const page = await openSettings(1440, false);
    await page.getByText('Entrar pelo provedor da empresa').waitFor();
    await looksRight(page, 'sso-empty');
    await page.getByRole('button', { name: 'Nova organização' }).first().click();
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('Control+s');
    await dialog.getByText('Informe o nome da organização').waitFor();
    await dialog.getByLabel('Nome').fill('Construtora Ipê');
    await dialog.getByLabel('Domínio dos e-mails').fill('gmail.com');
    await dialog.getByLabel('Emissor (issuer)').fill(provider.issuer);
    await dialog.getByLabel('ID do cliente').fill(provider.client.id);
    await dialog.getByLabel('Segredo do cliente').fill(provider.client.secret);
    await page.keyboard.press('Control+s');
    await dialog.getByText('gmail.com é de todos: informe um domínio da sua empresa.').waitFor();
    await looksRight(page, 'sso-form');
    await dialog.getByLabel('Domínio dos e-mails').fill(DOMAIN);
    await page.keyboard.press('Control+s');
    await page.getByLabel('Senha', { exact: true }).fill('prumo-demo');
    await page.keyboard.press('Enter');
    await page.getByText('Domínio a comprovar').waitFor();
    await looksRight(page, 'sso-unproven');

    await page.getByRole('button', { name: 'Verificar domínio' }).click();
    await page.getByText(`Não encontramos o registro TXT em ${DOMAIN}.`).waitFor();
    const proof = await page.getByText(/^prumo-verification=/).textContent();
    records.set(DOMAIN, [[proof ?? '']]);
    await page.getByRole('button', { name: 'Verificar domínio' }).click();
    await page.getByText('Ativa', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Testar' }).click();
    // The notice is also read aloud, by a second element.
    await page.getByText('O provedor respondeu com a configuração e as chaves.').first().waitFor();
    await looksRight(page, 'sso-proven');
    await page.context().close();
  }, 90_000);
});

describe.each([
  { width: 1440, dark: false, sub: 'ana', name: 'Ana Prado' },
  { width: 390, dark: true, sub: 'bruno', name: 'Bruno Sá' },
] as const)('At $width pixels, a person of the organization', ({ width, dark, sub, name }) => {
  const login = `${sub}@${DOMAIN}`;

  test('logs in the first time, sees what is missing, and gets in later', async () => {
    const page = await app.open('/prumoid', { as: null, width, dark });
    await looksRight(page, `login-address-${width}`);
    await address(page, login);
    await page.getByRole('heading', { name: 'Escolha como entrar' }).waitFor();
    await page.getByText(`${DOMAIN} usa acesso único.`).waitFor();
    await looksRight(page, `login-choice-${width}`);
    // The first organization has the focus.
    await page.keyboard.press('Enter');
    await loginThere(page, { sub, email: login, name });
    await page.getByText('Nenhuma empresa disponível').first().waitFor();
    await looksRight(page, `login-no-company-${width}`);

    await app.services.seed.sql(
      `insert into user_permissions (account_id, user_id, company_id, permission)
       select u.account_id, u.id, c.id, 'DEBIT' from users u join companies c on c.account_id = u.account_id
       where u.login = $1 order by c.id limit 1`,
      [login],
    );
    const later = await app.open('/organizations', { as: null, width, dark });
    await address(later, login);
    await later.getByRole('link', { name: /Construtora Ipê/ }).click();
    await loginThere(later, { sub, email: login, name });
    await later.waitForURL('**/home/**');
    expect(await later.evaluate('location.search')).not.toContain('code=');
    await page.context().close();
    await later.context().close();
  }, 90_000);

  test('may use a password, and is told when the provider refuses', async () => {
    const page = await app.open('/prumoid', { as: null, width, dark });
    await address(page, login);
    await page.getByRole('link', { name: 'Usar a senha do Prumo' }).click();
    await page.getByRole('heading', { name: 'Digite a senha' }).waitFor();
    await looksRight(page, `login-password-${width}`);
    await page.goBack();
    await page.getByRole('link', { name: /Construtora Ipê/ }).click();
    await loginThere(page, null);
    await page.getByText('Construtora Ipê não confirmou o seu acesso.').waitFor();
    await page.getByText(/Voltando ao início em \d+ s\./).waitFor();
    await looksRight(page, `login-refused-${width}`);
    // Whoever acts is not taken away.
    await page.keyboard.press('Shift');
    await page.getByText(/Voltando ao início/).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Tentar de novo' }).click();
    await page.getByLabel('E-mail ou login').waitFor();

    await page.goto(`${app.url}/organizations/callback?code=x&state=y`);
    await page.getByText('Este acesso já foi usado, venceu ou começou em outro navegador.').waitFor();
    await page.waitForURL(`${app.url}/`, { timeout: 20_000 });
    await page.context().close();
  }, 90_000);
});

test.each([
  { width: 1440, dark: false, sub: 'ana', name: 'Ana Prado' },
  { width: 390, dark: true, sub: 'bruno', name: 'Bruno Sá' },
] as const)(
  'At $width pixels, an administrator turns passwords off and on again, and locks nobody out',
  async ({ width, dark, sub, name }) => {
    const device = { as: null, width, dark };
    const page = await app.open('/prumoid', device);
    await address(page, ADMIN.email);
    await page.getByRole('link', { name: /Construtora Ipê/ }).click();
    await loginThere(page, ADMIN);
    await page.waitForURL('**/home/**');
    await page.goto(`${app.url}/home/forms/settings/sso`);
    await page.getByRole('switch', { name: /Só acesso único/ }).click();
    // Nobody may be chosen again after the round before.
    const emergencyUser = page.getByLabel('Administrador de emergência');
    await emergencyUser.selectOption('');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('Escolha quem ainda entra com senha se o provedor falhar.').waitFor();
    await looksRight(page, `sso-nobody-${width}`);
    await emergencyUser.selectOption({ label: `${ADMIN.name} (${ADMIN.email})` });
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    // Who came in through the organization confirms it there, and comes back to this screen.
    await page.getByRole('dialog').getByText('Confirme o seu acesso').waitFor();
    await looksRight(page, `sso-confirm-${width}`);
    await page.getByRole('button', { name: 'Entrar de novo por Construtora Ipê' }).click();
    await atProvider(page);
    await page.waitForURL('**/home/forms/settings/sso');
    // What was typed is there again.
    await page.getByRole('switch', { name: /Só acesso único/, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('1 organização · só acesso único').waitFor();
    await looksRight(page, `sso-only-${width}`);

    // One organization and no passwords: straight on.
    const straight = await app.open('/prumoid', device);
    await address(straight, `${sub}@${DOMAIN}`);
    await loginThere(straight, { sub, email: `${sub}@${DOMAIN}`, name });
    await straight.waitForURL('**/home/**');

    const refused = await app.open('/prumoid', device);
    await typeLogin(refused, 'financeiro@demo.prumo', 'prumo-demo');
    await refused.getByText('A sua conta entra só pelo acesso único da organização: a senha não vale.').waitFor();
    await looksRight(refused, `sso-password-refused-${width}`);

    const emergency = await app.open('/prumoid#senha', device);
    await typeLogin(emergency, ADMIN.email, 'prumo-demo');
    await emergency.waitForURL('**/home/**');
    await emergency.goto(`${app.url}/home/forms/settings/sso`);
    await emergency.getByRole('switch', { name: /Só acesso único/ }).click();
    await emergency.getByRole('button', { name: 'Salvar', exact: true }).click();
    await emergency.getByLabel('Senha', { exact: true }).fill('prumo-demo');
    await emergency.keyboard.press('Enter');
    await emergency.getByText('1 organização · com senhas').waitFor();
    await looksRight(emergency, `sso-settings-${width}`);
    for (const one of [page, straight, refused, emergency]) await one.context().close();
  },
  120_000,
);
