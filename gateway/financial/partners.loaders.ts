import { type PartnerBalance, partnerEndpoints } from '#schema/financial/partners.rest.ts';
import { byIds, RowLoader, type LoaderFactory } from '../rest/loaders.ts';

export const partnerLoader = byIds(partnerEndpoints.list, partnerEndpoints.get);

/** What partners are paid by: the services note who reads it, so that it is loaded only where it is asked for. */
export const partnerPaymentLoader = byIds(partnerEndpoints.paymentDetails, partnerEndpoints.get);

/** Loads the open figures of all partners of a page in one call. */
export const partnerBalanceLoader: LoaderFactory<PartnerBalance, { companyId: number; building?: number }> = (
  client,
  { building, ...params },
) =>
  new RowLoader(async (ids) => {
    const query = { ids: ids.join(','), building };
    const { content } = await client.call(partnerEndpoints.balances, { params, query });
    const rows = new Map(content.map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
