import {
  Button,
  Toast,
  Toaster,
  ToastBody,
  ToastTitle,
  ToastTrigger,
  useToastController,
} from '@fluentui/react-components';
import { useCallback } from 'react';

export interface ToastContent {
  tone: 'success' | 'error' | 'info';
  text: string;
  detail?: string;
  /** One button, such as "Desfazer"; pressing it closes the toast. */
  action?: { label: string; run: () => void };
}

const toasterId = 'prumo';
const milliseconds = 8000;

/** Where toasts appear: bottom, 8 seconds, longer while pointed at or while the window is away. */
export const Toasts = () => (
  <Toaster toasterId={toasterId} position="bottom" timeout={milliseconds} pauseOnHover pauseOnWindowBlur limit={3} />
);

/** Shows a toast; errors are announced at once, the rest when the reader is free. */
export const useToasts = () => {
  const { dispatchToast } = useToastController(toasterId);
  const show = useCallback(
    ({ tone, text, detail, action }: ToastContent) => {
      const button = action && (
        <ToastTrigger>
          <Button appearance="transparent" size="small" onClick={action.run}>
            {action.label}
          </Button>
        </ToastTrigger>
      );
      dispatchToast(
        <Toast>
          <ToastTitle action={button}>{text}</ToastTitle>
          {detail !== undefined && <ToastBody>{detail}</ToastBody>}
        </Toast>,
        { intent: tone, politeness: tone === 'error' ? 'assertive' : 'polite' },
      );
    },
    [dispatchToast],
  );
  return { show };
};
