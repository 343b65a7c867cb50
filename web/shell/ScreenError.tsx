import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRouteError } from 'react-router-dom';

/** Shown for a screen that throws or whose chunk fails to load; the rest of the shell keeps working. */
export const ScreenError = () => {
  const error = useRouteError();
  if (error) console.error(error);
  return <ErrorState message={DEFAULT_FAILURE} onRetry={() => window.location.reload()} />;
};
