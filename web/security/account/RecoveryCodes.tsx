import { notifySuccess, notifyError } from '#web/client/notify.ts';
import { Button } from '#web/ui/index.ts';
import { CopyIcon, PrintIcon } from '#web/ui/icons.ts';
import styles from './account.module.css';

/** The recovery codes, shown this once: to be copied, printed or written down. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notifySuccess('Códigos copiados');
    } catch {
      notifyError('O navegador não deixou copiar', 'Anote os códigos ou imprima-os.');
    }
  };
  return (
    <div className={styles.recovery}>
      <p>
        Guarde estes 10 códigos fora do celular. Cada um abre o seu acesso uma vez, sem o aplicativo nem a chave de
        acesso. <strong>Eles não aparecem de novo.</strong>
      </p>
      <ol className={styles.codes} aria-label="Códigos de reserva">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button icon={<PrintIcon />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <Button variant="primary" onClick={onDone}>
          Guardei os códigos
        </Button>
      </div>
    </div>
  );
};
