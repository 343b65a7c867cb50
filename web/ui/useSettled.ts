import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for `milliseconds`; limits server requests while the user types. */
export const useSettled = <T>(value: T, milliseconds = 200): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
};
