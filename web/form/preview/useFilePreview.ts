import { useCallback, useRef, useState } from 'react';
import type { PreviewedFile } from './kinds.ts';

export interface FilePreviewState {
  /** The file that is shown, and its place among all that can be. */
  file: PreviewedFile | null;
  place: { number: number; total: number };
  /** Counts the openings: each one brings the preview to the front where there is room for one. */
  asked: number;
  open: (file: PreviewedFile) => void;
  /** Shows the next (1) or previous (-1) file; the last is followed by the first. */
  step: (direction: 1 | -1) => void;
  close: () => void;
}

/** A file that waited goes on being shown once it is stored. */
const current = (files: readonly PreviewedFile[], shown: PreviewedFile | null): PreviewedFile | null => {
  if (shown === null) return null;
  const stored = ({ name, size }: PreviewedFile) => name === shown.name && size === shown.size;
  return files.find(({ key }) => key === shown.key) ?? (shown.onDownload ? null : (files.find(stored) ?? null));
};

/** Which of a form's files is shown beside it. */
export const useFilePreview = (files: readonly PreviewedFile[]): FilePreviewState => {
  const [shown, setShown] = useState<PreviewedFile | null>(null);
  const [asked, setAsked] = useState(0);
  const opener = useRef<Element | null>(null);
  const file = current(files, shown);
  const index = file === null ? -1 : files.indexOf(file);
  const open = useCallback((next: PreviewedFile) => {
    opener.current = document.activeElement;
    setShown(next);
    setAsked((count) => count + 1);
  }, []);
  const close = useCallback(() => {
    const button = opener.current;
    const typing = document.activeElement?.matches('input, textarea, select') === true;
    setShown(null);
    // Once the form is seen again, where the preview covered it.
    if (button instanceof HTMLElement && !typing) setTimeout(() => button.focus({ preventScroll: true }));
  }, []);
  return {
    file,
    place: { number: index + 1, total: files.length },
    asked,
    open,
    step: (direction) => setShown(files[(index + direction + files.length) % files.length] ?? null),
    close,
  };
};
