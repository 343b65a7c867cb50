import { PRODUCT_NAME, PRODUCT_SLUG } from '#domain/product.ts';
import { currentToken, isExpired } from '#web/client/token.ts';
import { FlashBanner } from '#web/public/FlashBanner.tsx';
import { Areas } from './Areas.tsx';
import { Pledges } from './Pledges.tsx';
import { signUpIsOpen } from '#web/public/signUp.ts';
import { PublicHeader } from '#web/public/PublicHeader.tsx';
import { SampleExpense } from './SampleExpense.tsx';
import shared from '#web/public/public.module.css';
import styles from './LandingPage.module.css';

const entry = () => {
  const token = currentToken();
  return token && !isExpired(token)
    ? { href: '/home', text: `Abrir o ${PRODUCT_NAME}` }
    : { href: `/${PRODUCT_SLUG}id`, text: 'Entrar' };
};

/** Landing page: presents the product to visitors and links users to the login or the application. */
const LandingPage = () => {
  const { href, text } = entry();
  return (
    <div className={styles.page}>
      <FlashBanner />
      <PublicHeader>
        <a href={href} className={`${shared.button} ${shared.quiet}`}>
          {text}
        </a>
      </PublicHeader>
      <main>
        <section className={styles.hero}>
          <div className={styles.words}>
            <p className={styles.eyebrow}>Financeiro, compras e engenharia para construtoras</p>
            <h1>A obra no prumo. O caixa também.</h1>
            <p className={styles.lead}>
              O {PRODUCT_NAME} registra cada despesa na obra e na etapa certas, divide em parcelas sem perder um centavo
              e mostra, em cada carteira, o saldo que o banco mostra.
            </p>
            <div className={styles.actions}>
              <a href={href} className={shared.button}>
                {text === 'Entrar' ? `Entrar no ${PRODUCT_NAME}` : text}
              </a>
              {text === 'Entrar' && signUpIsOpen() && (
                <a href="/onboarding" className={`${shared.button} ${shared.quiet}`}>
                  Criar uma conta
                </a>
              )}
            </div>
          </div>
          <SampleExpense />
        </section>
        <Areas />
        <Pledges />
      </main>
      <footer className={styles.footer}>
        {PRODUCT_NAME} · Gestão financeira, de compras e de engenharia para construtoras
      </footer>
    </div>
  );
};

export default LandingPage;
