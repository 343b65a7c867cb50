import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page, Route } from 'playwright-core';
import {
  accessibilityProblems,
  leaveScreen,
  startApp,
  visit,
  visitAnew,
  type DemoUser,
  type TestApp,
} from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { FIELDS as COMMON } from './fields.ts';
import { ASKING } from './assistant.ts';
import { LOOKING as VIEWS } from './looking.ts';
import { MODELLING } from './models.ts';
import { KEEPING } from './privacy.ts';
import { RETAINING } from './retentions.ts';
import { QUOTING } from './quotes.ts';
import { RECEIVING } from './receiving.ts';

const FIELDS = [...COMMON, ...RECEIVING, ...QUOTING, ...MODELLING, ...RETAINING, ...KEEPING];

const LOOKING = [...VIEWS, ...ASKING];

interface Sent {
  operation: string;
  variables: unknown;
}

let app: TestApp;
/** Mutations of the page; they are intercepted, so that every row of the table starts with the same data. */
let sent: Sent[] = [];
const pages = new Map<DemoUser, Promise<Page>>();

const isMutation = (body: { query?: string; operationName?: string }) => /^\s*mutation/.test(body.query ?? '');
const intercept = (route: Route) => {
  const body: { query?: string; operationName?: string; variables?: unknown } = route.request().postDataJSON();
  // Who has a form open is told while it is typed into.
  if (!isMutation(body) || body.operationName === 'TellPresence') return route.continue();
  sent.push({ operation: body.operationName ?? '', variables: body.variables });
  return route.fulfill({ json: { data: null, errors: [{ message: 'Isto é só um teste' }] } });
};

beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

const pageOf = (user: DemoUser): Promise<Page> => {
  const openOne = async () => {
    const page = await app.open('/home/welcome', { as: user });
    await page.route('**/graphql', (route) =>
      route.request().method() === 'POST' ? intercept(route) : route.continue(),
    );
    // What goes with a file is its JSON part.
    await page.route('**/invoice-delivery', (route) => {
      const [json] = /\{.*\}/.exec(route.request().postDataBuffer()?.toString('utf8') ?? '') ?? ['{}'];
      sent.push({ operation: 'invoice-delivery', variables: JSON.parse(json) });
      return route.fulfill({ status: 422, json: { message: 'Isto é só um teste' } });
    });
    return page;
  };
  const known = pages.get(user) ?? openOne();
  pages.set(user, known);
  return known;
};

/** Deletes drafts of earlier rows of the table, after leaving the screen that would write them again. */
const withoutDrafts = async (page: Page): Promise<void> => {
  await leaveScreen(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('prumo.draft.')) localStorage.removeItem(key);
  });
};

const retype = async (field: Locator, text: string): Promise<void> => {
  await field.focus();
  await field.press('ControlOrMeta+A');
  await field.pressSequentially(text);
};
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((input) => {
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    const descriptions = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    // Without a Field around the input, its cell or its row shows the problem.
    const row =
      input.closest('td')?.querySelector('[role="alert"]') ??
      input.closest('tr')?.nextElementSibling ??
      input.closest('[role="group"], li, section')?.querySelector('[role="alert"]');
    return [...descriptions, row?.textContent ?? ''].join(' ');
  });
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => Reflect.get(Object(found), key), value);

/** Returns every typed field in the source of the screens: "financial/wallets/form/WalletFields.tsx balanceDate". */
const writtenFields = (): string[] =>
  readdirSync('web', { recursive: true, encoding: 'utf8' })
    // The gallery shows samples, which save nothing.
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('gallery/'))
    .flatMap((file) => {
      const tags = readFileSync(`web/${file}`, 'utf8').matchAll(
        /<(?:MoneyInput|DateInput|CountInput|MaskedInput|QuantityInput)\b[^]*?\b(?:path|mask)=(?:"([^"]+)"|\{`?(\w+\([^)]*\)|\w+)[^}]*\})/g,
      );
      return [...tags].map(([, text, code]) => `${file} ${text ?? code ?? ''}`);
    })
    .sort();

test('Every typed field of every screen is listed here', () => {
  const rows = new Set([...FIELDS, ...LOOKING].map(({ source }) => source));
  expect(writtenFields()).toEqual([...rows].sort());
});

describe('Invalid text', () => {
  test.each(FIELDS.map((field) => [`${field.name} (${field.rubbish})`, field] as const))(
    'in %s is marked, blocks saving, and its correction is saved',
    async (_name, field) => {
      const page = await pageOf(field.as);
      if (field.open) {
        await withoutDrafts(page);
        await field.open(page);
      }
      const input = page.getByLabel(field.label).first();
      sent = [];
      await retype(input, field.rubbish);
      await page.keyboard.press(field.save);
      // The form saves a moment after its key: what was typed wrong has been refused before it is corrected.
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      await eventually(() => input.getAttribute('aria-invalid')).toBe('true');
      await eventually(() => describedBy(input)).toContain(field.problem);
      await eventually(() => input.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(sent).toEqual([]);
      await retype(input, field.typed);
      await page.keyboard.press(field.save);
      await eventually(() => sent.length).toBe(1);
      expect(valueAt(sent[0]?.variables, field.sent[0])).toEqual(field.sent[1]);
      await eventually(() => input.inputValue()).toBe(field.shown);
    },
  );

  test.each(LOOKING.map((field) => [`${field.name} (${field.rubbish})`, field] as const))(
    'in %s is marked, and the view does not change',
    async (_name, field) => {
      const page = await pageOf(field.as);
      await withoutDrafts(page);
      await field.open(page);
      const input = page.getByLabel(field.label).first();
      const address = page.url();
      const before = await textOf(field.watched(page));
      await retype(input, field.rubbish);
      await page.keyboard.press('Enter');
      await eventually(() => input.getAttribute('aria-invalid')).toBe('true');
      await eventually(() => describedBy(input)).toContain(field.problem);
      expect(page.url()).toBe(address);
      expect(await textOf(field.watched(page))).toBe(before);
    },
  );

  test('stays marked while other fields change, is kept in the draft, and is cleared with its own field', async () => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    await page.getByLabel(/^Valor bruto/).fill('100');
    const due = page.getByLabel(/^Vencimento\s*\*?$/);
    await retype(due, '31/2');
    await page.getByLabel('Descrição').fill('Areia lavada');
    await page.getByLabel(/^Valor bruto/).fill('200');
    await page.keyboard.press('Tab');
    await eventually(() => due.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('31/2');
    expect(await accessibilityProblems(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/unread.png` });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/^Rascunho de/).waitFor();
    await eventually(() => due.inputValue()).toBe('31/2');
    await eventually(() => describedBy(due)).toContain('Não é uma data');
    sent = [];
    await page.getByRole('button', { name: 'Salvar', exact: false }).last().click();
    await eventually(() => due.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await retype(due, '10');
    await eventually(() => due.getAttribute('aria-invalid')).not.toBe('true');
    await page.keyboard.press('Tab');
    await eventually(() => due.inputValue()).toBe('10/12/2026');
  });

  test.each([
    ['Fornecedor', 'Ninguém e Filhos'],
    ['Categoria', 'Coisas'],
    ['Carteira prevista', 'Colchão'],
  ])('in the list of %s keeps its problem until an option is chosen', async (label, typed) => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    await page.getByLabel(/^Valor bruto/).fill('100');
    const input = page.getByRole('combobox', { name: label });
    await retype(input, typed);
    sent = [];
    await page.keyboard.press('Control+s');
    await eventually(() => describedBy(input)).toContain('Escolha uma opção da lista');
    await eventually(() => input.inputValue()).toBe(typed);
    expect(sent).toEqual([]);
    await retype(input, ' ');
    await page.keyboard.press('Tab');
    await eventually(() => input.getAttribute('aria-invalid')).not.toBe('true');
    await page.keyboard.press('Control+s');
    await eventually(() => sent.map(({ operation }) => operation)).toEqual(['CreateTransaction']);
  });

  test('that equals an option’s name selects that option', async () => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    await page.getByLabel(/^Valor bruto/).fill('100');
    const input = page.getByRole('combobox', { name: 'Carteira prevista' });
    await retype(input, 'itau');
    await page.getByRole('option', { name: 'Itaú' }).waitFor();
    sent = [];
    await page.keyboard.press('Control+s');
    await eventually(() => valueAt(sent[0]?.variables, 'input.expectedWalletId')).toMatch(/^\d+$/);
    await eventually(() => input.inputValue()).toBe('Itaú');
  });

  test('in a removed installment does not block saving', async () => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    await page.getByLabel(/^Valor bruto/).fill('100');
    await page.getByLabel('Número de parcelas').fill('2');
    await page.keyboard.press('Enter');
    await retype(page.getByLabel('Valor da parcela 2'), 'Abc');
    await page.getByRole('button', { name: 'Ações da parcela 2' }).click();
    await page.getByRole('menuitem', { name: 'Remover parcela' }).click();
    sent = [];
    await page.keyboard.press('Control+s');
    await eventually(() => sent.map(({ operation }) => operation)).toEqual(['CreateTransaction']);
  });
});

describe('A due date', () => {
  test('in the past shows a warning, and is saved', async () => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    await page.getByLabel(/^Valor bruto/).fill('100');
    const due = page.getByLabel(/^Vencimento\s*\*?$/);
    await retype(due, '15/3/26');
    await page.keyboard.press('Tab');
    await eventually(() => describedBy(due)).toContain('Este vencimento já passou');
    await eventually(() => due.getAttribute('aria-invalid')).not.toBe('true');
    sent = [];
    await page.keyboard.press('Control+s');
    await eventually(() => valueAt(sent[0]?.variables, 'input.installments.0.dueDate')).toBe('2026-03-15');
  });

  test('of last week typed without its year is next year, and the form shows how far it is', async () => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    const due = page.getByLabel(/^Vencimento\s*\*?$/);
    await retype(due, '18/11');
    await page.keyboard.press('Tab');
    await eventually(() => due.inputValue()).toBe('18/11/2027');
    // 365 days from 20/11/2026 to 20/11/2027, less two.
    await eventually(() => describedBy(due)).toContain('Só vence em 363 dias: confira o ano');
    await retype(due, '18/11/26');
    await page.keyboard.press('Tab');
    await eventually(() => describedBy(due)).toContain('Este vencimento já passou');
  });

  test('that is cleared is required: the previous one is not saved', async () => {
    const page = await pageOf('financeiro');
    await withoutDrafts(page);
    await visit(page, '/home/forms/transactions/outcome?id=new');
    await page.getByLabel(/^Valor bruto/).fill('100');
    const due = page.getByLabel(/^Vencimento\s*\*?$/);
    await retype(due, ' ');
    sent = [];
    await page.keyboard.press('Control+s');
    await eventually(() => describedBy(due)).toContain('Informe o vencimento');
    await eventually(() => due.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
  });

  test('typed into the list without its year is the next one', async () => {
    const page = await pageOf('financeiro');
    await visitAnew(page, '/home/forms/transactions/credit-installments?status=PLANNED');
    await page.locator('.ag-row[row-index="0"] [col-id="dueDate"]').click();
    await page.locator('.ag-cell-inline-editing input').waitFor();
    sent = [];
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('15/3');
    await page.keyboard.press('Enter');
    await eventually(() => JSON.stringify(sent[0]?.variables ?? null)).toContain('"2027-03-15"');
  });

  test('typed into the simulation without its year is the next one', async () => {
    const page = await pageOf('admin');
    await visitAnew(page, '/home/forms/transactions/cashflow');
    await page.getByRole('button', { name: 'Simular' }).click();
    const move = page.getByLabel(/^Mover .+ para$/).first();
    await retype(move, '15/3');
    await page.keyboard.press('Enter');
    await eventually(() =>
      page
        .getByLabel(/^Mover .+ para$/)
        .first()
        .inputValue(),
    ).toBe('15/03/2027');
  });
});
