import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderTransport, MailRefused } from '#services/platform/mail.ts';
import { done, startOrders } from './kit.ts';

const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

/** The office of orders, with a mail server that refuses some mailboxes. */
export const startDispatching = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-orders-'));
  const outbox = folderTransport(join(dataDir, 'outbox'));
  const refused: string[] = [];
  const desk = await startOrders({
    mail: {
      send: async (letter) => {
        if (refused.includes(letter.to.address)) throw new MailRefused('550 no such mailbox');
        await outbox.send(letter);
      },
      close: () => outbox.close(),
    },
  });
  const rival = await desk.partner('SUPPLIER', 'Materiais Rivais');
  const brand = await desk.seed.insert('brands', { account_id: desk.office.accountId, name: 'Pedra Alta' });
  const stop = async () => {
    await desk.services.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };

  let made = 0;
  /**
   * 180 × 39,90 = 7.182,00 and 12 × 148,00 = 1.776,00; with freight of 150,00, IPI of 2 % of 9.108,00 (182,16) and a discount
   * of 90,16 they are 9.200,00, in two parts 28 and 56 days after the delivery.
   */
  const ordered = async (rest: object = {}) => {
    made += 1;
    const { product, areas, concrete } = desk;
    const line = async (code: string, name: string, quantity: string, price: string, more: object = {}) => ({
      ...{ product: { id: await product(`${code}${made}`, name) }, quantity, price, costEstimateGroup: { id: areas } },
      ...more,
    });
    const order = done(
      await desk.create(
        [
          await line('C', 'Cimento CP II', '180', '39.90', { description: 'Em paletes', brand: { id: brand } }),
          await line('A', 'Areia média', '12', '148.00'),
          await line('T', 'Tubo soldável', '9', '7.77', { canceled: true }),
        ],
        {
          ...{
            shippingRate: '150',
            ipi: '2',
            discount: '90.16',
            notes: 'Descarga das 7 às 16 h',
            paymentMethod: 'BOLETO',
          },
          ...{ createdDate: '2026-11-19', delivery: { date: '2026-11-30' }, category: { id: concrete } },
          requirement: {
            payment: {
              ...{ payAfterBase: 'DELIVERY', payAfterDay: 28 },
              installmentList: [
                { dueDate: '2026-12-28', grossValue: '4600' },
                { dueDate: '2027-01-25', grossValue: '4600' },
              ],
            },
          },
          ...rest,
        },
      ),
    );
    const id: number = order.id;
    const mailbox = `vendas${made}@saojorge.com.br`;
    const call = (path: string, body: object = {}, headers = {}) =>
      desk.api.post(desk.at(id, path), { token: desk.token, body, headers });
    const link = async (): Promise<string> =>
      done(await desk.api.post(desk.at(id, '/link'), { token: desk.token })).url;
    return { id, order, mailbox, call, link };
  };
  const pageOf = (url: string) => {
    const path = `/api/v1/purchase/order-confirmation/${tokenOf(url)}`;
    return {
      open: () => desk.api.get(path),
      confirm: (body: object = {}) => desk.api.post(`${path}/confirm`, { body: { revision: 1, ...body } }),
      propose: (body: object) => desk.api.post(`${path}/propose`, { body: { revision: 1, ...body } }),
      pdf: () => desk.services.app.inject({ method: 'GET', url: `${path}/pdf` }),
    };
  };
  const told = async (id: number): Promise<string[]> =>
    (
      await desk.seed.sql<{ text: string }>(
        `select text from assistant_messages where link like '%?id=' || $1 order by id`,
        [id],
      )
    ).map(({ text }) => text);

  return { ...desk, dataDir, refused, rival, ordered, pageOf, told, stop };
};
export type Dispatching = Awaited<ReturnType<typeof startDispatching>>;
