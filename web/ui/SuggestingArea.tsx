import { Textarea } from '@fluentui/react-components';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useOptions, type Option } from './useOptions.ts';
import styles from './SuggestingArea.module.css';

/** What is being searched at the caret, and where it begins. */
export interface Searched {
  from: number;
  search: string;
}

export interface SuggestingAreaProps {
  value: string;
  /** `taken`: the suggestion that has just come into the text. */
  onChange: (value: string, taken?: Option) => void;
  ariaLabel: string;
  placeholder?: string;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  /** Null where nothing is searched. */
  searchAt: (text: string, caret: number) => Searched | null;
  /** The last answer wins. */
  loadOptions: (search: string) => Promise<readonly Option[]>;
  /** Label of the list. */
  listLabel: string;
  /** How many suggestions there are, for screen readers. */
  countText: (count: number) => string;
  /** What takes the place of the searched text. */
  insertedOf: (option: Option) => string;
  /** Ctrl+Enter. */
  onSend: () => void;
}

/**
 * Several lines of text, with a list of suggestions for what is typed at the caret. Enter takes a suggestion only from the
 * answer to exactly what stands there: until it is there, Enter does nothing.
 */
export const SuggestingArea = (props: SuggestingAreaProps) => {
  const { value, onChange, searchAt, loadOptions, insertedOf, onSend } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  /** Place of the search that Esc has closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  /** Caret after a suggestion was taken. */
  const next = useRef<number | null>(null);
  const at = searchAt(value, caret);
  const searching = at !== null && at.from !== closed;
  const found = useOptions({ loadOptions }, at?.search ?? '', searching);
  const ready = searching && !found.loading;
  const shown = ready ? found.options : [];
  const current = shown[Math.min(active, shown.length - 1)];

  useLayoutEffect(() => {
    if (next.current === null) return;
    area.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  const type = (text: string, place: number, taken?: Option) => {
    setCaret(place);
    setActive(0);
    if (searchAt(text, place)?.from !== closed) setClosed(null);
    onChange(text, taken);
  };
  const pick = (option: Option) => {
    if (!at) return;
    const inserted = `${insertedOf(option)} `;
    next.current = at.from + inserted.length;
    type(value.slice(0, at.from) + inserted + value.slice(caret).replace(/^ /, ''), next.current, option);
    area.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The form's own Ctrl+Enter saves the document.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) onSend();
      return;
    }
    if (!searching || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      event.preventDefault();
      setClosed(at.from);
    } else if (event.key === 'Enter') {
      // Nobody was found: the text goes on.
      if (ready && current === undefined) return;
      event.preventDefault();
      // What stands there now, which the last answer may not be of.
      const now = searchAt(event.currentTarget.value, event.currentTarget.selectionStart);
      if (current !== undefined && now?.search === at.search && now.from === at.from) pick(current);
    } else if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, shown.length - 1) + step + shown.length) % shown.length);
    }
  };
  return (
    <div className={styles.frame}>
      <Textarea
        textarea={{
          ref: area,
          rows: props.rows ?? 3,
          'aria-autocomplete': 'list',
          ...(shown.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${current?.id}` }),
        }}
        value={value}
        aria-label={props.ariaLabel}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        autoFocus={props.autoFocus}
        resize="vertical"
        className={styles.area}
        onChange={({ target }, data) => type(data.value, target.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={press}
        onBlur={() => setClosed(at?.from ?? null)}
      />
      {searching && found.loading && <p className={styles.note}>Procurando…</p>}
      {shown.length > 0 && (
        <ul id={listId} role="listbox" aria-label={props.listLabel} className={styles.list}>
          {shown.map((option) => (
            <li
              key={option.id}
              id={`${listId}-${option.id}`}
              role="option"
              aria-selected={option === current}
              className={option === current ? styles.active : styles.option}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              {option.label}
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="visuallyHidden">
        {shown.length > 0 && `${props.countText(shown.length)}: setas e Enter escolhem.`}
      </span>
    </div>
  );
};
