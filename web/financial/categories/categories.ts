import {
  CreateCategoryDocument,
  DeleteCategoryDocument,
  UpdateCategoryDocument,
  type TransactionType,
} from '#web/generated/financial.ts';
import { defineRows } from '#web/register/defineRows.ts';
import { categoryForm } from './CategoryFields.tsx';

const categoriesOf = (newType: TransactionType) =>
  defineRows({
    noun: { one: 'categoria', many: 'categorias', gender: 'a' },
    draftKey: 'category',
    commands: { create: CreateCategoryDocument, update: UpdateCategoryDocument, remove: DeleteCategoryDocument },
    lists: ['categories'],
    form: categoryForm(newType),
    identityOf: ({ type, name }) => ({ type, name }),
    nameOf: ({ name }) => name,
    failures: {},
  });

/** The rows of the register; a new one is an expense category. */
export const categories = categoriesOf('DEBIT');
/** The same for users who may edit income categories only. */
export const incomeCategories = categoriesOf('CREDIT');
