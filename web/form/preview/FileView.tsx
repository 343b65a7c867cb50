import { errorText } from '#web/client/errors.ts';
import { readFile } from '#web/client/files.ts';
import { ErrorState, Skeleton } from '#web/ui/index.ts';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { PreviewedFile } from './kinds.ts';
import styles from './preview.module.css';

/** The reader of PDFs is loaded with the first one that is shown. */
const PdfPages = lazy(() => import('./PdfPages.tsx'));

interface FileViewProps {
  file: Pick<PreviewedFile, 'name' | 'kind' | 'source'>;
  /** 1: as wide as its place. */
  zoom?: number;
}

/** The content of a file, drawn by the product itself: a browser never opens it as a page. */
export const FileView = ({ file, zoom = 1 }: FileViewProps) => {
  const { source, name, kind } = file;
  const [turn, setTurn] = useState(0);
  const [read, setRead] = useState<{ blob: Blob } | { error: unknown } | null>(null);
  useEffect(() => {
    let left = false;
    const loading = typeof source === 'string' ? readFile(source) : Promise.resolve(source);
    loading.then(
      (blob) => !left && setRead({ blob }),
      (error: unknown) => !left && setRead({ error }),
    );
    return () => {
      left = true;
    };
  }, [source, turn]);
  if (read === null) return <Skeleton rows={6} label="Carregando o anexo…" />;
  if ('error' in read) {
    const again = () => {
      setRead(null);
      setTurn(turn + 1);
    };
    return <ErrorState message={errorText(read.error)} onRetry={again} />;
  }
  return kind === 'picture' ? (
    <Picture blob={read.blob} name={name} zoom={zoom} />
  ) : (
    <Suspense fallback={<Skeleton rows={6} label="Carregando o anexo…" />}>
      <PdfPages blob={read.blob} zoom={zoom} />
    </Suspense>
  );
};

const Picture = ({ blob, name, zoom }: { blob: Blob; name: string; zoom: number }) => {
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  const [broken, setBroken] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  if (broken) {
    return <ErrorState message="Não foi possível mostrar esta imagem." hint="Baixe o arquivo para abri-lo." />;
  }
  return (
    <img
      src={address}
      alt={name}
      className={styles.picture}
      style={{ width: zoom === 1 ? undefined : `${zoom * 100}%`, maxWidth: `${zoom * 100}%` }}
      onError={() => setBroken(true)}
    />
  );
};
