import { errorCode } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useInviteUserMutation,
  useKeepUserLoginMutation,
  useRemoveUserSecondFactorMutation,
  type UserRowFragment,
} from '#web/generated/security.ts';

/** Returns the calls that send invitations again, cancel a change of login and take a second factor away. */
export const useInvitations = () => {
  const quiet = { context: { quiet: true } };
  const [invite] = useInviteUserMutation(quiet);
  const [remove] = useRemoveUserSecondFactorMutation(quiet);
  const [keep] = useKeepUserLoginMutation(quiet);

  const inviteAgain = async ({ id, login }: UserRowFragment): Promise<void> => {
    try {
      await invite({ variables: { id } });
      notifySuccess('Convite enviado', { detail: `Um novo link segue para ${login}.` });
    } catch (error) {
      notifyFailure(error);
    }
  };
  /** Cancels an unconfirmed change of login. */
  const keepLogin = async ({ id, login }: UserRowFragment): Promise<void> => {
    try {
      await keep({ variables: { id } });
      notifySuccess('Troca de login cancelada', { detail: `O login continua sendo ${login}.` });
    } catch (error) {
      notifyFailure(error);
    }
  };
  /** Lets a user who has lost phone and keys in by the password alone. */
  const removeFactor = async ({ id, name }: UserRowFragment): Promise<void> => {
    try {
      await remove({ variables: { id } });
      notifySuccess('Verificação removida', { detail: `${name} entra só com a senha, e recebe um aviso por e-mail.` });
    } catch (error) {
      if (errorCode(error) !== 'REAUTHENTICATION_REQUIRED') notifyFailure(error);
    }
  };
  return { inviteAgain, keepLogin, removeFactor };
};
