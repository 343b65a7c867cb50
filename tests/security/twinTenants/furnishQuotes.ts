import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** Token of the own account's link. */
export const QUOTE_TOKEN = 'link-da-nossa-cotacao';

/** What a supplier has typed so far: nothing. */
const DRAFT = {
  ...{ lines: [], freight: 'INCLUDED', shippingRate: null, ipi: null, deliveryDays: null, validUntil: null },
  ...{ paymentDays: [], notes: null },
};

/**
 * Quotes of one line and one supplier each: one that is read, a draft that is changed, others that are sent, decided,
 * ordered, closed and deleted. Those that are decided or ordered are answered.
 */
const USES = ['', '/linked', '/edited', '/unsent', '/asked', '/idle', '/decided', '/ordered', '/closed', '/spare'];
const DRAFTS = new Set(['/edited', '/unsent', '/spare']);
const ANSWERED = new Set(['/decided', '/ordered']);

export const furnishQuotes = async ({ seed }: TestServices, place: CompanyPlace, known: Rows): Promise<Rows> => {
  const { accountId, companyId } = place;
  const account = { account_id: accountId };
  const building_id = known.get('building');
  const moment = '2026-11-20T12:00:00Z';
  const rows: Rows = new Map();
  for (const use of USES) {
    const sent_at = DRAFTS.has(use) ? null : moment;
    const quote = await seed.insert('quotes', {
      ...{ ...account, company_id: companyId, building_id, buyer_id: known.get('user'), title: 'Aço' },
      ...{ document: `C${building_id}${use}`, delivery_place: 'Obra', message: 'Na obra', phone: '1932454100' },
      ...{ deadline: '2026-12-01T12:00:00Z', justification: 'Prazo', close_reason: 'Parada', sent_at, line_count: 1 },
      ...{ closed_at: use === '/closed' ? moment : null, version: 2, created_at: moment, updated_at: moment },
    });
    const line_id = await seed.insert('quote_lines', {
      ...{ ...account, quote_id: quote, building_id, position: 1, product_id: known.get('product'), code: 'nome' },
      ...{ description: 'Cimento', unit_id: known.get('unit'), quantity: '10', stage_id: known.get('stage') },
    });
    const supplier_id = await seed.insert('quote_suppliers', {
      ...{ ...account, quote_id: quote, partner_id: known.get('partner/DEBIT'), position: 1, sent_at },
      ...{ email: 'vendas@fornecedor.com.br', decline_reason: 'Sem estoque' },
    });
    rows.set(`quote${use}`, quote).set(`quoteLine${use}`, line_id).set(`quoteSupplier${use}`, supplier_id);
    const file = await seed.insert('quote_files', {
      ...{ ...account, quote_id: quote, supplier_id: use === '/linked' ? supplier_id : null },
      ...{ name: 'lista.pdf', media_type: 'application/pdf', size: 4, created_at: moment },
    });
    await seed.sql('insert into quote_file_contents (account_id, file_id, content) values ($1, $2, $3)', [
      ...[accountId, file],
      Buffer.from('%PDF'),
    ]);
    rows.set(`quoteFile${use}`, file);
    if (!ANSWERED.has(use)) continue;
    const answer = await seed.insert('quote_answers', {
      ...{ ...account, quote_id: quote, supplier_id, revision: 1, submitted_at: moment, freight: 'INCLUDED' },
      ...{ payment_days: [28], notes: 'Na obra' },
    });
    await seed.sql(
      `insert into quote_answer_lines (account_id, quote_id, answer_id, line_id, price, brand) values ($1, $2, $3, $4, 1, 'X')`,
      [accountId, quote, answer, line_id],
    );
    await seed.sql('insert into quote_awards (account_id, quote_id, line_id, supplier_id) values ($1, $2, $3, $4)', [
      ...[accountId, quote, line_id, supplier_id],
    ]);
  }
  const supplier = rows.get('quoteSupplier/linked');
  await seed.sql('insert into quote_drafts (account_id, supplier_id, body, saved_at) values ($1, $2, $3, $4)', [
    ...[accountId, supplier, JSON.stringify(DRAFT), moment],
  ]);
  await seed.sql(
    `insert into quote_links (account_id, token_hash, quote_id, supplier_id, created_at)
     values ($1, sha256($2::text::bytea), $3, $4, $5)`,
    [accountId, place.mark === 'nossa' ? QUOTE_TOKEN : `quote/${supplier}`, rows.get('quote/linked'), supplier, moment],
  );
  return rows;
};
