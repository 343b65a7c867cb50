import { counted } from '#domain/numberFormat.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { AssistantIcon } from '#web/ui/icons.ts';
import { useAssistant } from './AssistantContext.ts';
import styles from './AssistantButton.module.css';

const label = (collapsed: boolean, unread: number) => {
  const verb = collapsed ? 'Abrir assistente' : 'Fechar assistente';
  return unread === 0 ? verb : `${verb}: ${counted(unread, 'mensagem nova', 'mensagens novas')}`;
};

/** Opens and closes the assistant; shows the unread count, and in a bubble what needs attention while the panel is closed. */
export const AssistantButton = () => {
  const { collapsed, setCollapsed, unread, alert } = useAssistant();
  return (
    <span className={styles.holder}>
      <IconButton
        label={label(collapsed, unread)}
        icon={<AssistantIcon />}
        expanded={!collapsed}
        onClick={() => setCollapsed(!collapsed)}
      />
      {unread > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      <span role="alert" className={styles.live}>
        {alert && (
          <button
            type="button"
            className={`${styles.bubble} ${styles[alert.tone] ?? ''}`}
            onClick={() => setCollapsed(false)}
          >
            <strong>{alert.title ?? alert.text}</strong>
            {alert.title != null && <span>{alert.text}</span>}
            {alert.detail !== undefined && <span>{alert.detail}</span>}
          </button>
        )}
      </span>
    </span>
  );
};
