import type { Page } from 'playwright-core';
import { amount, date, go, transactions, type TypedField } from './fields.ts';

/** An expense of 100.00 of which ISS is withheld. */
const withIss = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/outcome?id=new`);
  await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
  await page.getByLabel(/^Valor bruto/).fill('100');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Retenções na fonte' }).click();
  await page.getByRole('menuitem', { name: /^ISS/ }).first().click();
  await page.getByLabel('Base de ISS').waitFor();
};

/** A rule that could be saved: its mutations are intercepted, so that one is enough for all of its fields. */
const newRule = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/retentions`);
  await page.getByRole('button', { name: 'Regras', exact: true }).click();
  await page.getByRole('button', { name: 'Regra', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova regra de retenção' });
  await dialog.getByLabel(/^Imposto/).selectOption({ label: 'ISS' });
  await dialog.getByLabel(/^Município/).fill('Sorocaba');
  await dialog.getByLabel(/^Alíquota/).fill('3');
  await dialog.getByLabel(/^Recolher a/).fill('Prefeitura de Sorocaba');
  await dialog.getByLabel(/^Fonte legal/).fill('Lei municipal');
};

const withheld = { as: 'financeiro', save: 'Control+s' } as const;
const ruling = { as: 'admin', save: 'Control+s' } as const;
const row = 'financial/transactions/form/RetentionRow.tsx';
const rule = 'financial/retentions/rules/RuleEditor.tsx';
const rate = { rubbish: 'dez', problem: 'Não é um número com até 4 casas decimais' };

/** Fields of what is withheld, and of the rules that it follows. */
export const RETAINING: readonly TypedField[] = [
  {
    ...{ ...withheld, ...amount, source: `${row} retentionPath(key, 'base')`, name: 'Base do ISS', open: withIss },
    ...{ label: /^Base de ISS/, typed: '80', shown: '80,00', sent: ['input.retentions.0.base', '80.00'] },
  },
  {
    ...{ ...withheld, ...rate, source: `${row} retentionPath(key, 'rate')`, name: 'Alíquota do ISS' },
    ...{ label: /^Alíquota de ISS/, typed: '2,5', shown: '2,50', sent: ['input.retentions.0.rate', '2.5'] },
  },
  {
    // 80.00 × 2.5 %: another value would need a reason.
    ...{ ...withheld, ...amount, source: `${row} retentionPath(key, 'value')`, name: 'Valor do ISS' },
    ...{ label: /^Valor de ISS/, typed: '2', shown: '2,00', sent: ['input.retentions.0.value', '2.00'] },
  },
  {
    ...{ ...withheld, ...date, source: `${row} retentionPath(key, 'dueDate')`, name: 'Vencimento do ISS' },
    ...{ label: /^Vencimento de ISS/, typed: '11/12', shown: '11/12/2026' },
    sent: ['input.retentions.0.dueDate', '2026-12-11'],
  },
  {
    ...{ ...ruling, ...date, source: `${rule} validFrom`, name: 'Vigência da regra', open: newRule },
    ...{ label: /^Vale desde/, typed: '15/3', shown: '15/03/2026', sent: ['validFrom', '2026-03-15'] },
  },
  {
    ...{ ...ruling, ...rate, source: `${rule} rate`, name: 'Alíquota da regra' },
    ...{ label: /^Alíquota/, typed: '4,65', shown: '4,65', sent: ['input.rate', '4.65'] },
  },
  {
    ...{ ...ruling, source: `${rule} basePercentage`, name: 'Base da regra', rubbish: 'abc' },
    ...{ problem: 'Não é um valor', label: /^Base \(% da nota\)/, typed: '50', shown: '50,00' },
    sent: ['input.basePercentage', '50.00'],
  },
  {
    ...{ ...ruling, ...amount, source: `${rule} minimum`, name: 'Mínimo da regra', label: /^Não retém até/ },
    ...{ typed: '10', shown: '10,00', sent: ['input.minimum', '10.00'] },
  },
];
