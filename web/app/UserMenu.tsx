import { useLogoutMutation } from '#web/generated/app.ts';
import { CheckCircleIcon, InfoIcon, LogoutIcon } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { leaveForGood } from './leave.ts';
import { useSession } from './sessionContext.ts';
import styles from './UserMenu.module.css';

const initials = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '').join('');
};

/** Ends the token on the server if it can be reached, and the session here in any case. */
export const useLogout = () => {
  const [logout] = useLogoutMutation({ context: { quiet: true } });
  const client = useApolloClient();
  return async () => {
    await logout().catch(() => undefined);
    await client.clearStore().catch(() => undefined);
    leaveForGood();
  };
};

export const UserMenu = () => {
  const { user } = useSession();
  const logout = useLogout();
  const navigate = useNavigate();
  const short = initials(user.name).toUpperCase();
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
