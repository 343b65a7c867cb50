import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.ts';
import styles from './Drawer.module.css';

export interface DrawerProps {
  open: boolean;
  /** Asked by the cross and by Esc; the screen decides (unsaved work asks first). */
  onClose: () => void;
  /** Name of the drawer for screen readers, and its h2 unless `heading` draws another. */
  title: string;
  subtitle?: ReactNode;
  /** Left of the top row: a StatusPill and a remark. */
  status?: ReactNode;
  /** Right of the top row, before the cross: previous, next, menu. */
  tools?: ReactNode;
  /** Stays below the scrolling body. Left part, then right part. */
  footer?: ReactNode;
  footerStart?: ReactNode;
  children: ReactNode;
}

/**
 * Where drawers are put: inside the shell's content, so that the assistant and the top bar stay in reach. Null while
 * that is not drawn yet: a drawer that were drawn elsewhere first would lose what is typed in it when it moves.
 */
export const DrawerHost = createContext<HTMLElement | null>(document.body);

const floating = '[aria-modal="true"], [role="menu"], [role="listbox"], .fui-PopoverSurface, aside';

/** Esc belongs to what floats above the drawer (a menu, a list, a dialog) and to the assistant before it is the drawer's. */
const isForDrawer = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return false;
  if (document.querySelector('[aria-modal="true"]') !== null) return false;
  return event.target.getAttribute('aria-expanded') !== 'true' && event.target.closest(floating) === null;
};

/**
 * What had the focus before the drawer. A drawer that takes the place of another one (the row has come; the new row is
 * stored) gives the focus back to what the first was opened from.
 */
let opener: Element | null = null;

const openerNow = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.closest('[data-drawer]') ? opener : activeElement;
};

/** Puts the focus inside when it opens, unless a field has taken it already, and gives it back when it closes. */
const useFocus = (open: boolean, panel: { current: HTMLElement | null }) => {
  // Before the panel is drawn: a field with `autoFocus` has the focus by the time that effects run.
  const [before] = useState(openerNow);
  useEffect(() => {
    if (!open) return undefined;
    opener = before;
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
    return () => {
      opener = null;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before, open, panel]);
};

/** One entity beside its list: 700 px, not modal, the whole screen on a phone. */
export const Drawer = ({
  open,
  onClose,
  title,
  subtitle,
  status,
  tools,
  footer,
  footerStart,
  children,
}: DrawerProps) => {
  const host = use(DrawerHost);
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useFocus(open && host !== null, panel);
  useEffect(() => {
    if (!open) return undefined;
    const press = (event: KeyboardEvent) => {
      if (isForDrawer(event)) close.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);

  if (!open || host === null) return null;
  return createPortal(
    <section ref={panel} tabIndex={-1} role="dialog" data-drawer="" aria-label={title} className={styles.drawer}>
      <header className={styles.header}>
        <div className={styles.topRow}>
          <div className={styles.status}>{status}</div>
          <div className={styles.tools}>
            {tools}
            <IconButton label="Fechar" icon={<CloseIcon />} onClick={onClose} />
          </div>
        </div>
        <h2 className={styles.title}>{title}</h2>
        {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
      </header>
      <div className={styles.body} tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
      {(footer !== undefined || footerStart !== undefined) && (
        <footer className={styles.footer}>
          <div className={styles.footerStart}>{footerStart}</div>
          <div className={styles.footerEnd}>{footer}</div>
        </footer>
      )}
    </section>,
    host,
  );
};
