import { passwordProblem } from '#domain/passwords.ts';
import { normalizeEmail } from '#domain/email.ts';
import { useEffect, useState } from 'react';
import { openAccount } from './api.ts';
import { forgetKept, keep, NOTHING, readKept, type Kept } from './kept.ts';
import {
  fieldAt,
  indexOfPath,
  LAST,
  masked,
  pathOf,
  problemsOf,
  stepAt,
  stepOf,
  type Field,
  type Form,
  type Problems,
  type TextField,
} from './model.ts';

/** Loads the list while the user types. Without it the form checks the other rules; the services check all of them. */
export const commonPasswords = (): Promise<ReadonlySet<string>> =>
  import('#domain/commonPasswords.ts').then(
    ({ COMMON_PASSWORDS }) => COMMON_PASSWORDS,
    () => new Set(),
  );

/** Amounts, dates and statements: only the last step needs them. */
const walletTools = () => import('./wallet/wallet.ts');

/** The first step, up to the wanted one, that is not filled in yet. */
const reachable = (wanted: number, { form, skipped }: Kept): number => {
  const open = [0, 1, 2].find(
    (index) => !(index === 2 && (skipped.building || form.buildingName === '')) && hasProblems(problemsOf(index, form)),
  );
  return Math.min(wanted, open ?? LAST);
};
const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0;

const begin = (): Kept => {
  const kept = readKept() ?? NOTHING;
  const step = reachable(indexOfPath(window.location.pathname) ?? kept.step, kept);
  return { ...kept, step };
};

/** State of the sign-up: what is typed is kept in this browser at once, the password nowhere. */
export const useWizard = () => {
  const [kept, setKept] = useState(begin);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const { form, step } = kept;

  const change = (next: Partial<Kept>): void =>
    setKept((before) => {
      const after = { ...before, ...next, savedAt: new Date().toISOString() };
      keep(after);
      return after;
    });

  useEffect(() => {
    window.history.replaceState(null, '', pathOf(step, form));
    const follow = () => {
      setProblems({});
      setKept((now) => ({ ...now, step: reachable(indexOfPath(window.location.pathname) ?? now.step, now) }));
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
    // The address of the first render; each later step writes its own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const go = (next: number, more: Partial<Kept> = {}): void => {
    window.history.pushState(null, '', pathOf(next, more.form ?? form));
    setProblems({});
    setRefusal('');
    change({ ...more, step: next });
  };

  const set = (values: Partial<Form>): void => {
    change({ form: { ...form, ...values } });
    setProblems((before) => {
      const stay = Object.entries(before).filter(([field]) => !(field in values));
      return Object.fromEntries(stay);
    });
  };
  const type = (field: TextField, text: string): void => set({ [field]: masked(field, text) });
  const ofCustomer = (yes: boolean): void => {
    set({ ofCustomer: yes });
    window.history.replaceState(null, '', pathOf(2, { ...form, ofCustomer: yes }));
  };
  const typePassword = (text: string): void => {
    setPassword(text);
    setProblems(({ password: _gone, ...others }) => others);
  };

  const passwordFault = async (): Promise<string | null> => {
    if (password === '') return 'Informe a senha.';
    const owner = { login: normalizeEmail(form.login), company: form.companyName };
    return passwordProblem(password, owner, await commonPasswords());
  };

  const check = async (): Promise<Problems> => {
    const found = step === LAST ? (await walletTools()).problemsOf(form) : problemsOf(step, form);
    const asked = step === 0 || (step === LAST && password === '');
    const fault = asked ? await passwordFault() : null;
    return fault === null ? found : { ...found, password: fault };
  };

  const send = async (final: Kept): Promise<void> => {
    // The name of the company was not known when the password was typed.
    const fault = await passwordFault();
    if (fault !== null) return setProblems({ password: fault });
    const wallet = final.skipped.wallet ? null : (await walletTools()).walletOf(form);
    const outcome = await openAccount(final, password, wallet);
    if (!('problem' in outcome)) {
      forgetKept();
      return window.location.assign('/success-info');
    }
    const field = fieldAt(outcome.field);
    if (!field) return setRefusal(outcome.problem);
    if (field !== 'password') go(stepOf(field));
    setProblems({ [field]: outcome.problem });
  };

  const during = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal('');
    await work().finally(() => setBusy(false));
  };

  /** "Continuar", or "Criar conta" at the last step. */
  const next = () =>
    during(async () => {
      const found = await check();
      setProblems(found);
      if (hasProblems(found)) return;
      const skipped = {
        ...kept.skipped,
        ...(step === 2 && { building: false }),
        ...(step === LAST && { wallet: false }),
      };
      if (step < LAST) go(step + 1, { skipped });
      else await send({ ...kept, skipped });
    });

  /** "Pular por agora": what was typed stays, and is not sent. */
  const skip = () =>
    during(async () => {
      const skipped = { ...kept.skipped, ...(step === 2 ? { building: true } : { wallet: true }) };
      if (step < LAST) return go(step + 1, { skipped });
      const fault = password === '' ? 'Informe a senha.' : null;
      if (fault !== null) return setProblems({ password: fault });
      change({ skipped });
      await send({ ...kept, skipped });
    });

  /** Refuses at a field of another step, for what needs it. */
  const ask = (field: Field, text: string): void => {
    if (stepOf(field) !== step) go(stepOf(field));
    setProblems({ [field]: text });
  };

  return {
    kept,
    form,
    step,
    current: stepAt(step),
    password,
    problems,
    refusal,
    busy,
    change,
    set,
    type,
    ofCustomer,
    typePassword,
    next,
    skip,
    back: () => go(step - 1),
    ask,
    refuse: setRefusal,
  };
};

export type Wizard = ReturnType<typeof useWizard>;
