import type { UserRowFragment } from '#web/generated/security.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { Button } from '#web/ui/index.ts';
import { useInvitations } from './useInvitations.ts';
import { users } from './users.tsx';

/** `/home/forms/settings/user`: the people of the account, and what each may do where. */
const UsersScreen = () => {
  const { user } = useSession();
  const { inviteAgain, keepLogin } = useInvitations();
  // Nobody locks themselves out.
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
