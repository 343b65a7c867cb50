import { PRODUCT_NAME } from '#domain/product.ts';
import { FlashBanner } from '#web/public-pages/FlashBanner.tsx';
import { PublicHeader } from '#web/public-pages/PublicHeader.tsx';
import { currentToken, isExpired } from '#web/app/token.ts';
import { useEffect } from 'react';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';

/** The application is fetched while the person types, so that it opens at once. */
const prefetchApplication = () => void import('#web/app/startApp.tsx').catch(() => undefined);

/** `/prumoid` and `/organizations`: login with login and password (§2). */
const LoginPage = () => {
  useEffect(() => {
    const token = currentToken();
    if (token && !isExpired(token)) window.location.replace('/home');
    const timer = setTimeout(prefetchApplication, 800);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.page}>
      <FlashBanner />
      <PublicHeader />
      <main className={styles.main}>
        <section className={styles.card}>
          <h1>Entrar no {PRODUCT_NAME}</h1>
          <p>Use o login e a senha da sua conta.</p>
          <LoginForm />
        </section>
      </main>
    </div>
  );
};

export default LoginPage;
