import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let id: string;
beforeAll(async () => {
  app = await startApp();
  // The invoice of a payable decides what it says.
  const query = `{ transactions(companyId: 1, type: DEBIT, size: 5, filter: { status: OPEN }) {
    content { id retentionOf { tax } } } }`;
  const { data } = await app.ask('financeiro', query);
  id = data.transactions.content.find(({ retentionOf }: { retentionOf: unknown }) => retentionOf === null).id;
}, 60_000);
afterAll(() => app.stop());

const openTransaction = async (user: 'admin' | 'financeiro', screen: string): Promise<Page> => {
  const page = await app.open(`/home/forms/transactions/${screen}?id=${id}`, { as: user });
  await page.getByLabel('Descrição').waitFor();
  return page;
};

/** Milliseconds; two browsers on one transaction need more time than one. */
const TIMEOUT = 90_000;

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
};

describe.each(['outcome', 'debit-installments'])('Two users edit the same expense on /%s:', (screen) => {
  test(
    'the second sees what changed, keeps all typed values, and stores both changes',
    async () => {
      const [first, second] = [await openTransaction('admin', screen), await openTransaction('financeiro', screen)];
      await first.getByLabel('Descrição').fill(`Mudou antes em ${screen}`);
      await second.getByLabel('Documento').fill(`NF ${screen}`);
      await save(first);
      await first.getByText('Despesa salva').first().waitFor();

      await save(second);
      const row = second.getByRole('row', { name: /Descrição/ });
      await row.getByText(`Mudou antes em ${screen}`).waitFor();
      await eventually(() => second.getByLabel('Documento').inputValue()).toBe(`NF ${screen}`);
      expect(await accessibilityProblems(second)).toEqual([]);

      await second.getByRole('button', { name: 'Manter o que digitei' }).click();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe(`Mudou antes em ${screen}`);
      await eventually(() => second.getByLabel('Documento').inputValue()).toBe(`NF ${screen}`);
      await save(second);
      await second.getByText('Despesa salva').first().waitFor();
      await Promise.all([first.context().close(), second.context().close()]);
    },
    TIMEOUT,
  );
});

describe('the second prefers the stored version:', () => {
  const screen = 'outcome';

  test(
    'it is taken, and undoing that restores the typed values',
    async () => {
      const [first, second] = [await openTransaction('admin', screen), await openTransaction('financeiro', screen)];
      await first.getByLabel('Descrição').fill(`De novo em ${screen}`);
      await second.getByLabel('Descrição').fill('O que eu digitei');
      await save(first);
      await first.getByText('Despesa salva').first().waitFor();

      await save(second);
      await second.getByRole('button', { name: 'Usar a versão gravada' }).click();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe(`De novo em ${screen}`);
      await second.getByRole('button', { name: 'Desfazer', exact: true }).click();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe('O que eu digitei');
      // The drawer handles keys again, although the toast had the focus.
      await second.keyboard.press('Escape');
      await second.getByText('Sair sem salvar?').waitFor();
      await Promise.all([first.context().close(), second.context().close()]);
    },
    TIMEOUT,
  );
});

describe('A draft that is reopened after another user changed the transaction', () => {
  test(
    'overwrites nothing: its user sees the change, and stores both',
    async () => {
      const [first, second] = [
        await openTransaction('admin', 'outcome'),
        await openTransaction('financeiro', 'outcome'),
      ];
      await second.getByLabel('Descrição').fill('Meu rascunho');
      await second.getByLabel('Documento').fill('NF rascunho');
      await second.goto(`${app.url}/home/tutorials`);
      await first.getByLabel('Descrição').fill('Mudou depois do rascunho');
      await save(first);
      await first.getByText('Despesa salva').first().waitFor();

      await second.goto(`${app.url}/home/forms/transactions/outcome?id=${id}`);
      await second.getByText(/Rascunho de/).waitFor();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe('Meu rascunho');
      await save(second);
      const row = second.getByRole('row', { name: /Descrição/ });
      await row.getByText('Mudou depois do rascunho').waitFor();
      await row.getByText('Meu rascunho').waitFor();
      await second.getByRole('button', { name: 'Manter o que digitei' }).click();
      await save(second);
      await second.getByText('Despesa salva').first().waitFor();
      await eventually(() => second.getByLabel('Documento').inputValue()).toBe('NF rascunho');
      await Promise.all([first.context().close(), second.context().close()]);
    },
    TIMEOUT,
  );
});

describe('Two users edit the same wallet', () => {
  const openWallet = async (user: 'admin' | 'financeiro'): Promise<Page> => {
    const { data } = await app.ask('admin', '{ wallets(companyId: 1) { content { id identifier } } }');
    const itau = data.wallets.content.find(({ identifier }: { identifier: string }) => identifier.startsWith('Itaú'));
    const page = await app.open(`/home/forms/transactions/bank?id=${itau.id}`, {
      as: user,
      // A page that is told of the other's save at once may resolve the conflict before it is asked about.
      before: (opened) => opened.routeWebSocket('**/graphql', () => undefined),
    });
    await page.getByLabel('Descrição').waitFor();
    return page;
  };

  test(
    'in different fields: the second sees the change, keeps the typed values, and stores both changes',
    async () => {
      const [first, second] = [await openWallet('admin'), await openWallet('financeiro')];
      await first.getByLabel('Descrição').fill('Conta de pagamentos');
      await second.getByLabel(/^Nome/).fill('Itaú Empresas');
      await save(first);
      await first.getByText('Carteira salva').first().waitFor();

      await save(second);
      await second.getByRole('button', { name: 'Manter o que digitei' }).click();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe('Conta de pagamentos');
      await eventually(() => second.getByLabel(/^Nome/).inputValue()).toBe('Itaú Empresas');
      await save(second);
      await second.getByText('Carteira salva').first().waitFor();
      const { data } = await app.ask('admin', '{ wallets(companyId: 1) { content { identifier description } } }');
      expect(data.wallets.content).toContainEqual({ identifier: 'Itaú Empresas', description: 'Conta de pagamentos' });
      await Promise.all([first.context().close(), second.context().close()]);
    },
    TIMEOUT,
  );

  test(
    'in the same field: the second’s reopened draft asks which value to keep',
    async () => {
      const [first, second] = [await openWallet('admin'), await openWallet('financeiro')];
      await second.getByLabel('Descrição').fill('A descrição da segunda');
      await second.goto(`${app.url}/home/tutorials`);
      await first.getByLabel('Descrição').fill('A descrição da primeira');
      await save(first);
      await first.getByText('Carteira salva').first().waitFor();

      await second.goto(first.url());
      await second.getByText('Alguém alterou este cadastro').waitFor();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe('A descrição da segunda');
      expect(await accessibilityProblems(second)).toEqual([]);
      await second.getByRole('button', { name: 'Usar a versão gravada' }).click();
      await eventually(() => second.getByLabel('Descrição').inputValue()).toBe('A descrição da primeira');
    },
    TIMEOUT,
  );
});
