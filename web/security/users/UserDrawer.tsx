import { FETCH_USER_FAILED } from '#domain/messages.ts';
import { EditorDrawer } from '#web/app/EditorDrawer.tsx';
import { errorText } from '#web/app/errors.ts';
import { RemoveDialog } from '#web/app/RemoveDialog.tsx';
import { useSession } from '#web/app/sessionContext.ts';
import { useEditor } from '#web/app/useEditor.ts';
import { useUserQuery, type UserRowFragment } from '#web/generated/security.ts';
import { Button, Drawer, ErrorState, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
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
    <Drawer open onClose={props.onClose} title="Usuário">
      {(error ?? data) ? (
        <ErrorState message={errorText(error, FETCH_USER_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Drawer>
  );
};

interface UserEditorProps extends UserDrawerProps {
  user: UserRowFragment | null;
  reload: () => void;
}

const UserEditor = ({ user, reload, onClose, onMove, onSaved }: UserEditorProps) => {
  const calls = useUserCalls();
  const self = useSession().user.id === user?.id;
  const [removing, setRemoving] = useState(false);
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
    <EditorDrawer
      editor={editor}
      title={user?.name ?? 'Novo usuário'}
      subtitle={user?.login}
      status={user && <UserStatusPill user={user} />}
      onClose={onClose}
      onMove={onMove}
      onRemove={user && !self ? () => setRemoving(true) : undefined}
      onReload={reload}
      actions={
        user && (
          <>
            {user.status === 'INVITED' && (
              <Button onClick={() => void calls.inviteAgain(user)}>Reenviar convite</Button>
            )}
            {!self && <Button onClick={() => void calls.toggle(user)}>{user.active ? 'Desativar' : 'Reativar'}</Button>}
          </>
        )
      }
    >
      <UserFields editor={editor} user={user} self={self} />
      {user && (
        <RemoveDialog
          open={removing}
          title={`Excluir ${user.name}?`}
          text="O acesso deixa de existir. Isto não pode ser desfeito."
          onRemove={() => calls.erase(user)}
          onRemoved={() => {
            editor.forget();
            onClose();
          }}
          onCancel={() => setRemoving(false)}
          instead={
            user.active
              ? {
                  label: 'Desativar',
                  run: () => {
                    setRemoving(false);
                    void calls.toggle(user);
                  },
                }
              : undefined
          }
        />
      )}
    </EditorDrawer>
  );
};
