import { useRef } from 'react';

/** Something that was done here and can be taken back. */
export interface Undoable {
  /** Resolves when it is taken back, or when it is told why it cannot be. */
  undo: () => Promise<void>;
}

/** What was done on this screen, the last first: Ctrl+Z takes it back, and so does its notice, once. */
export const useUndoStack = () => {
  const done = useRef<Undoable[]>([]);
  const take = (one: Undoable): void => {
    const index = done.current.indexOf(one);
    if (index < 0) return;
    done.current.splice(index, 1);
    void one.undo();
  };
  return {
    /** Returns what the notice's button runs. */
    push: (undo: () => Promise<void>): (() => void) => {
      const one = { undo };
      done.current.push(one);
      return () => take(one);
    },
    undoLast: (): boolean => {
      const last = done.current.at(-1);
      if (last) take(last);
      return last !== undefined;
    },
  };
};
export type UndoStack = ReturnType<typeof useUndoStack>;
