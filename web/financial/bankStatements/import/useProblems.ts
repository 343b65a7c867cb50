import { useCallback, useState } from 'react';

/** Why the last act on a file failed, by its id. */
export const useProblems = () => {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const set = useCallback(
    (id: string, problem: string | null) =>
      setProblems(({ [id]: _before, ...others }) => (problem === null ? others : { ...others, [id]: problem })),
    [],
  );
  return { of: (id: string): string | undefined => problems[id], set };
};
