import { forgetForm, keptForm, registerForm } from '#web/client/keptForms.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns what was typed in a form before the page was left for the provider of an organization, which asks who the
 * person is and comes back; null for nothing. Forms that keep drafts need none of this.
 */
export const useKept = <Form>(name: string, isForm: (value: unknown) => value is Form): Form | null => {
  const [kept] = useState(() => keptForm(name));
  useEffect(() => forgetForm(name), [name]);
  return isForm(kept) ? kept : null;
};

/** Keeps the form's present value for the way to the provider and back; null: nothing was typed. */
export const useKeep = (name: string, value: unknown): void => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => registerForm(name, () => latest.current), [name]);
};
