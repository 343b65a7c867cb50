import {
  Button,
  Toast,
  Toaster,
  ToastBody,
  ToastTitle,
  ToastTrigger,
  useToastController,
} from '@fluentui/react-components';
import { MotionBehaviourProvider } from '@fluentui/react-motion';
import { useCallback } from 'react';
import styles from './Toasts.module.css';
import { useIsPhone } from './useIsPhone.ts';

export interface ToastContent {
  tone: 'success' | 'error' | 'info';
  text: string;
  detail?: string;
  /** One button, such as "Desfazer"; pressing it closes the toast. */
  action?: { label: string; run: () => void };
}

const toasterId = 'prumo';
const milliseconds = 8000;

/** Above the foot of a list, beside the menu: clear of the totals, and of a drawer's buttons on the right. */
const place = { wide: { horizontal: 248, vertical: 56 }, phone: { horizontal: 16, vertical: 104 } };

/**
 * Where toasts appear: at the foot, 8 seconds, longer while pointed at or while the window is away. Fluent would draw
 * their coming in two steps of 600 ms together: it is skipped for the 200 ms of §9, which stand in the style sheet.
 */
export const Toasts = () => {
  const offset = useIsPhone() ? place.phone : place.wide;
  return (
    <MotionBehaviourProvider value="skip">
      <Toaster
        toasterId={toasterId}
        className={styles.toaster}
        position="bottom-start"
        offset={offset}
        timeout={milliseconds}
        pauseOnHover
        pauseOnWindowBlur
        limit={3}
      />
    </MotionBehaviourProvider>
  );
};

/** Drawn by Drawer.tsx; where nobody stood before, the keys of the open drawer still work. */
const openDrawer = () => document.querySelector<HTMLElement>('section[role="dialog"]');

/** A toast goes as soon as its button is pressed: whoever pressed it goes on where they were. */
const goBack = (before: Element | null): void => {
  const target = before instanceof HTMLElement && before.isConnected ? before : openDrawer();
  if (target) target.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/** Shows a toast; errors are announced at once, the rest when the reader is free. */
export const useToasts = () => {
  const { dispatchToast } = useToastController(toasterId);
  const show = useCallback(
    ({ tone, text, detail, action }: ToastContent) => {
      let before: Element | null = null;
      const button = action && (
        <ToastTrigger>
          <Button
            appearance="transparent"
            size="small"
            onFocus={(event) => {
              before = event.relatedTarget;
            }}
            onClick={() => {
              goBack(before);
              action.run();
            }}
          >
            {action.label}
          </Button>
        </ToastTrigger>
      );
      dispatchToast(
        <Toast className={styles.toast}>
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
