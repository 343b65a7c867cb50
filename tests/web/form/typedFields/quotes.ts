import type { Page } from 'playwright-core';
import { askBeside } from './receiving.ts';
import { date, go, type TypedField } from './fields.ts';

const QUOTES = '/home/forms/purchase/quotes';

/** A request that could be saved: its mutations are intercepted, so that one is enough for all of its fields. */
const newQuote = async (page: Page): Promise<void> => {
  await go(page, `${QUOTES}?id=new`);
  await page.getByRole('heading', { name: 'Nova cotação' }).waitFor();
  await page.getByLabel(/^Título/).fill('Cimento');
  await page.getByRole('combobox', { name: /^Obra/ }).fill('Vila das Ipês');
  await page.getByRole('option', { name: 'Vila das Ipês' }).first().click();
  await page.getByRole('combobox', { name: 'Incluir item' }).fill('0101');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Quantidade de/).fill('180');
  await page.keyboard.press('Tab');
};

/** The map of a quote that a supplier was asked for. */
const settings = async (page: Page): Promise<void> => {
  const { session, partners, products } = await askBeside(
    page,
    '{ session { companies { id buildings { id } } } partners(filter: { type: SUPPLIER }) { content { id } } products { content { id } } }',
  );
  const [company] = session.companies;
  const input = `{ title: "Cimento", buildingId: ${company.buildings[0].id}, deadline: "2026-11-24T21:00:00Z",
    lines: [{ productId: ${products.content[0].id}, quantity: "10" }], suppliers: [{ partnerId: ${partners.content[0].id} }] }`;
  const { createQuote } = await askBeside(
    page,
    `mutation { createQuote(companyId: ${company.id}, input: ${input}) { quote { id suppliers { id } } } }`,
  );
  const { id, suppliers } = createQuote.quote;
  await askBeside(
    page,
    `mutation { createQuoteLink(companyId: ${company.id}, id: ${id}, supplierId: ${suppliers[0].id}) { url } }`,
  );
  await go(page, `${QUOTES}?id=${id}`);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Prazo e juros…' }).click();
  await page.getByRole('dialog').getByLabel(/^Hora/).waitFor();
};

const asking = { as: 'comprador', save: 'Control+s' } as const;
const quantity = { rubbish: '1,23456', problem: 'Não é um número com até 4 casas decimais' };
const ahead = { typed: '15/3', shown: '15/03/2027' };
const page = 'purchase/quotes/page';

/** Fields of quotes. */
export const QUOTING: readonly TypedField[] = [
  {
    ...{ ...asking, ...date, ...ahead, source: `${page}/QuoteFields.tsx deadlineDate`, name: 'Prazo da cotação' },
    // At six in the evening in São Paulo.
    ...{ open: newQuote, label: /^Responder até/, sent: ['input.deadline', '2027-03-15T21:00:00.000Z'] },
  },
  {
    ...{ ...asking, ...date, ...ahead, source: `${page}/QuoteFields.tsx deliveryDate`, name: 'Entrega da cotação' },
    ...{ label: /^Entrega até/, sent: ['input.deliveryDate', '2027-03-15'] },
  },
  {
    ...{
      ...asking,
      ...quantity,
      source: `${page}/QuoteLines.tsx linePath(key, 'quantity')`,
      name: 'Quantidade cotada',
    },
    ...{ label: /^Quantidade de/, typed: '1.234,5', shown: '1.234,5', sent: ['input.lines.0.quantity', '1234.5'] },
  },
  {
    ...{ ...asking, ...quantity, source: `${page}/QuoteLines.tsx linePath(key, 'referencePrice')` },
    ...{ name: 'Preço de referência', label: /^Preço de referência/, typed: '39,9', shown: '39,90' },
    sent: ['input.lines.0.referencePrice', '39.9'],
  },
  {
    ...{
      ...asking,
      ...date,
      ...ahead,
      source: 'purchase/quotes/suppliers/Settings.tsx date',
      name: 'Prazo prorrogado',
    },
    ...{ open: settings, label: /^Responder até/, sent: ['input.deadline', '2027-03-15T21:00:00.000Z'] },
  },
  {
    ...{ ...asking, ...quantity, source: 'purchase/quotes/suppliers/Settings.tsx monthlyRate', name: 'Juros ao mês' },
    ...{ open: settings, label: /^Juros ao mês/, typed: '1,5', shown: '1,5', sent: ['input.monthlyRate', '1.5'] },
  },
];
