import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.ts';
import styles from './Drawer.module.css';

export interface DrawerProps {
  open: boolean;
  /** Called by the close button and by Esc; the screen decides (it asks first about unsaved changes). */
  onClose: () => void;
  /** Name of the drawer for screen readers, and its h2. */
  title: string;
  subtitle?: ReactNode;
  /** Left of the top row: a StatusPill and a short text. */
  status?: ReactNode;
  /** Right of the top row, before the close button: previous, next, menu. */
  tools?: ReactNode;
  /** Stays below the scrolling body: `footerStart` at the left, `footer` at the right. */
  footer?: ReactNode;
  footerStart?: ReactNode;
  children: ReactNode;
}

/**
 * Element that drawers are rendered into: the shell's content area, so that the assistant and the top bar stay usable.
 * Null until that element is mounted: a drawer rendered elsewhere first would lose typed input when moved.
 */
export const DrawerHost = createContext<HTMLElement | null>(document.body);

const floating = '[aria-modal="true"], [role="menu"], [role="listbox"], .fui-PopoverSurface, aside';

/** Esc first closes what floats above the drawer (menu, list, dialog) and the assistant, and only then the drawer. */
const isForDrawer = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return false;
  if (document.querySelector('[aria-modal="true"]') !== null) return false;
  return event.target.getAttribute('aria-expanded') !== 'true' && event.target.closest(floating) === null;
};

/**
 * Element that had the focus before the drawer opened. A drawer that replaces another one (its row has loaded, or a new
 * row was stored) returns the focus to the element that opened the first drawer.
 */
let opener: Element | null = null;

const openerNow = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.closest('[data-drawer]') ? opener : activeElement;
};

/** Focuses the panel on opening, unless a field has the focus already, and restores the focus on closing. */
const useFocus = (open: boolean, panel: { current: HTMLElement | null }) => {
  // Read before the panel renders: a field with `autoFocus` has the focus by the time effects run.
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

/** One entity beside its list: 700 px wide, not modal; full screen on a phone. */
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
