import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route, WebSocketRoute } from 'playwright-core';
import sharp from 'sharp';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { TEST_NOW } from '#tests/support/services.ts';

// Copied by hand from §8, not imported from the code.
const LEGAL =
  'Parece que ocorreu um problema ao processar sua solicitação. Se você acha que isso pode ter sido um erro, por favor, entre em contato com o Suporte.';
const FORMS = '/home/forms';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** Responds to one operation with a status and passes on the others; `times` counts its requests. */
const breakOperation = async (page: Page, name: string, status: number, body = 'broken') => {
  const attempts = { times: 0 };
  await page.route('**/graphql', (route: Route) => {
    const sent = route.request().postDataJSON() as { operationName?: string } | null;
    if (sent?.operationName !== name) return route.continue();
    attempts.times += 1;
    return route.fulfill({ status, body, contentType: 'application/json' });
  });
  return attempts;
};
const restricted = JSON.stringify({
  errors: [{ message: LEGAL, extensions: { code: 'LEGAL_RESTRICTION', fields: [{ path: 'name', message: 'Nome' }] } }],
});
const assistant = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const openAssistant = (page: Page) => page.getByRole('button', { name: /^Abrir assistente/ }).click();

describe('Logging out', () => {
  const logOut = async (page: Page) => {
    await page.getByRole('button', { name: /conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL(`${app.url}/`);
  };
  const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'prumo.theme'));

  test('shows “Falha ao fazer logout” where the token may still be valid, and leaves nothing in the browser', async () => {
    const page = await app.open('/home/tutorials', { as: 'pagador' });
    await breakOperation(page, 'Logout', 503);
    await logOut(page);
    await eventually(page.locator('body')).toContain(
      'Falha ao fazer logout: você saiu deste navegador, mas não foi possível encerrar a sessão no servidor.',
    );
    expect(await kept(page)).toEqual([]);
    await page.context().close();
  });

  test('shows no message where it succeeds', async () => {
    const page = await app.open('/home/tutorials', { as: 'comprador' });
    await logOut(page);
    await page
      .getByRole('link', { name: /Entrar/ })
      .first()
      .waitFor();
    expect(await page.getByText('Falha ao fazer logout').count()).toBe(0);
    expect(await kept(page)).toEqual([]);
    await page.context().close();
  });
});

describe('HTTP 451', () => {
  test.each([
    ['answered by the gateway', 451, 'x'],
    ['passed on from a service, with fields', 200, restricted],
  ])('is shown above a form: %s', async (_name, status, body) => {
    const page = await app.open(`${FORMS}/engineering/building?id=new`, { as: 'admin' });
    await breakOperation(page, 'CreateBuilding', status, body);
    await page.locator('section[role="dialog"]').getByLabel('Nome').first().fill('Obra proibida');
    await page.keyboard.press('ControlOrMeta+S');
    await openAssistant(page);
    await eventually(assistant(page)).toContain(LEGAL);
    await eventually(assistant(page)).not.toContain('Falha para salvar obra');
    await page.context().close();
  });

  test('is shown above a deletion', async () => {
    const page = await app.open(`${FORMS}/supplier`, { as: 'financeiro' });
    await page.getByText('Concreteira Paulista Ltda').first().click();
    await breakOperation(page, 'DeletePartner', 451);
    await page.locator('section[role="dialog"]').getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir' }).last().click();
    await page.getByRole('alert').getByText(LEGAL).first().waitFor();
    await page.context().close();
  });

  test('is shown for an upload by plain REST, whatever its body is', async () => {
    const page = await app.open(`${FORMS}/transactions/outcome`, { as: 'financeiro' });
    await page.locator('.ag-row').first().locator('[col-id="description"]').click();
    const drawer = page.locator('section[role="dialog"]');
    const file = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') };
    await page.route('**/attachments**', (route) => route.fulfill({ status: 451, body: '{"message":"Outra coisa"}' }));
    await drawer.locator('input[type="file"]').setInputFiles(file);
    await drawer.getByText(LEGAL).waitFor();
    await page.context().close();
  });

  test('is shown for the download of an attachment, whatever its body is', async () => {
    const page = await app.open(`${FORMS}/transactions/outcome`, { as: 'financeiro' });
    await page.locator('.ag-row').first().locator('[col-id="description"]').click();
    const drawer = page.locator('section[role="dialog"]');
    const file = { name: 'contrato.txt', mimeType: 'text/plain', buffer: Buffer.from('contrato') };
    await drawer.locator('input[type="file"]').setInputFiles(file);
    const download = drawer.getByRole('button', { name: 'Baixar contrato.txt' });
    await download.waitFor();
    await page.route('**/attachments/**', (route) => route.fulfill({ status: 451, body: '{"message":"Outra coisa"}' }));
    await download.click();
    await openAssistant(page);
    await assistant(page).getByText(LEGAL).waitFor();
    expect(await page.getByText('Outra coisa').count()).toBe(0);
    await page.context().close();
  });

  test('is shown for a logo that cannot be loaded, not as a missing one', async () => {
    const page = await app.open(`${FORMS}/settings/company`, { as: 'admin' });
    await page.getByRole('gridcell', { name: 'Construtora Ipê Demo' }).click();
    const drawer = page.getByRole('dialog', { name: 'Construtora Ipê Demo' });
    const buffer = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#0a6b83' } })
      .png()
      .toBuffer();
    await drawer.getByText('Sem logo').waitFor();
    await drawer.getByLabel('Arquivo do logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByText('Logo salvo').first().waitFor();
    await page.route('**/logo', (route) => route.fulfill({ status: 451, body: '{"message":"Outra coisa"}' }));
    await page.reload();
    await drawer.getByRole('alert').getByText(LEGAL).waitFor();
    await drawer.getByRole('button', { name: 'Trocar logo' }).waitFor();
    expect(await drawer.getByText('Sem logo').count()).toBe(0);
    await page.context().close();
  });

  /** Mocks the server side of the message socket; counts the connections. */
  const answerSocket = async (page: Page, answer: (socket: WebSocketRoute, text: string) => void) => {
    const opened = { times: 0 };
    await page.routeWebSocket('**/graphql', (socket) => {
      opened.times += 1;
      socket.onMessage((text) => answer(socket, String(text)));
    });
    await page.reload();
    return opened;
  };

  test('is shown for the message socket closed with 4451, which does not reconnect', async () => {
    const page = await app.open('/home/tutorials', { as: 'financeiro' });
    const opened = await answerSocket(page, (socket) => void socket.close({ code: 4451, reason: 'Blocked' }));
    await openAssistant(page);
    await assistant(page).getByText(LEGAL).waitFor();
    // The client's first pause before a reconnect is one to four seconds.
    await page.waitForTimeout(4_500);
    expect(opened.times).toBe(1);
    await page.context().close();
  });

  test('is shown for a subscription that ends with it', async () => {
    const page = await app.open('/home/tutorials', { as: 'financeiro' });
    await answerSocket(page, (socket, text) => {
      const { type, id }: { type: string; id?: string } = JSON.parse(text);
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
      const payload = [{ message: LEGAL, extensions: { code: 'LEGAL_RESTRICTION', status: 451 } }];
      if (type === 'subscribe') socket.send(JSON.stringify({ id, type: 'error', payload }));
    });
    await openAssistant(page);
    await assistant(page).getByText(LEGAL).waitFor();
    await page.context().close();
  });
});

describe('The assistant', () => {
  test('shows “Falha ao enviar uma mensagem” when acknowledging a message fails', async () => {
    const page = await app.open('/home/tutorials', { as: 'financeiro' });
    await app.services.seed.sql(
      `insert into assistant_messages (account_id, kind, text, at) select id, 'INFO', 'Manutenção às 22 h', now() from accounts`,
    );
    await page.reload();
    await breakOperation(page, 'AcknowledgeAssistantMessage', 500);
    await openAssistant(page);
    await assistant(page).getByRole('button', { name: 'Entendi' }).first().click();
    await eventually(assistant(page)).toContain('Falha ao enviar uma mensagem');
    await page.context().close();
  });

  test.each([
    ['supplier', 'Partners', 'Falha na busca por parceiros', 'financeiro'],
    ['transactions/outcome', 'Transactions', 'Falha em buscar todas as despesas', 'financeiro'],
    ['transactions/income', 'Transactions', 'Falha em buscar todas as receitas', 'financeiro'],
    ['transactions/debit-installments', 'Installments', 'Falha em buscar registros de despesas', 'financeiro'],
    ['transactions/credit-installments', 'Installments', 'Falha em buscar registros de receitas', 'financeiro'],
    ['transactions/bank', 'Wallets', 'Falha para buscar todas as carteiras', 'financeiro'],
    ['transactions/bank', 'WalletStatement', 'Falha para buscar o extrato bancário', 'financeiro'],
    ['transactions/category', 'Categories', 'Falha para buscar todas as categorias', 'admin'],
    ['engineering/building', 'Buildings', 'Falha para buscar todas as obras', 'admin'],
    ['settings/company', 'Companies', 'Falha para buscar todas as empresas', 'admin'],
  ] as const)('shows a failed list once, on %s (%s), however often it is retried', async (path, name, words, as) => {
    let attempts = { times: 0 };
    const before = async (opened: Page) => void (attempts = await breakOperation(opened, name, 500));
    const page = await app.open(`${FORMS}/${path}`, { as, before });
    const main = page.getByRole('main');
    await main.getByText(words).first().waitFor();
    await openAssistant(page);
    await assistant(page).getByText(words).waitFor();
    const failed = attempts.times;
    await main.getByRole('button', { name: 'Tentar novamente' }).first().click();
    await eventually(() => attempts.times).toBeGreaterThan(failed);
    // Longer than the time in which equal messages are shown once.
    await page.clock.setFixedTime(new Date(Date.parse(TEST_NOW) + 60_000));
    await main.getByRole('button', { name: 'Tentar novamente' }).first().click();
    await eventually(() => attempts.times).toBeGreaterThan(failed + 1);
    await main.getByText(words).first().waitFor();
    expect(await assistant(page).getByText(words).count()).toBe(1);
    await page.context().close();
  });
});
