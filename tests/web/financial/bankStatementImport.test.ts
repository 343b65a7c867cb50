/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { ofx, type Written } from '#tests/financial/bankStatements/kit.ts';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const LIST = '/home/forms/transactions/ofx-files';
const IMPORT = `${LIST}/import`;

let app: TestApp;
let company: string;
let page: Page;
let wallets: Record<string, number>;

const PIX = Array.from({ length: 9 }, (_, index): Written => [
  `2026-11-1${index}`,
  '-100,00',
  `PIX ENVIADO ${index + 1}`,
  `P${index}`,
]);

/** What the wallet Itaú has before: the salaries, and a bill of 2.178,47. */
const OCTOBER = ofx({
  lines: [
    ['2026-11-03', '-14662,00', 'SISPAG SALARIOS', '3'],
    ['2026-11-05', '-2178,47', 'PAG BOLETO ELETRO LUZ', '7'],
  ],
});
/**
 * 15 lines: 1 known (the salaries), 1 in conflict (the bill, with another amount), 1 ignored (the balance), and 12 new ones:
 * two identical fees, what a customer paid, and nine payments by Pix.
 */
const ITAU = ofx({
  ledger: ['2026-11-20', '41083,72'],
  lines: [
    ['2026-11-03', '-14662,00', 'SISPAG SALARIOS', '3'],
    ['2026-11-05', '-2358,47', 'PAG BOLETO ELETRO LUZ', '7'],
    ['2026-11-09', '-1,95', 'TAR PIX RECEBIDO', ''],
    ['2026-11-09', '-1,95', 'TAR PIX RECEBIDO', ''],
    ['2026-11-19', '96749,93', 'TED RECEBIDA CLINICA SÃO LUCAS', '16'],
    ...PIX,
    ['2026-11-20', '41083,72', 'SALDO DO DIA', '000000'],
  ],
});
/** Two accounts of 3 lines: two movements and a balance, and three movements. */
const CAIXA = ofx(
  {
    ...{ bank: '104', branch: '0296', number: '001847-2' },
    lines: [
      ['2026-11-12', '-780,00', 'PIX CACAMBAS', 'C1'],
      ['2026-11-13', '1500,00', 'DEPOSITO', 'C2'],
      ['2026-11-13', '720,00', 'SALDO', '0'],
    ],
  },
  {
    ...{ bank: '104', branch: '0296', number: '32118-0' },
    lines: [1, 2, 3].map((day): Written => [`2026-11-0${day}`, '1,00', `RENDIMENTO ${day}`, `R${day}`]),
  },
);

const send = async (name: string, content: Buffer): Promise<{ id: number; version: number }> => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  return call('POST', 'files', body);
};
const call = async (method: string, path: string, body: FormData | object) => {
  const json = !(body instanceof FormData);
  const response = await fetch(`${app.url}/api/v1/financial/company/${company}/bank-statements/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await app.token('financeiro')}`,
      ...(json && { 'Content-Type': 'application/json' }),
    },
    body: json ? JSON.stringify(body) : body,
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).data;
};

/** Lines of a wallet as the database has them, oldest first. */
const stored = async (wallet: string): Promise<string[]> => {
  const rows = await app.services.seed.sql<{ amount: string; memo: string }>(
    `select l.amount, l.memo from bank_statement_lines l
      where l.wallet_id = $1 and l.replaced_by is null order by l.date, l.amount, l.memo`,
    [wallets[wallet]],
  );
  return rows.map(({ amount, memo }) => `${amount} ${memo}`);
};

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/x-ofx', buffer });
const choose = (...files: ReturnType<typeof file>[]) => page.getByLabel('Arquivos OFX').setInputFiles(files);
const told = async (of: Locator): Promise<string> => (await textOf(of)).replaceAll('\u00a0', ' ');
const cards = (on = page) => on.getByRole('list', { name: 'Arquivos', exact: true });
const card = (name: string, on = page) => cards(on).getByRole('listitem', { name, exact: true });
const preview = (on = page) => on.getByRole('region', { name: /^Linhas de / });
const foot = (on = page) => told(on.getByRole('list', { name: 'Soma dos arquivos' }));
const wallet = (account: string) => page.getByRole('combobox', { name: `Carteira de Conta ${account}` });
const main = (name: string | RegExp, on = page) => on.getByRole('button', { name });
const toast = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
const path = () => new URL(page.url()).pathname;
/** The list is there: until then the screen of the import still asks whether it may be left. */
const landed = async (): Promise<void> => {
  await eventually(path).toBe(LIST);
  await page.getByRole('heading', { level: 1, name: 'Extratos OFX' }).waitFor();
};
const figure = (label: string): Promise<string> =>
  told(preview().getByRole('term').filter({ hasText: label }).locator('..'));
const rowOf = (memo: string, on = page) => preview(on).getByRole('row').filter({ hasText: memo });

/** Elements that would scroll sideways. */
const tooWide = (on: Page): Promise<string[]> =>
  on.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main *')]
      .filter((one) => one.getBoundingClientRect().right > 390 || (one.matches('html, main') && one.scrollWidth > 390))
      .map((one) => one.outerHTML.slice(0, 120)),
  );
/** Drops a file as from the desktop. */
const drop = async (on: Locator, name: string, content: Buffer): Promise<void> => {
  const dataTransfer = await on.page().evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName));
      return transfer;
    },
    [name, content.toString('latin1')] as const,
  );
  await on.dispatchEvent('dragenter', { dataTransfer });
  await on.dispatchEvent('drop', { dataTransfer });
};

beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('financeiro', '{ session { companies { id } } }');
  company = data.session.companies[0].id;
  const rows = await app.services.seed.sql<{ identifier: string; id: string }>(
    'select identifier, id from wallets where company_id = $1',
    [company],
  );
  wallets = Object.fromEntries(rows.map(({ identifier, id }) => [identifier, Number(id)]));
  const { id } = await send('itau-out.ofx', OCTOBER);
  await call('PUT', `files/${id}/accounts/1`, { wallet: { id: wallets.Itaú } });
  await call('POST', `files/${id}/import`, {});
  page = await app.open(IMPORT, { as: 'financeiro', place: { companyId: company, buildingId: null } });
}, 120_000);
afterAll(() => app.stop());

describe('Statements before they are imported', () => {
  test('begin with a place for files, and words on where they come from', async () => {
    await page.getByRole('heading', { level: 1, name: 'Conferir antes de importar' }).waitFor();
    await page.getByText('exporte em OFX').waitFor();
    expect(await main('Escolher arquivos').isVisible()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('are read one by one: a refused one says why, the others go on', async () => {
    await choose(file('itau-nov.ofx', ITAU), file('boleto.pdf', Buffer.from('%PDF-1.7')), file('caixa.ofx', CAIXA));
    await eventually(() => told(card('boleto.pdf'))).toContain('Este arquivo é um PDF, não um extrato.');
    await eventually(() => told(card('itau-nov.ofx'))).toMatch(/OFX 1\.02 · windows-1252/);
    // Its account went to Itaú last time; those of the other file have never been seen.
    const itau = await told(card('itau-nov.ofx'));
    expect(itau).toContain('Conta 33810-2, ag. 0441');
    expect(itau).toContain('banco 341');
    expect(itau).toContain('usada da última vez');
    expect(itau).toContain('12 novas 1 já importada 1 conflito 1 ignorada');
    await eventually(() => told(card('caixa.ofx'))).toContain('2 contas no arquivo');
    expect(await told(card('caixa.ofx'))).toMatch(
      /1 ignorada 2 linhas esperam a carteira .*3 linhas esperam a carteira/,
    );
    // 15 + 6 lines; 12 + 1 + 1 + 2 + 5 = 21.
    await page.getByText('2 arquivos · 3 contas · 21 linhas · nada foi gravado ainda').waitFor();
    expect(await foot()).toBe('21 linhas 12 novas 1 já importada 1 conflito 2 ignoradas 5 sem carteira');
    expect(await main(/^Importar /).innerText()).toContain('Importar 12 linhas');
    expect(await stored('Itaú')).toHaveLength(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await main('Dispensar boleto.pdf').click();
    await eventually(() => card('boleto.pdf').count()).toBe(0);
  });

  test('show what becomes of each line, and why', async () => {
    await eventually(() => told(preview())).toMatch(/^itau-nov\.ofx Itaú/);
    expect(await figure('Linhas no arquivo')).toBe('Linhas no arquivo 15');
    expect(await figure('Entram agora')).toBe('Entram agora 12 + 1 em conflito');
    expect(await figure('Saldo em')).toBe('Saldo em 20/11/2026 R$ 41.083,72');
    const words = await told(preview());
    expect(words).toMatch(/Conflito 1 .*Ignoradas 1 .*Novas 12 .*Já importadas 1 /);
    expect(words).toContain('FITID 7 já está no Prumo com −2.178,47. Agora veio −2.358,47.');
    await eventually(() => told(rowOf('SALDO DO DIA'))).toBe(
      '20/11/2026 SALDO DO DIA linha de saldo, FITID em branco ou zero 41.083,72',
    );
    expect(await told(rowOf('TED RECEBIDA'))).toBe('19/11/2026 TED RECEBIDA CLINICA SÃO LUCAS +96.749,93');
    expect(await told(rowOf('SISPAG'))).toContain('em itau-out.ofx, de 20/11/2026 −14.662,00');
    // Of 12 new lines the ten newest: the two fees of the ninth come with the rest.
    expect(await rowOf('TAR PIX').count()).toBe(0);
    await main('Mostrar as outras 2 em Novas').click();
    await eventually(() => rowOf('TAR PIX').allInnerTexts()).toHaveLength(2);
    expect(await told(rowOf('TAR PIX').last())).toBe(
      '09/11/2026 TAR PIX RECEBIDO 2ª de 2 linhas idênticas no dia −1,95',
    );

    await page.getByLabel('Linhas a mostrar').selectOption('Conflitos');
    await eventually(() => rowOf('TED RECEBIDA').count()).toBe(0);
    await page.getByLabel('Linhas a mostrar').selectOption('Sem carteira');
    await preview().getByText('Nenhuma linha aqui').waitFor();
    await page.getByLabel('Linhas a mostrar').selectOption('Todas as linhas');
  });

  test('are routed to wallets, and conflicts are decided', async () => {
    await wallet('001847-2').selectOption('Caixa Econômica');
    // Two lines more: 14 new ones, and 3 that wait.
    await eventually(foot).toBe('21 linhas 14 novas 1 já importada 1 conflito 2 ignoradas 3 sem carteira');
    await main('Importar 14 linhas').waitFor();
    await main('Conta 32118-0, ag. 0296 de caixa.ofx: ver as linhas').click();
    await eventually(() => told(preview())).toMatch(/^caixa\.ofx Conta 32118-0, ag\. 0296 sem carteira/);
    await eventually(() => told(rowOf('RENDIMENTO 2'))).toBe('02/11/2026 RENDIMENTO 2 +1,00');
    expect(await told(preview())).toContain('Saldo não informado');
    // Out again, and in.
    await wallet('001847-2').selectOption('Deixar de fora');
    await main('Importar 12 linhas').waitFor();
    await wallet('001847-2').selectOption('Caixa Econômica');
    await main('Importar 14 linhas').waitFor();

    await main('Conta 33810-2, ag. 0441 de itau-nov.ofx: ver as linhas').click();
    const question = page.getByRole('group', { name: 'O que fazer com PAG BOLETO ELETRO LUZ' });
    const keep = question.getByRole('button', { name: 'Manter −2.178,47' });
    expect(await keep.getAttribute('aria-pressed')).toBe('true');
    await question.getByRole('button', { name: 'Usar −2.358,47' }).click();
    await main('Importar 15 linhas').waitFor();
    expect(await keep.getAttribute('aria-pressed')).toBe('false');
    expect(await figure('Entram agora')).toBe('Entram agora 13');
  });

  test('ask before a decision is lost, and are found again', async () => {
    await main('Cancelar').click();
    await page.getByRole('dialog', { name: 'Sair da conferência?' }).waitFor();
    await main('Continuar conferindo').click();
    await main('Importar 15 linhas').waitFor();
    const dark = await app.open(IMPORT, {
      ...{ as: 'financeiro', dark: true, place: { companyId: company, buildingId: null } },
    });
    // The drafts with their wallets, without the decision.
    await eventually(() => foot(dark)).toBe('21 linhas 14 novas 1 já importada 1 conflito 2 ignoradas 3 sem carteira');
    await rowOf('TED RECEBIDA', dark).waitFor();
    await main('Importar 14 linhas', dark).waitFor();
    expect(await accessibilityProblems(dark)).toEqual([]);
    await dark.context().close();
  });

  test.each([false, true])('fit a phone (dark: %s)', async (dark) => {
    const phone = await app.open(IMPORT, {
      ...{ as: 'financeiro', width: 390, dark, place: { companyId: company, buildingId: null } },
    });
    await eventually(() => foot(phone)).toBe('21 linhas 14 novas 1 já importada 1 conflito 2 ignoradas 3 sem carteira');
    await main('Importar 14 linhas', phone).waitFor();
    await rowOf('TED RECEBIDA', phone).waitFor();
    expect(await tooWide(phone)).toEqual([]);
    expect(await accessibilityProblems(phone)).toEqual([]);
    // The lines come into sight, and foot and buttons stay.
    await main('Conta 32118-0, ag. 0296 de caixa.ofx: ver as linhas', phone).click();
    await eventually(async () => (await preview(phone).boundingBox())?.y).toBeLessThan(500);
    await eventually(() => told(rowOf('RENDIMENTO 3', phone))).toBe('03/11/2026 RENDIMENTO 3 +1,00');
    const button = await main('Importar 14 linhas', phone).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeGreaterThan(820);
    expect(await tooWide(phone)).toEqual([]);
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.context().close();
  });

  test('enter by Ctrl+S, each line once', async () => {
    expect(await stored('Caixa Econômica')).toEqual([]);
    await page.keyboard.press('Control+s');
    await toast('15 linhas importadas');
    await landed();
    // The salaries, the bill with its new amount, 12 new ones.
    expect(await stored('Itaú')).toEqual([
      '-14662.00 SISPAG SALARIOS',
      '-2358.47 PAG BOLETO ELETRO LUZ',
      '-1.95 TAR PIX RECEBIDO',
      '-1.95 TAR PIX RECEBIDO',
      ...PIX.map(([, , memo]) => `-100.00 ${memo}`),
      '96749.93 TED RECEBIDA CLINICA SÃO LUCAS',
    ]);
    expect(await stored('Caixa Econômica')).toEqual(['-780.00 PIX CACAMBAS', '1500.00 DEPOSITO']);
  });

  test('that bring nothing new are concluded all the same', async () => {
    await visit(page, IMPORT);
    await page.getByText('Solte aqui os extratos do banco').waitFor();
    await choose(file('itau-nov.ofx', ITAU));
    await eventually(foot).toBe('15 linhas 0 novas 14 já importadas 1 ignorada');
    await main('Concluir').click();
    await toast('Nenhuma linha nova: nada mudou nas carteiras');
    await landed();
    expect(await stored('Itaú')).toHaveLength(14);
  });
});

describe('A statement that cannot be imported', () => {
  test('stays with its sentence, and the others go on', async () => {
    const one = (memo: string, amount: string, fitId: string) => ofx({ lines: [['2026-11-18', amount, memo, fitId]] });
    await visit(page, IMPORT);
    await page.getByText('Solte aqui os extratos do banco').waitFor();
    await choose(file('mudado.ofx', one('TARIFA A', '-10,00', 'A')), file('bom.ofx', one('TARIFA B', '-20,00', 'B')));
    await main('Importar 2 linhas').waitFor();
    await drop(preview(), 'outra-vez.ofx', one('TARIFA B', '-25,00', 'B'));
    await main('Importar 3 linhas').waitFor();
    // Somebody else chooses another wallet meanwhile.
    const { id } = await send('mudado.ofx', one('TARIFA A', '-10,00', 'A'));
    await call('PUT', `files/${id}/accounts/1`, { wallet: { id: wallets.Bradesco } });
    await page.keyboard.press('Control+s');
    await toast('1 linha importada');
    await eventually(() => told(card('mudado.ofx'))).toContain('Este extrato foi alterado por outra pessoa.');
    // What was new is in conflict with what has just come: nobody was asked about that.
    await eventually(() => told(card('outra-vez.ofx'))).toContain('Outra importação mudou os conflitos deste arquivo.');
    await eventually(() => card('bom.ofx').count()).toBe(0);
    expect(path()).toBe(IMPORT);
    await eventually(foot).toBe('2 linhas 1 nova 1 conflito');
    expect(await told(card('mudado.ofx'))).toContain('Bradesco');

    await main(/^Conta 33810-2, ag\. 0441 de outra-vez\.ofx/).click();
    await main('Guardar as duas').click();
    await main('Importar 2 linhas').waitFor();
    await main('Retirar mudado.ofx').click();
    await eventually(() => card('mudado.ofx').count()).toBe(0);
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Retirar outra-vez.ofx',
    );
    await main('Importar 1 linha').click();
    await landed();
    expect((await stored('Itaú')).filter((line) => line.includes('TARIFA B'))).toEqual([
      '-25.00 TARIFA B',
      '-20.00 TARIFA B',
    ]);
    expect(await stored('Bradesco')).toEqual([]);
    expect(await app.services.seed.sql(`select from bank_statement_files where state = 'DRAFT'`)).toEqual([]);
  });
});

describe('A statement in CSV', () => {
  const table = (...lines: string[]) =>
    Buffer.from(`Data;Histórico;Crédito;Débito\r\n${lines.join('\r\n')}\r\n`, 'latin1');
  const columns = () => page.getByRole('region', { name: 'Colunas de cartao.csv' });
  const column = (name: string) => columns().getByRole('combobox', { name: new RegExp(`: ${name}$`) });

  test('is asked once what its columns are, and nothing that was chosen is lost by a wrong cell', async () => {
    await visit(page, IMPORT);
    for (const name of await page.getByRole('button', { name: /^Retirar / }).all()) await name.click();
    await page.getByText('Solte aqui os extratos do banco').waitFor();
    await choose(file('cartao.csv', table('17/11/2026;TAXA;;12,30', '18/11/2026;ESTORNO;1.000,00;')));
    await columns().waitFor();
    expect(await column('Débito').inputValue()).toBe('moneyOut');
    expect(await accessibilityProblems(page)).toEqual([]);
    await main('Ler o extrato').click();
    await columns().getByText('Informe o nome do banco.').waitFor();
    await columns().getByLabel('Banco ou cartão').fill('Cartão da obra');
    // A role leaves the column that had it.
    await column('Histórico').selectOption('date');
    expect(await column('Data').inputValue()).toBe('NONE');
    await main('Ler o extrato').click();
    await columns().getByText('Diga qual coluna traz o histórico.').waitFor();
    await column('Data').selectOption('memo');
    await main('Ler o extrato').click();
    await columns().getByText('Linha 1: “TAXA” não é uma data.').waitFor();
    expect(await columns().getByLabel('Banco ou cartão').inputValue()).toBe('Cartão da obra');
    await column('Data').selectOption('date');
    await column('Histórico').selectOption('memo');
    await main('Ler o extrato').click();
    await eventually(() => told(card('cartao.csv'))).toContain('2 linhas esperam a carteira');
    await page.getByRole('combobox', { name: 'Carteira de Cartão da obra' }).selectOption({ label: 'Bradesco' });
    await eventually(() => told(card('cartao.csv'))).toContain('2 novas');
    await main(/^Trocar colunas/).click();
    await columns().waitFor();
    await main('Cancelar').last().click();
    await rowOf('ESTORNO').waitFor();
    await main('Importar 2 linhas').click();
    await landed();
    expect(await stored('Bradesco')).toEqual(['-12.30 TAXA', '1000.00 ESTORNO']);

    await visit(page, IMPORT);
    await page.getByText('Solte aqui os extratos do banco').waitFor();
    await choose(file('dezembro.csv', table('18/11/2026;ESTORNO;1.000,00;', '19/11/2026;TAXA;;1,00')));
    await eventually(foot).toBe('2 linhas 1 nova 1 já importada');
    expect(await told(card('dezembro.csv'))).toContain('usada da última vez');
  });
});
