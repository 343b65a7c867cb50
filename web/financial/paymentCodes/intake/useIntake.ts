import { readFiscalKey } from '#domain/financial/fiscalDocuments/keys.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { readHere, seemsCode } from '../reading.ts';
import { addHost, isScan, openScans, openText, type IntakeHost } from './intake.ts';

/** Fields that take any text: a number in them may be meant. Amounts, dates and choices take no code. */
const FREE_TEXT =
  'textarea, [contenteditable="true"], input:not([role="combobox"]):not([autocomplete="off"]):not([type="checkbox"]):not([type="radio"])';
/** Other fields: only a right code is taken from them. */
const FIELD = 'input, select';

/** A dialog is in front: what is pasted is meant for it. */
const isAbove = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

const elementOf = (event: Event): Element | null => (event.target instanceof Element ? event.target : null);

const onPaste = (event: ClipboardEvent): void => {
  const target = elementOf(event);
  if (event.defaultPrevented || isAbove() || target?.matches(FREE_TEXT)) return;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  const files = [...(event.clipboardData?.files ?? [])].filter(isScan);
  if (text === '' && files.length > 0) {
    if (openScans(files)) event.preventDefault();
    return;
  }
  const key = readFiscalKey(text);
  if (!seemsCode(text) && key === null) return;
  if (target?.matches(FIELD) && !readHere(text).ok && key?.ok !== true) return;
  if (openText(text)) event.preventDefault();
};

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

const onDragOver = (event: DragEvent): void => {
  if (!event.defaultPrevented && hasFiles(event) && !isAbove()) event.preventDefault();
};

const onDrop = (event: DragEvent): void => {
  if (event.defaultPrevented || isAbove()) return;
  const files = [...(event.dataTransfer?.files ?? [])].filter(isScan);
  if (files.length > 0 && openScans(files)) event.preventDefault();
};

let listeners = 0;

/** On the body, so that places of their own take theirs first, and the page refuses what nobody takes. */
const listen = (): (() => void) => {
  listeners += 1;
  if (listeners === 1) {
    document.addEventListener('paste', onPaste);
    document.body.addEventListener('dragover', onDragOver);
    document.body.addEventListener('drop', onDrop);
  }
  return () => {
    listeners -= 1;
    if (listeners > 0) return;
    document.removeEventListener('paste', onPaste);
    document.body.removeEventListener('dragover', onDragOver);
    document.body.removeEventListener('drop', onDrop);
  };
};

/** Takes what is pasted and dropped anywhere while it is mounted, in front of those that were there before. */
export const useIntake = (host: IntakeHost, enabled = true): void => {
  const latest = useRef(host);
  useLayoutEffect(() => {
    latest.current = host;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const leave = addHost({
      text: (text) => latest.current.text(text),
      scans: (files) => latest.current.scans(files),
    });
    const silence = listen();
    return () => {
      leave();
      silence();
    };
  }, [enabled]);
};
