import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { accessKeyParts, isAccessKey, serviceKeyParts } from '#domain/accessKey.ts';
import { formatDate } from '#domain/dates.ts';
import { compare, ZERO } from '#domain/money.ts';
import { formatCount } from '#domain/numberFormat.ts';
import type { SentFiscalFile } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { readFiscalXml } from '../../platform/fiscal/read.ts';
import type { Cancellation, FiscalXml } from '../../platform/fiscal/types.ts';
import { isDeceptive, safeFileName } from '../../platform/http/fileName.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY, type Clerk } from './access.ts';
import { readDraft } from './drafts.ts';
import { ofGoods, ofServices, type Nota } from './nota.ts';
import { receiverOf } from './receiver.ts';
import { NOWHERE, readKey, seenText } from './seen.ts';

const PART = 'file';

const refusal = (message: string) => ruleBroken(message, [{ path: PART, message }]);

/** A fiscal XML, read. */
export interface SentXml {
  name: string;
  content: Buffer;
  xml: FiscalXml;
}

/** Reads part "file" of a multipart body as a nota, or as the cancellation of one. @throws ServiceError 400, 413, 422 */
export const receiveXml = async (request: FastifyRequest): Promise<SentXml> => {
  const { sentAs, content } = await readFilePart(request, PART);
  if (isDeceptive(sentAs)) throw refusal('O nome deste arquivo não serve. Dê outro nome a ele e envie de novo.');
  const xml = await readFiscalXml(content);
  const name = safeFileName(sentAs, ['.xml']);
  identifyBody(request, { name, content });
  return { name, content, xml };
};

/** "NF-e 5.187", by the key alone. */
const nameOfKey = (key: string): string =>
  isAccessKey(key)
    ? `NF-e ${formatCount(Number(accessKeyParts(key).number))}`
    : `NFS-e ${formatCount(Number(serviceKeyParts(key).number))}`;

const keepCancellation = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { accessKey, event, date, name }: Cancellation & { name: string },
): Promise<SentFiscalFile> => {
  const { accountId, userId } = clerk.session;
  const { rows } = await sql`
    insert into fiscal_cancellations (account_id, access_key, event, date, name, uploaded_by, uploaded_at)
    values (${accountId}, ${accessKey}, ${event}, ${date}, ${name}, ${userId}, ${work.clock.now()})
    on conflict do nothing returning access_key`.execute(trx);
  if (rows.length > 0)
    work.audit({
      ...{ action: 'cancelFiscalDocument', entity: 'company', entityId: clerk.companyId },
      details: { accessKey, event, date, name },
    });
  const { spent, transaction, order } = await readKey(trx, clerk, accessKey);
  const told = `A ${nameOfKey(accessKey)} foi cancelada em ${formatDate(date)}`;
  const text = spent ? `${told}, e há uma despesa lançada por ela. Confira.` : `${told}: ela não será lançada.`;
  return { outcome: 'CANCELLATION', text, document: null, accessKey, transaction, order };
};

/** @throws ServiceError 422 for a nota that nobody has to pay, or that was cancelled */
const requirePayable = ({ net }: Nota, canceledOn: string | null): void => {
  if (canceledOn !== null) throw refusal(`Esta nota foi cancelada em ${formatDate(canceledOn)}.`);
  if (compare(net, ZERO) <= 0) throw refusal('Esta nota não tem valor a pagar.');
};

const draftOf = async (
  trx: Trx,
  accountId: number,
  { companyId, accessKey }: { companyId: number; accessKey: string },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from fiscal_documents where account_id = ${accountId} and company_id = ${companyId}
       and access_key = ${accessKey} and transaction_id is null`.execute(trx);
  return rows[0]?.id ?? 0;
};

/**
 * Stores a nota as a draft of the company that it is for; sent again, it is the same draft, with the file that came last. One
 * that an expense or an order has is not kept.
 * @throws ServiceError 404, 422 at `file`
 */
export const storeXml = async (trx: Trx, work: Work, clerk: Clerk, sent: SentXml): Promise<SentFiscalFile> => {
  const { name, content, xml } = sent;
  const { accountId, userId } = clerk.session;
  if (xml.kind === 'CANCELLATION') return keepCancellation(trx, work, clerk, { ...xml.cancellation, name });
  const nota = xml.kind === 'NFE' ? ofGoods(xml.nota) : ofServices(xml.nota);
  const { accessKey } = nota;
  const companyId = await receiverOf(trx, clerk, nota);
  const known = await readKey(trx, clerk, accessKey);
  requirePayable(nota, known.canceledOn);
  const text = seenText(known);
  if (text !== null) {
    const { transaction, order } = known;
    return { outcome: 'SEEN', text, document: null, accessKey, transaction, order };
  }
  const hash = createHash('sha256').update(content).digest('hex');
  const { rows } = await sql<{ id: number }>`
    insert into fiscal_documents as f (account_id, company_id, kind, access_key, number, series, issuer_tax_id, issuer_name,
      receiver_tax_id, emission_date, value, name, size, sha256, uploaded_by, uploaded_at)
    values (${accountId}, ${companyId}, ${nota.kind}, ${accessKey}, ${nota.number}, ${nota.series}, ${nota.issuer.taxId},
      ${nota.issuer.name}, ${nota.receiver.taxId}, ${nota.emissionDate}, ${nota.value}, ${name}, ${content.length},
      decode(${hash}, 'hex'), ${userId}, ${work.clock.now()})
    on conflict (account_id, company_id, access_key) where transaction_id is null do update
       set name = excluded.name, size = excluded.size, sha256 = excluded.sha256, value = excluded.value,
           issuer_name = excluded.issuer_name, receiver_tax_id = excluded.receiver_tax_id, emission_date = excluded.emission_date
     where f.sha256 <> excluded.sha256
    returning f.id`.execute(trx);
  const stored = rows[0]?.id;
  if (stored !== undefined) {
    await sql`
      insert into fiscal_document_contents (account_id, document_id, content) values (${accountId}, ${stored}, ${content})
      on conflict (account_id, document_id) do update set content = excluded.content`.execute(trx);
    work.audit({ action: 'upload', entity: ENTITY, entityId: stored, details: { name, accessKey, sha256: hash } });
  }
  const id = stored ?? (await draftOf(trx, accountId, { companyId, accessKey }));
  const { content: _content, ...document } = await readDraft(trx, { ...clerk, companyId }, id);
  return { outcome: 'DRAFT', text: null, document, accessKey, ...NOWHERE };
};
