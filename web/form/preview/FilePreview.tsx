import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, DownloadIcon, ZoomInIcon, ZoomOutIcon } from '#web/ui/icons.ts';
import { IconButton, useIsPhone } from '#web/ui/index.ts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FileView } from './FileView.tsx';
import type { FilePreviewState } from './useFilePreview.ts';
import styles from './preview.module.css';

/** Shares of the width that a page takes. */
const ZOOMS = [1, 1.5, 2, 3];

/** A file of a form, with the way to the form's other files; the arrow keys turn to them. */
const FilePreview = ({ file, place, asked, step, close }: FilePreviewState) => {
  const root = useRef<HTMLElement>(null);
  const size = useIsPhone() ? 'medium' : 'small';
  const [level, setLevel] = useState(0);
  useEffect(() => root.current?.focus({ preventScroll: true }), [asked]);
  if (file === null) return null;
  const zoom = ZOOMS[level] ?? 1;
  const press = (event: KeyboardEvent) => {
    // A page that is wider than its place is scrolled by the same keys.
    if (zoom > 1 || place.total < 2 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  return (
    <section ref={root} tabIndex={-1} className={styles.preview} aria-label={`Anexo ${file.name}`} onKeyDown={press}>
      <div className={styles.bar}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        {place.total > 1 && (
          <>
            <IconButton size={size} label="Anexo anterior (←)" icon={<ChevronLeftIcon />} onClick={() => step(-1)} />
            <span className={styles.place} role="status">
              {place.number} de {place.total}
            </span>
            <IconButton size={size} label="Próximo anexo (→)" icon={<ChevronRightIcon />} onClick={() => step(1)} />
          </>
        )}
        <IconButton
          size={size}
          label="Reduzir"
          icon={<ZoomOutIcon />}
          disabled={level === 0}
          onClick={() => setLevel(level - 1)}
        />
        <IconButton
          size={size}
          label="Ampliar"
          icon={<ZoomInIcon />}
          disabled={level === ZOOMS.length - 1}
          onClick={() => setLevel(level + 1)}
        />
        {file.onDownload && <IconButton size={size} label="Baixar" icon={<DownloadIcon />} onClick={file.onDownload} />}
        <IconButton size={size} label="Fechar o anexo (Esc)" icon={<CloseIcon />} onClick={close} />
      </div>
      <FileView key={file.key} file={file} zoom={zoom} />
    </section>
  );
};

export default FilePreview;
