import { useSession } from '#web/session/sessionContext.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { BellIcon, MoreIcon, SendIcon, UsersIcon } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { lazy, Suspense, useState } from 'react';

const PreferencesDialog = lazy(() => import('./PreferencesDialog.tsx'));
const BroadcastDialog = lazy(() => import('./BroadcastDialog.tsx'));
const BroadcastsDialog = lazy(() => import('./BroadcastsDialog.tsx'));

type Opened = 'preferences' | 'write' | 'sent';

/** "…" of the panel: what one wants to be told; for administrators, messages to all. */
export const AssistantMenu = () => {
  const { may } = useSession();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const ofAdmins = [
    { label: 'Escrever a todos', icon: <SendIcon />, separated: true, onClick: () => setOpened('write') },
    { label: 'Comunicados enviados', icon: <UsersIcon />, onClick: () => setOpened('sent') },
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label="Mais opções do assistente" icon={<MoreIcon />} />}
        actions={[
          { label: 'Avisos do assistente', icon: <BellIcon />, onClick: () => setOpened('preferences') },
          ...(may('admin') ? ofAdmins : []),
        ]}
      />
      <Suspense>
        {opened === 'preferences' && <PreferencesDialog onClose={close} />}
        {opened === 'write' && <BroadcastDialog onClose={close} />}
        {opened === 'sent' && <BroadcastsDialog onClose={close} />}
      </Suspense>
    </>
  );
};
