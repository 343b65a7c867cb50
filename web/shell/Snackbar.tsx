import { Toasts, useToasts } from '#web/ui/Toasts.tsx';
import { useEffect } from 'react';
import { onNotice } from '#web/client/notify.ts';

/** Shows the notices that `notify` sends to the snackbar. */
export const Snackbar = () => {
  const { show } = useToasts();
  useEffect(() => onNotice('snackbar', show), [show]);
  return <Toasts />;
};
