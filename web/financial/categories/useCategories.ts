import { statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/app/notify.ts';
import { useSession } from '#web/app/sessionContext.ts';
import {
  useCreateCategoryMutation,
  useDeleteCategoryMutation,
  useUpdateCategoryMutation,
  type CategoryInput,
  type CategoryRowFragment,
  type TransactionType,
} from '#web/generated/financial.ts';
import type { ApolloCache } from '@apollo/client';
import { lineOf } from './tree.ts';

const forgetLists = (cache: ApolloCache) => {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'categories' });
  cache.gc();
};

/** Income categories are kept by who has CREDIT anywhere, expense ones by who has DEBIT; the service decides again. */
export const useCategoryAccess = () => {
  const { grantee } = useSession();
  const grants = Object.values(grantee.permissions).flatMap((buildings) => Object.values(buildings).flat());
  const may = (type: TransactionType) => grantee.admin || grants.includes(type);
  return { may, types: (['DEBIT', 'CREDIT'] as const).filter(may) };
};

/** The calls that change categories, and what they do to the cached lists. */
export const useCategoryCalls = () => {
  const quiet = { context: { quiet: true } };
  const [create] = useCreateCategoryMutation(quiet);
  const [update] = useUpdateCategoryMutation(quiet);
  const [remove] = useDeleteCategoryMutation(quiet);

  const change = async (row: CategoryRowFragment, values: Partial<CategoryInput>) => {
    const { id, version, type, name } = row;
    const { data } = await update({
      variables: { id, version, input: { type, name, ...values } },
      update: forgetLists,
    });
    return data?.updateCategory.category;
  };

  /** Throws what the gateway answers. */
  const save = async (row: CategoryRowFragment | null, input: CategoryInput) => {
    if (row) return change(row, input);
    const { data } = await create({ variables: { input }, update: forgetLists });
    return data?.createCategory.category;
  };

  /** Done at once, taken back on demand. */
  const changeWithUndo = async (
    row: CategoryRowFragment,
    values: Partial<CategoryInput>,
    text: string,
    back: { values: Partial<CategoryInput>; text: string },
  ): Promise<void> => {
    try {
      const after = await change(row, values);
      if (!after) return;
      notifyUndo(text, () => {
        change(after, back.values).then(() => notifySuccess(back.text), notifyFailure);
      });
    } catch (error) {
      notifyFailure(error);
    }
  };

  const toggle = (row: CategoryRowFragment): Promise<void> => {
    const [on, off] = ['Categoria reativada', 'Categoria desativada'];
    const { active } = row;
    return changeWithUndo(row, { active: !active }, active ? off : on, { values: { active }, text: active ? on : off });
  };

  const move = (row: CategoryRowFragment, line: StatementLine | null): Promise<void> => {
    const before = lineOf(row);
    return changeWithUndo(row, { statementLine: line }, `${row.name} agora está em ${statementLineLabel(line)}`, {
      values: { statementLine: before },
      text: `${row.name} voltou para ${statementLineLabel(before)}`,
    });
  };

  /** Null when it is gone, else why it stays: the sentence names what uses it. */
  const erase = async ({ id }: CategoryRowFragment): Promise<unknown> => {
    try {
      await remove({
        variables: { id },
        update: (cache) => {
          cache.evict({ id: cache.identify({ __typename: 'Category', id }) });
          forgetLists(cache);
        },
      });
      notifySuccess('Categoria excluída');
      return null;
    } catch (error) {
      return error;
    }
  };
  return { save, toggle, move, erase };
};
