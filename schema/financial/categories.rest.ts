import { FETCH_CATEGORIES_FAILED, FETCH_CATEGORY_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { AccountRow, activeListEndpoint, EqualText, RegisterBody, rowEndpoints } from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { Id, Name, Nullable } from '../platform/shapes.ts';
import { categoryImport } from './categories.import.ts';

export const TransactionType = Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')], {
  description: 'CREDIT is income (receita), DEBIT is expense (despesa)',
});
export type TransactionType = Static<typeof TransactionType>;

/** Category of income or expense (§3). `statementLine` is its line of the income statement; null is "Não classificado". */
export const Category = AccountRow({
  type: TransactionType,
  name: Type.String(),
  statementLine: Nullable(Type.String()),
});
export type Category = Static<typeof Category>;

const register = {
  path: '/api/v1/financial/account/:accountId/category',
  owner: { accountId: Id },
  called: ['category', 'categories'],
  row: Category,
  body: RegisterBody({
    type: TransactionType,
    name: Name(120),
    statementLine: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
  }),
  filters: { name: EqualText(120), statementLine: EqualText(60), type: Type.Optional(TransactionType) },
  failures: { list: FETCH_CATEGORIES_FAILED, listActive: FETCH_CATEGORIES_FAILED, get: FETCH_CATEGORY_FAILED },
  summaries: { listActive: 'Active categories of one type' },
} as const;

export const categoryEndpoints = {
  ...rowEndpoints(register),
  listActive: activeListEndpoint(register),
  import: importEndpoint(register, categoryImport),
  undoImport: undoImportEndpoint(register, categoryImport),
};
