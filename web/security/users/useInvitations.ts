import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useInviteUserMutation, useKeepUserLoginMutation, type UserRowFragment } from '#web/generated/security.ts';

/** Returns the calls that send invitations again and cancel a change of login. */
export const useInvitations = () => {
  const quiet = { context: { quiet: true } };
  const [invite] = useInviteUserMutation(quiet);
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
  return { inviteAgain, keepLogin };
};
