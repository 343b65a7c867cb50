import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import styles from './sso.module.css';

/** A text to copy into another system; `label` names it on the button. */
export const CopyLine = ({ label, text }: { label: string; text: string }) => {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notifySuccess('Copiado'),
      () => notifyError('Não foi possível copiar. Selecione o texto.'),
    );
  return (
    <div className={styles.line}>
      <code>{text}</code>
      <IconButton icon={<CopyIcon />} label={`Copiar ${label}`} onClick={() => void copy()} />
    </div>
  );
};
