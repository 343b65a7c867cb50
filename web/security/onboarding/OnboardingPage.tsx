import { PRODUCT_SLUG } from '#domain/product.ts';
import shared from '#web/public/public.module.css';
import styles from '#web/public/PublicCard.module.css';
import { openAccount } from '#web/public/linkApi.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { accountOf, emptyForm, fieldAt, masked, steps, type AccountForm, type Problems } from './model.ts';

type Field = keyof AccountForm;

const labels: Record<Field, string> = {
  name: 'Seu nome',
  login: 'E-mail',
  companyName: 'Nome da empresa',
  companyTaxId: 'CNPJ (opcional)',
  customerName: 'Nome do cliente',
  customerTaxId: 'CPF ou CNPJ (opcional)',
};

const autoComplete: Partial<Record<Field, string>> = { name: 'name', login: 'username', companyName: 'organization' };

/** Returns the step of the address. The input is kept in the page only, so a new page starts with the first step. */
const useStep = () => {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    window.history.replaceState(null, '', steps[0].path);
    const follow = () =>
      setIndex(
        Math.max(
          0,
          steps.findIndex(({ path }) => path === window.location.pathname),
        ),
      );
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = (next: number) => {
    window.history.pushState(null, '', steps[next]?.path);
    setIndex(next);
  };
  return { index, step: steps[index] ?? steps[0], go };
};

/** `/onboarding`: registers a new account in three short steps (§2). */
const OnboardingPage = () => {
  const { index, step, go } = useStep();
  const [form, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLFormElement>(null);
  const last = index === steps.length - 1;

  useEffect(() => body.current?.querySelector('input')?.focus(), [index]);
  useEffect(() => {
    body.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const send = async () => {
    setBusy(true);
    const outcome = await openAccount(accountOf(form));
    setBusy(false);
    if (!('problem' in outcome)) return window.location.assign('/success-info');
    const field = fieldAt(outcome.field);
    if (!field) return setRefusal(outcome.problem);
    go(steps.findIndex(({ fields }) => fields.includes(field)));
    setProblems({ [field]: outcome.problem });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = step.problemsOf(form);
    setProblems(found);
    setRefusal('');
    if (Object.keys(found).length > 0) return;
    if (last) void send();
    else go(index + 1);
  };

  return (
    <PublicCard title={step.title} text={step.text}>
      <form ref={body} onSubmit={submit} className={styles.form} noValidate>
        {step.fields.map((field) => (
          <Input
            key={field}
            field={field}
            value={form[field]}
            problem={problems[field]}
            onChange={(text) => setForm({ ...form, [field]: masked(field, text) })}
          />
        ))}
        <div role="alert" className={styles.error}>
          {refusal}
        </div>
        <button type="submit" className={shared.button} aria-busy={busy}>
          {busy ? 'Criando…' : last ? 'Criar conta' : 'Continuar'}
        </button>
      </form>
      <p className={styles.progress}>
        Passo {index + 1} de {steps.length}
      </p>
      {index === 0 ? (
        <a href={`/${PRODUCT_SLUG}id`} className={styles.link}>
          Já tenho acesso
        </a>
      ) : (
        <button type="button" className={styles.link} onClick={() => window.history.back()}>
          Voltar
        </button>
      )}
    </PublicCard>
  );
};

interface InputProps {
  field: Field;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

const Input = ({ field, value, problem, onChange }: InputProps) => {
  const problemId = `${field}-error`;
  return (
    <>
      <label htmlFor={field}>{labels[field]}</label>
      <input
        id={field}
        name={field}
        type={field === 'login' ? 'email' : 'text'}
        maxLength={field === 'login' ? 254 : 120}
        autoComplete={autoComplete[field] ?? 'off'}
        aria-describedby={problemId}
        aria-invalid={problem !== undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={problemId} role="alert" className={styles.fieldError}>
        {problem}
      </div>
    </>
  );
};

export default OnboardingPage;
