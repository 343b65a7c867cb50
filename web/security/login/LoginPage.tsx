import { PRODUCT_NAME } from '#domain/product.ts';
import { currentToken, isExpired } from '#web/client/token.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { signUpIsOpen } from '#web/public/signUp.ts';
import shared from '#web/public/public.module.css';
import styles from '#web/public/PublicCard.module.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { AddressForm } from './AddressForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { OrganizationChoice } from './OrganizationChoice.tsx';
import { TypedAddress } from './TypedAddress.tsx';
import { startAddress, type Organization, type Way } from './loginApi.ts';

/** Steps in the address's hash, so that "back" returns to the address. */
const STEPS = { forgot: '#recuperar-senha', password: '#senha', organization: '#organizacao' } as const;

/** Opened with this hash, the page asks for a password whatever the address: for the emergency administrator. */
const passwordFirst = window.location.hash === STEPS.password;

const NewAccountLink = () =>
  signUpIsOpen() && (
    <span className={styles.invitation}>
      <span>Ainda não usa?</span>
      <a href="/onboarding" className={`${shared.button} ${shared.quiet}`}>
        Criar uma conta
      </a>
    </span>
  );

const Forgotten = () => (
  <a href={STEPS.forgot} className={styles.link}>
    Esqueci minha senha
  </a>
);

const goTo = (step: string) => window.location.assign(step);

/** `/prumoid` and `/organizations`: login page (§2). The address comes first and decides what follows (mock 13). */
const LoginPage = () => {
  useEffect(() => {
    const token = currentToken();
    if (token && !isExpired(token)) window.location.replace('/home');
  }, []);
  const step = useSyncExternalStore(onHash, () => window.location.hash);
  const [login, setLogin] = useState('');
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);
  const [mayUsePassword, setMayUsePassword] = useState(true);

  const follow = (address: string, way: Extract<Way, { status: string }>) => {
    setLogin(address);
    setOrganizations(way.organizations);
    setMayUsePassword(way.status !== 'SSO_ONLY');
    const [first, second] = way.organizations;
    if (passwordFirst || !first) return goTo(STEPS.password);
    if (way.status === 'SSO_ONLY' && !second) return window.location.assign(startAddress(first, address));
    goTo(STEPS.organization);
  };

  if (step === STEPS.forgot) {
    return (
      <PublicCard title="Esqueci minha senha" text="Informe o seu e-mail: enviaremos um link para criar outra senha.">
        <ForgotForm />
      </PublicCard>
    );
  }
  if (login !== '' && step === STEPS.password) {
    return (
      <PublicCard title="Digite a senha" text="Use a senha da sua conta." header={<NewAccountLink />}>
        <TypedAddress login={login} />
        <LoginForm login={login} />
        <Forgotten />
      </PublicCard>
    );
  }
  if (organizations.length > 0 && step === STEPS.organization) {
    const domain = login.slice(login.lastIndexOf('@') + 1).toLowerCase();
    return (
      <PublicCard title="Escolha como entrar" text={`${domain} usa acesso único.`} header={<NewAccountLink />}>
        <TypedAddress login={login} />
        <OrganizationChoice
          login={login}
          organizations={organizations}
          passwordStep={mayUsePassword ? STEPS.password : null}
        />
      </PublicCard>
    );
  }
  return (
    <PublicCard title={`Entrar no ${PRODUCT_NAME}`} text="Comece pelo e-mail." header={<NewAccountLink />}>
      <AddressForm login={login} onFound={follow} />
      <Forgotten />
    </PublicCard>
  );
};

const onHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

export default LoginPage;
