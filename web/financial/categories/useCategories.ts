import { statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/register/registerCalls.ts';
import { useSession } from '#web/session/sessionContext.ts';
import {
  useCreateCategoryMutation,
  useDeleteCategoryMutation,
  useUpdateCategoryMutation,
  type CategoryInput,
  type CategoryRowFragment,
  type TransactionType,
} from '#web/generated/financial.ts';
import { lineOf } from './tree.ts';

const forgetLists = forgetting('categories');

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

  const toggle = (row: CategoryRowFragment) =>
    toggleActive(row, ['Categoria', 'a'], (before, active) => change(before, { active }));

  /** Done at once, taken back on demand. */
  const move = async (row: CategoryRowFragment, line: StatementLine | null): Promise<void> => {
    const before = lineOf(row);
    try {
      const after = await change(row, { statementLine: line });
      if (!after) return;
      notifyUndo(`${row.name} agora está em ${statementLineLabel(line)}`, () => {
        const said = () => notifySuccess(`${row.name} voltou para ${statementLineLabel(before)}`);
        change(after, { statementLine: before }).then(said, notifyFailure);
      });
    } catch (error) {
      notifyFailure(error);
    }
  };

  const eraseCategory = ({ id }: CategoryRowFragment) =>
    erase(
      () => remove({ variables: { id }, update: forgettingRow({ __typename: 'Category', id }, 'categories') }),
      'Categoria excluída',
    );
  return { save, toggle, move, erase: eraseCategory };
};
