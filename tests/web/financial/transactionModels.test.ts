/** Models and the documents of a month. Dates and sums are worked out by hand, values of the demo's documents by SQL. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const MODELS = '/home/forms/transactions/transaction-models';

let app: TestApp;
let page: Page;

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  app.services.seed.sql<Row>(text, values);

beforeAll(async () => {
  app = await startApp();
  page = await app.open(MODELS, { as: 'financeiro', width: 1440 });
}, 60_000);
afterAll(() => app.stop());

const pane = (): Locator => page.getByRole('region', { name: 'O que seria criado' });
const row = (name: string): Locator => pane().getByRole('listitem', { name, exact: true });
const value = (name: string): Locator => row(name).getByRole('textbox');
const foot = (): Promise<string> => textOf(pane().locator('footer'));
const titles = async (): Promise<string[]> =>
  (await pane().getByRole('listitem').all()).reduce<Promise<string[]>>(
    async (all, one) => [...(await all), (await textOf(one)).split(' · ')[0] ?? ''],
    Promise.resolve([]),
  );
/** Documents that models have made for a month and that are forecasts without a payment. */
const made = async (month: string): Promise<number> => {
  const [found] = await sql<{ count: string }>(
    `select count(*) as count from transaction_model_documents d join transactions t on t.id = d.transaction_id
      where d.period = $1 and t.status = 'OPEN'`,
    [`${month}-01`],
  );
  return Number(found?.count);
};

/** "1.234,50" of a decimal that SQL answered. */
const shown = (decimal: string): string => {
  const [whole = '', cents = ''] = decimal.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
};

/** Mean of the three documents of the demo before December, as the database computes it. */
const meanOf = async (name: string): Promise<string> => {
  const [mean] = await sql<{ mean: string }>(
    `select round(avg(t.gross_value), 2)::text as mean from transaction_model_documents d
      join transaction_models m on m.id = d.model_id join transactions t on t.id = d.transaction_id
     where m.name = $1 and d.period between '2026-09-01' and '2026-11-01'`,
    [name],
  );
  return shown(mean?.mean ?? '');
};

/** Pays the rent that a model has made for a month, as somebody else would. */
const payRent = async (month: string): Promise<void> => {
  const [rent] = await sql<{ company: string; id: string; version: number; installment: string; wallet: string }>(
    `select t.company_id as company, t.id, t.version, i.id as installment, t.expected_wallet_id as wallet
       from transaction_model_documents d join transaction_models m on m.id = d.model_id
       join transactions t on t.id = d.transaction_id join installments i on i.transaction_id = t.id
      where m.name = 'Aluguel do escritório' and d.period = $1`,
    [`${month}-01`],
  );
  if (!rent) throw new Error('There is no rent');
  const address = `${app.url}/api/v1/financial/company/${rent.company}/debit/${rent.id}/installment/${rent.installment}/payment`;
  const reply = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await app.token('financeiro')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ version: rent.version, paymentDate: '2026-11-20', paymentMethod: 'PIX' },
      bank: { id: Number(rent.wallet) },
    }),
  });
  if (!reply.ok) throw new Error(await reply.text());
};

describe('Modelos', () => {
  test('shows the models, and what december would create, of which nothing exists', async () => {
    await eventually(() => textOf(page.locator('header').filter({ hasText: 'Modelos de lançamento' }))).toContain(
      '9 modelos · 8 repetem todo mês',
    );
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Todos9', 'Mensais8', 'Sob demanda1', 'Pausados0']);
    // 5/12 and 12/12 are Saturdays.
    await eventually(titles).toEqual([
      '05/12/2026 Salários – equipe de obra',
      '07/12/2026 Pró-labore dos sócios',
      '10/12/2026 Aluguel do escritório',
      '10/12/2026 Honorários contábeis',
      '14/12/2026 Internet e telefonia',
      '15/12/2026 Taxa de administração – Clínica',
      '16/12/2026 Energia elétrica – escritório',
      '18/12/2026 Energia e água dos canteiros',
    ]);
    expect(await textOf(row('Pró-labore dos sócios'))).toContain(
      'Pró-labore dos sócios · FOLHA 11/2026 05/12 é sábado: próximo dia útil −9.000,00',
    );
    expect(await textOf(row('Honorários contábeis'))).toContain('sem número');
    expect(await textOf(row('Honorários contábeis'))).toContain('número quando a nota chegar');
    expect(await textOf(row('Energia e água dos canteiros'))).toContain('média de set, out e nov · rateio em 2 obras');
    expect(await value('Energia elétrica – escritório').inputValue()).toBe(
      await meanOf('Energia elétrica – escritório'),
    );
    expect(await textOf(row('Salários – equipe de obra'))).toMatch(/já existe, lançada em \d\d\/11\/2026 · Abrir/);
    expect(await row('Salários – equipe de obra').getByRole('checkbox').isDisabled()).toBe(true);
    expect(await foot()).toContain('Criar 7 documentos');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('types values going down with Enter, creates the month by Ctrl+S, and one undo takes it back', async () => {
    await value('Taxa de administração – Clínica').click();
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await page.keyboard.type('200,5');
    await page.keyboard.press('Enter');
    // Without a value a row is not made.
    await page.keyboard.press('Delete');
    await eventually(foot).toContain('Criar 6 documentos');
    await page.keyboard.type('300');
    // 9.000 + 4.850 + 2.480 + 489 + 200,50 + 300
    await eventually(foot).toBe('6 despesas R$ 17.319,50 1 receita R$ 100,00 Criar 7 documentos Ctrl S');
    const before = await sql<{ count: string }>('select count(*) as count from transactions');
    await page.keyboard.press('Control+s');
    await page.getByText('7 documentos criados', { exact: true }).first().waitFor();
    await eventually(() => made('2026-12')).toBe(8);
    const shares = await sql<{ name: string; value: string }>(
      `select b.name, a.gross_value as value from apportionments a join buildings b on b.id = a.building_id
         join transaction_model_documents d on d.transaction_id = a.transaction_id
         join transaction_models m on m.id = d.model_id
        where m.name = 'Energia e água dos canteiros' and d.period = '2026-12-01' order by a.position`,
    );
    // 45 % and 55 % of 300.
    expect(shares).toEqual([
      { name: 'Residência Alto da Serra', value: '135.00' },
      { name: 'Vila das Ipês – 8 casas', value: '165.00' },
    ]);
    await eventually(() => textOf(row('Aluguel do escritório'))).toContain('já existe, lançada em 20/11/2026 · Abrir');
    await page.getByText('7 documentos criados em dezembro/2026.').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await page.getByText('7 documentos removidos').first().waitFor();
    await eventually(() => made('2026-12')).toBe(1);
    expect(await sql('select count(*) as count from transactions')).toEqual(before);
  });

  test('leaves what was paid meanwhile, and says so', async () => {
    await pane().getByRole('button', { name: 'Próximo mês' }).click();
    await eventually(() => page.url()).toContain('month=2027-01');
    await eventually(titles).toContain('11/01/2027 Aluguel do escritório');
    for (const name of ['Pró-labore dos sócios', 'Salários – equipe de obra', 'Taxa de administração – Clínica'])
      await row(name).getByRole('checkbox').click();
    await eventually(foot).toContain('Criar 5 documentos');
    await pane()
      .getByRole('button', { name: /Criar 5 documentos/ })
      .click();
    await eventually(() => made('2027-01')).toBe(5);
    await payRent('2027-01');
    await page.getByText('5 documentos criados em janeiro/2027.').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await page.getByText('Um documento ficou:').waitFor();
    await page.getByText('Aluguel do escritório: já foi pago').waitFor();
    expect(await made('2027-01')).toBe(0);
  });

  test('keeps text that is no value, and does not create', async () => {
    await visit(page, `${MODELS}?month=2027-02`);
    await eventually(titles).toContain('10/02/2027 Aluguel do escritório');
    await value('Energia elétrica – escritório').fill('abc');
    await page.keyboard.press('Enter');
    await row('Energia elétrica – escritório').getByText('Não é um valor').waitFor();
    await page.keyboard.press('Control+s');
    expect(await made('2027-02')).toBe(0);
    await value('Energia elétrica – escritório').fill('1');
    await eventually(() => row('Energia elétrica – escritório').getByText('Não é um valor').count()).toBe(0);
  });

  test('pauses a model and resumes it by the undo', async () => {
    await page.getByRole('button', { name: 'Ações de Internet e telefonia' }).click();
    await page.getByRole('menuitem', { name: 'Pausar' }).click();
    await eventually(() => page.getByRole('tab').allInnerTexts()).toContain('Pausados1');
    await eventually(() => row('Internet e telefonia').count()).toBe(0);
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await eventually(() => page.getByRole('tab').allInnerTexts()).toContain('Pausados0');
    await eventually(() => row('Internet e telefonia').count()).toBe(1);
  });
});

describe('A model', () => {
  test('is refused at its fields, saved, and brought by its month', async () => {
    await page.getByRole('button', { name: 'Novo modelo' }).click();
    // A value was typed before, and nothing was made of it: it is asked about, unless the preview was read again since.
    const leave = page.getByRole('button', { name: 'Sair sem criar' });
    await leave.or(page.getByLabel('Nome do modelo')).first().waitFor();
    if ((await leave.count()) > 0) await leave.click();
    await eventually(() => new URL(page.url()).pathname).toBe(`${MODELS}/new-model`);
    await page.getByLabel('Nome do modelo').fill('Seguro da obra');
    await page.getByRole('textbox', { name: 'Documento' }).fill('APÓLICE {cliente}');
    await page.keyboard.press('Control+s');
    await page
      .getByText('{cliente} não existe. Use {mês}, {mês anterior}, {ano}, {competência} ou {parcela}.')
      .waitFor();
    await page.getByText('Informe o valor', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Documento' }).fill('APÓLICE {mês}/{ano}');
    await page.getByRole('textbox', { name: /^Valor/ }).fill('860');
    await page.getByRole('textbox', { name: /^Dia do vencimento/ }).fill('20');
    // 20/12/2026 is a Sunday.
    await eventually(() => textOf(page.getByRole('region', { name: 'Como ficam' }))).toContain(
      '21/12/2026 Seguro da obra · APÓLICE 12/2026 20/12 é domingo: próximo dia útil',
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('Modelo salvo').first().waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe(MODELS);
    await eventually(titles).toContain('21/12/2026 Seguro da obra');
    await page.getByRole('link', { name: 'Seguro da obra' }).click();
    await eventually(() => page.getByRole('textbox', { name: 'Documento' }).inputValue()).toBe('APÓLICE {mês}/{ano}');
    await page.getByLabel('Nome do modelo').fill('Aluguel do escritório');
    await page.keyboard.press('Control+s');
    await page.getByText('Já existe um modelo com este nome.').waitFor();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Excluir…' }).click();
    await page.getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByText('Modelo excluído').first().waitFor();
    await eventually(() => row('Seguro da obra').count()).toBe(0);
  });

  test('begins as an expense that is saved as a model, with its months as placeholders', async () => {
    const [rent] = await sql<{ id: string }>(
      `select d.transaction_id as id from transaction_model_documents d join transaction_models m on m.id = d.model_id
        where m.name = 'Energia e água dos canteiros' and d.period = '2026-11-01'`,
    );
    await visitAnew(page, `/home/forms/transactions/outcome?id=${rent?.id}`);
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await eventually(() => page.getByLabel('Nome do modelo').inputValue()).toBe('Energia e água dos canteiros');
    expect(await page.getByRole('textbox', { name: 'Documento' }).inputValue()).toBe('FATURA {mês}/{ano}');
    expect(await page.getByRole('textbox', { name: /^Dia do vencimento/ }).inputValue()).toBe('18');
    expect(await page.getByLabel('Percentual do rateio 1').inputValue()).toBe('45,00');
    expect(await page.getByLabel('Percentual do rateio 2').inputValue()).toBe('55,00');
  });

  test('is used on demand, and counts its uses', async () => {
    await visitAnew(page, MODELS);
    await page.getByRole('button', { name: 'Ações de Medição de empreiteiro' }).click();
    await page.getByRole('menuitem', { name: 'Usar agora' }).click();
    const drawer = page.getByRole('dialog', { name: 'Nova despesa' });
    await eventually(() => drawer.getByLabel('Documento').inputValue()).toBe('Medição 1');
    await drawer.getByLabel(/^Valor bruto/).fill('1500');
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    const [use] = await sql<{ number: number; value: string }>(
      `select d.number, t.gross_value as value from transaction_model_documents d join transactions t on t.id = d.transaction_id
        where t.document_number = 'Medição 1'`,
    );
    expect(use).toEqual({ number: 1, value: '1500.00' });
  });

  test('is suggested by three documents, and never again once it is refused', async () => {
    await visitAnew(page, MODELS);
    const card = page.getByRole('complementary', { name: 'Sugestão de modelo' });
    await eventually(() => textOf(card)).toBe(
      'Combustível e pedágios, Posto Estrela do Vale Ltda: 3 lançamentos parecidos em set, out e nov. Criar modelo Não sugerir',
    );
    await card.getByRole('button', { name: 'Não sugerir' }).click();
    await eventually(() => card.filter({ hasText: 'Combustível' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await eventually(() => textOf(card)).toContain('Combustível e pedágios');
    // The message lies above the card for a while; keys reach it.
    await card.getByRole('button', { name: 'Criar modelo' }).press('Enter');
    await eventually(() => page.getByLabel('Nome do modelo').inputValue()).toBe('Combustível e pedágios');
    expect(await page.getByLabel('De onde vem').inputValue()).toBe('MEAN');
  });

  test('is adjusted by an index that is typed once, and back', async () => {
    await visitAnew(page, MODELS);
    await page.getByRole('button', { name: 'Reajustar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Reajustar valores fixos' });
    await dialog.getByLabel(/^Índice/).fill('4,87');
    await dialog.getByRole('checkbox', { name: 'Internet e telefonia' }).click();
    // 9.000 × 1,0487 = 9.438,30; 4.850 × 1,0487 = 5.086,195; 2.480 × 1,0487 = 2.600,776
    await eventually(() => textOf(dialog.getByRole('table'))).toBe(
      'Modelo Atual (R$) Novo (R$) Pró-labore dos sócios 9.000,00 9.438,30 Aluguel do escritório 4.850,00 5.086,20 ' +
        'Honorários contábeis 2.480,00 2.600,78 Internet e telefonia 489,00 —',
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reajustar 3 modelos' }).click();
    await page.getByText('3 modelos reajustados').first().waitFor();
    await eventually(() => textOf(row('Aluguel do escritório'))).toContain('−5.086,20');
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await page.getByText('Reajuste desfeito').first().waitFor();
    await eventually(() => textOf(row('Aluguel do escritório'))).toContain('−4.850,00');
  });
});

describe('On a phone', () => {
  test.each([false, true])('the preview comes first, the models behind a tab (dark: %s)', async (dark) => {
    const phone = await app.open(MODELS, { as: 'financeiro', width: 390, dark });
    await phone.getByRole('listitem', { name: 'Aluguel do escritório', exact: true }).waitFor();
    expect(await phone.getByRole('table', { name: 'Modelos' }).count()).toBe(0);
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.getByRole('tab', { name: /^Modelos/ }).click();
    await phone.getByRole('link', { name: 'Aluguel do escritório' }).waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await phone.context().close();
  });

  test('wide and dark it is accessible too', async () => {
    const dark = await app.open(MODELS, { as: 'financeiro', width: 1440, dark: true });
    await dark.getByRole('listitem', { name: 'Aluguel do escritório', exact: true }).waitFor();
    expect(await accessibilityProblems(dark)).toEqual([]);
    await dark.context().close();
  });
});

test('A company without models begins with the five expenses that repeat the most', async () => {
  await sql('delete from transaction_models');
  await visitAnew(page, MODELS);
  await page.getByRole('heading', { name: 'Crie a partir de uma despesa' }).waitFor();
  await eventually(() => page.getByRole('button', { name: 'Criar modelo' }).count()).toBeGreaterThanOrEqual(5);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('region', { name: 'Crie a partir de uma despesa' }).getByRole('button').first().click();
  await eventually(() => new URL(page.url()).pathname).toBe(`${MODELS}/new-model`);
  await eventually(() => page.getByLabel('Nome do modelo').inputValue()).not.toBe('');
});
