import { filterText, useUnknownFilters } from '#web/app/listFilters.ts';
import { DEFAULT_PAGE_SIZE } from '#web/app/ListScreen.tsx';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/app/notify.ts';
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
import type { ApolloCache } from '@apollo/client';
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
  const variables = useMemo(
    () => ({
      page: query.page ?? 0,
      size: query.size ?? DEFAULT_PAGE_SIZE,
      sort: query.sort.filter(({ id }) => sortable.includes(id)),
      filter: {
        status: statuses.find((status) => status === filterText(query, 'status')) ?? null,
        search: filterText(query, 'search') ?? null,
      },
    }),
    [query],
  );
  const result = useUsersQuery({ variables, fetchPolicy: 'cache-and-network', context: { quiet: true } });
  return {
    list,
    page: (result.data ?? result.previousData)?.users,
    loading: result.loading,
    error: result.error,
    refetch: () => void result.refetch(),
  };
};

const forgetLists = (cache: ApolloCache) => {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'users' });
  cache.gc();
};

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

  /** Lets somebody in or out at once, and takes it back on demand. */
  const toggle = async (row: UserRowFragment, undoing = false): Promise<void> => {
    const active = !row.active;
    try {
      const { data } = await update({
        variables: { id: row.id, version: row.version, input: { login: row.login, name: row.name, active } },
        update: forgetLists,
      });
      const after = data?.updateUser.user;
      if (!after) return;
      const text = `Usuário ${active ? 'reativado' : 'desativado'}`;
      if (undoing) notifySuccess(text);
      else notifyUndo(text, () => void toggle(after, true));
    } catch (error) {
      notifyFailure(error);
    }
  };

  const inviteAgain = async ({ id, login }: UserRowFragment): Promise<void> => {
    try {
      await invite({ variables: { id } });
      notifySuccess('Convite enviado', { detail: `Um novo link segue para ${login}.` });
    } catch (error) {
      notifyFailure(error);
    }
  };

  /** Null when it is gone, else why it stays. */
  const erase = async ({ id }: UserRowFragment): Promise<unknown> => {
    try {
      await remove({
        variables: { id },
        update: (cache) => {
          cache.evict({ id: cache.identify({ __typename: 'User', id }) });
          forgetLists(cache);
        },
      });
      notifySuccess('Usuário excluído');
      return null;
    } catch (error) {
      return error;
    }
  };
  return { save, toggle, inviteAgain, erase };
};
