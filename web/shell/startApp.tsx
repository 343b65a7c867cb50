import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { startIntegrations } from './integrations.ts';
import { leaveExpired, leaveUnknown } from '#web/client/leave.ts';
import { currentToken, isExpired, onOtherTab } from '#web/client/token.ts';

/** Starts the application, or sends whoever is not logged in to the landing page (§2). */
export const startApp = (root: HTMLElement): void => {
  const token = currentToken();
  if (!token) return leaveUnknown();
  if (isExpired(token)) return leaveExpired();
  // Another tab logged out, or in as somebody else: what this one shows is not theirs.
  onOtherTab(() => window.location.reload());
  // A page that the browser kept for "back" would show data after the logout.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  const show = () => createRoot(root).render(<App />);
  // First, so that the first visit is counted too; at once where nothing is configured.
  void startIntegrations().then(show, show);
};
