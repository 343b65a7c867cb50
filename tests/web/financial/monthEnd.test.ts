/**
 * The month's close: from three statements of the banks to the accountant's folder. What is right is what the banks' lines were
 * written from (the demo company knows, the files do not say), and SQL of this file's own.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoStatements, type DemoStatement } from '#services/demo/statements/statements.ts';
import {
  expectIndexed,
  expectWorkbook,
  sha256Of,
  unzip,
  type Unzipped,
} from '#tests/financial/monthClosing/folderKit.ts';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const STATEMENTS = '/home/forms/transactions/ofx-files';
const CLOSING = '/home/forms/transactions/month-closing?month=2026-10';
const CLOSED =
  'Outubro de 2026 está fechado em Construtora Ipê Demo. Quem administra a conta pode abrir uma exceção, ou reabrir o mês, em Fechamento do mês.';
const RECEIPT = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

let app: TestApp;
let company: number;
let statements: DemoStatement[];
/** A bill that its bank charged with juros: 2.03 % of its value. */
let late: Bill;
let clerk: Page;
let admin: Page;

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  app.services.seed.sql<Row>(text, values);
const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await sql<{ told: string }>(text, values))[0]?.told ?? '';

interface Bill {
  installment: number;
  value: string;
  increase: string;
}

/** The newest bill that a bank has paid alone, and Prumo not: with DIRECT_DEBIT its bank takes it by itself, with juros. */
const newestBill = async (all: readonly DemoStatement[]): Promise<Bill> => {
  const alone = all
    .flatMap(({ lines }) => lines.map(({ installments }) => installments))
    .filter((ids) => ids.length === 1);
  const [bill] = await sql<{ id: string; value: string; increase: string }>(
    `select i.id, i.gross_value::text as value, round(i.gross_value * 0.0203, 2)::text as increase
       from installments i join transactions t on t.id = i.transaction_id
      where i.id = any($1) and i.forecast and t.type = 'DEBIT' order by i.due_date desc, i.id desc limit 1`,
    [alone.flat()],
  );
  if (!bill) throw new Error('No bank has paid a bill alone.');
  return { installment: Number(bill.id), value: bill.value, increase: bill.increase };
};

beforeAll(async () => {
  app = await startApp();
  const [place] = await sql<{ account: string; company: string }>(
    'select account_id as account, id as company from companies',
  );
  company = Number(place?.company);
  const written = () =>
    demoStatements(
      <Row>(text: string, values: unknown[]) => sql<Row & object>(text, values) as Promise<Row[]>,
      { accountId: Number(place?.account), companyId: company },
      { from: '2026-10-20', last: '2026-11-19' },
    );
  late = await newestBill(await written());
  await sql(
    `update transactions set preferred_payment_method = 'DIRECT_DEBIT'
      where id = (select transaction_id from installments where id = $1)`,
    [late.installment],
  );
  statements = await written();
  const options = { place: { companyId: String(company), buildingId: null } };
  clerk = await app.open(`${STATEMENTS}/import`, { as: 'financeiro', ...options });
  admin = await app.open(CLOSING, { as: 'admin', ...options });
}, 120_000);
afterAll(() => app.stop());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialog = (name: string | RegExp, page = clerk) => page.getByRole('dialog', { name });

/** The document that was made of a bank's fee. */
const tarifa = (bank: string): Promise<string> =>
  one('select id::text as told from transactions where document_number = $1', [`TARIFA ${bank}`]);

/** A point of the checklist, as the administrator sees it. */
const point = (title: string) =>
  admin
    .getByRole('region', { name: /^Pendências de/ })
    .getByRole('listitem')
    .filter({ hasText: title });

/** Drops files as from the desktop, to the byte. */
const drop = async (files: readonly { name: string; content: Buffer }[]): Promise<void> => {
  const dataTransfer = await clerk.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, content } of given)
        transfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
      return transfer;
    },
    files.map(({ name, content }) => ({ name, content: content.toString('base64') })),
  );
  const zone = clerk.getByText('Solte aqui os extratos do banco');
  await zone.dispatchEvent('dragenter', { dataTransfer });
  await zone.dispatchEvent('drop', { dataTransfer });
};

const WALLETS = {
  itau: ['33810-2', 'Itaú'],
  bradesco: ['20417-7', 'Bradesco'],
  caixa: ['00012345-6', 'Caixa Econômica'],
};

/** What answers each line of a wallet, as ids of installments: the truth, and what the database has. */
const truth = ({ lines }: DemoStatement): string[] =>
  lines.map(({ date, amount, memo, installments }) =>
    `${date} ${amount} ${memo}: ${[...installments].sort((a, b) => a - b).join()}`.trim(),
  );
const linked = async ({ walletId }: DemoStatement): Promise<string[]> => {
  const rows = await sql<{ told: string }>(
    `select l.date || ' ' || l.amount || ' ' || l.memo || ': ' || coalesce((
              select string_agg(k.installment_id::text, ',' order by k.installment_id) from bank_links k where k.line_id = l.id), '') as told
       from bank_statement_lines l where l.wallet_id = $1 order by l.date, l.fit_id`,
    [walletId],
  );
  return rows.map(({ told }) => told.trim());
};
/** Lines that nothing in Prumo answers. */
const strangers = ({ lines }: DemoStatement) =>
  lines.filter(({ installments, transfer }) => installments.length === 0 && transfer === null);

const isLate = ({ installments }: { installments: readonly number[] }): boolean =>
  installments.length === 1 && installments[0] === late.installment;

const row = (memo: string) => clerk.getByRole('listitem', { name: memo });

describe('A clerk', () => {
  test('drops the statements of three banks, says whose they are, and imports them', async () => {
    const count = statements.reduce((sum, { lines }) => sum + lines.length, 0);
    await clerk.getByText('Solte aqui os extratos do banco').waitFor();
    await drop(statements);
    await clerk.getByText(`3 arquivos · 3 contas · ${count} linhas · nada foi gravado ainda`).waitFor();
    for (const { bank, name, lines } of statements) {
      const [number, wallet] = WALLETS[bank];
      await clerk.getByRole('combobox', { name: `Carteira de Conta ${number}` }).selectOption(wallet ?? '');
      await eventually(clerk.getByRole('listitem', { name, exact: true })).toContain(`${lines.length} novas`);
    }
    expect(await one('select count(*) as told from bank_statement_lines')).toBe('0');
    await button(clerk, new RegExp(`^Importar ${count} linhas`)).click();
    await clerk.getByText(`${count} linhas importadas`, { exact: true }).first().waitFor();
    for (const statement of statements)
      expect(await linked(statement)).toEqual(truth(statement).map((line) => line.replace(/: [\d,]*$/, ':')));
  });

  test('accepts what the desk is sure of, which is right, and one with juros by its name', async () => {
    for (const statement of statements) {
      await visit(clerk, `${STATEMENTS}?bank=${statement.walletId}`);
      await clerk.getByText(`conta corrente ${WALLETS[statement.bank][0]}`).waitFor();
      const all = button(clerk, /^Aceitar as \d+ sugestões/);
      const sure = Number(/\d+/.exec(await all.innerText())?.[0]);
      await all.click();
      await clerk.getByText(`${sure} linhas conciliadas`).first().waitFor();
      const answered = (await linked(statement)).filter((line) => !line.endsWith(':'));
      expect(answered).toHaveLength(sure);
      expect(truth(statement)).toEqual(expect.arrayContaining(answered));
    }
    // Not sure enough to be accepted with others.
    const bank = statements.find(({ lines }) => lines.some(isLate));
    const charged = bank?.lines.find(isLate);
    await visit(clerk, `${STATEMENTS}?bank=${bank?.walletId}`);
    const line = row(charged?.memo ?? '');
    await eventually(line).toContain(`−${late.increase.replace('.', ',')} juros`);
    await line.getByRole('button', { name: 'Aceitar com juros' }).click();
    await eventually(() => line.count()).toBe(0);
    expect(
      await one(
        `select i.payment_date || ' ' || i.gross_value || ' + ' || i.increase || ' ' || i.wallet_id as told
           from installments i where i.id = $1`,
        [late.installment],
      ),
    ).toBe(`${charged?.date} ${late.value} + ${late.increase} ${bank?.walletId}`);
  });

  test('makes documents of the fees of October, after which nothing of it is left to reconcile', async () => {
    await admin.reload();
    // 14,89 + 11,60 + 63,33.
    await eventually(point('Linhas de extrato a conciliar')).toContain('3 R$ 89,82');
    for (const statement of statements) {
      await visit(clerk, `${STATEMENTS}?bank=${statement.walletId}&to=2026-10-31`);
      const [fee, ...others] = strangers(statement).filter(({ date }) => date < '2026-11-01');
      expect(others).toEqual([]);
      await row(fee?.memo ?? '').focus();
      await clerk.keyboard.press('c');
      const asking = dialog(/^Criar despesa de R\$/);
      await eventually(() => asking.getByLabel('Categoria').inputValue()).toBe('Juros e tarifas bancárias');
      await asking.getByLabel('Documento').fill(`TARIFA ${statement.bank}`);
      await clerk.keyboard.press('Control+s');
      await asking.waitFor({ state: 'detached' });
      await eventually(() => row(fee?.memo ?? '').count()).toBe(0);
      const made = `select i.payment_date || ' ' || -i.value || ' ' || w.id as told from transactions t
        join installments i on i.transaction_id = t.id join wallets w on w.id = i.wallet_id where t.document_number = $1`;
      expect(await one(made, [`TARIFA ${statement.bank}`])).toBe(`${fee?.date} ${fee?.amount} ${statement.walletId}`);
    }
    await admin.reload();
    await eventually(point('Linhas de extrato a conciliar')).toContain('Nada');
    await eventually(point('Sugestões de conciliação a aceitar')).toContain('Nada');
    await eventually(point('Diferença não explicada com o banco')).toContain('Nada');
  });

  test('attaches what the checklist says that a document lacks', async () => {
    const lacking = `select count(*)::text as told from transactions t where t.company_id = $1 and t.type in ('CREDIT', 'DEBIT')
      and t.competence_date between '2026-10-01' and '2026-10-31' and not exists (select from attachments a where a.transaction_id = t.id)`;
    const before = await one(lacking, [company]);
    await button(admin, 'Documentos sem anexo').click();
    const rows = dialog('Documentos sem anexo', admin);
    // The tarifa is in the list of what lacks a file, with its number.
    await rows.getByText(`TARIFA itau`).first().waitFor();
    await admin.keyboard.press('Escape');
    await eventually(point('Documentos sem anexo')).toContain(before);
    await visit(clerk, `/home/forms/transactions/outcome?id=${await tarifa('itau')}`);
    const receipt = { name: 'recibo da tarifa.pdf', mimeType: 'application/pdf', buffer: RECEIPT };
    await clerk.getByLabel('Arquivos para anexar').setInputFiles(receipt);
    await eventually(() => one(lacking, [company])).toBe(String(Number(before) - 1));
    await clerk.getByText('recibo da tarifa.pdf').waitFor();
    await admin.reload();
    await eventually(point('Documentos sem anexo')).toContain(String(Number(before) - 1));
  });
});

describe('The administrator closes the month', () => {
  test('while a clerk is typing: the change is refused with its sentence, and stays typed', async () => {
    await visit(clerk, `/home/forms/transactions/outcome?id=${await tarifa('bradesco')}`);
    await clerk.getByLabel('Descrição').fill('Cesta de serviços de outubro');
    await button(admin, 'Fechar outubro de 2026').click();
    const closing = dialog('Fechar outubro de 2026?', admin);
    await closing.getByRole('checkbox').check();
    await closing.getByRole('button', { name: 'Fechar outubro de 2026' }).click();
    await button(admin, 'Reabrir').waitFor();
    expect(await one('select closed_through::text as told from companies')).toBe('2026-10-31');

    await clerk.keyboard.press('Control+s');
    await clerk.getByText(CLOSED).first().waitFor();
    expect(await clerk.getByLabel('Descrição').inputValue()).toBe('Cesta de serviços de outubro');
    expect(await accessibilityProblems(clerk)).toEqual([]);
    expect(
      await one('select description as told from transactions where id = $1', [await tarifa('bradesco')]),
    ).not.toBe('Cesta de serviços de outubro');
  });

  test('and lets the clerk change the document all the same, with a reason; what changed is told', async () => {
    await visit(admin, `/home/forms/transactions/outcome?id=${await tarifa('bradesco')}`);
    // The screen behind it has a button of the same name, for the month.
    await admin.getByText('Outubro de 2026 está fechado: este lançamento só pode ser consultado.').waitFor();
    await button(admin, 'Abrir exceção').click();
    const asking = dialog('Abrir exceção para este lançamento', admin);
    await asking.getByLabel(/^Motivo/).fill('Descrição errada no extrato');
    const name = await one(`select name as told from users where login = 'financeiro@demo.prumo'`);
    await asking.getByLabel('Quem pode alterar').selectOption({ label: name });
    await asking.getByRole('button', { name: 'Abrir exceção' }).click();
    await asking.waitFor({ state: 'detached' });

    await clerk.keyboard.press('Control+s');
    await clerk.getByText('Despesa salva').first().waitFor();
    await visit(admin, CLOSING);
    const exceptions = admin.getByRole('region', { name: 'Exceções' });
    await eventually(exceptions).toContain('Descrição errada no extrato');
    await eventually(exceptions).toMatch(/descrição .* → Cesta de serviços de outubro/);
    await exceptions.getByRole('button', { name: 'Encerrar' }).click();
    await eventually(exceptions).toContain('Encerrada');

    // It is over: the next change is refused again.
    await clerk.getByLabel('Descrição').fill('Outra vez');
    // The sentence of the first refusal may still be in sight.
    const answer = clerk.waitForResponse((response) => response.request().postData()?.includes('Outra vez') ?? false);
    await clerk.keyboard.press('Control+s');
    expect(await (await answer).text()).toContain(CLOSED);
    expect(await one('select description as told from transactions where id = $1', [await tarifa('bradesco')])).toBe(
      'Cesta de serviços de outubro',
    );
  });

  test('and hands the folder to the accountant: all of it is there, to the byte and to the cent', async () => {
    await button(admin, 'Preparar pasta').click();
    const saving = admin.waitForEvent('download');
    await button(admin, 'Baixar').click();
    const zip = await readFile(await (await saving).path());
    expect(sha256Of(zip)).toBe(await one('select sha256 as told from accountant_folders'));
    const entries = await unzip(zip);
    expectIndexed(entries, '2026-10');
    for (const { bank, content } of statements)
      expect(contentOf(entries, new RegExp(`/extratos/\\d{4} ${WALLETS[bank][1]}\\.ofx$`)).equals(content)).toBe(true);
    expect(entries.filter(({ entry }) => entry.fileName.includes('/extratos/'))).toHaveLength(3);
    expect(contentOf(entries, /\/anexos\/0001 TARIFA itau.*\.pdf$/).equals(RECEIPT)).toBe(true);
    const counts = await expectWorkbook(app.services.seed, contentOf(entries, /Lançamentos 2026-10\.xlsx$/), {
      ...{ companyId: company, from: '2026-10-01', to: '2026-10-31' },
    });
    expect(counts.Documentos).toBe(
      Number(
        await one(
          `select count(*)::text as told from transactions where company_id = $1
              and ('2026-10-01' <= competence_date and competence_date < '2026-11-01' or '2026-10-01' <= emission_date and emission_date < '2026-11-01')`,
          [company],
        ),
      ),
    );
    expect(Math.min(counts.Documentos ?? 0, counts.Pagamentos ?? 0, counts.Transferências ?? 0)).toBeGreaterThan(0);
  });
});

const contentOf = (entries: readonly Unzipped[], path: RegExp): Buffer =>
  entries.find(({ entry }) => path.test(entry.fileName))?.content ?? Buffer.from(`${String(path)} is missing`);
