import { PRODUCT_SLUG } from '#domain/product.ts';
import shared from '#web/public-pages/public.module.css';
import { useEffect, useState } from 'react';
import { rememberTarget } from '#web/app/flash.ts';
import { confirmUser, tokenOfAddress, type ConfirmedUser, type Outcome } from './linkApi.ts';
import { PublicCard } from './PublicCard.tsx';

const goOn = (
  <a href={`/${PRODUCT_SLUG}id`} className={shared.button}>
    Entrar
  </a>
);

// One use for one page, however often React draws it.
let asked: Promise<Outcome<ConfirmedUser>> | undefined;

/** `/user/validate/:confirmation_token`: the address of a user is theirs (§2). */
const ConfirmUserPage = () => {
  const [outcome, setOutcome] = useState<Outcome<ConfirmedUser> | null>(null);
  useEffect(() => {
    asked ??= confirmUser(tokenOfAddress());
    void asked.then((answered) => {
      // A new account starts with what there is to do first.
      if ('data' in answered && answered.data.activated) rememberTarget('/home/first-access');
      setOutcome(answered);
    });
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
  if (outcome.data.activated) {
    return (
      <PublicCard title="Conta ativada" text={`Entre com ${outcome.data.login} e a senha que você criou.`}>
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
