import { FETCH_CATEGORIES_FAILED, FETCH_CATEGORY_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { AccountRow, activeListEndpoint, EqualText, RegisterBody, rowEndpoints } from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { Id, Name, Nullable, Version } from '../platform/shapes.ts';
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
  watched: { entity: 'category' },
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

/** Most categories of one classification. */
export const MAX_CLASSIFIED_CATEGORIES = 200;

/** Moves categories to lines of the income statement; null: to none. */
export const StatementLinesBody = Type.Object({
  items: Type.Array(
    Type.Object({ id: Id, version: Type.Optional(Version), statementLine: Nullable(Type.String({ maxLength: 60 })) }),
    { minItems: 1, maxItems: MAX_CLASSIFIED_CATEGORIES },
  ),
});
export type StatementLinesBody = Static<typeof StatementLinesBody>;

export const statementLinesEndpoint = endpoint({
  method: 'PUT',
  path: `${register.path}/statement-lines`,
  summary: 'Moves several categories to lines of the income statement, all or none',
  params: Type.Object(register.owner),
  body: StatementLinesBody,
  answer: Type.Object({ content: Type.Array(Category) }),
  failure: 'Falha para classificar categorias',
});

export const categoryEndpoints = {
  ...rowEndpoints(register),
  listActive: activeListEndpoint(register),
  import: importEndpoint(register, categoryImport),
  undoImport: undoImportEndpoint(register, categoryImport),
};
