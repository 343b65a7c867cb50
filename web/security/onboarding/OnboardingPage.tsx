import { PRODUCT_SLUG } from '#domain/product.ts';
import { currentToken, isExpired } from '#web/client/token.ts';
import { FlashBanner } from '#web/public/FlashBanner.tsx';
import shared from '#web/public/public.module.css';
import publicCard from '#web/public/PublicCard.module.css';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { PublicHeader } from '#web/public/PublicHeader.tsx';
import { signUpIsOpen } from '#web/public/signUp.ts';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { putOff } from './api.ts';
import { Continued, draftToken } from './Continued.tsx';
import { Demonstration } from './Demonstration.tsx';
import { Cloud } from './icons.tsx';
import { LAST, steps } from './model.ts';
import styles from './OnboardingPage.module.css';
import { Preview } from './Preview.tsx';
import { Progress, Rail } from './Rail.tsx';
import { AccessStep } from './steps/AccessStep.tsx';
import { BuildingStep } from './steps/BuildingStep.tsx';
import { CompanyStep } from './steps/CompanyStep.tsx';
import { useWizard, type Wizard } from './useWizard.ts';

const WalletStep = lazy(() => import('./wallet/WalletStep.tsx'));

/** Whoever is logged in finds the application's forms behind the addresses of §2 that make one row. */
const FORMS: Readonly<Record<string, string>> = {
  '/onboarding/banking-info': '/home/forms/transactions/bank?id=new',
  '/onboarding/new-building': '/home/forms/engineering/building?id=new',
};

const formOfSession = (): string | undefined => {
  const token = currentToken();
  return token && !isExpired(token) ? FORMS[window.location.pathname.replace(/\/+$/, '')] : undefined;
};

/** Focuses the first field of a step, and the first field at fault. */
const useFocus = (wizard: Wizard) => {
  const body = useRef<HTMLFormElement>(null);
  const { step, problems } = wizard;
  useEffect(() => body.current?.querySelector<HTMLInputElement>('input:not([type=file])')?.focus(), [step]);
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      body.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return body;
};

const savedText = (at: string | null): string => (at === null ? '' : 'Guardado neste navegador');

/** Mails the link that continues the sign-up elsewhere. */
const useLater = (wizard: Wizard) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const later = async (): Promise<void> => {
    if (busy) return;
    const login = normalizeEmail(wizard.form.login);
    if (!isEmail(login)) return wizard.ask('login', 'Informe o e-mail que vai receber o link para continuar.');
    setBusy(true);
    const outcome = await putOff(wizard.kept);
    setBusy(false);
    if ('problem' in outcome) wizard.refuse(outcome.problem);
    else setSentTo(login);
  };
  return { sentTo, busy, later, stay: () => setSentTo(null) };
};

const StepFields = ({ wizard, asksPassword }: { wizard: Wizard; asksPassword: boolean }) => {
  if (wizard.step === 0) return <AccessStep wizard={wizard} />;
  if (wizard.step === 1) return <CompanyStep wizard={wizard} />;
  if (wizard.step === 2) return <BuildingStep wizard={wizard} />;
  return (
    <Suspense fallback={<p className={styles.text}>Carregando…</p>}>
      <WalletStep wizard={wizard} asksPassword={asksPassword} />
    </Suspense>
  );
};

const Actions = ({ wizard }: { wizard: Wizard }) => {
  const { step, current, busy } = wizard;
  const label = step < LAST ? 'Continuar' : busy ? 'Criando…' : 'Criar conta';
  return (
    <div className={styles.actions}>
      {step > 0 ? (
        <button type="button" className={`${shared.button} ${shared.quiet}`} onClick={wizard.back}>
          Voltar
        </button>
      ) : (
        <a href="/onboarding/login" className={styles.plain}>
          Já tenho acesso
        </a>
      )}
      {current.optional && (
        <button type="button" className={styles.plain} onClick={() => void wizard.skip()}>
          Pular por agora
        </button>
      )}
      <button type="submit" className={`${shared.button} ${styles.go}`} aria-busy={busy}>
        {label}
      </button>
    </div>
  );
};

const Card = ({ wizard }: { wizard: Wizard }) => {
  const body = useFocus(wizard);
  const { step, current, password } = wizard;
  // Decided as the step opens: the field must not go while it is typed.
  const [asked, setAsked] = useState({ step: -1, password: false });
  if (asked.step !== step) setAsked({ step, password: step === LAST && password === '' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void wizard.next();
  };
  return (
    <form ref={body} onSubmit={submit} className={styles.card} noValidate>
      <Progress step={step} />
      <p className={styles.count}>
        Passo {step + 1} de {steps.length}
      </p>
      <h1>{current.title}</h1>
      <p className={styles.text}>{current.text}</p>
      <StepFields wizard={wizard} asksPassword={asked.password} />
      <div role="alert" className={styles.refusal}>
        {wizard.refusal}
      </div>
      <Actions wizard={wizard} />
    </form>
  );
};

/** The sign-up in four short steps (§2). */
const SignUp = () => {
  const wizard = useWizard();
  const { sentTo, busy, later, stay } = useLater(wizard);
  if (sentTo !== null) {
    return (
      <PublicCard
        title="Continue quando quiser"
        text={`Enviamos para ${sentTo} o link que abre este cadastro, também em outro aparelho. Ele vale por 7 dias.`}
      >
        <p>A senha não é guardada: você a escolhe de novo. Neste navegador, o cadastro continua onde parou.</p>
        <button type="button" className={shared.button} onClick={stay}>
          Continuar agora
        </button>
      </PublicCard>
    );
  }
  return (
    <div className={publicCard.page}>
      <FlashBanner />
      <PublicHeader>
        <div className={styles.later}>
          {wizard.kept.savedAt !== null && (
            <span className={styles.saved}>
              <Cloud /> {savedText(wizard.kept.savedAt)}
            </span>
          )}
          <button
            type="button"
            className={`${shared.button} ${shared.quiet}`}
            aria-busy={busy}
            onClick={() => void later()}
          >
            <span className={styles.wide}>Sair e continuar depois</span>
            <span className={styles.narrow}>Continuar depois</span>
          </button>
        </div>
      </PublicHeader>
      <main className={styles.main}>
        <div className={styles.side}>
          <Rail wizard={wizard} />
          <Demonstration wizard={wizard} />
        </div>
        <Card wizard={wizard} />
        <Preview wizard={wizard} />
      </main>
    </div>
  );
};

/** `/onboarding` and its steps: opens a new account, starts where this browser left off, or continues by a link (§2). */
const OnboardingPage = () => {
  const [token, setToken] = useState(draftToken);
  const form = formOfSession();
  useEffect(() => {
    if (form !== undefined) window.location.replace(form);
  }, [form]);
  if (form !== undefined) return <PublicCard title="Só um instante" text="Abrindo o cadastro…" />;
  if (!signUpIsOpen()) {
    return (
      <PublicCard
        title="O cadastro está desligado"
        text="Novas contas não são abertas por aqui. Peça o seu acesso a quem administra a conta da sua empresa."
      >
        <a href={`/${PRODUCT_SLUG}id`} className={shared.button}>
          Entrar
        </a>
      </PublicCard>
    );
  }
  if (token === null) return <SignUp />;
  const done = () => {
    window.history.replaceState(null, '', '/onboarding');
    setToken(null);
  };
  return <Continued token={token} onDone={done} />;
};

export default OnboardingPage;
