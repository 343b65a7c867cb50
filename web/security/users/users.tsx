import { FETCH_USER_FAILED, FETCH_USERS_FAILED } from '#domain/messages.ts';
import {
  CreateUserDocument,
  DeleteUserDocument,
  UpdateUserDocument,
  UserDocument,
  UsersDocument,
  type UserStatus,
} from '#web/generated/security.ts';
import { oneOf, specs } from '#web/list/listFilters.ts';
import { instantText } from '#web/ui/index.ts';
import { nameColumn } from '#web/register/columns.tsx';
import { defineRegister } from '#web/register/defineRegister.ts';
import { accessText, loginText, responsibleText, rightsText } from './model.ts';
import { userForm } from './UserFields.tsx';
import { ServiceMark, statusText, UserStatusPill } from './UserStatusPill.tsx';

const statuses: readonly UserStatus[] = ['ACTIVE', 'INVITED', 'INACTIVE'];

export const users = defineRegister({
  noun: { one: 'usuário', many: 'usuários', gender: 'o' },
  draftKey: 'user',
  operations: {
    list: UsersDocument,
    one: UserDocument,
    create: CreateUserDocument,
    update: UpdateUserDocument,
    remove: DeleteUserDocument,
  },
  tabs: {
    key: 'status',
    of: (totals) => [
      { id: '', label: 'Todos', count: totals?.all },
      { id: 'ACTIVE', label: 'Ativos', count: totals?.active },
      { id: 'INVITED', label: 'Convidados', count: totals?.invited },
      { id: 'INACTIVE', label: 'Inativos', count: totals?.inactive },
    ],
  },
  filters: {
    status: { label: 'Situação', reads: oneOf(...statuses) },
    name: specs.text('Nome'),
    login: specs.text('Login'),
    admin: specs.flag('Administra'),
    service: specs.flag('Conta de serviço'),
    active: specs.flag('Ativo'),
  },
  columns: [
    { ...nameColumn('Nome'), minWidth: 160, flex: undefined },
    {
      id: 'login',
      title: 'E-mail',
      sortable: true,
      minWidth: 200,
      value: loginText,
      render: (row) => (row.service ? <ServiceMark /> : row.login),
    },
    {
      id: 'status',
      title: 'Situação',
      width: 168,
      sortable: true,
      value: statusText,
      render: (row) => <UserStatusPill user={row} />,
    },
    { id: 'access', title: 'Acesso', tone: 'muted', minWidth: 240, flex: 2, value: accessText },
    {
      id: 'lastLoginAt',
      title: 'Último acesso',
      width: 160,
      sortable: true,
      tone: 'muted',
      value: (row) => instantText(row.lastLoginAt),
    },
  ],
  card: (row) => ({
    id: row.id,
    title: row.name,
    // One line each, because a truncated address identifies no user.
    meta: (
      <>
        {loginText(row)}
        <br />
        {rightsText(row)}
        {row.service && (
          <>
            <br />
            {responsibleText(row)}
          </>
        )}
        {row.managedBy && (
          <>
            <br />
            gerenciado por {row.managedBy}
          </>
        )}
      </>
    ),
    endMeta: <UserStatusPill user={row} />,
  }),
  form: userForm,
  identityOf: ({ login, name }) => ({ login, name }),
  nameOf: ({ name }) => name,
  subtitle: (row) => row && loginText(row),
  status: (row) => <UserStatusPill user={row} />,
  searchLabel: 'Buscar por nome ou e-mail',
  emptyText: 'Convide quem trabalha com você e escolha o que cada um vê.',
  loss: 'O acesso deixa de existir.',
  savedText: (before, { service }) => {
    if (service) return 'Conta de serviço salva';
    return before ? 'Usuário salvo' : 'Usuário salvo. O convite segue por e-mail';
  },
  failures: { list: FETCH_USERS_FAILED, one: FETCH_USER_FAILED },
});
