import { PRODUCT_NAME } from '#domain/product.ts';
import { currentToken, isExpired } from '#web/client/token.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect, useSyncExternalStore } from 'react';
import { ForgotForm } from './ForgotForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from '#web/public/PublicCard.module.css';

/** `/prumoid` and `/organizations`: login page (§2). */
const LoginPage = () => {
  useEffect(() => {
    const token = currentToken();
    if (token && !isExpired(token)) window.location.replace('/home');
  }, []);
  // Stored in the address's hash, so that "back" returns to the login.
  const forgot = useSyncExternalStore(onHash, () => window.location.hash === '#recuperar-senha');
  if (forgot) {
    return (
      <PublicCard title="Esqueci minha senha" text="Informe o seu e-mail: enviaremos um link para criar outra senha.">
        <ForgotForm />
      </PublicCard>
    );
  }
  return (
    <PublicCard title={`Entrar no ${PRODUCT_NAME}`} text="Use o login e a senha da sua conta.">
      <LoginForm />
      <a href="#recuperar-senha" className={styles.link}>
        Esqueci minha senha
      </a>
      <a href="/onboarding" className={styles.link}>
        Criar uma conta
      </a>
    </PublicCard>
  );
};

const onHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

export default LoginPage;
