import { Dialog, DialogSurface } from '@fluentui/react-components';
import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { SearchIcon } from './icons.ts';
import styles from './CommandDialog.module.css';

export interface CommandItem {
  id: string;
  group: string;
  label: string;
  /** Text at the end of the line that distinguishes items of the same name, such as a date or an amount. */
  hint?: string | undefined;
  icon?: ReactElement;
  run: () => void;
}

export interface CommandDialogProps {
  ariaLabel: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** Already filtered; items of one group are adjacent. */
  items: readonly CommandItem[];
  /** More items may follow, so the dialog does not yet report that nothing was found. */
  searching?: boolean;
  onClose: () => void;
}

/** A search box over a list of commands, used by arrow keys, Enter and Esc. */
export const CommandDialog = ({
  ariaLabel,
  placeholder,
  query,
  onQuery,
  items,
  searching = false,
  onClose,
}: CommandDialogProps) => {
  const [active, setActive] = useState(0);
  const list = useId();
  const current = Math.min(active, items.length - 1);
  const run = (item: CommandItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      event.preventDefault();
      const next = (current + step + items.length) % items.length;
      setActive(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(items[current]);
    }
  };
  return (
    <Dialog open onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogSurface aria-label={ariaLabel} className={styles.surface} data-commands>
        <div className={styles.search}>
          <SearchIcon aria-hidden="true" />
          <input
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={list}
            aria-activedescendant={items.length > 0 ? `${list}-${current}` : undefined}
            aria-label={ariaLabel}
            placeholder={placeholder}
            value={query}
            onChange={(event) => {
              onQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={press}
          />
        </div>
        <div id={list} role="listbox" aria-label={ariaLabel} className={styles.list}>
          {items.map((item, index) => (
            <div key={item.id} role="presentation">
              {item.group !== items[index - 1]?.group && <div className={styles.group}>{item.group}</div>}
              <div
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === current}
                className={styles.item}
                onMouseMove={() => setActive(index)}
                onClick={() => run(item)}
              >
                {item.icon}
                <span className={styles.label}>{item.label}</span>
                {item.hint && <span className={styles.hint}>{item.hint}</span>}
              </div>
            </div>
          ))}
        </div>
        <p role="status" className={styles.nothing}>
          {searching ? 'Buscando…' : items.length === 0 && `Nada encontrado para “${query}”.`}
        </p>
      </DialogSurface>
    </Dialog>
  );
};
