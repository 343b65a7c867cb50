import { add } from '#domain/money.ts';
import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { chosenRows } from './steps.ts';
import type { Rows } from './rows.ts';

/** A stage with documents. */
export interface UsedStage {
  stageId: string;
  documents: number;
  total: string;
}

/** Where documents of removed stages go, by the id of the stage; null: they keep the building, without a stage. */
export type DocumentMoves = Readonly<Record<string, string | null>>;

export interface StageChoice {
  id: string;
  name: string;
}

/** What is asked before stages with documents are removed. */
export interface RemovalQuestion {
  stages: readonly (UsedStage & { name: string })[];
  documents: number;
  total: string;
  /** Stages that stay. */
  targets: readonly StageChoice[];
}

/** Documents by stage once the moves are made that a save has still to make. */
const usedAfter = (used: readonly UsedStage[], moves: DocumentMoves): Map<string, UsedStage> => {
  const after = new Map<string, UsedStage>();
  for (const one of used) {
    const target = one.stageId in moves ? moves[one.stageId] : one.stageId;
    if (target == null) continue;
    const before = after.get(target);
    after.set(target, {
      stageId: target,
      documents: one.documents + (before?.documents ?? 0),
      total: before ? add(one.total, before.total) : one.total,
    });
  }
  return after;
};

/** What has to be asked before these rows are removed; null where no document uses them. */
export const removalQuestion = (
  rows: Rows,
  keys: ReadonlySet<string>,
  used: readonly UsedStage[],
  moves: DocumentMoves,
): RemovalQuestion | null => {
  const after = usedAfter(used, present(moves, rows));
  const gone = new Set(chosenRows(rows, keys));
  const codes = codesOf(rows);
  const named = rows.flatMap((row, index) =>
    row.group && row.id !== null ? [{ id: row.id, row, name: `${codes[index] ?? ''} ${row.description}` }] : [],
  );
  const stages = named.flatMap(({ id, row, name }) => {
    const one = after.get(id);
    return one && gone.has(row) ? [{ ...one, name }] : [];
  });
  if (stages.length === 0) return null;
  return {
    stages,
    documents: stages.reduce((sum, { documents }) => sum + documents, 0),
    total: stages.reduce((sum, { total }) => add(sum, total), '0.00'),
    targets: named.flatMap(({ id, row, name }) => (gone.has(row) ? [] : [{ id, name }])),
  };
};

/** Moves of stages that are removed: one that was brought back keeps its documents. */
const present = (moves: DocumentMoves, rows: Rows): DocumentMoves => {
  const ids = new Set(rows.map(({ id }) => id));
  return Object.fromEntries(Object.entries(moves).filter(([id]) => !ids.has(id)));
};

/** The moves with those of removed stages, also of documents that were to go to one of them. */
export const withMoves = (moves: DocumentMoves, { stages }: RemovalQuestion, target: string | null): DocumentMoves => {
  const gone = new Set(stages.map(({ stageId }) => stageId));
  const redirected = Object.entries(moves).map(([id, to]) => [id, to !== null && gone.has(to) ? target : to] as const);
  return Object.fromEntries([...redirected, ...[...gone].map((id) => [id, target] as const)]);
};
