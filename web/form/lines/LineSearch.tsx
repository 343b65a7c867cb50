import { AddIcon } from '#web/ui/icons.ts';
import { Kbd, TextInput } from '#web/ui/index.ts';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './lines.module.css';

/** What a search found, best first, and how many there are. */
export interface Found<Candidate> {
  content: readonly Candidate[];
  total: number;
}

export interface LineSearchProps<Candidate> {
  ariaLabel: string;
  placeholder: string;
  /** Keys of the candidates, unique in a list. */
  keyOf: (candidate: Candidate) => string;
  find: (text: string) => Promise<Found<Candidate>>;
  /** A candidate that cannot be chosen stays in the list with its reason. */
  isDisabled: (candidate: Candidate) => boolean;
  render: (candidate: Candidate) => ReactNode;
  onChoose: (candidate: Candidate) => void;
  /** Text to search for, set from outside; `at` tells one request from the next. */
  asked?: { text: string; at: number } | null;
  /** Makes what the text names; `noun` is what that is: "insumo". Ctrl+Enter. */
  create?: { noun: string; run: (text: string) => void };
}

/** Pause after the last keystroke before the server is asked. */
const PAUSE = 120;

const useFound = <Candidate,>(
  text: string,
  find: LineSearchProps<Candidate>['find'],
  onAnswer: (found: Found<Candidate>) => void,
) => {
  const [answer, setAnswer] = useState<{ text: string; found: Found<Candidate> } | null>(null);
  const asking = useRef(find);
  const answered = useRef(onAnswer);
  useEffect(() => {
    asking.current = find;
    answered.current = onAnswer;
  });
  useEffect(() => {
    if (text === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      void asking
        .current(text)
        .catch((): Found<Candidate> => ({ content: [], total: 0 }))
        .then((found) => {
          if (!current) return;
          setAnswer({ text, found });
          answered.current(found);
        });
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return { found: text === '' ? null : (answer?.found ?? null), ready: answer?.text === text };
};

/**
 * The field below the lines: searches while the user types; arrows choose, Enter adds the line. Enter before the answer
 * adds the first result as soon as it is there; Ctrl+Enter makes what was not found.
 */
export const LineSearch = <Candidate,>(props: LineSearchProps<Candidate>) => {
  const { keyOf, isDisabled, onChoose, asked, create } = props;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const eager = useRef(false);
  const [answered, setAnswered] = useState(asked?.at ?? 0);
  if (asked && asked.at !== answered) {
    setAnswered(asked.at);
    setTyped(asked.text);
    setOpen(true);
  }
  const text = typed.trim();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const clear = () => {
    setTyped('');
    setOpen(false);
    setActive(null);
  };
  const choose = (candidate: Candidate) => {
    clear();
    onChoose(candidate);
  };
  const make = () => {
    clear();
    create?.run(text);
  };
  const { found, ready } = useFound(text, props.find, ({ content: first }) => {
    const best = first.find((one) => !isDisabled(one));
    if (eager.current && best !== undefined) choose(best);
    eager.current = false;
  });
  const content = found?.content ?? [];
  const usable = content.filter((one) => !isDisabled(one));
  const chosen = usable.find((one) => keyOf(one) === active) ?? usable[0];
  const shown = open && text !== '' && found !== null;
  useEffect(() => {
    // The list hangs below the last line, often beyond the edge of the page.
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const step = (by: 1 | -1) => {
    const index = chosen === undefined ? -1 : usable.indexOf(chosen);
    const next = usable[(index + by + usable.length) % Math.max(1, usable.length)];
    if (next !== undefined) setActive(keyOf(next));
  };
  const keyActions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => setOpen(false),
    Enter: () => {
      if (!ready) eager.current = true;
      else if (chosen !== undefined) choose(chosen);
    },
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const control = event.ctrlKey || event.metaKey;
    const act = control ? (event.key === 'Enter' && create ? make : undefined) : keyActions[event.key];
    if (!act || text === '' || (event.key !== 'Enter' && !shown)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const optionId = (candidate: Candidate) => `${id}-${keyOf(candidate)}`;
  return (
    <div className={styles.search}>
      <TextInput
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && chosen !== undefined ? optionId(chosen) : undefined}
        ariaLabel={props.ariaLabel}
        autoComplete="off"
        value={typed}
        placeholder={props.placeholder}
        before={<AddIcon aria-hidden="true" />}
        after={
          <span className={styles.hint}>
            <Kbd>Enter</Kbd>
          </span>
        }
        onChange={(value) => {
          setTyped(value);
          setOpen(true);
          setActive(null);
          eager.current = false;
        }}
        onBlur={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
      />
      {shown && (
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={props.ariaLabel} className={styles.results}>
          {content.map((candidate) => (
            <li
              key={keyOf(candidate)}
              id={optionId(candidate)}
              role="option"
              aria-selected={candidate === chosen}
              aria-disabled={isDisabled(candidate) || undefined}
              className={styles.result}
              // The field keeps the focus, so that the list stays open until the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => !isDisabled(candidate) && choose(candidate)}
            >
              {props.render(candidate)}
            </li>
          ))}
          <li role="presentation" className={styles.foot}>
            {create && (
              <button
                type="button"
                tabIndex={-1}
                className={styles.create}
                onMouseDown={(event) => event.preventDefault()}
                onClick={make}
              >
                <Kbd>Ctrl ↵</Kbd> cria {create.noun} “{text}”
              </button>
            )}
            <span className={styles.count}>
              {content.length === 0 ? 'Nada encontrado' : `${content.length} de ${found.total}`}
            </span>
          </li>
        </ul>
      )}
    </div>
  );
};
