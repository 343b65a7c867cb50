import type { TestServices } from '#tests/support/services.ts';
import { QUOTE_TOKEN } from './furnishQuotes.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/**
 * Orders of one line each: one that is read, others that are changed, received, approved, deleted; some with a delivery: to
 * undo, to return some of it, one of which something went back, one that has photos; two that were sent, of which the
 * supplier of the second proposes another date.
 */
const DELIVERED = ['/delivered', '/returnable', '/returned'];
const SENT = ['/sent', '/proposed'];
const USES = ['', '/edited', '/received', '/waiting', ...DELIVERED, '/photographed', '/spare', ...SENT];
const SMALL = new Set(['/waiting', '/returnable', '/returned', '/photographed', ...SENT]);
/** What came with each delivery, and what of it went back. */
const CAME = 100;
const WENT_BACK = 10;

/** A delivery with photos: one that is read, and others that the calls of REST and GraphQL delete. */
const furnishFiles = async ({ seed }: TestServices, accountId: number, order: number | undefined): Promise<Rows> => {
  const moment = '2026-11-20T12:00:00Z';
  const delivery_id = await seed.insert('order_deliveries', {
    ...{ account_id: accountId, order_id: order, document_number: 'NF 2', emission_date: '2026-11-19' },
    ...{ received_date: '2026-11-19', value: '1', created_at: moment },
  });
  const rows: Rows = new Map([['orderDelivery/photographed', delivery_id]]);
  for (const use of ['', '/spare', '/discarded']) {
    const file = await seed.insert('order_delivery_files', {
      ...{ account_id: accountId, delivery_id, name: 'canhoto.jpg', media_type: 'image/jpeg', size: 4 },
      created_at: moment,
    });
    await seed.sql('insert into order_delivery_file_contents (account_id, file_id, content) values ($1, $2, $3)', [
      ...[accountId, file],
      Buffer.from('foto'),
    ]);
    rows.set(`orderFile${use}`, file);
  }
  return rows;
};

export const furnishOrders = async (services: TestServices, place: CompanyPlace, known: Rows): Promise<Rows> => {
  const { seed } = services;
  const { accountId, companyId } = place;
  const account = { account_id: accountId };
  const building_id = known.get('building');
  const moment = '2026-11-20T12:00:00Z';
  const rows: Rows = new Map();
  for (const use of USES) {
    // The sum of all of them is no number of a hidden row.
    const quantity = SMALL.has(use) ? 1_000 : 100_000;
    const id = await seed.insert('orders', {
      ...{ ...account, company_id: companyId, building_id, partner_id: known.get('partner/DEBIT') },
      ...{ category_id: known.get('category/DEBIT'), buyer_id: known.get('user'), document: `P${building_id}${use}` },
      ...{ notes: 'Combinado', created_date: '2026-11-01', delivery_date: '2026-11-30', payment_method: 'PIX' },
      ...{ state: DELIVERED.includes(use) ? 'PARTIAL' : 'ORDERED', line_count: 1, version: 2 },
      ...{ created_at: moment, updated_at: moment },
    });
    const line = await seed.insert('order_lines', {
      ...{ ...account, order_id: id, building_id, position: 1, product_id: known.get('product') },
      ...{ code: 'nome', name: 'Cimento', description: 'Saco', unit_id: known.get('unit') },
      ...{ quantity: String(quantity), price: '1', brand_id: known.get('brand'), stage_id: known.get('stage') },
      received_quantity: String(inOf(use)),
      committed_value: String(use === '/waiting' ? 0 : quantity - inOf(use)),
    });
    await seed.sql(
      `insert into order_installments (account_id, order_id, position, due_date, gross_value)
       values ($1, $2, 1, '2026-12-28', $3)`,
      [accountId, id, quantity],
    );
    await seed.sql(
      `insert into order_commitments (account_id, company_id, building_id, order_id, position, due_date, value)
       select account_id, company_id, building_id, order_id, 1, '2026-12-28', committed_value
         from order_lines l join orders o using (account_id, building_id)
        where o.id = $1 and l.order_id = o.id and committed_value > 0`,
      [id],
    );
    rows.set(`order${use}`, id).set(`orderLine${use}`, line);
  }
  await seed.sql(`update partners set email = coalesce(email, 'vendas@fornecedor.com.br') where id = $1`, [
    known.get('partner/DEBIT'),
  ]);
  for (const use of ['/sent', '/proposed']) {
    await seed.sql(
      `insert into order_dispatches (account_id, order_id, partner_id, sent_by, sent_at, email, phone, message,
         content_hash, answer, answered_at, answer_revision, answer_date, answer_note, supplier_document)
       values ($1, $2, $3, $4, $5, 'vendas@fornecedor.com.br', '1932454100', 'Na obra', sha256('x'), 'PROPOSED', $5, 1,
         '2026-12-03', 'Sem caminhão', 'OV-1')`,
      [accountId, rows.get(`order${use}`), known.get('partner/DEBIT'), known.get('user'), moment],
    );
  }
  const sent = rows.get('order/sent');
  await seed.sql(
    `insert into order_links (account_id, token_hash, order_id, created_at) values ($1, sha256($2::text::bytea), $3, $4)`,
    [accountId, place.mark === 'nossa' ? QUOTE_TOKEN : `order/${sent}`, sent, moment],
  );
  await seed.sql(
    'insert into order_limits (account_id, company_id, user_id, max_value) values ($1, $2, null, null) on conflict do nothing',
    [...[accountId, companyId]],
  );
  await seed.sql(
    `insert into order_approvals (account_id, order_id, status, max_value, value, requested_by, requested_at)
     values ($1, $2, 'WAITING', 500, 1000, $3, $4)`,
    [accountId, rows.get('order/waiting'), known.get('user'), moment],
  );
  for (const use of DELIVERED) await furnishDelivery({ seed }, accountId, known, { rows, use, moment });
  for (const [key, id] of await furnishFiles(services, accountId, rows.get('order/photographed'))) rows.set(key, id);
  return rows.set('orderDelivery', rows.get('orderDelivery/delivered') ?? 0);
};

const inOf = (use: string): number => (DELIVERED.includes(use) ? CAME - (use === '/returned' ? WENT_BACK : 0) : 0);

/** A delivery of an order, by an NF-e that has taught something. */
const furnishDelivery = async (
  { seed }: Pick<TestServices, 'seed'>,
  accountId: number,
  known: Rows,
  { rows, use, moment }: { rows: Rows; use: string; moment: string },
): Promise<void> => {
  const account = { account_id: accountId };
  const [order, line] = [rows.get(`order${use}`), rows.get(`orderLine${use}`)];
  const delivery = await seed.insert('order_deliveries', {
    ...{ ...account, order_id: order, document_number: 'NF 1', emission_date: '2026-11-19' },
    ...{ received_date: '2026-11-19', received_by: known.get('user'), value: String(CAME), created_at: moment },
    access_key: `3126110000000000019155001${String(order).padStart(9, '0')}1000123450`,
  });
  rows.set(`orderDelivery${use}`, delivery);
  await seed.sql('insert into order_delivery_invoices (account_id, delivery_id, content) values ($1, $2, $3)', [
    accountId,
    delivery,
    Buffer.from('<nfeProc/>'),
  ]);
  await seed.insert('supplier_products', {
    ...{ ...account, partner_id: known.get('partner/DEBIT'), code: `F${delivery}`, unit: 'sc' },
    ...{ product_id: known.get('product'), factor: '1', delivery_id: delivery, updated_at: moment },
  });
  const wentBack = use === '/returned' ? WENT_BACK : 0;
  await seed.sql(
    `insert into order_delivery_lines (account_id, order_id, delivery_id, line_id, quantity, price, landed_value,
       returned_quantity, returned_value)
     values ($1, $2, $3, $4, $5, 1, $5, $6, $6)`,
    [accountId, order, delivery, line, CAME, wentBack],
  );
  await seed.sql(
    `insert into order_delivery_installments (account_id, delivery_id, position, due_date, gross_value)
     values ($1, $2, 1, '2026-12-28', $3)`,
    [accountId, delivery, CAME],
  );
  if (wentBack === 0) return;
  const returned = await seed.insert('order_returns', {
    ...{ ...account, order_id: order, delivery_id: delivery, return_date: '2026-11-19', document_number: 'D 1' },
    ...{ reason: 'Rasgado', returned_by: known.get('user'), value: String(wentBack), created_at: moment },
    ...{ taken: '[]', planned: '[]' },
  });
  await seed.sql(
    `insert into order_return_lines (account_id, order_id, delivery_id, return_id, line_id, quantity, value, replaced)
     values ($1, $2, $3, $4, $5, $6, $6, true)`,
    [accountId, order, delivery, returned, line, wentBack],
  );
  rows.set('orderReturn', returned);
};
