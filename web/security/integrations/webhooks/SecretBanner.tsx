import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { CloseIcon, CopyIcon, KeyIcon } from '#web/ui/icons.ts';
import { Button, IconButton } from '#web/ui/index.ts';
import { hostOf } from './words.ts';
import type { MadeWebhook } from './WebhookDialog.tsx';
import styles from '../integrations.module.css';

/** The secret of a webhook, this once: it signs what is sent, and cannot be shown again. */
export const SecretBanner = ({ made, onClose }: { made: MadeWebhook; onClose: () => void }) => {
  const copy = () =>
    navigator.clipboard.writeText(made.secret).then(
      () => notifySuccess('Segredo copiado'),
      () => notifyError('Não foi possível copiar. Selecione o texto.'),
    );
  return (
    <div className={styles.made} role="status">
      <span className={styles.madeIcon} aria-hidden="true">
        <KeyIcon />
      </span>
      <div className={styles.madeText}>
        <span>
          Segredo de <strong>{hostOf(made.webhook)}</strong>. Copie agora, ele não aparece de novo:
        </span>
        <code>{made.secret}</code>
        {made.webhook.oldSecretUntil && <span>O segredo anterior ainda assina por 24 horas, junto com este.</span>}
      </div>
      <Button icon={<CopyIcon />} onClick={() => void copy()}>
        Copiar
      </Button>
      <IconButton icon={<CloseIcon />} label="Fechar" onClick={onClose} />
    </div>
  );
};
