import { MAX_LEVELS, MAX_ROWS } from '#domain/engineering/estimate/outline.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyError, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { fillDown } from './model/cells.ts';
import { asNew, copyRows, rowsOfText, type Copied } from './model/clipboard.ts';
import { removalQuestion, withMoves, type DocumentMoves, type RemovalQuestion, type Use } from './model/documents.ts';
import { movedTo, REFUSALS, type Drop } from './model/drop.ts';
import { indexOfKey, newStage, type EstimateRow, type Rows } from './model/rows.ts';
import {
  chosenRows,
  indentRows,
  insertAt,
  moveRows,
  outdentRows,
  placeOfItem,
  placeOfStage,
  removeRows,
  restoreRows,
} from './model/steps.ts';
import { typedColumn } from './columns.ts';
import type { ContentState } from './useContent.ts';
import type { Cursor } from './useCursor.ts';
import { useState } from 'react';

/** Rows that were copied here, by the text that the clipboard has of them. */
let copied: Copied | null = null;

/** The question before stages with documents are removed. */
export interface Removal extends RemovalQuestion {
  onAnswer: (target: string | null) => void;
  onCancel: () => void;
}

type Step = (rows: Rows, keys: ReadonlySet<string>) => Rows;

/** What toolbar and keys do to the chosen rows. */
export const useCommands = (content: ContentState, cursor: Cursor, use: Use) => {
  const [question, setQuestion] = useState<Removal | null>(null);
  const { rows } = content.now;
  const { active, chosen } = cursor;
  const index = active === null ? -1 : indexOfKey(rows, active.key);
  const edit = (change: (rows: Rows) => Rows, tag?: string) =>
    content.edit((now) => {
      const next = change(now.rows);
      return next === now.rows ? now : { ...now, rows: next };
    }, tag);
  const step = (change: Step) => () => {
    edit((now) => change(now, chosen));
    cursor.keep();
  };
  /** Moves rows to another place; the list after it, or null where they cannot stand there. */
  const moveTo = (drop: Drop, keys: ReadonlySet<string> = chosen): Rows | null => {
    const next = movedTo(rows, keys, drop);
    if (typeof next === 'string') {
      notifyError(REFUSALS[next]);
      return null;
    }
    edit(() => next);
    cursor.keep();
    return next;
  };
  /** Puts rows beside the cursor, which goes to the first of them. */
  const insert = (added: Rows, column: 'description' | 'quantity', stage = false): void => {
    const place = stage ? placeOfStage(rows, index) : placeOfItem(rows, index);
    const next = insertAt(rows, place, added);
    if (!next) return notifyError(`As etapas vão até ${MAX_LEVELS} níveis.`);
    if (next.length > MAX_ROWS) return notifyError('Um orçamento tem no máximo 20.000 linhas.');
    edit(() => next);
    const [first] = added;
    if (first) cursor.go({ key: first.key, column });
  };
  /** Removes rows; where documents use them, somebody has to say first where these go. */
  const removeThese = (keys: ReadonlySet<string>): void => {
    const asked = removalQuestion(rows, keys, use, content.now.moves);
    if (!asked) return removeNow(keys, {});
    setQuestion({
      ...asked,
      onAnswer: (target) => {
        setQuestion(null);
        removeNow(keys, withMoves(content.now.moves, asked, target));
      },
      onCancel: () => {
        setQuestion(null);
        cursor.keep();
      },
    });
  };
  const removeNow = (keys: ReadonlySet<string>, moves: DocumentMoves): void => {
    const gone = chosenRows(rows, keys);
    const [first] = gone;
    if (!first) return;
    const last = indexOfKey(rows, gone.at(-1)?.key ?? '');
    const next: EstimateRow | undefined = rows[last + 1];
    const beside = next ?? rows[indexOfKey(rows, first.key) - 1];
    content.edit((now) => ({ ...now, rows: removeRows(now.rows, keys), moves: { ...now.moves, ...moves } }));
    cursor.go(beside ? { key: beside.key, column: active?.column ?? 'description' } : null);
    const restore = () => edit((now) => (now.includes(first) ? now : restoreRows(now, gone, next?.key ?? null)));
    notifyUndo(counted(gone.length, 'linha retirada', 'linhas retiradas'), restore, first.description);
  };
  const copy = (): string => {
    copied = copyRows(rows, chosen);
    return copied.text;
  };
  /** Takes rows of the clipboard; false for a single value, which its field takes. */
  const paste = (text: string): boolean => {
    const own = copied !== null && text.replaceAll('\r', '') === copied.text;
    if (!own && !/[\t\n]/.test(text.trim())) return false;
    const added = own ? asNew(copied?.rows ?? [], content.saved.rows) : rowsOfText(text);
    if (added.length === 0) return false;
    insert(added, 'description', added[0]?.group === true && own);
    notifySuccess(counted(added.length, 'linha colada', 'linhas coladas'));
    return true;
  };
  const fill = (): void => {
    const column = active && typedColumn(active.column);
    if (!column) return;
    const indexes = [...chosen].map((key) => indexOfKey(rows, key)).sort((a, b) => a - b);
    edit((now) => fillDown(now, indexes, column));
    cursor.keep();
  };
  return {
    ...{ index, edit, insert, moveTo, removeThese, question, copy, paste, fill },
    /** Removes the chosen rows. */
    remove: () => removeThese(chosen),
    up: step((now, keys) => moveRows(now, keys, -1)),
    down: step((now, keys) => moveRows(now, keys, 1)),
    indent: step(indentRows),
    outdent: step(outdentRows),
    duplicate: () => {
      const { rows: same } = copyRows(rows, chosen);
      const [first] = same;
      if (first) insert(asNew(same, content.saved.rows), 'description', first.group);
    },
    stage: () => insert([newStage()], 'description', true),
  };
};

export type Commands = ReturnType<typeof useCommands>;
