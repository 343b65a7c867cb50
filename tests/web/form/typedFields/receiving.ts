import type { Page } from 'playwright-core';
import { nfe } from '#tests/purchase/invoices/nfeXml.ts';
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

/** An order of the demo's buyer: its keys and that of its line; who sells and who buys, by their CNPJ. */
const ordered = async (page: Page) => {
  const { session, partners, products, companies } = await askBeside(
    page,
    '{ session { companies { id buildings { id } } } partners(filter: { type: SUPPLIER }) { content { id taxId } } products { content { id } } companies { content { id taxId } } }',
  );
  const [company] = session.companies;
  const supplier = partners.content.find(({ taxId }: { taxId: string | null }) => taxId?.length === 14);
  const { taxId: receiver } = companies.content.find(({ id }: { id: string }) => id === company.id);
  const line = `{ productId: ${products.content[0].id}, quantity: "10", price: "1" }`;
  const input = `{ buildingId: ${company.buildings[0].id}, supplierId: ${supplier.id}, requirementLineList: [${line}] }`;
  const { createOrder } = await askBeside(
    page,
    `mutation { createOrder(companyId: ${company.id}, input: ${input}) { order { id requirementLineList { id } } } }`,
  );
  const { id, requirementLineList } = createOrder.order;
  return { companyId: company.id, id, lineId: requirementLineList[0].id, issuer: supplier.taxId, receiver };
};
const RECEIVE = '/home/forms/purchase/orders-and-receipts?receive=';

/** Half of an order comes now. */
const receipt = async (page: Page): Promise<void> => {
  const { id } = await ordered(page);
  await go(page, `${RECEIVE}${id}`);
  await page.getByLabel(/^Número/).fill('15.402');
  await page.getByLabel(/^Agora de/).fill('5');
};

/** An order by an NF-e whose unit somebody has to explain. */
const invoiced = async (page: Page): Promise<void> => {
  const { id, issuer, receiver } = await ordered(page);
  await go(page, `${RECEIVE}${id}`);
  const item = { code: '1', name: 'COISA', unit: 'FARDO', quantity: '1.0000', price: '1.00', value: '1.00' };
  const buffer = nfe({ issuer, receiver, items: [item], totals: { vProd: '1.00', vNF: '1.00' } });
  await page.getByLabel('XML da NF-e').setInputFiles({ name: 'nota.xml', mimeType: 'text/xml', buffer });
  const line = page.getByRole('combobox', { name: 'Item do pedido para COISA' });
  await line.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};

/** Some of what came goes back. */
const returned = async (page: Page): Promise<void> => {
  const { companyId, id, lineId } = await ordered(page);
  const input = `{ receivedDate: "2026-03-01", lines: [{ lineId: ${lineId}, quantity: "5" }] }`;
  await askBeside(
    page,
    `mutation { receiveOrder(companyId: ${companyId}, id: ${id}, version: 1, input: ${input}) { order { id } } }`,
  );
  await go(page, `${RECEIVE}${id}`);
  await page.getByRole('button', { name: 'Devolver', exact: true }).click();
  await page.getByLabel(/^Devolver de/).fill('5');
  await page.getByLabel(/^Motivo/).fill('Rasgado');
};

const receiving = { as: 'comprador', save: 'Control+s' } as const;
const head = 'purchase/orders/receive/Header.tsx';
const receivedDate = 'purchase/orders/receive/ReceivedDate.tsx receivedDate';
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
    ...{ ...receiving, ...date, source: receivedDate, name: 'Recebido em', open: receipt },
    ...{ label: /^Recebido em/, typed: '15/3', shown: '15/03/2026', sent: ['input.receivedDate', '2026-03-15'] },
  },
  {
    ...{ ...receiving, source: 'purchase/orders/invoice/ItemCard.tsx factorPath(item.number)', open: invoiced },
    ...{ name: 'Fator da nota', label: /há em 1 FARDO/, rubbish: 'dez', typed: '2,5', shown: '2,5' },
    ...{ problem: 'Não é um número com até 9 casas decimais', sent: ['items.0.factor', '2.5'] },
  },
  {
    ...{ ...receiving, ...quantity, source: 'purchase/orders/returns/ReturnLines.tsx path', name: 'Devolver' },
    ...{ open: returned, label: /^Devolver de/, typed: '2,5', shown: '2,5', sent: ['input.lines.0.quantity', '2.5'] },
  },
  {
    ...{ ...receiving, ...date, source: 'purchase/orders/returns/ReturnDialog.tsx returnDate', name: 'Devolvido em' },
    ...{ open: returned, label: /^Devolvido em/, typed: '15/3', shown: '15/03/2026' },
    sent: ['input.returnDate', '2026-03-15'],
  },
];
