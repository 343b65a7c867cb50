import { useDecisions } from './useDecisions.ts';
import { useDrafts } from './useDrafts.ts';
import { useImport } from './useImport.ts';
import { useProblems } from './useProblems.ts';
import { useUploads } from './useUploads.ts';

/** Everything that the screen knows: the files, those that are read, the decisions, and the import. */
export const useImportDesk = () => {
  const drafts = useDrafts();
  const decisions = useDecisions();
  const problems = useProblems();
  const uploads = useUploads(drafts.add);
  const all = drafts.files ?? [];
  const files = all.filter(({ state }) => state === 'DRAFT');
  const importing = useImport({ files, drafts, decisions, onProblem: problems.set });
  // Files that are done stay in sight until all are.
  const shown = importing.current === null ? files : all;
  return { drafts, decisions, problems, uploads, importing, files: shown };
};
export type ImportDesk = ReturnType<typeof useImportDesk>;
