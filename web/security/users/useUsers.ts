import { filterText, useUnknownFilters } from '#web/app/listFilters.ts';
import { DEFAULT_PAGE_SIZE } from '#web/app/ListScreen.tsx';
import { notifyFailure, notifySuccess } from '#web/app/notify.ts';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/app/registerCalls.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import {
  useCreateUserMutation,
  useDeleteUserMutation,
  useInviteUserMutation,
  useUpdateUserMutation,
  useUsersQuery,
  type UserRowFragment,
  type UserStatus,
} from '#web/generated/security.ts';
import { useMemo } from 'react';
import { inputOf, type UserForm } from './model.ts';

const known = ['status', 'search'];
const sortable = ['name', 'login', 'status', 'lastLoginAt'];
const statuses: readonly UserStatus[] = ['ACTIVE', 'INVITED', 'INACTIVE'];

/** The page of users that the address asks for. */
export const useUserList = () => {
  const list = useListQuery();
  const { query } = list;
  useUnknownFilters(query, known);
  const search = filterText(query, 'search') ?? null;
  const variables = useMemo(
    () => ({
      search,
      page: query.page ?? 0,
      size: query.size ?? DEFAULT_PAGE_SIZE,
      sort: query.sort.filter(({ id }) => sortable.includes(id)),
      filter: {
        status: statuses.find((status) => status === filterText(query, 'status')) ?? null,
        search,
      },
    }),
    [query, search],
  );
  const result = useUsersQuery({ variables, fetchPolicy: 'cache-and-network', context: { quiet: true } });
  const data = result.data ?? result.previousData;
  return {
    list,
    page: data?.users,
    totals: data?.userTotals,
    loading: result.loading,
    error: result.error,
    refetch: () => void result.refetch(),
  };
};

const lists = ['users', 'userTotals'];
const forgetLists = forgetting(...lists);

/** The calls that change users, and what they do to the cached lists. */
export const useUserCalls = () => {
  const quiet = { context: { quiet: true } };
  const [create] = useCreateUserMutation(quiet);
  const [update] = useUpdateUserMutation(quiet);
  const [remove] = useDeleteUserMutation(quiet);
  const [invite] = useInviteUserMutation(quiet);

  /** Throws what the gateway answers. */
  const save = async (row: UserRowFragment | null, form: UserForm): Promise<UserRowFragment | undefined> => {
    const input = inputOf(form);
    if (!row) {
      const { data } = await create({ variables: { input }, update: forgetLists });
      return data?.createUser.user;
    }
    const { data } = await update({ variables: { id: row.id, version: row.version, input }, update: forgetLists });
    return data?.updateUser.user;
  };

  /** Lets somebody in or out. */
  const toggle = (row: UserRowFragment) =>
    toggleActive(row, ['Usuário', 'o'], async ({ id, version, login, name }, active) => {
      const { data } = await update({
        variables: { id, version, input: { login, name, active } },
        update: forgetLists,
      });
      return data?.updateUser.user;
    });

  const inviteAgain = async ({ id, login }: UserRowFragment): Promise<void> => {
    try {
      await invite({ variables: { id } });
      notifySuccess('Convite enviado', { detail: `Um novo link segue para ${login}.` });
    } catch (error) {
      notifyFailure(error);
    }
  };

  const eraseUser = ({ id }: UserRowFragment) =>
    erase(
      () => remove({ variables: { id }, update: forgettingRow({ __typename: 'User', id }, ...lists) }),
      'Usuário excluído',
    );
  return { save, toggle, inviteAgain, erase: eraseUser };
};
