import { installmentList } from './installments.ts';
import type { ExportedList } from './list.ts';
import { orderList } from './orders.ts';
import { partnerList } from './partners.ts';
import { productList } from './products.ts';
import { purchaseList } from './purchases.ts';
import { transactionList } from './transactions.ts';

/** The lists that the gateway writes as files, by the names of their screens' operations. */
export const exportedLists: ReadonlyMap<string, ExportedList> = new Map([
  ['Transactions', transactionList],
  ['Installments', installmentList],
  ['Purchases', purchaseList],
  ['Partners', partnerList],
  ['Products', productList],
  ['Orders', orderList],
]);
