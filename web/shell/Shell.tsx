import { useAssistant } from '#web/assistant/AssistantContext.ts';
import { AssistantProvider } from '#web/assistant/AssistantProvider.tsx';
import { DrawerHost } from '#web/ui/Drawer.tsx';
import { useIsNarrow } from '#web/ui/useIsPhone.ts';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LiveEvents } from './LiveEvents.tsx';
import { Nav } from './Nav.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { useIsPasswordRequested } from '#web/client/reauthentication.ts';
import { SessionProvider } from './SessionProvider.tsx';
import { Snackbar } from './Snackbar.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { TopBar } from './TopBar.tsx';
import styles from './Shell.module.css';

const AssistantPanel = lazy(() => import('#web/assistant/AssistantPanel.tsx'));
const NavSheet = lazy(() => import('#web/ui/NavSheet.tsx'));
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));

const Assistant = () => {
  const { collapsed } = useAssistant();
  return <Suspense>{!collapsed && <AssistantPanel />}</Suspense>;
};

const RequestedPassword = () => {
  const requested = useIsPasswordRequested();
  const { user, bySso } = useSession();
  return <Suspense>{requested && <PasswordDialog login={user.login} bySso={bySso} />}</Suspense>;
};

const Frame = () => {
  const narrow = useIsNarrow();
  const { pathname } = useLocation();
  // Path that the menu sheet was opened on; navigation closes the sheet.
  const [navFor, setNavFor] = useState<string | null>(null);
  const [drawers, setDrawers] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.shell}>
      <a href="#conteudo" className={styles.skip}>
        Ir para o conteúdo
      </a>
      {!narrow && (
        <div className={styles.nav}>
          <Nav />
        </div>
      )}
      <Suspense>
        {narrow && navFor !== null && (
          <NavSheet open={navFor === pathname} onClose={() => setNavFor(null)} ariaLabel="Menu">
            <Nav />
          </NavSheet>
        )}
      </Suspense>
      <TopBar onMenu={narrow ? () => setNavFor(pathname) : undefined} />
      <div className={styles.content}>
        <div className={styles.stage}>
          <main id="conteudo" tabIndex={-1} className={styles.main}>
            <Suspense>
              <DrawerHost value={drawers}>
                <Outlet />
              </DrawerHost>
            </Suspense>
          </main>
          <div ref={setDrawers} className={styles.drawers} />
        </div>
        <Assistant />
      </div>
      <PaletteHost />
      <RequestedPassword />
      <Snackbar />
    </div>
  );
};

/** Frame of all screens below /home: menu, top bar, assistant, palette, snackbar. */
export const Shell = () => (
  <div className={styles.page}>
    <SessionProvider>
      <LiveEvents />
      <AssistantProvider>
        <Frame />
      </AssistantProvider>
    </SessionProvider>
  </div>
);
