import type { UserRowFragment } from '#web/generated/security.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { Button } from '#web/ui/index.ts';
import { useInvitations } from './useInvitations.ts';
import { users } from './users.tsx';

/** `/home/forms/settings/user`: the users of the account and their permissions. */
const UsersScreen = () => {
  const { user } = useSession();
  const { inviteAgain, keepLogin } = useInvitations();
  // Users cannot lock themselves out.
  const mayLeave = ({ id }: UserRowFragment) => id !== user.id;
  return (
    <RegisterScreen
      register={users}
      rights={{ mayLeave }}
      rowActions={(row) =>
        row.status === 'INVITED' ? [{ label: 'Reenviar convite', onClick: () => void inviteAgain(row) }] : []
      }
      actions={(row) => (
        <>
          {row.status === 'INVITED' && <Button onClick={() => void inviteAgain(row)}>Reenviar convite</Button>}
          {row.newLogin && <Button onClick={() => void keepLogin(row)}>Cancelar troca de login</Button>}
        </>
      )}
    />
  );
};

export default UsersScreen;
