import { IconButton } from '#web/ui/IconButton.tsx';
import { AssistantIcon, CloseIcon } from '#web/ui/icons.ts';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAssistant } from './AssistantContext.ts';
import { AssistantMenu } from './AssistantMenu.tsx';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { useAsk } from './useAsk.ts';
import styles from './AssistantPanel.module.css';

const onScreen = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target.closest('main, [data-drawer]') ? target : null;

/** Returns a function that puts the focus back where it was on the screen, or else on the screen. */
const useReturn = () => {
  // Read before the panel is there: its input takes the focus at once.
  const [opener] = useState(() => onScreen(document.activeElement));
  const before = useRef(opener);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      before.current = onScreen(target) ?? before.current;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return () => {
    const target = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('main');
    target?.focus();
  };
};

/** The assistant beside the screen: 340 px wide, full screen on a phone. */
const AssistantPanel = () => {
  const { setCollapsed, entries } = useAssistant();
  const { ask, again } = useAsk();
  const phone = useIsPhone();
  const back = useReturn();
  const asked = useMemo(() => entries.filter(({ own }) => own).map(({ text }) => text), [entries]);
  const leave = () => {
    // There it covers the screen that is returned to.
    if (phone) setCollapsed(true);
    back();
  };
  return (
    <aside className={styles.panel} aria-label="Assistente">
      <header className={styles.header}>
        <AssistantIcon aria-hidden="true" />
        <h2>Assistente</h2>
        <AssistantMenu />
        <IconButton label="Fechar assistente" icon={<CloseIcon />} onClick={() => setCollapsed(true)} />
      </header>
      <Conversation onAsk={ask} onAgain={again} />
      <Composer asked={asked} onAsk={ask} onLeave={leave} />
    </aside>
  );
};

export default AssistantPanel;
