import { useCallback, useReducer } from 'react';
import { isChanged, type Content } from './model/content.ts';

/** Steps that can be undone. */
const MOST = 200;

interface State {
  now: Content;
  saved: Content;
  past: readonly Content[];
  future: readonly Content[];
  tag: string | undefined;
  /** Counts steps back and forth: a field with a text of its own begins anew. */
  revision: number;
}

type Change = (now: Content) => Content;

type Action =
  | { kind: 'edit'; change: Change; tag: string | undefined }
  | { kind: 'step'; by: 'undo' | 'redo' }
  | { kind: 'saved'; saved: Content; now: Content };

const stepped = (state: State, by: 'undo' | 'redo'): State => {
  const [from, to] = by === 'undo' ? [state.past, state.future] : [state.future, state.past];
  const next = from.at(-1);
  if (!next) return state;
  const [rest, other] = [from.slice(0, -1), [...to, state.now]];
  return {
    ...{ ...state, now: next, tag: undefined, revision: state.revision + 1 },
    ...(by === 'undo' ? { past: rest, future: other } : { past: other, future: rest }),
  };
};

const reduce = (state: State, action: Action): State => {
  switch (action.kind) {
    case 'edit': {
      const now = action.change(state.now);
      if (now === state.now) return state;
      // Typing in a cell is one step.
      const same = action.tag !== undefined && action.tag === state.tag;
      return {
        ...state,
        now,
        past: same ? state.past : [...state.past, state.now].slice(-MOST),
        future: [],
        tag: action.tag,
      };
    }
    case 'step':
      return stepped(state, action.by);
    case 'saved':
      // Rows have ids once they are stored, so that steps from before do not fit them.
      return { ...state, ...{ now: action.now, saved: action.saved, past: [], future: [], tag: undefined } };
  }
};

/** The content of the editor with undo and redo of everything; a save begins anew. */
export const useContent = (saved: Content, now: Content) => {
  const [state, dispatch] = useReducer(reduce, { now, saved, past: [], future: [], tag: undefined, revision: 0 });
  const edit = useCallback((change: Change, tag?: string) => dispatch({ kind: 'edit', change, tag }), []);
  const undo = useCallback(() => dispatch({ kind: 'step', by: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'step', by: 'redo' }), []);
  const stand = useCallback(
    (stored: Content, next: Content = stored) => dispatch({ kind: 'saved', saved: stored, now: next }),
    [],
  );
  return {
    ...{ now: state.now, saved: state.saved, revision: state.revision, edit, undo, redo, stand },
    ...{ dirty: isChanged(state.now, state.saved), canUndo: state.past.length > 0, canRedo: state.future.length > 0 },
  };
};

export type ContentState = ReturnType<typeof useContent>;
