import { useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

interface EditorKeys {
  onSave: () => void;
  /** Ctrl+Enter: saves and opens a new form. */
  onSaveAndNew?: () => void;
  onMove?: (direction: 1 | -1) => void;
  /** The form is inside a dialog; otherwise the keys are ignored while a dialog covers the form. */
  inDialog?: boolean;
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');

const isCovered = ({ inDialog = false }: EditorKeys) =>
  !inDialog && document.querySelector('[aria-modal="true"]') !== null;

/** Blurs and refocuses the active field, because fields commit their value on blur. */
const handOver = (): void => {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  field.blur();
  field.focus();
};

/**
 * Ctrl+S saves from anywhere in the form, Ctrl+Enter saves and opens a new one; J and K open the next and previous row
 * of the list while no field has the focus.
 */
export const useEditorKeys = (keys: EditorKeys): void => {
  const current = useRef(keys);
  // Layout effects: a form takes its keys from the moment it is seen.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
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
