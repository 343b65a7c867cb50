import type { Asked, Question } from '../support/questions.ts';
import type { Purchases } from './seed.ts';

/** Lists, searches, sums and overviews of purchases; lists have pages of 50 in every size, and a building a hundred orders. */
const questionsOf = (known: Purchases): Question[] => {
  const { companyId, buildingId, supplierId, orderId, quoteId, stageId } = known;
  const order = `/api/v1/purchase/company/${companyId}/order`;
  const quote = `/api/v1/purchase/company/${companyId}/quote`;
  const overview = `/api/v1/engineering/company/${companyId}/building/${buildingId}/purchase-overview`;
  const page = (name: string, path: string): Question => ({ name, path, cost: 'page' });
  const counted = (name: string, path: string): Question => ({ name, path, cost: 'counted' });
  const found = (name: string, path: string): Question => ({ name, path, cost: 'found' });
  return [
    counted('orders, as the screen opens', `${order}?size=50`),
    counted('orders, the second page', `${order}?size=50&page=1`),
    page('orders of a building', `${order}?size=50&building=${buildingId}`),
    found('orders of a state', `${order}?size=50&state=ORDERED`),
    page('orders found by number', `${order}?size=50&search=PC-00077`),
    page('orders found by nota', `${order}?size=50&search=10077`),
    found('orders found by a common word', `${order}?size=50&search=cimento`),
    found('orders of a supplier', `${order}?size=50&supplier=${supplierId}`),
    counted('totals of orders', `${order}/totals`),
    page('totals of the orders of a building', `${order}/totals?building=${buildingId}`),
    page('one order', `${order}/${orderId}`),
    counted('quotes, as the screen opens', `${quote}?size=50`),
    found('quotes that wait', `${quote}?size=50&state=WAITING`),
    page('quotes of a building', `${quote}?size=50&building=${buildingId}`),
    counted('quotes found by number', `${quote}?size=50&search=COT-0001`),
    found('quotes found by a common word', `${quote}?size=50&search=cimento`),
    counted('totals of quotes', `${quote}/totals`),
    page('one quote with its map', `${quote}/${quoteId}`),
    page('purchases of a building by input', `${overview}?size=50`),
    page('purchases of a building by group', `${overview}/groups`),
    page('purchases of a building by stage', `${overview}/stages`),
    page('documents behind a stage', `${overview}/lines?stage=${stageId}`),
    page('what a building asked quotes for', `${overview}/requests?stage=${stageId}`),
  ];
};

export const askedOf = (purchases: Purchases): Asked => ({
  size: `${purchases.products} inputs, ${purchases.orders} orders, ${purchases.quotes} quotes`,
  token: purchases.token,
  questions: questionsOf(purchases),
});
