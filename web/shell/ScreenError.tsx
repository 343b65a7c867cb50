import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRouteError } from 'react-router-dom';
import { somethingWentWrong } from '#web/client/texts.ts';

/** A screen that failed while drawing, or whose code did not come, leaves the rest of the shell standing. */
export const ScreenError = () => {
  const error = useRouteError();
  if (error) console.error(error);
  return <ErrorState message={somethingWentWrong} onRetry={() => window.location.reload()} />;
};
