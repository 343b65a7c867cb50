import { PRODUCT_SLUG } from '#domain/product.ts';
import shared from '#web/public/public.module.css';
import { PublicCard } from '#web/public/PublicCard.tsx';

/** `/success-info`: announces a mail with a link (§2). Does not reveal whether the address has a login. */
const SuccessInfoPage = () => (
  <PublicCard
    title="Verifique o seu e-mail"
    text="Enviamos um e-mail com o link para você continuar. Ele chega em instantes, se o endereço estiver certo."
  >
    <p>Não chegou? Olhe também a caixa de spam e confira se o endereço está certo.</p>
    <a href={`/${PRODUCT_SLUG}id`} className={shared.button}>
      Voltar para a entrada
    </a>
  </PublicCard>
);

export default SuccessInfoPage;
