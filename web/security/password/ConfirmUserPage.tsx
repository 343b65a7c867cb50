import { PRODUCT_SLUG } from '#domain/product.ts';
import shared from '#web/public-pages/public.module.css';
import { useEffect, useState } from 'react';
import { confirmUser, tokenOfAddress, type Outcome, type LinkOwner } from './linkApi.ts';
import { PublicCard } from './PublicCard.tsx';

const goOn = (
  <a href={`/${PRODUCT_SLUG}id`} className={shared.button}>
    Entrar
  </a>
);

// One use for one page, however often React draws it.
let asked: Promise<Outcome<LinkOwner>> | undefined;

/** `/user/validate/:confirmation_token`: the address of a user is theirs (§2). */
const ConfirmUserPage = () => {
  const [outcome, setOutcome] = useState<Outcome<LinkOwner> | null>(null);
  useEffect(() => {
    asked ??= confirmUser(tokenOfAddress());
    void asked.then(setOutcome);
  }, []);
  if (!outcome) return <PublicCard title="Confirmar endereço" text="Conferindo o link…" />;
  if ('problem' in outcome) {
    return (
      <PublicCard title="Este link não vale mais" text={<span role="alert">{outcome.problem}.</span>}>
        <p>Ele pode ter expirado ou já ter sido usado: se você já confirmou o endereço, é só entrar.</p>
        {goOn}
      </PublicCard>
    );
  }
  return (
    <PublicCard title="Endereço confirmado" text={`${outcome.data.login} é o seu login a partir de agora.`}>
      {goOn}
    </PublicCard>
  );
};

export default ConfirmUserPage;
