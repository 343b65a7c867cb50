import { LOGOUT_FAILED } from '#domain/messages.ts';
import { useLogoutMutation } from '#web/generated/session.ts';
import { PersonIcon, CheckCircleIcon, InfoIcon, LogoutIcon } from '#web/ui/icons.ts';
import { initials } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { errorCode, errorText, isRestricted } from '#web/client/errors.ts';
import type { Flash } from '#web/client/flash.ts';
import { leaveForGood, startLeaving } from '#web/client/leave.ts';
import { useSession } from '#web/session/sessionContext.ts';
import styles from './UserMenu.module.css';

/** Shown when the logout call fails: the token may still be valid. */
const LOGOUT_FAILURE = `${LOGOUT_FAILED}: você saiu deste navegador, mas não foi possível encerrar a sessão no servidor. Entre e saia de novo para encerrá-la.`;

/** Returns null when the token is invalid already, else the message to show. */
const failureOf = (error: unknown): Flash | null => {
  if (errorCode(error) === 'UNAUTHENTICATED') return null;
  return { tone: 'error', text: isRestricted(error) ? errorText(error) : LOGOUT_FAILURE };
};

/**
 * Returns the logout: revokes the token on the server and ends the local session in any case. A failed revocation is
 * shown on the landing page.
 */
export const useLogout = () => {
  const [logout] = useLogoutMutation({ context: { quiet: true } });
  const client = useApolloClient();
  return async () => {
    startLeaving();
    const failure = await logout().then(
      ({ data }) => (data?.logout.ok ? null : failureOf(null)),
      (error: unknown) => failureOf(error),
    );
    await client.clearStore().catch(() => undefined);
    leaveForGood(failure ?? undefined);
  };
};

export const UserMenu = () => {
  const { user } = useSession();
  const logout = useLogout();
  const navigate = useNavigate();
  const short = initials(user.name);
  const avatar = (
    <button
      type="button"
      className={styles.avatar}
      aria-label={`${short}, conta de ${user.name}`}
      title={`${user.name} · ${user.login}`}
    >
      {short}
    </button>
  );
  return (
    <Menu
      heading={user.name}
      trigger={avatar}
      actions={[
        { label: 'Minha conta', icon: <PersonIcon />, onClick: () => void navigate('/home/account') },
        {
          label: 'Primeiros passos',
          icon: <CheckCircleIcon />,
          onClick: () => void navigate('/home/first-access'),
        },
        { label: 'Tutoriais', icon: <InfoIcon />, onClick: () => void navigate('/home/tutorials') },
        { label: 'Sair', icon: <LogoutIcon />, onClick: () => void logout(), separated: true },
      ]}
    />
  );
};
