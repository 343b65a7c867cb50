import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SendIcon } from '#web/ui/icons.ts';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useAssistant } from './AssistantContext.ts';
import { suggestionsFor } from './suggestions.ts';
import { keepTyped, readTyped } from './waiting.ts';
import styles from './Composer.module.css';

export interface ComposerProps {
  /** What was asked before, oldest first. */
  asked: readonly string[];
  onAsk: (text: string) => void;
  onLeave: () => void;
}

/** Text of the input, kept on the device until it is sent, and the questions that Up and Down bring back. */
const useTyped = (asked: readonly string[]) => {
  const [text, setText] = useState(readTyped);
  /** How far back Up has gone; 0 for what is typed. */
  const [back, setBack] = useState(0);
  const type = (next: string) => {
    setText(next);
    setBack(0);
    keepTyped(next);
  };
  const recall = (steps: number) => {
    const next = Math.min(Math.max(back + steps, 0), asked.length);
    setBack(next);
    setText(next === 0 ? readTyped() : (asked.at(-next) ?? ''));
  };
  return { text, type, recall, recalling: back > 0 };
};

const useFocusOnRequest = () => {
  const { focusRequests } = useAssistant();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focusRequests > 0) input.current?.focus();
  }, [focusRequests]);
  return input;
};

const Suggestions = ({ onAsk }: Pick<ComposerProps, 'onAsk'>) => {
  const { may } = useSession();
  return (
    <div className={styles.suggestions} role="group" aria-label="Sugestões">
      {suggestionsFor(may).map(({ label, text }) => (
        <button key={label} type="button" onClick={() => onAsk(text)}>
          {label}
        </button>
      ))}
    </div>
  );
};

/** Where the user asks: Enter sends, Shift+Enter starts a line, Up recalls, Esc returns to the screen. */
export const Composer = ({ asked, onAsk, onLeave }: ComposerProps) => {
  const { text, type, recall, recalling } = useTyped(asked);
  const input = useFocusOnRequest();
  const phone = useIsPhone();
  const send = () => {
    const question = text.trim();
    if (question === '') return;
    onAsk(question);
    type('');
    input.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A key that chooses among the suggestions of an input method is not for us.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && (text === '' || recalling)) {
      event.preventDefault();
      recall(1);
    } else if (event.key === 'ArrowDown' && recalling) {
      event.preventDefault();
      recall(-1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div className={styles.composer}>
      <Suggestions onAsk={onAsk} />
      <div className={styles.row}>
        <textarea
          ref={input}
          className={styles.input}
          rows={1}
          value={text}
          maxLength={LONGEST_QUESTION}
          placeholder={phone ? 'Pergunte ou peça' : 'Pergunte ou peça uma ação'}
          aria-label="Pergunte ou peça uma ação"
          aria-keyshortcuts="Alt+A"
          enterKeyHint="send"
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        <IconButton label="Enviar" icon={<SendIcon />} onClick={send} className={styles.send} />
      </div>
    </div>
  );
};
