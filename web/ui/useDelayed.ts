import { useEffect, useState } from 'react';

/** Returns true once `active` has been true for `milliseconds`: a skeleton that flashes is worse than none (rule 8). */
export const useDelayed = (active: boolean, milliseconds = 150): boolean => {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setElapsed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [active, milliseconds]);
  return active && elapsed;
};
