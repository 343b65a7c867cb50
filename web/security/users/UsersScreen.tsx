import { FETCH_USERS_FAILED } from '#domain/messages.ts';
import { counted } from '#domain/numberFormat.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { userCard, userColumns } from './columns.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { useUserCalls, useUserList } from './useUsers.ts';

/** `/home/forms/settings/user`: the people of the account, and the drawer of one (`?id=`). */
const UsersScreen = () => {
  const list = useUserList();
  const { page } = list;
  const totals = list.data?.userTotals;
  const { toggle, inviteAgain } = useUserCalls();
  const { user } = useSession();
  return (
    <ListScreen
      title="Usuários"
      summary={page && counted(page.totalElements, 'usuário')}
      list={list}
      failureText={FETCH_USERS_FAILED}
      columns={userColumns}
      rowActions={(row) => [
        ...(row.status === 'INVITED' ? [{ label: 'Reenviar convite', onClick: () => void inviteAgain(row) }] : []),
        ...(row.id === user.id
          ? []
          : [{ label: row.active ? 'Desativar' : 'Reativar', onClick: () => void toggle(row) }]),
      ]}
      defaultSort={{ id: 'name', desc: false }}
      card={userCard}
      searchLabel="Buscar por nome ou e-mail"
      tabKey="status"
      tabs={[
        { id: '', label: 'Todos', count: totals?.all },
        { id: 'ACTIVE', label: 'Ativos', count: totals?.active },
        { id: 'INVITED', label: 'Convidados', count: totals?.invited },
        { id: 'INACTIVE', label: 'Inativos', count: totals?.inactive },
      ]}
      newLabel="Novo usuário"
      emptyTitle="Nenhum usuário ainda"
      emptyText="Convide quem trabalha com você e escolha o que cada um vê."
      drawer={(id, onMove) => (
        <UserDrawer
          key={id === 'new' ? 'new' : 'user'}
          id={id}
          onClose={() => list.setOwn('id', null)}
          onMove={onMove}
          onSaved={(saved) => list.setOwn('id', saved, 'replace')}
        />
      )}
    />
  );
};

export default UsersScreen;
