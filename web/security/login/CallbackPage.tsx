import { PRODUCT_SLUG } from '#domain/product.ts';
import { takeTarget } from '#web/client/flash.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect, useState } from 'react';
import { completeLogin } from './loginApi.ts';
import styles from './login.module.css';

/** Seconds until the landing page after a failure (§4). */
const WAIT = 10;

/** Asked once per page load: what the provider sent back counts once. */
let completing: Promise<string | null> | undefined;

const complete = (): Promise<string | null> => {
  const query = window.location.search;
  // The code must not stay in the history of the browser.
  window.history.replaceState(null, '', window.location.pathname);
  return (completing ??= completeLogin(query));
};

const ACTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Returns the seconds left, or null once the person acts: whoever reads or clicks is not taken away. */
const useCountdown = (): number | null => {
  const [left, setLeft] = useState<number | null>(WAIT);
  useEffect(() => {
    const stop = () => setLeft(null);
    ACTS.forEach((act) => window.addEventListener(act, stop));
    return () => ACTS.forEach((act) => window.removeEventListener(act, stop));
  }, []);
  useEffect(() => {
    if (left === null) return;
    if (left <= 0) return window.location.replace('/');
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
};

/** Why the login failed, with the way back. */
const Failure = ({ problem }: { problem: string }) => {
  const left = useCountdown();
  const end = problem.indexOf('. ');
  const [headline, rest] = end < 0 ? [problem, ''] : [problem.slice(0, end + 1), problem.slice(end + 2)];
  return (
    <PublicCard title="Não foi possível entrar" text="O acesso único não foi concluído.">
      <div role="alert" className={styles.failure}>
        <strong>{headline}</strong>
        {rest !== '' && <span>{rest}</span>}
        {/* Not read aloud each second. */}
        {left !== null && <span aria-hidden="true">Voltando ao início em {left} s.</span>}
        <a href={`/${PRODUCT_SLUG}id`}>Tentar de novo</a>
      </div>
    </PublicCard>
  );
};

/** `/callback` and `/organizations/callback`: the provider has sent the browser back (§2). */
const CallbackPage = () => {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void complete().then((found) => {
      if (found === null) window.location.replace(takeTarget());
      else setProblem(found);
    });
  }, []);
  if (problem !== null) return <Failure problem={problem} />;
  return <PublicCard title="Só um instante" text={<span role="status">Confirmando o seu acesso…</span>} />;
};

export default CallbackPage;
