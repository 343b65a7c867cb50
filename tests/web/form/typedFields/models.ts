import type { Page } from 'playwright-core';
import { go, transactions, type TypedField } from './fields.ts';

const MODELS = `${transactions}/transaction-models`;

/** A model that could be saved: its mutations are intercepted, so that one is enough for all of its fields. */
const newModel = async (page: Page): Promise<void> => {
  await go(page, `${MODELS}/new-model`);
  await page.getByRole('heading', { name: 'Novo modelo' }).waitFor();
  await page.getByLabel(/^Nome do modelo/).fill('Seguro da obra');
  await page.getByLabel(/^Valor\s*\*?$/).fill('860');
  await page.keyboard.press('Tab');
};
const month = async (page: Page): Promise<void> => {
  await go(page, `${MODELS}?month=2026-12`);
  await page.getByLabel('Valor de Energia elétrica – escritório').waitFor();
};
const adjustment = async (page: Page): Promise<void> => {
  await month(page);
  await page.getByRole('button', { name: 'Reajustar', exact: true }).click();
  await page.getByRole('dialog').getByText('Aluguel do escritório').waitFor();
};

const saving = { as: 'financeiro', save: 'Control+s' } as const;
const whole = { rubbish: 'dez', problem: 'Não é um número inteiro' };
const fields = 'financial/transactionModels/form/ModelFields.tsx';

/** Fields of models, and of the month that they bring. */
export const MODELLING: readonly TypedField[] = [
  {
    ...{ ...saving, ...whole, source: `${fields} day`, name: 'Dia do modelo', open: newModel },
    ...{ label: /^Dia do vencimento/, typed: '31', shown: '31', sent: ['input.day', 31] },
  },
  {
    ...{ ...saving, source: `${fields} value`, name: 'Valor do modelo', label: /^Valor\s*\*?$/ },
    ...{
      rubbish: 'abc',
      problem: 'Não é um valor',
      typed: '1.005',
      shown: '1.005,00',
      sent: ['input.value', '1005.00'],
    },
  },
  {
    ...{ ...saving, ...whole, source: `${fields} installmentCount`, name: 'Parcelas do modelo', label: /^Parcelas$/ },
    ...{ typed: '12', shown: '12', sent: ['input.installmentCount', 12] },
  },
  {
    ...{
      ...saving,
      source: 'financial/transactionModels/preview/PreviewRow.tsx row',
      name: 'Valor do mês',
      open: month,
    },
    ...{ label: /^Valor de Energia elétrica/, rubbish: 'abc', problem: 'Não é um valor' },
    // The sixth of those that are ticked.
    ...{ typed: '1234,5', shown: '1.234,50', sent: ['documents.5.value', '1234.50'] },
  },
  {
    ...{ as: 'financeiro', save: 'Enter', source: 'financial/transactionModels/AdjustDialog.tsx percentage' },
    ...{ name: 'Índice', open: adjustment, label: /^Índice/, rubbish: 'abc', problem: 'Não é um percentual' },
    ...{ typed: '4,87', shown: '4,87', sent: ['percentage', '4.87'] },
  },
];
