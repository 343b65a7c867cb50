import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.ts';
import { Segments } from './Segments.tsx';
import styles from './Drawer.module.css';

/** What is read beside the drawer's own content: side by side from 1200 px on, below that behind two tabs. */
export interface DrawerBeside {
  /** Its tab, and its name for screen readers. */
  label: string;
  /** Tab of the drawer's own content. */
  mainLabel: string;
  content: ReactNode;
  /** Which one is seen where there is room for one. */
  shown: 'beside' | 'main';
  onShow: (shown: 'beside' | 'main') => void;
  /** Takes all the room that the drawer's own content leaves. */
  wide?: boolean;
  /** It closes by itself: Esc closes it, and the drawer only after it. */
  onClose?: () => void;
}

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
  /** Above both, over the whole width. */
  notice?: ReactNode;
  /** Makes the drawer wider (1076 px). */
  beside?: DrawerBeside;
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

/** One entity beside its list: 700 px wide, or 1076 with something beside it; not modal; full screen on a phone. */
export const Drawer = ({
  open,
  onClose,
  title,
  subtitle,
  status,
  tools,
  footer,
  footerStart,
  notice,
  beside,
  children,
}: DrawerProps) => {
  const host = use(DrawerHost);
  const panel = useRef<HTMLElement>(null);
  const escape = beside?.onClose ?? onClose;
  const close = useRef(escape);
  useEffect(() => {
    close.current = escape;
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
    <section
      ref={panel}
      tabIndex={-1}
      role="dialog"
      data-drawer=""
      aria-label={title}
      className={[styles.drawer, beside && styles.wide, beside?.wide && styles.widest].filter(Boolean).join(' ')}
    >
      <div className={styles.panes} data-shown={beside?.shown}>
        {/* No <header>: in a section with a role it would be a second banner of the page. */}
        <div className={styles.header}>
          <div className={styles.topRow}>
            <div className={styles.status}>{status}</div>
            <div className={styles.tools}>
              {tools}
              <IconButton label="Fechar" icon={<CloseIcon />} onClick={onClose} />
            </div>
          </div>
          <h2 className={styles.title}>{title}</h2>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {beside && <Beside {...beside} />}
        <div className={styles.body} tabIndex={0} role="group" aria-label={title}>
          {children}
        </div>
      </div>
      {(footer !== undefined || footerStart !== undefined) && (
        <footer className={styles.footer}>
          <div className={styles.notice}>{notice}</div>
          <div className={styles.footerStart}>{footerStart}</div>
          <div className={styles.footerEnd}>{footer}</div>
        </footer>
      )}
    </section>,
    host,
  );
};

const Beside = ({ label, mainLabel, content, shown, onShow }: DrawerBeside) => (
  <>
    <div className={styles.tabs}>
      <Segments
        ariaLabel="Mostrar"
        value={shown}
        options={[
          { value: 'beside', label },
          { value: 'main', label: mainLabel },
        ]}
        onChange={onShow}
      />
    </div>
    <div className={styles.beside} tabIndex={0} role="group" aria-label={label}>
      {content}
    </div>
  </>
);
