/** Page of an order in the web client; the company is chosen where it opens. */
export const orderPath = ({ companyId, id }: { companyId: number; id: number }): string =>
  `/home/forms/purchase/orders-and-receipts?company=${companyId}&id=${id}`;
