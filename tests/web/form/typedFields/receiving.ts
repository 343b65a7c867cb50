import type { Page } from 'playwright-core';
import { amount, date, go, type TypedField } from './fields.ts';

/** Asks the gateway beside the page, whose mutations are intercepted. */
export const askBeside = async (page: Page, query: string) => {
  const authorization = await page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('prumo.session.comprador@demo.prumo') ?? '{}');
    return stored !== null && typeof stored === 'object' && 'token' in stored ? `Bearer ${String(stored.token)}` : '';
  });
  const url = new URL('/graphql', page.url()).href;
  const reply = await page.request.post(url, { data: { query }, headers: { authorization } });
  return (await reply.json()).data;
};

/** An order of the demo's buyer, of which half comes now. */
const receipt = async (page: Page): Promise<void> => {
  const { session, partners, products } = await askBeside(
    page,
    '{ session { companies { id buildings { id } } } partners(filter: { type: SUPPLIER }) { content { id } } products { content { id } } }',
  );
  const [company] = session.companies;
  const line = `{ productId: ${products.content[0].id}, quantity: "10", price: "1" }`;
  const input = `{ buildingId: ${company.buildings[0].id}, supplierId: ${partners.content[0].id}, requirementLineList: [${line}] }`;
  const { createOrder } = await askBeside(
    page,
    `mutation { createOrder(companyId: ${company.id}, input: ${input}) { order { id } } }`,
  );
  await go(page, `/home/forms/purchase/orders-and-receipts?receive=${createOrder.order.id}`);
  await page.getByLabel(/^Número/).fill('15.402');
  await page.getByLabel(/^Agora de/).fill('5');
};

const receiving = { as: 'comprador', save: 'Control+s' } as const;
const head = 'purchase/orders/receive/Header.tsx';
const lines = 'purchase/orders/receive/LineFields.tsx';
const quantity = { rubbish: 'dez', problem: 'Não é um número com até 4 casas decimais' };

/** Fields of a nota that is received. */
export const RECEIVING: readonly TypedField[] = [
  {
    ...{ ...receiving, ...quantity, source: `${lines} quantityPath(line)`, name: 'Agora', open: receipt },
    ...{ label: /^Agora de/, typed: '2,5', shown: '2,5', sent: ['input.lines.0.quantity', '2.5'] },
  },
  {
    ...{ ...receiving, ...quantity, source: `${lines} pricePath(line)`, name: 'Preço da nota', open: receipt },
    ...{ label: /^Preço da nota de/, typed: '1,2345', shown: '1,2345', sent: ['input.lines.0.price', '1.2345'] },
  },
  {
    ...{ ...receiving, ...amount, source: 'purchase/orders/receive/Charges.tsx id', name: 'Frete da nota' },
    ...{ open: receipt, label: /^Frete desta nota/, typed: 'R$ 1.005', shown: '1.005,00' },
    sent: ['input.shippingRate', '1005.00'],
  },
  {
    ...{ ...receiving, ...date, source: `${head} emissionDate`, name: 'Emissão da nota', open: receipt },
    ...{ label: /^Emissão/, typed: '15/3', shown: '15/03/2026', sent: ['input.emissionDate', '2026-03-15'] },
  },
  {
    ...{ ...receiving, ...date, source: `${head} receivedDate`, name: 'Recebido em', open: receipt },
    ...{ label: /^Recebido em/, typed: '15/3', shown: '15/03/2026', sent: ['input.receivedDate', '2026-03-15'] },
  },
];
