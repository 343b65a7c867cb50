import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { orderInvoiceEndpoints } from '#schema/purchase/invoices/invoices.rest.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { madeFile } from '../../platform/http/madeFile.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import { implement } from '../../platform/http/route.ts';
import { parseNfe } from '../../platform/nfe/read.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../orders/access.ts';
import { proposeReceipt } from './proposal.ts';
import { receiveInvoice, type SentInvoice } from './receive.ts';

/** Reads the XML that came with a JSON part. A repeated call is the same one where both parts are. */
const sentInvoice = async (request: FastifyRequest): Promise<SentInvoice> => {
  const content = request.upload;
  if (!content)
    throw invalid(
      [{ path: 'file', message: 'Envie o XML da nota.' }],
      'Envie o XML da nota na parte "file" do formulário.',
    );
  identifyBody(request, { name: JSON.stringify(request.body), content });
  return { nfe: await parseNfe(content), content };
};

interface DeliveryKey {
  companyId: number;
  id: number;
  deliveryId: number;
}

const readXml = async (trx: Trx, session: Session, { companyId, id, deliveryId }: DeliveryKey) => {
  const { rows } = await sql<{ accessKey: string; content: Buffer }>`
    select d.access_key as "accessKey", i.content
      from orders o
      join order_deliveries d on d.account_id = o.account_id and d.order_id = o.id
      join order_delivery_invoices i on i.account_id = d.account_id and i.delivery_id = d.id
     where ${visible(session, companyId)} and o.id = ${id} and d.id = ${deliveryId}`.execute(trx);
  if (!rows[0]) throw notFound('Nota não encontrada.');
  return rows[0];
};

/** Invoices (NF-e) of orders: read, received, and given back (domain.md §3, §4). */
export const orderInvoices = async (app: FastifyInstance): Promise<void> => {
  const { clock, constraints } = app.platform;
  constraints.describe({
    order_deliveries_access_key: { message: 'Esta nota já foi recebida em outro pedido.', field: 'file' },
  });
  implement(app, orderInvoiceEndpoints.propose, async ({ request, session, params, query, read }) => {
    const { content } = await readFilePart(request, 'file');
    const nfe = await parseNfe(content);
    return read((trx) => proposeReceipt(trx, { session, companyId: params.companyId, nfe }, query.orderId));
  });
  implement(app, orderInvoiceEndpoints.receive, async ({ request, session, params, body, write }) => {
    const sent = await sentInvoice(request);
    const receiver = { session, companyId: params.companyId, today: clock.today(session.timeZone) };
    return write((trx, work) => receiveInvoice(trx, work, receiver, { id: params.id, body, ...sent }));
  });
  implement(app, orderInvoiceEndpoints.download, async ({ session, params, reply, read }) => {
    const { accessKey, content } = await read((trx) => readXml(trx, session, params));
    const { headers, ...file } = madeFile(`NFe${accessKey}`, 'XML', content);
    // The encoding is the one that the file declares.
    void reply.headers({
      ...headers,
      'content-type': 'application/xml',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    return file.content;
  });
};
