import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect } from 'react';

/** `/onboarding/callback`: a single sign-on that began at the sign-up ends where every other one does (§2). */
const CallbackPage = () => {
  useEffect(() => window.location.replace(`/callback${window.location.search}`), []);
  return <PublicCard title="Só um instante" text="Concluindo a entrada…" />;
};

export default CallbackPage;
