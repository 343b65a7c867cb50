import { done, startOrders } from '../orders/kit.ts';
import { stock, type ProductSeed } from '../productKit.ts';
import { COMPANY_ID, nfe, SUPPLIER_ID, type Nota } from './nfeXml.ts';

const BOUNDARY = 'notas';

/** A multipart body with these parts, as a browser sends it. */
export const partsOf = (parts: readonly { name: string; content: Buffer | string; file?: string }[]) => ({
  body: Buffer.concat([
    ...parts.flatMap(({ name, content, file }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n` +
          `Content-Type: ${file === undefined ? 'application/json' : 'text/xml'}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]),
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
});

const TERMS = {
  createdDate: '2026-11-01',
  delivery: { date: '2026-11-18' },
  requirement: {
    payment: {
      payAfterBase: 'DELIVERY',
      payAfterDay: 28,
      installmentList: [
        { dueDate: '2026-12-16', grossValue: '596.50' },
        { dueDate: '2027-01-13', grossValue: '596.50' },
      ],
    },
  },
};

/**
 * An office with a CNPJ whose supplier has one too. Orders are of 10 sc of cement at 36,80 and 5 m³ of sand at 145,00 in
 * another stage, with freight 100,00: 368,00 + 725,00 + 100,00 = 1.193,00.
 */
export const startInvoices = async () => {
  const desk = await startOrders();
  const { seed, office, api, token } = desk;
  await seed.sql('update companies set tax_id = $1 where id = $2', [COMPANY_ID, office.companyId]);
  await seed.sql('update partners set tax_id = $1 where id = $2', [SUPPLIER_ID, desk.supplier]);
  const goods = (product: ProductSeed) => stock(seed, desk.shelf, { price: '1.00', ...product });
  const cement = await goods({ code: '0118', name: 'Cimento CP II-E-32, saco 50 kg' });
  const sand = await goods({ code: '0207', name: 'Areia média lavada', unit: 'm³' });

  const company = `/api/v1/purchase/company/${office.companyId}`;
  const lines = [
    { product: { id: cement }, quantity: '10', price: '36.80', costEstimateGroup: { id: desk.areas } },
    { product: { id: sand }, quantity: '5', price: '145', costEstimateGroup: { id: desk.finishes } },
  ];
  /** Makes an order; its lines by their place. */
  const open = async (rest: object = {}, of: readonly object[] = lines) => {
    const order = done(await desk.create([...of], { shippingRate: '100', ...TERMS, ...rest }));
    const [first, second] = order.requirementLineList.map(({ id }: { id: number }) => id) as number[];
    return { id: order.id as number, document: order.document as string, first: first ?? 0, second: second ?? 0 };
  };
  const propose = (file: Buffer, orderId?: number, as = token) =>
    api.post(`${company}/order-invoice`, {
      ...{ token: as, query: orderId === undefined ? {} : { orderId: String(orderId) } },
      ...partsOf([{ name: 'file', content: file, file: 'nota.xml' }]),
    });
  const receiveNota = (
    id: number,
    file: Buffer,
    delivery: object,
    { as = token, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
  ) => {
    const sent = partsOf([
      { name: 'delivery', content: JSON.stringify(delivery) },
      { name: 'file', content: file, file: 'nota.xml' },
    ]);
    return api.post(`${company}/order/${id}/invoice-delivery`, {
      ...{ token: as, body: sent.body, headers: { ...sent.headers, ...headers } },
    });
  };
  let number = 2_000;
  /** Another nota of the supplier. */
  const another = (changes: Partial<Nota> = {}): Buffer => nfe({ number: String((number += 1)), ...changes });
  return { ...desk, company, cement, sand, goods, lines, open, propose, receiveNota, another };
};
export type InvoiceDesk = Awaited<ReturnType<typeof startInvoices>>;

/** Choices of the two items of the worked example. */
export const both = ({ first, second }: { first: number; second: number }, rest: object = {}) => [
  { number: 1, line: { id: first }, ...rest },
  { number: 2, line: { id: second } },
];
