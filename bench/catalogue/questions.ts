import type { Asked, Question } from '../support/questions.ts';
import type { Catalogue } from './seed.ts';

/** Lists, filters, sort orders and searches of the screens; each page has 50 rows in every size of the catalogue. */
const questionsOf = ({ accountId, tableId, unitId, typeId, groupId }: Catalogue): Question[] => {
  const product = `/api/v1/purchase/account/${accountId}/product`;
  const list = `${product}?size=50&productTable=${tableId}`;
  const tasks = '/api/v1/engineering/tasks?size=50';
  const page = (name: string, path: string): Question => ({ name, path, cost: 'page' });
  const found = (name: string, path: string): Question => ({ name, path, cost: 'found' });
  return [
    page('products, as the screen opens', `${list}&active=true`),
    page('products, the 20th page', `${list}&page=19`),
    ...['name', 'code', 'unit', 'price'].flatMap((field) => [
      page(`products by ${field}`, `${list}&sort=${field}`),
      page(`products by ${field}, descending`, `${list}&sort=${field}:desc`),
    ]),
    page('products of a group', `${list}&productGroup=${groupId}`),
    page('products of a type', `${list}&productType=${typeId}`),
    page('products of a unit', `${list}&unit=${unitId}`),
    page('products found by code', `${list}&search=000777`),
    page('products found by three words', `${list}&search=areia laje 43ec5`),
    found('products found by two common words', `${list}&search=cimento laje`),
    found('products found by a common word', `${list}&search=cimento`),
    page('totals of products', `${product}-totals?productTable=${tableId}`),
    page('counts of products', `${product}-counts?productTable=${tableId}`),
    page('pairs of products', `${product}-pairs?productTable=${tableId}&size=25`),
    page('tasks, as the screen opens', `${tasks}&active=true`),
    page('tasks, the 20th page', `${tasks}&page=19`),
    ...['code', 'description', 'unit', 'unitPrice'].flatMap((field) => [
      page(`tasks by ${field}`, `${tasks}&sort=${field}`),
      page(`tasks by ${field}, descending`, `${tasks}&sort=${field}:desc`),
    ]),
    page('tasks of a cost database', `${tasks}&costDatabase=${tableId}`),
    page('tasks found by code', `${tasks}&search=cp-00077`),
    found('tasks found by two common words', `${tasks}&search=cimento laje`),
    page('totals of tasks', '/api/v1/engineering/tasks-totals'),
    page('resources found by three words', '/api/v1/engineering/resources?search=areia laje 43ec5'),
    found('resources found by a common word', '/api/v1/engineering/resources?search=cimento'),
  ];
};

export const askedOf = (catalogue: Catalogue): Asked => ({
  size: `${catalogue.products} products, ${catalogue.tasks} tasks`,
  token: catalogue.token,
  questions: questionsOf(catalogue),
});
