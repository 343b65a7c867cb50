import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { categories } from '#web/financial/categories/categories.ts';
import { useCategoryAccess } from '#web/financial/categories/useCategoryAccess.ts';
import { CategoryOptionsDocument } from '#web/generated/choices.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

/** Returns the active categories of one type; `create` exists for users who may create one. */
export const useCategoryChoice = (type: TransactionType) => {
  const { page, loading } = useAllRows({
    document: CategoryOptionsDocument,
    variables: { type },
    pageOf: (data) => data.categories,
    withPage: (data, categories) => ({ ...data, categories }),
  });
  const { save } = categories.useCalls();
  const mayCreate = useCategoryAccess().may(type);
  const options = useMemo(() => (page?.content ?? []).map(({ id, name }) => ({ id, label: name })), [page]);
  const create = async (name: string): Promise<Option | null> => {
    try {
      // The accountant assigns the statement line later; until then it is under "Não classificado".
      const category = await save({ type, name, statementLine: '' }, null);
      if (!category) return null;
      notifySuccess('Categoria cadastrada', { detail: name });
      return { id: category.id, label: category.name };
    } catch (error) {
      notifyFailure(error);
      return null;
    }
  };
  return { options, loading, create: mayCreate ? create : undefined };
};
