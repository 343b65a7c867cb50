/** Days that are reconciled, what the address keeps, and the phone (mock 7). Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { startStory, type Story } from './bankDeskKit.ts';

let story: Story;

beforeAll(async () => {
  story = await startStory();
}, 90_000);
afterAll(() => story.app.stop());

const strip = (page: Page): Promise<string> => textOf(page.getByLabel('Saldos do banco e do Prumo'));

describe('the address', () => {
  test('holds view, period, certainty and search', async () => {
    const page = await story.open();
    await page.getByLabel('Certeza mínima').selectOption('95');
    await eventually(() => new URL(page.url()).searchParams.get('minimum')).toBe('95');
    await page.getByRole('tab', { name: /Sugeridas/ }).click();
    await eventually(() => story.memos(page)).toHaveLength(3);
    await page.getByRole('searchbox', { name: 'Buscar histórico ou valor' }).fill('300,17');
    await eventually(() => story.memos(page)).toEqual(['BOLETO GRANITOS ZAFIRA']);
    const { search } = new URL(page.url());
    await page.reload();
    await eventually(() => story.memos(page)).toEqual(['BOLETO GRANITOS ZAFIRA']);
    expect(await page.getByLabel('Certeza mínima').inputValue()).toBe('95');
    expect(await page.getByRole('tab', { name: /Sugeridas/ }).getAttribute('aria-selected')).toBe('true');
    expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({
      ...{ bank: String(story.bank), view: 'SUGGESTED', minimum: '95', search: '300,17' },
    });
    await page.goto(`${story.app.url}${story.address}&from=2026-11-10&to=2026-11-10&minimum=12`);
    await eventually(() => story.memos(page)).toEqual(['PIX ENVIADO FERRAGENS QUIMERA 11222333000181']);
    await page.getByText('“12” não serve para “minimum” (Certeza mínima).').waitFor();
    await page.context().close();
  });

  test('without a wallet is that of the first one with open lines', async () => {
    const page = await story.app.open('/home/forms/transactions/ofx-files', { as: 'financeiro', width: 1440 });
    await eventually(() => page.getByLabel('Carteira', { exact: true }).inputValue()).toBe(String(story.bank));
    await page.context().close();
  });

  test('is exported with what answers each line', async () => {
    const page = await story.open();
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString('utf8').split(/\r?\n/);
    expect(lines.filter((line) => line !== '')).toHaveLength(8);
    expect(lines.find((line) => line.includes('GRANITOS'))).toMatch(
      /^12\/11\/2026;BOLETO GRANITOS ZAFIRA;.*-300,17;Sugerida;9\d%;.*Granitos Zafira · NF 9202/,
    );
    await page.context().close();
  });
});

describe('reconciled days', () => {
  test('are closed once nothing is open, and reopened by an administrator who says why', async () => {
    const clerk = await story.open();
    await clerk.getByRole('button', { name: 'Alterar conciliado até' }).click();
    const closing = clerk.getByRole('dialog', { name: 'Conciliado até' });
    await closing.getByLabel('Último dia').fill('12/11/2026');
    await closing.getByRole('button', { name: 'Fechar até este dia' }).click();
    await closing.getByText('Há 2 linhas a conciliar até 12/11/2026.').waitFor();
    expect(await accessibilityProblems(clerk)).toEqual([]);
    await closing.getByRole('button', { name: 'Cancelar' }).click();
    await clerk.getByRole('button', { name: 'Aceitar as 3 sugestões' }).click();
    await eventually(() => story.memos(clerk)).toHaveLength(4);
    await clerk.getByRole('button', { name: 'Alterar conciliado até' }).click();
    // Nothing is open until the day before the first open line, and the balances are equal.
    await closing.getByText('Até 15/11/2026 tudo está conciliado e o saldo confere.').waitFor();
    await eventually(() => closing.getByLabel('Último dia').inputValue()).toBe('15/11/2026');
    await closing.getByRole('button', { name: 'Fechar até este dia' }).click();
    await closing.waitFor({ state: 'detached' });
    await eventually(() => strip(clerk)).toContain('Conciliado até 15/11/2026');
    await clerk.getByRole('tab', { name: /Conciliadas/ }).click();
    const iron = clerk.getByRole('listitem', { name: /FERRAGENS/ });
    await iron.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await iron
      .getByRole('alert')
      .or(clerk.getByText(/Este dia já está conciliado/).first())
      .first()
      .waitFor();
    expect(await story.paid('NF 9101')).toEqual(['paid 2026-11-10 500.13']);
    await clerk.getByRole('button', { name: 'Alterar conciliado até' }).click();
    await closing.getByLabel('Último dia').fill('01/11/2026');
    await clerk.keyboard.press('Tab');
    await closing.getByRole('button', { name: 'Reabrir dias' }).click();
    await closing.getByText('Só quem administra a conta pode reabrir dias conciliados').waitFor();
    await clerk.context().close();

    const admin = await story.open({ as: 'admin' });
    await admin.getByRole('button', { name: 'Alterar conciliado até' }).click();
    const reopening = admin.getByRole('dialog', { name: 'Conciliado até' });
    await reopening.getByLabel('Último dia').fill('09/11/2026');
    await admin.keyboard.press('Tab');
    await reopening.getByRole('button', { name: 'Reabrir dias' }).click();
    await reopening.getByText('Diga por que estes dias são reabertos').waitFor();
    await reopening.getByLabel('Motivo').fill('Nota errada');
    await reopening.getByRole('button', { name: 'Reabrir dias' }).click();
    await eventually(() => strip(admin)).toContain('Conciliado até 09/11/2026');
    await admin.context().close();
  });

  test('a payment that the statement has is undone after a question', async () => {
    const [found] = await story.seed.sql<{ id: string }>(
      "select id from transactions where document_number = 'NF 9202'",
    );
    const page = await story.app.open(`/home/forms/transactions/outcome?id=${found?.id}`, {
      as: 'financeiro',
      width: 1440,
    });
    await page.getByTitle('Conciliada com o extrato').waitFor();
    await page.getByRole('button', { name: 'Ações da parcela 1' }).click();
    await page.getByRole('menuitem', { name: 'Desfazer pagamento' }).click();
    await page.getByText('Ao desfazer, a linha do banco volta para “A conciliar”.').waitFor();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await eventually(() => story.paid('NF 9202')).toEqual(['open 300.17']);
    await page.context().close();
  });
});

describe('on a phone', () => {
  test('a card has its suggestion, and is accepted', async () => {
    const phone = await story.open({ width: 390 });
    const card = phone.getByRole('listitem', { name: /GRANITOS ZAFIRA/ });
    expect(await textOf(card)).toMatch(
      /BOLETO GRANITOS ZAFIRA.*−300,17.*Extrato · 12\/11\/2026.*Granitos Zafira.*NF 9202/,
    );
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await phone.getByRole('button', { name: 'Importar extratos' }).count()).toBe(0);
    expect(await phone.getByRole('checkbox').count()).toBe(0);
    await phone.getByRole('button', { name: 'Aceitar 1', exact: true }).waitFor();
    await card.getByRole('button', { name: 'Aceitar', exact: true }).click();
    await eventually(() => story.memos(phone)).not.toContain('BOLETO GRANITOS ZAFIRA');
    expect(await story.paid('NF 9202')).toEqual(['paid 2026-11-12 300.17']);
    await phone.context().close();
  });

  test.each([
    [1440, true],
    [390, false],
    [390, true],
  ] as const)('is accessible at %d px, dark: %s', async (width, dark) => {
    const seen = await story.open({ width, dark });
    expect(await accessibilityProblems(seen)).toEqual([]);
    await seen.context().close();
  });
});
