import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRouteError } from 'react-router-dom';

/** A screen that failed while drawing, or whose code did not come, leaves the rest of the shell standing. */
export const ScreenError = () => {
  const error = useRouteError();
  if (error) console.error(error);
  return <ErrorState message={DEFAULT_FAILURE} onRetry={() => window.location.reload()} />;
};
