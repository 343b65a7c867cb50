import { randomUUID } from 'node:crypto';
import { COMPANY_ID, nfe } from '#tests/purchase/invoices/nfeXml.ts';
import { boletoLine } from '#tests/support/paymentCodes.ts';
import { YESTERDAY, type FiscalWriteKind, type Make, type Office, type Write } from './write.ts';

const BOUNDARY = 'limite-entre-as-partes';

/** Whom the notas of the tests are for. */
export const RECEIVER = COMPANY_ID;

/** Notas that are sent in a round, one after the other. */
const BATCH = 8;

/** A number of a nota that no other has: sent twice, it would be the same draft. */
const anyNumber = (): string => String(1 + Number.parseInt(randomUUID().slice(0, 7), 16));

const file = (name: string) => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}.xml"\r\nContent-Type: text/xml\r\n\r\n`,
    `${nfe({ number: anyNumber(), day: YESTERDAY }).toString()}\r\n--${BOUNDARY}--\r\n`,
  ].join(''),
});

/** A batch of notas; a product is chosen for one, another is saved as an expense, whose installment gets its boleto. */
export async function* fiscalRound(office: Office, name: string, make: Make): AsyncGenerator<Write> {
  const company = `/api/v1/financial/company/${office.companyId}`;
  const json = (path: string, body: object) => ({ path: `${company}${path}`, type: 'application/json', body });
  const drafts: number[] = [];
  for (let count = 0; count < BATCH; count += 1) {
    const sent = make('nota', { path: `${company}/fiscal-documents`, ...file(name) });
    yield sent;
    drafts.push((sent.answers[0] as { document: { id: number } }).document.id);
  }
  const [first, second] = drafts;
  const items = [{ number: 1, product: { id: office.product } }];
  yield make('choice', json(`/fiscal-documents/${second}/products`, { items }), 'PUT');
  const expense = { documentNumber: name, grossValue: '860.00', emissionDate: YESTERDAY };
  const noted = make(
    'noted',
    json('/debit', {
      ...expense,
      partner: { id: office.supplier },
      transactionRecordList: [{ dueDate: YESTERDAY, grossValue: '860.00' }],
      fiscalDocument: { id: first, items },
    }),
  );
  yield noted;
  const { version, transactionRecordList } = noted.answers[0] as {
    version: number;
    transactionRecordList: { id: number }[];
  };
  const paymentCode = boletoLine({ bank: '237', amount: '860.00', dueDate: YESTERDAY, free: '1'.padStart(25, '0') });
  const path = `/debit/installments/${transactionRecordList[0]?.id}/payment-code`;
  yield make('code', json(path, { version, paymentCode }), 'PUT');
}

const NAME = "replace(f.name, '.xml', '') as name from fiscal_documents f";

/** SQL by kind that returns a name once for each effect of its write. */
export const FISCAL_EFFECTS: Record<FiscalWriteKind, string> = {
  nota: `select ${NAME} join fiscal_document_contents c on c.document_id = f.id`,
  choice: `select ${NAME} join fiscal_document_choices c on c.document_id = f.id`,
  noted: `select t.document_number as name from transactions t
    join fiscal_documents f on f.transaction_id = t.id and replace(f.name, '.xml', '') = t.document_number
    where (select count(*) from installments i where i.transaction_id = t.id) = 1
      and exists (select from supplier_products s where s.fiscal_document_id is not null)`,
  code: `select t.document_number as name from audit_log l join transactions t on t.id = l.entity_id
    join installments i on i.transaction_id = t.id join installment_payment_codes c on c.installment_id = i.id
    where l.action = 'paymentCode' and l.entity = 'transaction'`,
};

/** SQL for rows that a partial write would leave; must return none. */
export const FISCAL_HALVES: Record<string, string> = {
  'notas without their file': `select ${NAME}
    where not exists (select from fiscal_document_contents c where c.document_id = f.id)`,
  'notas that are there twice': `select access_key as name from fiscal_documents group by access_key having count(*) > 1`,
  'expenses of notas without what they were told of': `select t.document_number as name from transactions t
    join fiscal_documents f on f.transaction_id = t.id
    where not exists (select from audit_log l where l.entity = 'fiscalDocument' and l.action = 'link' and l.entity_id = f.id)
       or exists (select from fiscal_document_choices c where c.document_id = f.id)`,
  'codes without their history': `select c.code as name from installment_payment_codes c
    join installments i on i.id = c.installment_id
    where not exists (select from audit_log l where l.action = 'paymentCode' and l.entity_id = i.transaction_id)`,
};
