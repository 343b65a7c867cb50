import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { AttachIcon } from '#web/ui/icons.ts';
import { FormSection } from '#web/ui/index.ts';
import { FileButtons } from './FileButtons.tsx';
import { PendingThumb, StoredThumb } from './FileThumbs.tsx';
import type { DeliveryFiles } from './useDeliveryFiles.ts';
import styles from './files.module.css';

interface NotaFilesProps {
  nota: OrderDetailsFragment['deliveries'][number];
  /** "NF 15.402" */
  name: string;
  files: DeliveryFiles;
  /** False: they are only looked at. */
  writable?: boolean;
}

/** Photos and scans of a nota that has come; they may be added later too. */
export const NotaFiles = ({ nota, name, files, writable = true }: NotaFilesProps) => (
  <ul className={styles.files} aria-label={`Fotos da ${name}`}>
    {nota.attachments.map((attachment) => (
      <StoredThumb
        key={attachment.id}
        attachment={attachment}
        onDownload={() => files.download(attachment)}
        {...(writable && { onRemove: () => void files.remove(nota.id, attachment) })}
      />
    ))}
    {files.pendingOf(nota.id).map((pending) => (
      <PendingThumb
        key={pending.key}
        pending={pending}
        onRetry={() => void files.retry(pending)}
        onCancel={() => files.cancel(pending)}
      />
    ))}
    {writable && (
      <li>
        <FileButtons small of={`da ${name}`} onFiles={(chosen) => void files.add(nota.id, chosen)} />
      </li>
    )}
  </ul>
);

/** Photos of what arrives now: they are sent once the receipt is confirmed. */
export const ArrivingFiles = ({ files }: { files: DeliveryFiles }) => {
  const waiting = files.pendingOf(null);
  return (
    <div className={styles.arriving}>
      <FormSection
        title="Foto do canhoto e do que chegou"
        actions={<FileButtons of="deste recebimento" onFiles={(chosen) => void files.add(null, chosen)} />}
      >
        {waiting.length > 0 && (
          <ul className={styles.waiting} aria-label="Fotos deste recebimento">
            {waiting.map((pending) => (
              <PendingThumb key={pending.key} pending={pending} onCancel={() => files.cancel(pending)} />
            ))}
          </ul>
        )}
        {waiting.length === 0 && (
          <p className={styles.hint}>
            <AttachIcon aria-hidden="true" /> Até 5 fotos ou PDFs de 10 MB; dá para anexar depois também.
          </p>
        )}
      </FormSection>
    </div>
  );
};
