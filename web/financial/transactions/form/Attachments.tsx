import { AttachIcon, DeleteIcon, DocumentIcon, DownloadIcon } from '#web/ui/icons.ts';
import { Button, IconButton } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '#web/client/bytes.ts';
import type { Attachment } from './attachmentsApi.ts';
import type { PendingFile } from './useAttachments.ts';
import styles from './Attachments.module.css';
import layout from '#web/form/document/document.module.css';

export interface AttachmentsProps {
  attachments: readonly Attachment[];
  /** Files that are uploading, or waiting for the transaction to be saved. */
  pending: readonly PendingFile[];
  readOnly: boolean;
  onAdd: (files: readonly File[]) => void;
  onCancel: (key: string) => void;
  onDownload: (attachment: Attachment) => void;
  onRemove: (attachment: Attachment) => void;
}

/** "Anexos": files dropped, chosen, or taken with the phone's camera. */
export const Attachments = ({
  attachments,
  pending,
  readOnly,
  onAdd,
  onCancel,
  onDownload,
  onRemove,
}: AttachmentsProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { ref: rowsRef, removing } = useFocusAfterRemoval<HTMLElement>(
    'button[aria-label^="Excluir "]',
    '[data-adds] button',
  );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!readOnly) onAdd([...event.dataTransfer.files]);
  };
  return (
    <section ref={rowsRef} className={layout.section} aria-labelledby="transaction-attachments">
      <h3 id="transaction-attachments" className={layout.heading}>
        Anexos
      </h3>
      <ul className={styles.list}>
        {attachments.map((attachment, index) => (
          <li key={attachment.id} className={styles.item}>
            <DocumentIcon aria-hidden="true" />
            <span className={styles.name}>{attachment.name}</span>
            <span className={styles.meta}>{formatBytes(attachment.size)}</span>
            <IconButton
              size="small"
              label={`Baixar ${attachment.name}`}
              icon={<DownloadIcon />}
              onClick={() => onDownload(attachment)}
            />
            {!readOnly && (
              <IconButton
                size="small"
                label={`Excluir ${attachment.name}`}
                icon={<DeleteIcon />}
                onClick={() => {
                  removing(index);
                  onRemove(attachment);
                }}
              />
            )}
          </li>
        ))}
        {pending.map(({ key, file, progress, error }) => (
          <li key={key} className={styles.item}>
            <AttachIcon aria-hidden="true" />
            <span className={styles.name}>{file.name}</span>
            {error === null ? (
              <span className={styles.meta} role="status">
                {progress === null ? 'será enviado ao salvar' : `enviando ${Math.round(progress * 100)}%`}
              </span>
            ) : (
              <span className={layout.problem} role="alert">
                {error}
              </span>
            )}
            {(progress === null || error !== null) && (
              <IconButton
                size="small"
                label={`Retirar ${file.name}`}
                icon={<DeleteIcon />}
                onClick={() => onCancel(key)}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <div
          data-adds=""
          className={`${styles.drop} ${over ? styles.over : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <span>Arraste arquivos para cá ou</span>
          <Button icon={<AttachIcon />} onClick={() => input.current?.click()}>
            Escolher arquivos
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept="application/pdf,image/*,.xml,.txt,.csv,.ofx,.docx,.xlsx"
            aria-label="Arquivos para anexar"
            onChange={(event) => {
              onAdd([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      )}
    </section>
  );
};
