import { useEffect, useState } from 'react';

/** The value once it has stood still for `milliseconds`: what is asked of a server while somebody types. */
export const useSettled = <T>(value: T, milliseconds = 200): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
};
