import { findRoute } from '#web/session/routes.ts';
import { Button } from '#web/ui/Button.tsx';
import { ArrowRightIcon, ErrorFilledIcon, InfoIcon, SuccessIcon, UndoIcon, WarningIcon } from '#web/ui/icons.ts';
import { useAssistant } from './AssistantContext.ts';
import type { Entry } from './entries.ts';
import { assistantTarget } from './navigation.ts';
import { useOpen } from './useOpen.ts';
import { useUndoPayment } from './useUndoPayment.ts';
import styles from './AssistantEntry.module.css';

const icons = { info: InfoIcon, success: SuccessIcon, warning: WarningIcon, error: ErrorFilledIcon };
const spoken = { info: 'Informação', success: 'Sucesso', warning: 'Atenção', error: 'Erro' };

/** One message of the assistant, with a link to its screen, what undoes the payment that it tells of and, for a broadcast, the button that acknowledges it. */
export const AssistantEntry = ({ entry }: { entry: Entry }) => {
  const { acknowledge } = useAssistant();
  const open = useOpen();
  const { tone, title, text, detail, link, linkLabel, toAcknowledge } = entry;
  const undo = useUndoPayment(entry);
  const Icon = icons[tone];
  const target = link ? assistantTarget(link) : null;
  return (
    <article className={`${styles.entry} ${styles[tone] ?? ''}`}>
      <Icon className={styles.icon} aria-label={spoken[tone]} />
      <div className={styles.words}>
        {title != null && <h3 className={styles.title}>{title}</h3>}
        <p className={title == null ? styles.text : styles.detail}>{text}</p>
        {detail !== undefined && <p className={styles.detail}>{detail}</p>}
        <div className={styles.actions}>
          {target !== null && (
            <Button size="small" icon={<ArrowRightIcon />} onClick={() => open(target)}>
              Abrir {linkLabel ?? findRoute(target)?.title}
            </Button>
          )}
          {undo && (
            <Button size="small" icon={<UndoIcon />} busy={undo.loading} onClick={undo.run}>
              Desfazer
            </Button>
          )}
          {toAcknowledge !== undefined && (
            <Button size="small" onClick={() => void acknowledge(toAcknowledge)}>
              Entendi
            </Button>
          )}
        </div>
      </div>
    </article>
  );
};
