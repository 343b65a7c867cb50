import type { InvoiceDeliveryBody, InvoiceProposal } from '#schema/purchase/invoices/invoices.rest.ts';
import { uploadFile } from '#web/client/files.ts';

export type { InvoiceDeliveryBody, InvoiceProposal };

/** File types for the picker; the service checks the content. */
export const INVOICE_TYPES = '.xml,text/xml,application/xml';

const purchase = (companyId: string): string => `/api/v1/purchase/company/${companyId}`;

/** What an NF-e says, and what would be received by it: of an order, or of the likeliest one. @throws RestFailure */
export const readInvoice = async (companyId: string, file: File, orderId?: string): Promise<InvoiceProposal> => {
  const query = orderId === undefined ? '' : `?orderId=${orderId}`;
  const path = `${purchase(companyId)}/order-invoice${query}`;
  const { data } = await uploadFile({ path, part: 'file', file });
  return data as InvoiceProposal;
};

/** Receives a delivery of an order by its NF-e. @throws RestFailure */
export const receiveInvoice = async (
  { companyId, orderId }: { companyId: string; orderId: string },
  file: File,
  delivery: InvoiceDeliveryBody,
): Promise<void> => {
  await uploadFile({
    ...{ path: `${purchase(companyId)}/order/${orderId}/invoice-delivery`, part: 'file', file },
    json: { part: 'delivery', value: delivery },
  });
};
