import { estimateFigures } from '#domain/engineering/estimate/figures.ts';
import { useDraft } from '#web/form/useDraft.ts';
import type { CostEstimateDetailsQuery, CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Unread } from '#web/form/tree/CellField.tsx';
import type { UnreadCells } from './EstimateGrid.tsx';
import type { Resources } from './composition/readComposition.ts';
import { contentOf, draftOf, isDraft, withDraft } from './model/content.ts';
import type { Use } from './model/documents.ts';
import { rowsOfDetails } from './model/stored.ts';
import { useContent } from './useContent.ts';
import { useLock } from './useLock.ts';
import { useSave, type CellProblems } from './useSave.ts';

export type Details = NonNullable<CostEstimateDetailsQuery['costEstimateDetails']>;

/** An edited estimate: its content and figures, its draft in this browser, its lock, its save. */
export const useEstimate = (estimate: CostEstimateHeaderFragment, details: Details) => {
  const [header, setHeader] = useState(estimate);
  const draft = useDraft(`costEstimate.${estimate.id}`, isDraft);
  const [first] = useState(() => {
    const saved = contentOf(estimate, rowsOfDetails(details));
    // Nobody types in an approved estimate: a draft from before waits until it is taken back.
    const kept = estimate.canChange ? draft.kept?.value : undefined;
    return { saved, now: kept ? withDraft(saved, kept) : saved };
  });
  const content = useContent(first.saved, first.now);
  const { now, saved, dirty: changed } = content;
  const figures = useMemo(() => estimateFigures(now.rows, now), [now]);
  const [unread, setUnread] = useState<UnreadCells>({});
  const [problems, setProblems] = useState<CellProblems>({});
  const [resources, setResources] = useState<Resources>(details.resources);
  const [use, setUse] = useState<Use>(details);
  const [keptShown, setKeptShown] = useState(first.now !== first.saved);
  const rows = new Set(now.rows.map(({ key }) => key));
  const isBlocked = Object.keys(unread).some((cell) => rows.has(cell.slice(0, cell.lastIndexOf('.'))));
  const dirty = changed || isBlocked;

  const giveUpDraft = () => {
    draft.clear();
    setKeptShown(false);
  };
  const released = useRef<() => void>(() => undefined);
  const baseVersion = useRef(() => estimate.version);
  const save = useSave({
    ...{
      content,
      header,
      onHeader: setHeader,
      onProblems: setProblems,
      onResources: setResources,
      onUse: setUse,
    },
    onSaved: () => {
      giveUpDraft();
      released.current();
    },
  });
  const behind = useRef<(version: number) => void>(() => undefined);
  const lock = useLock({
    ...{ id: estimate.id, initial: estimate.lock ?? null, dirty },
    onVersion: (newest) => behind.current(newest),
  });
  useEffect(() => {
    released.current = () => void lock.release();
    baseVersion.current = save.version;
    // What another user has saved is shown at once, unless something is typed here.
    behind.current = (newest) => {
      if (newest > save.version() && !dirty && !save.saving) void save.rebase().catch(() => undefined);
    };
  });
  useEffect(() => {
    if (changed) draft.keep(draftOf(now, saved, baseVersion.current()));
  }, [draft, changed, now, saved]);

  const setCellUnread = (cell: string, left: Unread | null) => {
    setUnread((before) => {
      if (left === null && !(cell in before)) return before;
      const { [cell]: _gone, ...others } = before;
      return left === null ? others : { ...others, [cell]: left };
    });
    setProblems((before) => {
      if (!(cell in before)) return before;
      const { [cell]: _gone, ...others } = before;
      return others;
    });
  };
  const discard = () => {
    giveUpDraft();
    setUnread({});
    setProblems({});
    content.stand(saved);
    void lock.release();
  };
  return {
    ...{
      header,
      setHeader,
      resources,
      use,
      content,
      figures,
      unread,
      problems,
      isBlocked,
      dirty,
      lock,
      save,
      setCellUnread,
      discard,
    },
    keptAt: keptShown ? (draft.kept?.savedAt ?? null) : null,
  };
};
