import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PDFPageProxy, RenderTask } from 'unpdf/pdfjs';
import type { OpenPdf } from './openPdf.ts';
import styles from './preview.module.css';

/** Pixels of one canvas: a phone draws no larger one. */
const MAX_AREA = 16_000_000;

/** Whether an element is on the screen, or will be after a short scroll. */
const useNear = (ref: RefObject<HTMLElement | null>): boolean => {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), {
      rootMargin: '600px 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return near;
};

const draw = (page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): RenderTask => {
  const whole = page.getViewport({ scale: 1 });
  const sharp = (width * window.devicePixelRatio) / whole.width;
  const viewport = page.getViewport({
    scale: Math.min(sharp, Math.sqrt(MAX_AREA / (whole.width * whole.height))),
  });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return page.render({ canvas, viewport });
};

interface PdfPageProps {
  opened: OpenPdf;
  number: number;
  /** Pixels of the screen. */
  width: number;
}

/** One page; its canvas is empty while it is far away, so that a long document takes no more memory than a short one. */
export const PdfPage = ({ opened, number, width }: PdfPageProps) => {
  const { pdf } = opened;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNear(box);
  const [ratio, setRatio] = useState(opened.ratio);
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  useEffect(() => {
    const target = canvas.current;
    if (!near || width === 0 || !target) return undefined;
    let left = false;
    let task: RenderTask | undefined;
    const show = async () => {
      const page = await pdf.getPage(number);
      if (left) return;
      task = draw(page, target, width);
      setRatio(target.height / target.width);
      await task.promise;
      setState('drawn');
    };
    show().catch(() => !left && setState('failed'));
    return () => {
      left = true;
      task?.cancel();
      target.width = 0;
    };
  }, [near, number, pdf, width]);
  return (
    <div ref={box} className={styles.page} style={{ width, aspectRatio: `1 / ${ratio}` }} data-state={state}>
      <canvas ref={canvas} role="img" aria-label={`Página ${number} de ${pdf.numPages}`} />
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          Esta página não pôde ser mostrada. Baixe o arquivo para vê-la.
        </p>
      )}
    </div>
  );
};
