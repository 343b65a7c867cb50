import { FileView } from '#web/form/preview/FileView.tsx';
import { StoredPicture } from '#web/form/StoredPicture.tsx';
import { DeleteIcon, DownloadIcon, PdfIcon, RefreshIcon } from '#web/ui/icons.ts';
import { Button, ConfirmDialog, Dialog, IconButton } from '#web/ui/index.ts';
import { useEffect, useMemo, useState } from 'react';
import type { PendingFile, StoredAttachment } from './pendingFiles.ts';
import styles from './files.module.css';

const isPicture = (type: string): boolean => type.startsWith('image/');

const LocalPicture = ({ file }: { file: File }) => {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img src={address} alt="" className={styles.picture} />;
};

/** A file on the device: how far it is, or why it was not sent. */
export const PendingThumb = ({
  pending,
  onRetry,
  onCancel,
}: {
  pending: PendingFile;
  /** Absent: it is sent when the delivery is confirmed. */
  onRetry?: () => void;
  onCancel: () => void;
}) => {
  const { file, progress, error } = pending;
  const waiting = onRetry ? 'aguardando envio' : 'será enviado ao confirmar';
  return (
    <li className={styles.pending}>
      <span className={styles.thumb}>{isPicture(file.type) ? <LocalPicture file={file} /> : <PdfIcon />}</span>
      <span className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        {error === null ? (
          <span className={styles.meta} role="status">
            {progress === null ? waiting : `enviando ${Math.round(progress * 100)}%`}
          </span>
        ) : (
          <span className={styles.problem} role="alert">
            {error}
          </span>
        )}
      </span>
      {onRetry && progress === null && (
        <Button size="small" icon={<RefreshIcon />} onClick={onRetry}>
          Enviar de novo
        </Button>
      )}
      {progress === null && (
        <IconButton size="small" label={`Retirar ${file.name}`} icon={<DeleteIcon />} onClick={onCancel} />
      )}
    </li>
  );
};

/** A stored file; a click shows it with what can be done with it. */
export const StoredThumb = ({
  attachment,
  onDownload,
  onRemove,
}: {
  attachment: StoredAttachment;
  onDownload: () => void;
  /** Absent: it is only looked at. */
  onRemove?: () => void;
}) => {
  const { name, contentType, link } = attachment;
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <li>
      <button type="button" className={styles.thumb} aria-label={`Ver ${name}`} onClick={() => setOpen(true)}>
        {isPicture(contentType) ? (
          <StoredPicture path={link} name="" className={styles.picture} blankClassName={styles.picture} />
        ) : (
          <PdfIcon aria-hidden="true" />
        )}
      </button>
      {open && (
        <Dialog
          open
          wide
          title={name}
          onClose={() => setOpen(false)}
          actions={
            <>
              {onRemove && (
                <Button variant="danger" icon={<DeleteIcon />} onClick={() => setAsked(true)}>
                  Excluir
                </Button>
              )}
              <Button icon={<DownloadIcon />} onClick={onDownload}>
                Baixar
              </Button>
              <Button onClick={() => setOpen(false)}>Fechar</Button>
            </>
          }
        >
          {isPicture(contentType) ? (
            <StoredPicture path={link} name={name} className={styles.whole} blankClassName={styles.blank} />
          ) : (
            <FileView file={{ name, kind: 'pdf', source: link }} />
          )}
        </Dialog>
      )}
      <ConfirmDialog
        open={asked}
        danger
        title={`Excluir ${name}?`}
        text="O anexo deixa de existir. Isto não pode ser desfeito."
        confirm="Excluir anexo"
        onConfirm={() => {
          setAsked(false);
          setOpen(false);
          onRemove?.();
        }}
        onCancel={() => setAsked(false)}
      />
    </li>
  );
};
