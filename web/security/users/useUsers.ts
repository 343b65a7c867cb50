import { filterText, flagOf, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/register/registerCalls.ts';
import { useListPage } from '#web/list/useListPage.ts';
import {
  useCreateUserMutation,
  useDeleteUserMutation,
  useInviteUserMutation,
  useKeepUserLoginMutation,
  useUpdateUserMutation,
  UsersDocument,
  type UserRowFragment,
  type UserStatus,
} from '#web/generated/security.ts';
import { inputOf, type UserForm } from './model.ts';

const statuses: readonly UserStatus[] = ['ACTIVE', 'INVITED', 'INACTIVE'];

const filters: FilterSpecs = {
  status: specs.view(...statuses),
  search: specs.search,
  name: specs.text('Nome'),
  login: specs.text('Login'),
  admin: specs.flag('Administra'),
  active: specs.flag('Ativo'),
};

/** The page of users that the address asks for. */
export const useUserList = () =>
  useListPage({
    document: UsersDocument,
    pageOf: (data) => data.users,
    filters,
    sortable: ['name', 'login', 'status', 'lastLoginAt'],
    variables: (query) => {
      const search = filterText(query, 'search') ?? null;
      return {
        filter: {
          status: statuses.find((status) => status === filterText(query, 'status')) ?? null,
          search,
          ...sentOf(query, filters, ['name', 'login']),
          admin: flagOf(query, 'admin'),
          active: flagOf(query, 'active'),
        },
      };
    },
  });

const lists = ['users', 'userTotals'];
const forgetLists = forgetting(...lists);

/** The calls that change users, and what they do to the cached lists. */
export const useUserCalls = () => {
  const quiet = { context: { quiet: true } };
  const [create] = useCreateUserMutation(quiet);
  const [update] = useUpdateUserMutation(quiet);
  const [remove] = useDeleteUserMutation(quiet);
  const [invite] = useInviteUserMutation(quiet);
  const [keep] = useKeepUserLoginMutation(quiet);

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

  /** Takes a change of login back that nobody confirmed yet. */
  const keepLogin = async ({ id, login }: UserRowFragment): Promise<void> => {
    try {
      await keep({ variables: { id } });
      notifySuccess('Troca de login cancelada', { detail: `O login continua sendo ${login}.` });
    } catch (error) {
      notifyFailure(error);
    }
  };

  const eraseUser = ({ id }: UserRowFragment) =>
    erase(
      () => remove({ variables: { id }, update: forgettingRow({ __typename: 'User', id }, ...lists) }),
      'Usuário excluído',
    );
  return { save, toggle, inviteAgain, keepLogin, erase: eraseUser };
};
