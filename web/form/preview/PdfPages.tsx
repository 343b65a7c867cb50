import { Banner, ErrorState, Skeleton } from '#web/ui/index.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { useEffect, useState } from 'react';
import { openPdf, type OpenPdf } from './openPdf.ts';
import { PdfPage } from './PdfPage.tsx';
import styles from './preview.module.css';

const LOCKED = 'Este PDF pede uma senha.';
const BROKEN = 'Não foi possível mostrar este PDF.';

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';

/** The pages of a PDF below each other, each drawn as it comes near. */
const PdfPages = ({ blob, zoom }: { blob: Blob; zoom: number }) => {
  const { ref, width } = useWidth();
  const [opened, setOpened] = useState<OpenPdf | { error: unknown } | null>(null);
  useEffect(() => {
    const opening = openPdf(blob);
    let left = false;
    opening.result.then(
      (pdf) => !left && setOpened(pdf),
      (error: unknown) => !left && setOpened({ error }),
    );
    return () => {
      left = true;
      opening.close();
    };
  }, [blob]);
  return (
    <div ref={ref} className={styles.pages}>
      {opened === null && <Skeleton rows={6} label="Carregando o anexo…" />}
      {opened !== null && 'error' in opened && (
        <ErrorState message={isLocked(opened.error) ? LOCKED : BROKEN} hint="Baixe o arquivo para abri-lo." />
      )}
      {opened !== null && 'pdf' in opened && (
        <>
          {opened.hasHiddenPictures && (
            <Banner tone="warning">Há imagens neste PDF que não aparecem aqui. Baixe o arquivo para vê-las.</Banner>
          )}
          {Array.from({ length: opened.pdf.numPages }, (_, index) => (
            <PdfPage key={index} opened={opened} number={index + 1} width={Math.floor(width * zoom)} />
          ))}
        </>
      )}
    </div>
  );
};

export default PdfPages;
