import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, WebSocket } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { follower } from '#tests/support/follower.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { looksRight } from './looks.ts';
import { typist } from './typist.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const company = '/home/forms/settings/company';
const user = '/home/forms/settings/user';
const logo = () =>
  sharp({ create: { width: 600, height: 200, channels: 4, background: '#0a6b83' } })
    .png()
    .toBuffer();

/** The promise of the product to who forgot the password. */
const BACK_WITHIN_SECONDS = 60;

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

describe('The administrator', () => {
  test('adds a company with its logo, invites a user to one building, and revokes the permission', async () => {
    const page = await app.open(company, { as: 'admin' });

    // Creates a company with its logo in one save.
    await page.getByRole('button', { name: 'Nova empresa' }).first().click();
    const form = drawer(page, 'Nova empresa');
    await form.getByLabel('Nome').fill('Ipê Reformas');
    await form.getByLabel('CNPJ').fill('11.222.333/0001-00');
    await page.keyboard.press('Control+s');
    await form.getByText('Informe um CNPJ válido.').waitFor();
    await form.getByLabel('CNPJ').fill('12.ABC.345/01DE-35');
    await form.getByLabel('Arquivo do logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await logo(),
    });
    await form.getByRole('img', { name: 'Logo de nova empresa' }).waitFor();
    await page.keyboard.press('Control+s');
    const made = drawer(page, 'Ipê Reformas');
    await made.getByRole('img', { name: 'Logo de Ipê Reformas' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await made.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('gridcell', { name: 'Ipê Reformas' }).waitFor();
    await eventually(page.getByRole('tab', { name: /^Todas/ })).toMatch(/^Todas ?2$/);
    await eventually(page.getByRole('tab', { name: /^Inativas/ })).toMatch(/^Inativas ?0$/);
    const companies = await app.ask(
      'admin',
      '{ companies(filter: { search: "Reformas" }) { content { id logo { width height } } } }',
    );
    const [{ id: companyId, logo: stored }] = companies.data.companies.content;
    expect(stored).toEqual({ width: 600, height: 200 });

    // Creates a building in it: the new company can be chosen at once.
    await page.getByRole('button', { name: /Empresa e obra/ }).click();
    await page.getByRole('region', { name: 'Ipê Reformas' }).getByRole('button', { name: 'Todas as obras' }).click();
    await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Obras' }).click();
    await page.getByRole('button', { name: 'Nova obra' }).first().click();
    await drawer(page, 'Nova obra').getByLabel('Nome da obra').fill('Casa Aroeira');
    await page.keyboard.press('Control+s');
    await drawer(page, 'Casa Aroeira').getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('gridcell', { name: 'Casa Aroeira' }).waitFor();
    const { data: made2 } = await app.ask(
      'admin',
      'query ($companyId: ID!) { buildings(companyId: $companyId) { content { id name } } }',
      { variables: { companyId } },
    );
    expect(made2.buildings.content).toEqual([{ id: expect.any(String), name: 'Casa Aroeira' }]);
    const buildingId: string = made2.buildings.content[0].id;

    // Creates a user with two permissions on that building, by keyboard in the matrix.
    await page.goto(app.url + user);
    await page.getByRole('button', { name: 'Novo usuário' }).first().click();
    const person = drawer(page, 'Novo usuário');
    await person.getByLabel('Nome').fill('Bia Ramos');
    await person.getByLabel('E-mail').fill('bia.ramos@exemplo.com.br');
    const first = person.getByRole('checkbox', { name: 'Despesas, Casa Aroeira, Ipê Reformas' });
    await first.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    const checked = (name: string) => person.getByRole('checkbox', { name, exact: true, checked: true }).waitFor();
    await checked('Receitas, Casa Aroeira, Ipê Reformas');
    // Sets a whole row and a whole column at once, and resets them.
    const box = (name: string) => person.getByRole('checkbox', { name, exact: true });
    await box('Tudo, Casa Aroeira, Ipê Reformas').click();
    await checked('Engenharia, Casa Aroeira, Ipê Reformas');
    await box('Compras, todas as empresas').click();
    await checked('Compras, toda a empresa Construtora Ipê Demo');
    await checked('Compras, Sem obra, Ipê Reformas');
    await box('Compras, todas as empresas').click();
    await box('Engenharia, Casa Aroeira, Ipê Reformas').click();
    await eventually(() => person.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    // Granting access asks for the password; until then nothing is saved and no input is lost.
    const question = drawer(page, 'Confirme a sua senha');
    const asked = () =>
      eventually(() => page.evaluate('document.activeElement?.getAttribute("name")')).toBe('password');
    await asked();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByText('Confirme a sua senha para continuar.').first().waitFor();
    await eventually(() => person.getByLabel('E-mail').inputValue()).toBe('bia.ramos@exemplo.com.br');
    await page.keyboard.press('Control+s');
    await asked();
    await page.keyboard.type('prumo-errada');
    await page.keyboard.press('Enter');
    await question.getByText('Senha incorreta.').waitFor();
    await question.getByLabel('Senha').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    const saved = drawer(page, 'Bia Ramos');
    await saved.getByText(/Convite (enviado em|a caminho desde)/).waitFor();

    // The invited user chooses a password through the link of the mail, and is logged in.
    const mail = await mailTo(app.services.app.platform.dataDir, 'bia.ramos@exemplo.com.br');
    const hers = await app.open(mail.link, { as: null });
    await hers.getByText('Olá, Bia Ramos.').waitFor();
    expect(await accessibilityProblems(hers)).toEqual([]);
    await hers.getByLabel('Nova senha').fill('curta');
    await hers.getByRole('button', { name: 'Criar senha' }).click();
    await hers.getByText('A senha precisa de ao menos 12 caracteres.').waitFor();
    await hers.getByLabel('Nova senha').fill('tijolo sobre tijolo');
    await hers.getByRole('button', { name: 'Criar senha' }).click();
    await hers.waitForURL('**/home**');

    // The new user sees only this company, this building, expenses and income, and no settings.
    await eventually(hers.getByRole('button', { name: /Empresa e obra/ })).toContain('Casa Aroeira');
    const menu = hers.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Despesas', exact: true }).click();
    await hers.getByRole('heading', { level: 1, name: 'Despesas' }).waitFor();
    await eventually(() => menu.getByRole('link').allInnerTexts()).toEqual([
      'Prumo',
      'Meu dia',
      'Relatórios',
      'Despesas',
      'Despesas beta',
      'Receitas',
      'Receitas beta',
      'Retenções',
      'Carteiras',
      'Extratos OFX',
      'Modelos',
      'Etapas × categorias',
      'Categorias',
      'Fornecedores',
      'Clientes',
    ]);
    expect(await menu.getByText('Configurações').count()).toBe(0);
    const token: string = await hers.evaluate(
      "JSON.parse(localStorage.getItem('prumo.session.bia.ramos@exemplo.com.br')).token",
    );
    const seen = await app.gateway.ask(
      `{ session { admin companies { id buildings { id } } }
         companies { content { id } } }`,
      { token },
    );
    expect(seen.errors).toBeUndefined();
    expect(seen.data).toEqual({
      session: { admin: false, companies: [{ id: companyId, buildings: [{ id: buildingId }] }] },
      companies: { content: [{ id: companyId }] },
    });
    await hers.getByRole('button', { name: /Empresa e obra/ }).click();
    await eventually(() => hers.getByRole('button', { name: 'Casa Aroeira', exact: true }).count()).toBe(1);
    expect(await hers.getByText('Construtora Ipê Demo').count()).toBe(0);
    await hers.keyboard.press('Escape');
    await hers.goto(app.url + user);
    await hers.getByText('Sem acesso a Usuários').waitFor();
    await hers.goto(`${app.url}/home/forms/transactions/outcome`);
    await hers.getByText('Nenhuma despesa ainda').waitFor();

    const stream = await follower(app.gateway, token, '1');
    const sockets: WebSocket[] = [];
    hers.on('websocket', (socket) => sockets.push(socket));
    await hers.reload();
    await hers.getByText('Nenhuma despesa ainda').waitFor();
    while (sockets.length === 0) await hers.waitForEvent('websocket');

    // Revokes expenses while the user looks at them: the screen reports it at once and the menu changes.
    await page.reload();
    const hold = drawer(page, 'Bia Ramos');
    const debit = hold.getByRole('checkbox', { name: 'Despesas, Casa Aroeira, Ipê Reformas' });
    await eventually(() => debit.isChecked()).toBe(true);
    await debit.click();
    await page.keyboard.press('Control+s');
    await page.getByText('Usuário salvo', { exact: true }).first().waitFor();
    await hers.getByText('Sem acesso a Despesas').waitFor();
    const expenses = 'query ($companyId: ID!) { transactions(companyId: $companyId, type: DEBIT) { totalElements } }';
    const refused = await app.gateway.ask(expenses, { token, variables: { companyId } });
    expect(refused.data.transactions).toBeNull();
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN');

    // Revokes the last permission: no subscription remains, and the server closes the socket at once.
    await hold.getByRole('checkbox', { name: 'Receitas, Casa Aroeira, Ipê Reformas' }).click();
    await page.keyboard.press('Control+s');
    await hers.getByText('Nenhuma empresa disponível').first().waitFor();
    expect(await stream.closed()).toBe(4403);
    await eventually(() => sockets.filter((socket) => !socket.isClosed())).toEqual([]);
  }, 180_000);

  test('sees that a new login is not confirmed yet, and cancels the change', async () => {
    await app.giveAgain('admin');
    const page = await app.open(user, { as: 'admin' });
    await page.getByRole('gridcell', { name: 'financeiro@demo.prumo' }).click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('E-mail').fill('outro.financeiro@exemplo.com.br');
    await dialog
      .getByText(
        'Enviaremos um link para este endereço. O login só muda quando ele for confirmado, e o endereço atual é avisado.',
      )
      .waitFor();
    await page.keyboard.press('Control+s');
    await dialog
      .getByText(
        'O login passa a ser outro.financeiro@exemplo.com.br quando esse endereço for confirmado pelo link enviado. Até lá, vale financeiro@demo.prumo.',
      )
      .waitFor();
    await eventually(() => dialog.getByLabel('E-mail').inputValue()).toBe('financeiro@demo.prumo');
    expect(await accessibilityProblems(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/new-login.png` });
    await dialog.getByRole('button', { name: 'Cancelar troca de login' }).click();
    await page.getByText('Troca de login cancelada').first().waitFor();
    await eventually(() => dialog.getByText('quando esse endereço for confirmado').count()).toBe(0);
    const { data } = await app.ask(
      'admin',
      '{ users(filter: { search: "financeiro@" }) { content { login newLogin } } }',
    );
    expect(data.users.content).toEqual([{ login: 'financeiro@demo.prumo', newLogin: null }]);
  }, 90_000);

  test('deactivates a user, undoes that, and cannot lock themselves out', async () => {
    await app.giveAgain('admin');
    const page = await app.open(user, { as: 'admin' });
    const row = page.getByRole('row').filter({ hasText: 'comprador@demo.prumo' });
    await row.getByRole('gridcell', { name: 'comprador@demo.prumo' }).click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    await row.getByText('Inativo').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await row.getByText('Ativo', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Fechar' }).click();

    await page.getByRole('gridcell', { name: 'admin@demo.prumo' }).click();
    await dialog.getByRole('switch', { name: /Administrador/ }).waitFor();
    await eventually(() => dialog.getByRole('switch', { name: /Administrador/ }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Desativar' }).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Excluir' }).count()).toBe(0);
  }, 90_000);

  test('deletes a company only by typing its name', async () => {
    const { data } = await app.ask(
      'admin',
      'mutation { createCompany(input: { name: "Passageira" }) { company { id } } }',
    );
    const page = await app.open(`${company}?id=${data.createCompany.company.id}`, { as: 'admin' });
    await drawer(page, 'Passageira').getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: 'Excluir Passageira?' });
    const really = question.getByRole('button', { name: 'Excluir' });
    await eventually(() => really.isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('passageira');
    await really.click();
    await page.getByText('Empresa excluída').first().waitFor();
    await eventually(() => new URL(page.url()).searchParams.get('id')).toBeNull();
  }, 90_000);
});

describe('The screens of the settings', () => {
  test.each([
    [1440, false],
    [1440, true],
    [390, false],
    [390, true],
  ] as const)(
    'have no serious accessibility problem at %i px, dark: %s',
    async (width, dark) => {
      for (const address of [company, user]) {
        const page = await app.shared(address, { as: 'admin', width, dark });
        const text = address === company ? 'Construtora Ipê Demo' : 'financeiro@demo.prumo';
        // Searched in main, because the menu shows the company too, before the list has loaded.
        const row = page.getByRole('main').getByText(text).first();
        await row.waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await row.click();
        await page
          .getByRole('dialog')
          .getByText(address === company ? 'Logo' : 'Permissões', { exact: true })
          .waitFor();
        if (address === user) await page.getByRole('checkbox').first().waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${address.split('/').at(-1)}-${width}-${dark}.png` });
      }
    },
    120_000,
  );
});

describe('A user who forgot the password', () => {
  test.each([
    ['at a desk', 'pagador', { width: 1440, dark: false }],
    ['with a phone in dark mode', 'comprador', { width: 390, dark: true }],
  ] as const)(
    'is back in within a minute %s by a mailed link, which then works no more',
    async (_where, user, device) => {
      const login = `${user}@demo.prumo`;
      const page = await app.open('/prumoid', { as: null, ...device });
      const { count, type, enter, follow } = typist(page);
      let looking = 0;
      const look = async (name: string) => {
        const began = Date.now();
        await looksRight(page, `${name}-${device.width}`);
        looking += Date.now() - began;
      };
      await page.getByRole('link', { name: 'Esqueci minha senha' }).waitFor();
      const started = Date.now();
      await follow('Esqueci minha senha');
      await page.getByRole('heading', { name: 'Esqueci minha senha' }).waitFor();
      await look('forgotten');
      await type('E-mail', login);
      await enter();
      await page.getByRole('heading', { name: 'Verifique o seu e-mail' }).waitFor();
      await page.waitForURL('**/success-info');
      await look('success');

      const { link } = await mailTo(app.services.app.platform.dataDir, login);
      count.steps += 1;
      await page.goto(app.url + link);
      await page.getByRole('heading', { name: 'Crie outra senha' }).waitFor();
      await look('recover');
      await type('Nova senha', 'prumo bem no centro');
      await enter();
      await page.getByText('Senha alterada. Entre com o seu e-mail e a nova senha.').waitFor();
      await type('E-mail ou login', login);
      await enter();
      await type('Senha', 'prumo bem no centro');
      await enter();
      await page.waitForURL('**/home**');
      await page.getByRole('button', { name: /conta de/ }).waitFor();
      const seconds = (Date.now() - started - looking) / 1000;
      expect(count).toEqual({ fields: 4, steps: 6 });
      expect(seconds).toBeLessThanOrEqual(BACK_WITHIN_SECONDS);
      process.stdout.write(`Back in after ${seconds} s, ${count.fields} fields and ${count.steps} steps.\n`);

      const again = await app.open(link, { as: null, ...device });
      await again.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
      await again.getByText('Falha em confirmar código de verificação').waitFor();
      await looksRight(again, `refused-${device.width}`);
      await again.getByRole('link', { name: 'Pedir outro link' }).click();
      await again.getByRole('heading', { name: 'Esqueci minha senha' }).waitFor();
      await again.getByLabel('E-mail').fill(user);
      await again.getByRole('button', { name: 'Enviar link' }).click();
      await again.getByText('Informe um e-mail válido.').waitFor();
    },
    90_000,
  );

  test('confirms a new address by its link, and not by opening it', async () => {
    await app.giveAgain('admin');
    const { data } = await app.ask(
      'admin',
      '{ users(filter: { search: "engenheiro@" }) { content { id version name } } }',
    );
    const [{ id, version, name }] = data.users.content;
    await app.ask(
      'admin',
      'mutation ($id: ID!, $version: Int!, $input: UserInput!) { updateUser(id: $id, version: $version, input: $input) { user { id } } }',
      { variables: { id, version, input: { login: 'engenharia@exemplo.com.br', name } } },
    );
    const { link } = await mailTo(app.services.app.platform.dataDir, 'engenharia@exemplo.com.br');
    const page = await app.open(link, { as: null });
    await page.getByRole('heading', { name: 'Confirmar endereço' }).waitFor();
    await page.getByText(/engenharia@exemplo\.com\.br passa a ser o seu login em Construtora Ipê/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    const { data: before } = await app.ask('admin', '{ users(filter: { search: "engenh" }) { content { login } } }');
    expect(before.users.content).toEqual([{ login: 'engenheiro@demo.prumo' }]);
    await page.getByRole('button', { name: 'Confirmar endereço' }).click();
    await page.getByRole('heading', { name: 'Endereço confirmado' }).waitFor();
    const { data: after } = await app.ask('admin', '{ users(filter: { search: "engenh" }) { content { login } } }');
    expect(after.users.content).toEqual([{ login: 'engenharia@exemplo.com.br' }]);
    expect(await accessibilityProblems(page)).toEqual([]);
    const missing = await app.open('/user/validate/nada', { as: null });
    await missing.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
  }, 60_000);
});
