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

/** The rows of the register; a new one is an expense. */
export const categories = categoriesOf('DEBIT');
/** The same for who keeps income alone. */
export const incomeCategories = categoriesOf('CREDIT');
