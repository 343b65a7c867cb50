import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

interface EditorKeys {
  onSave: () => void;
  /** Ctrl+Enter: stores it and begins the next one. */
  onSaveAndNew?: () => void;
  onMove?: (direction: 1 | -1) => void;
  /** The form stands in a dialog; without it, keys wait until no dialog is above the form. */
  inDialog?: boolean;
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');

const isCovered = ({ inDialog = false }: EditorKeys) =>
  !inDialog && document.querySelector('[aria-modal="true"]') !== null;

/** A field that is still being typed in hands over its value when it is left. */
const handOver = (): void => {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  field.blur();
  field.focus();
};

/** Ctrl+S saves from anywhere in the form, Ctrl+Enter goes on with another one; J and K go to the next and previous one of the list where nobody types. */
export const useEditorKeys = (keys: EditorKeys): void => {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const move = (direction: 1 | -1) => (event: KeyboardEvent) => {
      if (typing(event.target) || event.ctrlKey || event.metaKey || isCovered(current.current)) return;
      current.current.onMove?.(direction);
    };
    const store = (which: 'onSave' | 'onSaveAndNew') => (event: KeyboardEvent) => {
      event.preventDefault();
      if (isCovered(current.current)) return;
      handOver();
      setTimeout(() => current.current[which]?.());
    };
    return tinykeys(window, {
      '$mod+s': store('onSave'),
      '$mod+Enter': store('onSaveAndNew'),
      j: move(1),
      k: move(-1),
    });
  }, []);
};
