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

/** Documents that several stages have shares of. */
export interface SharedDocuments {
  stageIds: readonly string[];
  documents: number;
}

/** What documents have in the stages of the estimate. */
export interface Use {
  usedStages: readonly UsedStage[];
  sharedDocuments: readonly SharedDocuments[];
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

/** The stage that has the documents of another one once the moves are made; null: none. */
const stageAfter = (id: string, moves: DocumentMoves): string | null => (id in moves ? (moves[id] ?? null) : id);

/** How many documents more the stages count together than there are. */
const countedAgain = (shared: readonly SharedDocuments[], stages: ReadonlySet<string>, moves: DocumentMoves): number =>
  shared.reduce((sum, { stageIds, documents }) => {
    const within = stageIds.filter((id) => {
      const stage = stageAfter(id, moves);
      return stage !== null && stages.has(stage);
    });
    return sum + Math.max(0, within.length - 1) * documents;
  }, 0);

/** Documents of some stages together, each once. */
const countDocuments = (
  { usedStages, sharedDocuments }: Use,
  stages: ReadonlySet<string>,
  moves: DocumentMoves,
): number =>
  usedStages.reduce(
    (sum, { stageId, documents }) => {
      const stage = stageAfter(stageId, moves);
      return stage !== null && stages.has(stage) ? sum + documents : sum;
    },
    -countedAgain(sharedDocuments, stages, moves),
  );

/** Documents by stage once the moves are made that a save has still to make. */
const usedAfter = (use: Use, moves: DocumentMoves): Map<string, UsedStage> => {
  const totals = new Map<string, string>();
  for (const { stageId, total } of use.usedStages) {
    const stage = stageAfter(stageId, moves);
    if (stage !== null) totals.set(stage, add(totals.get(stage) ?? '0.00', total));
  }
  return new Map(
    [...totals].map(([stageId, total]) => [
      stageId,
      { stageId, total, documents: countDocuments(use, new Set([stageId]), moves) },
    ]),
  );
};

/** What has to be asked before these rows are removed; null where no document uses them. */
export const removalQuestion = (
  rows: Rows,
  keys: ReadonlySet<string>,
  use: Use,
  moves: DocumentMoves,
): RemovalQuestion | null => {
  const made = present(moves, rows);
  const after = usedAfter(use, made);
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
  const removed = new Set(stages.map(({ stageId }) => stageId));
  return {
    stages,
    documents: countDocuments(use, removed, made),
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
