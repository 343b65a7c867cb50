import { FETCH_USER_FAILED } from '#domain/messages.ts';
import { AwaitedDrawer, RegisterDrawer } from '#web/register/RegisterDrawer.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { useEditor } from '#web/form/useEditor.ts';
import { useUserQuery, type UserRowFragment } from '#web/generated/security.ts';
import { Button } from '#web/ui/index.ts';
import { formOf, isUserForm, problemsOf } from './model.ts';
import { UserFields } from './UserFields.tsx';
import { UserStatusPill } from './UserStatusPill.tsx';
import { useUserCalls } from './useUsers.ts';

interface UserDrawerProps {
  /** 'new', or the user's id. */
  id: string;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
  onSaved: (id: string) => void;
}

/** One person beside the list: who they are, and what they may do where. */
export const UserDrawer = (props: UserDrawerProps) => {
  const { id } = props;
  const { data, error, refetch } = useUserQuery({
    variables: { id },
    skip: id === 'new',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  if (id === 'new') return <UserEditor key="new" {...props} user={null} reload={() => undefined} />;
  if (data?.user) return <UserEditor key={id} {...props} user={data.user} reload={() => void refetch()} />;
  return (
    <AwaitedDrawer
      title="Usuário"
      error={error}
      missing={data !== undefined}
      failureText={FETCH_USER_FAILED}
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
};

interface UserEditorProps extends UserDrawerProps {
  user: UserRowFragment | null;
  reload: () => void;
}

const UserEditor = ({ user, reload, onClose, onMove, onSaved }: UserEditorProps) => {
  const calls = useUserCalls();
  const self = useSession().user.id === user?.id;
  const editor = useEditor({
    row: user,
    draftKey: 'user',
    isForm: isUserForm,
    formOf,
    problemsOf,
    save: (form, row) => calls.save(row, form),
    savedText: user ? 'Usuário salvo' : 'Usuário salvo. O convite segue por e-mail',
    onSaved: ({ id }) => onSaved(id),
  });
  return (
    <RegisterDrawer
      editor={editor}
      newTitle="Novo usuário"
      entry={
        user && {
          name: user.name,
          active: user.active,
          // Nobody locks themselves out.
          ...(self ? {} : { onToggle: () => void calls.toggle(user), onErase: () => calls.erase(user) }),
          loss: 'O acesso deixa de existir.',
        }
      }
      subtitle={user?.login}
      status={user && <UserStatusPill user={user} />}
      onClose={onClose}
      onMove={onMove}
      onReload={reload}
      actions={
        <>
          {user?.status === 'INVITED' && <Button onClick={() => void calls.inviteAgain(user)}>Reenviar convite</Button>}
          {user?.newLogin && <Button onClick={() => void calls.keepLogin(user)}>Cancelar troca de login</Button>}
        </>
      }
    >
      <UserFields editor={editor} user={user} self={self} />
    </RegisterDrawer>
  );
};
