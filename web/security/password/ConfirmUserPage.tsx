import { PRODUCT_NAME, PRODUCT_SLUG } from '#domain/product.ts';
import { rememberTarget } from '#web/client/flash.ts';
import { forgetToken } from '#web/client/token.ts';
import shared from '#web/public/public.module.css';
import { useEffect, useState } from 'react';
import { confirmUser, findConfirmation, tokenOfAddress, type UserConfirmation } from '#web/public/linkApi.ts';
import { enter } from './enter.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { PublicCard } from '#web/public/PublicCard.tsx';

const goOn = (
  <a href={`/${PRODUCT_SLUG}id`} className={shared.button}>
    Entrar
  </a>
);

type State =
  { kind: 'asking' } | { kind: 'found' | 'done'; link: UserConfirmation } | { kind: 'refused'; problem: string };

/** Uses the link on submit, not when the page opens; `use` returns the problem of a password, or null. */
const useConfirmation = () => {
  const [state, setState] = useState<State>({ kind: 'asking' });
  useEffect(() => {
    void findConfirmation(tokenOfAddress()).then((outcome) =>
      setState(
        'problem' in outcome ? { kind: 'refused', problem: outcome.problem } : { kind: 'found', link: outcome.data },
      ),
    );
  }, []);
  const use = async (link: UserConfirmation, password?: string): Promise<string | null> => {
    const outcome = await confirmUser(tokenOfAddress(), password);
    if ('problem' in outcome) {
      if (outcome.field !== null) return outcome.problem;
      setState({ kind: 'refused', problem: outcome.problem });
      return null;
    }
    // Removes the token: sessions of the old login have ended, and the browser's user may be another one.
    forgetToken();
    // A new account opens with the setup steps.
    if (link.asks !== 'NO_PASSWORD') rememberTarget('/home/first-access');
    if (password === undefined || !(await enter(link.login, password))) setState({ kind: 'done', link });
    return null;
  };
  return { state, use };
};

/** `/user/validate/:confirmation_token`: confirms a new account or a new login (§2). */
const ConfirmUserPage = () => {
  const { state, use } = useConfirmation();
  if (state.kind === 'asking') return <PublicCard title="Confirmar endereço" text="Conferindo o link…" />;
  if (state.kind === 'refused') {
    return (
      <PublicCard title="Este link não vale mais" text={<span role="alert">{state.problem}.</span>}>
        <p>Ele pode ter expirado ou já ter sido usado: se você já confirmou o endereço, é só entrar.</p>
        {goOn}
      </PublicCard>
    );
  }
  const { link } = state;
  if (state.kind === 'done') return <Done link={link} />;
  if (link.asks === 'NO_PASSWORD') return <NewLogin link={link} onConfirm={() => use(link)} />;
  return (
    <PublicCard
      title="Ative a sua conta"
      text={`Olá, ${link.name}. Falta só a senha para abrir a conta de ${link.company} no ${PRODUCT_NAME}.`}
    >
      <PasswordForm
        owner={link}
        button="Ativar conta"
        chosen={link.asks === 'CHOSEN_PASSWORD'}
        onSubmit={(password) => use(link, password)}
      />
      <p>Você não pediu esta conta? Feche esta página: sem a senha, ela não é aberta.</p>
    </PublicCard>
  );
};

const NewLogin = ({ link, onConfirm }: { link: UserConfirmation; onConfirm: () => Promise<unknown> }) => {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    await onConfirm();
    setBusy(false);
  };
  return (
    <PublicCard
      title="Confirmar endereço"
      text={`Olá, ${link.name}. ${link.login} passa a ser o seu login em ${link.company}. Os acessos abertos com o login anterior serão encerrados.`}
    >
      <button type="button" className={shared.button} aria-busy={busy} onClick={() => void confirm()}>
        {busy ? 'Confirmando…' : 'Confirmar endereço'}
      </button>
    </PublicCard>
  );
};

const Done = ({ link: { asks, login } }: { link: UserConfirmation }) =>
  asks === 'NO_PASSWORD' ? (
    <PublicCard title="Endereço confirmado" text={`${login} é o seu login a partir de agora.`}>
      {goOn}
    </PublicCard>
  ) : (
    <PublicCard title="Conta ativada" text={`Entre com ${login} e a sua senha.`}>
      {goOn}
    </PublicCard>
  );

export default ConfirmUserPage;
