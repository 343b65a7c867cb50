import { counted } from '#domain/numberFormat.ts';
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { ErrorIcon } from './icons.ts';
import { formOf, showNextProblem } from './problems.ts';
import styles from './ProblemCount.module.css';

/** Whether a dialog covers the form that the button belongs to. */
const isCovered = (form: Element | null): boolean => {
  const modal = document.querySelector('[aria-modal="true"]');
  return modal !== null && form !== null && !modal.contains(form);
};

/**
 * Rendered in the foot of a drawer, dialog or page: how many fields have a problem. A click or F8 goes to the first one, and
 * again to the next. Nothing without problems.
 */
export const ProblemCount = ({ count }: { count: number }) => {
  const own = useRef<HTMLButtonElement>(null);
  const has = count > 0;
  useEffect(() => {
    if (!has) return undefined;
    const press = (event: KeyboardEvent) => {
      const form = formOf(own.current);
      if (event.key !== 'F8' || isCovered(form)) return;
      event.preventDefault();
      showNextProblem(form);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [has]);
  if (!has) return null;
  return (
    <Button
      ref={own}
      variant="subtle"
      icon={<ErrorIcon />}
      shortcut="F8"
      className={styles.count}
      onClick={() => showNextProblem(formOf(own.current))}
    >
      {counted(count, 'campo precisa de correção', 'campos precisam de correção')}
    </Button>
  );
};
