import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { startIntegrations } from './integrations.ts';
import { leaveExpired, leaveUnknown } from '#web/client/leave.ts';
import { currentToken, isExpired, onOtherTab } from '#web/client/token.ts';

/** Starts the application; without a valid token goes to the landing page (§2). */
export const startApp = (root: HTMLElement): void => {
  const token = currentToken();
  if (!token) return leaveUnknown();
  if (isExpired(token)) return leaveExpired();
  // Another tab logged out or in as another user, so this page's data must not stay.
  onOtherTab(() => window.location.reload());
  // A page restored from the back/forward cache would show data after the logout.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  const show = () => createRoot(root).render(<App />);
  // Runs first, so that the first visit is tracked; resolves at once without configuration.
  void startIntegrations().then(show, show);
};
