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
  /** One button, such as "Desfazer"; a click on it closes the toast. */
  action?: { label: string; run: () => void };
}

const toasterId = 'prumo';
const milliseconds = 8000;
const mostVisible = 3;

/** Ids of the toasts on the screen, the oldest first. The toaster is one per window, and so is this list. */
const visible: string[] = [];
let dispatched = 0;

/**
 * Offsets in px: above the foot of a list and beside the menu, clear of the totals and of a drawer's buttons at the
 * right.
 */
const place = { wide: { horizontal: 248, vertical: 56 }, phone: { horizontal: 16, vertical: 104 } };

/**
 * Container of the toasts: at the foot, for 8 s, longer while hovered or while the window is in the background.
 * Fluent's entry animation takes two steps of 600 ms together; it is skipped in favour of the 200 ms of §9 (style
 * sheet).
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
        limit={mostVisible}
      />
    </MotionBehaviourProvider>
  );
};

/**
 * Fluent makes each toast a stop of Tab that traps the focus, and catches Tab before the field with the focus hears it: the
 * next key of a person who types would go to a message. Only the button of a toast is reached by Tab.
 */
const leaveTabAlone = (toast: HTMLElement | null): void => {
  const container = toast?.closest('[data-tabster]');
  container?.removeAttribute('data-tabster');
  container?.setAttribute('tabindex', '-1');
};

/** Drawer.tsx renders it. Focus target without a previous one, so that the open drawer's keys still work. */
const openDrawer = () => document.querySelector<HTMLElement>('section[role="dialog"]');

/** A click on a toast's button closes the toast, so the focus returns to the element that had it before. */
const goBack = (before: Element | null): void => {
  const target = before instanceof HTMLElement && before.isConnected ? before : openDrawer();
  if (target) target.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/**
 * Returns `show`, which shows a toast; screen readers announce errors at once, other toasts when idle. The oldest of
 * three makes room for the next: Fluent's queue would show it seconds later, and "Desfazer" with it.
 */
export const useToasts = () => {
  const { dispatchToast, dismissToast } = useToastController(toasterId);
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
      const toastId = `${toasterId}-${(dispatched += 1)}`;
      for (const oldest of visible.splice(0, visible.length - mostVisible + 1)) dismissToast(oldest);
      visible.push(toastId);
      const forget = (): void => {
        const index = visible.indexOf(toastId);
        if (index >= 0) visible.splice(index, 1);
      };
      dispatchToast(
        <Toast ref={leaveTabAlone} className={styles.toast}>
          <ToastTitle action={button}>{text}</ToastTitle>
          {detail !== undefined && <ToastBody>{detail}</ToastBody>}
        </Toast>,
        {
          toastId,
          intent: tone,
          politeness: tone === 'error' ? 'assertive' : 'polite',
          onStatusChange: (_, { status }) => {
            if (status === 'dismissed' || status === 'unmounted') forget();
          },
        },
      );
    },
    [dispatchToast, dismissToast],
  );
  return { show };
};
