/** A clerk reconciles a statement, mostly by keyboard (mock 7). Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { startStory, type Story } from './bankDeskKit.ts';

let story: Story;
let page: Page;

beforeAll(async () => {
  story = await startStory();
  page = await story.open();
}, 90_000);
afterAll(() => story.app.stop());

const TRANSFER = 'TRANSF ENVIADA CC 55501-9';
const GRANITE = 'BOLETO GRANITOS ZAFIRA';
const IRON = 'PIX ENVIADO FERRAGENS QUIMERA 11222333000181';
const UNKNOWN = 'DEBITO DESCONHECIDO';
const FEE = 'TAR COBRANCA';
const [PART_A, PART_B] = ['PIX ENVIADO 774411', 'PIX ENVIADO 774412'];

const row = (memo: string) => page.getByRole('listitem', { name: memo });
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(name) });
const undoLink = () => page.getByRole('button', { name: 'Desfazer', exact: true });

describe('the desk of a wallet', () => {
  test('puts the bank beside Prumo, and both balances into one equation', async () => {
    // Those with a suggestion first, the newest first.
    await eventually(() => story.memos(page)).toEqual([TRANSFER, GRANITE, IRON, UNKNOWN, FEE, PART_B, PART_A]);
    expect(await story.tabs(page)).toEqual(['Aconciliar7', 'Sugeridas3', 'Conciliadas0', 'Ignoradas0']);
    await page.getByText('Banco da história · conta corrente 77112-3, ag. 0441').waitFor();
    // 7.777,00 = 10.000,00 − 2.223,00.
    const strip = await textOf(page.getByLabel('Saldos do banco e do Prumo'));
    expect(strip).toContain('Saldo no extrato em 19/11/2026 R$ 7.777,00');
    expect(strip).toContain('Saldo no Prumo em 19/11/2026 R$ 10.000,00');
    expect(strip).toContain('Ainda fora do Prumo · 7 linhas −R$ 2.223,00');
    expect(strip).toContain('R$ 0,00 confere');
    expect(await textOf(page.locator('main footer'))).toContain(
      'A conciliar 7 linhas Entradas R$ 0,00 Saídas R$ 2.223,00',
    );
    expect(await textOf(row(GRANITE))).toMatch(/Granitos Zafira · NF 9202 .*mesmo valor.*nome no histórico.*Vencida/);
    await row(FEE).getByRole('button', { name: 'Criar despesa: Juros e tarifas bancárias' }).waitFor();
    await page.getByTitle('7 linhas a conciliar').or(page.getByTitle('8 linhas a conciliar')).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('accepts a row by Enter, goes on with the next one, and takes it back by Ctrl+Z', async () => {
    await story.press(page, 'j', 'j');
    await eventually(() => story.focused(page)).toBe(`${GRANITE} −300,17`);
    await eventually(() => new URL(page.url()).searchParams.get('row')).not.toBeNull();
    await story.press(page, 'Enter');
    await page.getByText('1 linha conciliada').first().waitFor();
    await eventually(() => story.memos(page)).not.toContain(GRANITE);
    await eventually(() => story.focused(page)).toBe(`${IRON} −500,13`);
    expect(await story.paid('NF 9202')).toEqual(['paid 2026-11-12 300.17']);
    await story.press(page, 'Control+z');
    await eventually(() => story.memos(page)).toContain(GRANITE);
    expect(await story.paid('NF 9202')).toEqual(['open 300.17']);
    await page.getByText('Conciliação desfeita').first().waitFor();
  });

  test('accepts all that are sure, the transfer with the lines of both statements, and undoes them as one', async () => {
    await page.getByRole('button', { name: 'Aceitar as 3 sugestões' }).click();
    await page.getByText('3 linhas conciliadas').first().waitFor();
    await eventually(() => story.tabs(page)).toEqual(['Aconciliar4', 'Sugeridas0', 'Conciliadas3', 'Ignoradas0']);
    expect(await story.paid('NF 9101')).toEqual(['paid 2026-11-10 500.13']);
    const transfers = await story.seed.sql(
      `select amount, date::text from transfers where source_wallet_id = ${story.bank} and target_wallet_id = ${story.savings}`,
    );
    expect(transfers).toEqual([{ amount: '1000.00', date: '2026-11-18' }]);
    expect((await story.call('GET', `/bank-statements/reconciliation?wallet=${story.savings}`)).counts).toMatchObject({
      ...{ open: 0, reconciled: 1 },
    });
    await tab('Conciliadas').click();
    await eventually(() => story.memos(page)).toEqual([TRANSFER, GRANITE, IRON]);
    expect(await textOf(row(GRANITE))).toMatch(
      /9\d% Granitos Zafira · NF 9202 por .* em 20\/11\/2026 · 4 nesta aceitação/,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await row(IRON)
      .getByRole('button', { name: /Ações de/ })
      .click();
    // Three of this wallet and the other side of the transfer.
    await page.getByRole('menuitem', { name: 'Desfazer as 4 desta aceitação' }).click();
    await page.getByText('Nada conciliado ainda').waitFor();
    expect(await story.paid('NF 9101')).toEqual(['open 500.13']);
    expect(await story.seed.sql(`select id from transfers where source_wallet_id = ${story.bank}`)).toEqual([]);
    await tab('A conciliar').click();
  });

  test('a notice undoes what it tells of', async () => {
    await eventually(() => story.memos(page)).toContain(IRON);
    await row(IRON).getByRole('button', { name: 'Aceitar', exact: true }).click();
    await eventually(() => story.memos(page)).not.toContain(IRON);
    await undoLink().last().click();
    await eventually(() => story.memos(page)).toContain(IRON);
    expect(await story.paid('NF 9101')).toEqual(['open 500.13']);
  });
});

describe('several lines and several entries', () => {
  const bar = () => page.getByRole('toolbar', { name: 'Ações para os marcados' });
  const entry = (name: RegExp) =>
    page.getByRole('list', { name: 'Em aberto no Prumo' }).getByRole('checkbox', { name });

  test('are reconciled as one, once their difference is a tarifa', async () => {
    await row(PART_B).focus();
    await story.press(page, 'Space', 'j', 'Space');
    expect(await textOf(bar())).toContain('2 do extrato · −R$ 305,03');
    await page.getByText('primeiro os que podem fechar a soma').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar em aberto' }).fill('NF 9303');
    await eventually(() => page.getByRole('list', { name: 'Em aberto no Prumo' }).getByRole('listitem').count()).toBe(
      2,
    );
    await row(PART_A).focus();
    await story.press(page, 'ArrowRight', 'Space', 'j', 'Space');
    // 305,03 − (120,01 + 180,02).
    expect(await textOf(bar())).toContain('2 do Prumo · −R$ 300,03 diferença −R$ 5,00');
    await page.getByText('2 : 2', { exact: true }).waitFor();
    expect(
      await bar()
        .getByRole('button', { name: /Conciliar/ })
        .getAttribute('aria-disabled'),
    ).toBe('true');
    // Two open installments: the bank does not say whose juros it is.
    expect(await bar().getByRole('button', { name: 'Como juros' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await story.press(page, 'Enter');
    expect(await story.paid('NF 9303')).toEqual(['open 120.01', 'open 180.02']);
    await bar().getByRole('button', { name: 'Como tarifa…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tarifa de R$ 5,00' });
    await eventually(() => dialog.getByRole('combobox').inputValue()).toBe('Juros e tarifas bancárias');
    await dialog.getByRole('button', { name: 'Lançar e conciliar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => story.memos(page)).not.toContain(PART_A);
    // 200,07 pays all of the first and 80,06 of the second; 104,96 pays the rest and the tarifa.
    expect(
      await story.seed.sql(
        `select sum(i.value)::text as sum, bool_or(i.forecast) as open from installments i
         join transactions t on t.id = i.transaction_id where t.document_number = 'NF 9303'`,
      ),
    ).toEqual([{ sum: '300.03', open: false }]);
    expect(
      await story.seed.sql(
        `select i.value, i.payment_date::text as day from installments i where i.wallet_id = ${story.bank} and i.value = 5`,
      ),
    ).toEqual([{ value: '5.00', day: expect.any(String) }]);
    expect(await bar().count()).toBe(0);
  });

  test('are undone by U', async () => {
    await tab('Conciliadas').click();
    await eventually(() => story.memos(page)).toEqual([PART_B, PART_A]);
    expect(await textOf(row(PART_A))).toContain('2 linhas juntas');
    await row(PART_A).focus();
    await story.press(page, 'u');
    await page.getByText('Nada conciliado ainda').waitFor();
    expect(await story.paid('NF 9303')).toEqual(['open 120.01', 'open 180.02']);
    await tab('A conciliar').click();
    await eventually(() => story.memos(page)).toContain(PART_A);
  });

  test('a part of the last one closes the sum', async () => {
    await row(PART_A).focus();
    await story.press(page, 'Space');
    await page.getByRole('searchbox', { name: 'Buscar em aberto' }).fill('NF 9303');
    await entry(/120,01/).check();
    await entry(/180,02/).check();
    // 200,07 − 300,03: of 180,02 only 80,06.
    expect(await textOf(bar())).toContain('diferença R$ 99,96');
    await bar().getByRole('button', { name: 'Só R$ 80,06 da última' }).click();
    expect(await textOf(bar())).toContain('diferença R$ 0,00');
    await page.getByRole('button', { name: 'parte de 180,02' }).waitFor();
    await story.press(page, 'Escape');
    expect(await bar().count()).toBe(0);
  });
});

describe('lines without an answer', () => {
  test('become a document by C, as earlier choices suggest', async () => {
    await row(FEE).focus();
    await story.press(page, 'c');
    const dialog = page.getByRole('dialog', { name: 'Criar despesa de R$ 39,90' });
    await dialog.waitFor();
    await eventually(() => dialog.getByLabel('Categoria').inputValue()).toBe('Juros e tarifas bancárias');
    expect(await accessibilityProblems(page)).toEqual([]);
    // What is typed into a field is no key of the desk.
    await dialog.getByLabel('Documento').fill('');
    await dialog.getByLabel('Documento').pressSequentially('jit 77');
    await story.press(page, 'Control+s');
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => story.memos(page)).not.toContain(FEE);
    expect(await story.paid('jit 77')).toEqual(['paid 2026-11-17 39.90']);
    await undoLink().last().click();
    await eventually(() => story.memos(page)).toContain(FEE);
    expect(await story.paid('jit 77')).toEqual([]);
  });

  test('are marked as a transfer by T', async () => {
    await row(UNKNOWN).focus();
    await story.press(page, 't');
    const dialog = page.getByRole('dialog', { name: 'Marcar como transferência' });
    await dialog.getByRole('combobox').fill('Poupança da história');
    await page.locator('[role="option"]', { hasText: 'Poupança da história' }).click();
    await dialog.getByRole('button', { name: 'Transferir e conciliar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => story.memos(page)).not.toContain(UNKNOWN);
    expect(
      await story.seed.sql(`select amount, date::text from transfers where source_wallet_id = ${story.bank}`),
    ).toEqual([{ amount: '77.77', date: '2026-11-19' }]);
    await story.press(page, 'Control+z');
    await eventually(() => story.memos(page)).toContain(UNKNOWN);
  });

  test('are ignored by I with a reason, and opened again by U', async () => {
    await row(UNKNOWN).focus();
    await story.press(page, 'i');
    const dialog = page.getByRole('dialog', { name: 'Ignorar esta linha?' });
    await dialog.getByLabel('Motivo').fill('Estornada pelo banco');
    await story.press(page, 'Enter');
    await eventually(() => story.memos(page)).not.toContain(UNKNOWN);
    await tab('Ignoradas').click();
    expect(await textOf(row(UNKNOWN))).toMatch(/Estornada pelo banco ignorada por .* em 20\/11\/2026/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await row(UNKNOWN).focus();
    await story.press(page, 'u');
    await page.getByText('Nenhuma linha ignorada').waitFor();
    await tab('A conciliar').click();
    await eventually(() => story.memos(page)).toContain(UNKNOWN);
  });

  test('have another answer by hand, and the difference of one installment is its desconto', async () => {
    await row(PART_B)
      .getByRole('button', { name: /Ações de/ })
      .click();
    await page.getByRole('menuitem', { name: 'Procurar no Prumo' }).click();
    const dialog = page.getByRole('dialog', { name: 'O que responde a −104,96?' });
    await dialog.getByRole('searchbox').fill('NF 9303');
    await dialog.getByRole('button', { name: /Escolher .*−120,01/ }).click();
    await dialog.getByText('Diferença de R$ 15,05: o que ela é?').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Como desconto' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await story.paid('NF 9303')).toEqual(['paid 2026-11-17 104.96', 'open 180.02']);
    await story.press(page, 'Control+z');
    await eventually(() => story.memos(page)).toContain(PART_B);
    expect(await story.paid('NF 9303')).toEqual(['open 120.01', 'open 180.02']);
  });
});

describe('acceptance of several', () => {
  test('leaves what was refused in the list, with its reason', async () => {
    const [due] = await story.seed.sql<{ id: string; transaction: string }>(
      `select i.id, i.transaction_id as transaction from installments i
         join transactions t on t.id = i.transaction_id where t.document_number = 'NF 9202'`,
    );
    // Somebody pays it from another wallet, while the clerk looks at the suggestion.
    await story.call('POST', `/debit/${due?.transaction}/installment/${due?.id}/payment`, {
      ...{ paymentDate: '2026-11-19', bank: { id: story.savings }, paymentMethod: 'PIX' },
    });
    await page.getByRole('button', { name: 'Aceitar as 3 sugestões' }).click();
    await page.getByText('2 linhas conciliadas').first().waitFor();
    await eventually(() => story.memos(page)).not.toContain(IRON);
    expect(await story.memos(page)).toContain(GRANITE);
    await eventually(() => textOf(row(GRANITE).getByRole('alert'))).toMatch(/outra carteira|alterad|mudou|Atualize/);
    expect(await story.paid('NF 9101')).toEqual(['paid 2026-11-10 500.13']);
  });
});
