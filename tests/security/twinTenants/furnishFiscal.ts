import { createHash } from 'node:crypto';
import { COMPANY_ID, keyOf, nfe, SUPPLIER_ID } from '#tests/purchase/invoices/nfeXml.ts';
import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** Drafts of notas: one that is read, one that is deleted, and those that expenses are made of. */
const USES = ['', '/spare', '/saved', '/modelled'];

const ITEM = { code: '1', name: 'CIMENTO', unit: 'U', quantity: '1.0000', price: '1.00', value: '1.00' };

/** Notas that were sent to a company, and a cancellation. */
export const furnishFiscal = async (
  { seed }: TestServices,
  { accountId, companyId, mark }: CompanyPlace,
  user: number | undefined,
): Promise<Rows> => {
  const account = { account_id: accountId };
  const rows: Rows = new Map();
  for (const [index, use] of USES.entries()) {
    const number = String(7_001 + index);
    const content = nfe({ number, items: [ITEM, ITEM], totals: { vProd: '2.00', vNF: '2.00' } });
    const id = await seed.insert('fiscal_documents', {
      ...{ ...account, company_id: companyId, kind: 'NFE', number, series: '1', issuer_tax_id: SUPPLIER_ID },
      ...{ access_key: keyOf({ month: '2611', taxId: SUPPLIER_ID, series: '1', number }), receiver_tax_id: COMPANY_ID },
      ...{ issuer_name: `Emitente ${mark}`, emission_date: '2026-11-18', value: '2.00', name: 'nota.xml' },
      ...{ size: content.length, sha256: createHash('sha256').update(content).digest(), uploaded_by: user },
      uploaded_at: '2026-11-20T12:00:00Z',
    });
    await seed.sql('insert into fiscal_document_contents (account_id, document_id, content) values ($1, $2, $3)', [
      ...[accountId, id, content],
    ]);
    await seed.sql('insert into fiscal_document_choices (account_id, document_id, number) values ($1, $2, 2)', [
      ...[accountId, id],
    ]);
    rows.set(`fiscalDocument${use}`, id);
  }
  await seed.sql(
    `insert into fiscal_cancellations (account_id, access_key, event, date, name, uploaded_by, uploaded_at)
     values ($1, $2, '110111', '2026-11-19', 'evento.xml', $3, '2026-11-20T12:00:00Z') on conflict do nothing`,
    [accountId, keyOf({ month: '2611', taxId: SUPPLIER_ID, series: '1', number: '6999' }), user],
  );
  return rows;
};
