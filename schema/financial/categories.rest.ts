import { FETCH_CATEGORIES_FAILED, FETCH_CATEGORY_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, listKeys, Name, Nullable, Page, Reference, Update, Version } from '../platform/shapes.ts';

export const TransactionType = Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')], {
  description: 'CREDIT is income (receita), DEBIT is expense (despesa)',
});
export type TransactionType = Static<typeof TransactionType>;

/** Category of income or expense (§3). `statementLine` is its income statement line; null is "Não classificado". */
export const Category = Type.Object({
  id: Id,
  type: TransactionType,
  name: Type.String(),
  statementLine: Nullable(Type.String()),
  active: Type.Boolean(),
  account: Reference,
  version: Version,
});
export type Category = Static<typeof Category>;

export const CategoryBody = Type.Object({
  type: TransactionType,
  name: Name(120),
  statementLine: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
  active: Type.Optional(Type.Boolean()),
});
export type CategoryBody = Static<typeof CategoryBody>;

export const CategoryUpdate = Update(CategoryBody);
export type CategoryUpdate = Static<typeof CategoryUpdate>;

const collection = '/api/v1/financial/account/:accountId/category';
const accountParams = Type.Object({ accountId: Id });
const categoryParams = Type.Object({ accountId: Id, id: Id });
const equal = {
  name: Type.Optional(Type.String({ maxLength: 120 })),
  statementLine: Type.Optional(Type.String({ maxLength: 60 })),
};
const filters = Type.Object({
  ...listKeys,
  ...equal,
  type: Type.Optional(TransactionType),
  active: Type.Optional(Type.Boolean()),
});

export const categoryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Categories',
    params: accountParams,
    query: filters,
    answer: Page(Category),
    failure: FETCH_CATEGORIES_FAILED,
  }),
  listActive: endpoint({
    method: 'GET',
    path: `${collection}/active`,
    summary: 'Active categories of one type',
    params: accountParams,
    query: Type.Object({ ...listKeys, ...equal, type: Type.Optional(TransactionType) }),
    answer: Page(Category),
    failure: FETCH_CATEGORIES_FAILED,
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'One category',
    params: categoryParams,
    answer: Category,
    failure: FETCH_CATEGORY_FAILED,
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a category',
    params: accountParams,
    body: CategoryBody,
    echo: Type.Pick(Category, ['account']),
    answer: Category,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary: 'Changes the category whose id is in the body',
    params: accountParams,
    body: CategoryUpdate,
    echo: Category,
    answer: Category,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a category that nothing uses',
    params: categoryParams,
    answer: Type.Object({ id: Id }),
  }),
};
