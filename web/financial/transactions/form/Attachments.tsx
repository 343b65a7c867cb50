import { AttachIcon, CameraIcon, DeleteIcon, DocumentIcon, DownloadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsTouch } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { formatBytes } from '#web/client/bytes.ts';
import type { Attachment } from './attachmentsApi.ts';
import type { AttachmentPreview } from './useAttachmentPreview.tsx';
import type { PendingFile } from './useAttachments.ts';
import styles from './Attachments.module.css';
import layout from '#web/form/document/document.module.css';

export interface AttachmentsProps {
  attachments: readonly Attachment[];
  /** Files that are uploading, or waiting for the transaction to be saved. */
  pending: readonly PendingFile[];
  readOnly: boolean;
  preview: AttachmentPreview;
  onAdd: (files: readonly File[]) => void;
  onCancel: (key: string) => void;
  onDownload: (attachment: Attachment) => void;
  onRemove: (attachment: Attachment) => void;
}

/** The name of a file, which opens it beside the form where it can be shown. */
const FileName = ({ name, fileKey, preview }: { name: string; fileKey: string; preview: AttachmentPreview }) => {
  const toggle = preview.toggleOf(fileKey);
  if (!toggle) return <span className={styles.name}>{name}</span>;
  return (
    <span className={styles.name}>
      <button
        type="button"
        className={styles.open}
        aria-label={`Ver ${name}`}
        aria-pressed={preview.shown === fileKey}
        onClick={toggle}
      >
        {name}
      </button>
    </span>
  );
};

/** Files of the device; where nothing can be dropped, the camera too. */
const AddFiles = ({ onAdd }: Pick<AttachmentsProps, 'onAdd'>) => {
  const touch = useIsTouch();
  const [camera, chosen] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <>
      {touch ? (
        <Button icon={<CameraIcon />} onClick={() => camera.current?.click()}>
          Tirar foto
        </Button>
      ) : (
        <span>Arraste arquivos para cá ou</span>
      )}
      <Button icon={<AttachIcon />} onClick={() => chosen.current?.click()}>
        {touch ? 'Galeria ou arquivo' : 'Escolher arquivos'}
      </Button>
      {touch && (
        <input
          ref={camera}
          hidden
          type="file"
          accept="image/*"
          capture="environment"
          aria-label="Foto para anexar"
          onChange={take}
        />
      )}
      <input
        ref={chosen}
        hidden
        multiple
        type="file"
        accept="application/pdf,image/*,.xml,.txt,.csv,.ofx,.docx,.xlsx"
        aria-label="Arquivos para anexar"
        onChange={take}
      />
    </>
  );
};

/** "Anexos": files dropped, chosen, or taken with the phone's camera. */
export const Attachments = ({
  attachments,
  pending,
  readOnly,
  preview,
  onAdd,
  onCancel,
  onDownload,
  onRemove,
}: AttachmentsProps) => {
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
            <FileName name={attachment.name} fileKey={attachment.id} preview={preview} />
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
            <FileName name={file.name} fileKey={key} preview={preview} />
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
          <AddFiles onAdd={onAdd} />
        </div>
      )}
    </section>
  );
};
