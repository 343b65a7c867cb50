import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect } from 'react';

/** Steps of §2 that need a session; they redirect to the application's forms. */
const targets: Record<string, string> = {
  '/onboarding/banking-info': '/home/forms/transactions/bank?id=new',
  '/onboarding/new-building': '/home/forms/engineering/building?id=new',
};

const ForwardPage = () => {
  useEffect(() => window.location.replace(targets[window.location.pathname.replace(/\/+$/, '')] ?? '/home'), []);
  return <PublicCard title="Só um instante" text="Abrindo o cadastro…" />;
};

export default ForwardPage;
