import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hostileFiles } from '#tests/security/files/hostileFiles.ts';
import { problemOfAnswer } from '#tests/security/hostile.ts';
import { partsOf } from './invoices/kit.ts';
import { done } from './orders/kit.ts';
import { DEADLINE, startQuotes, type Quoting } from './quotes/kit.ts';

/** What large files cost is held by the hostile files of expenses: all uploads are read by one piece. */
const files = hostileFiles.filter(({ content }) => content.length < 512 * 1024);

let desk: Quoting;
let paths: Record<'delivery' | 'quote' | 'answer', string>;

beforeAll(async () => {
  desk = await startQuotes();
  const { suppliers, steel, api, token } = desk;
  const orders = `/api/v1/purchase/company/${desk.office.companyId}/order`;
  const cement = { product: { id: await desk.product('0118', 'Cimento') }, quantity: '10', price: '36.80' };
  const order = done(await api.post(orders, { token, body: desk.bodyOf([cement]) }));
  const received = done(
    await desk.receive(order.id, { lines: [{ line: { id: order.requirementLineList[0].id }, quantity: '1' }] }),
  );
  const quote = done(
    await desk.create({ lines: steel.slice(0, 1), deadline: DEADLINE, suppliers: [{ partnerId: suppliers.strong }] }),
  );
  paths = {
    delivery: `${orders}/${order.id}/deliveries/${received.deliveries[0].id}/attachments`,
    quote: desk.at(quote.id, '/attachments'),
    answer: `${desk.page(await desk.link(quote.id, quote.suppliers[0].id)).path}/attachments`,
  };
});
afterAll(() => desk.services.stop());

const stored = () =>
  desk.seed.sql('select (select count(*) from order_delivery_files), (select count(*) from quote_files)');

describe.each(['delivery', 'quote', 'answer'] as const)('A file for a %s', (where) => {
  test('is refused in Portuguese where it is hostile, and nothing of it is stored', async () => {
    const before = await stored();
    expect(files.length).toBeGreaterThan(60);
    const wrong: unknown[] = [];
    for (const { what, name, content } of files) {
      const { status, body } = await desk.api.post(paths[where], {
        ...partsOf([{ name: 'file', content, file: name.replaceAll('"', '%22') }]),
        ...(where !== 'answer' && { token: desk.token }),
      });
      if (![400, 413, 422].includes(status) || problemOfAnswer(status, body.message) !== null)
        wrong.push([what, status, body.message]);
    }
    expect(wrong).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});
