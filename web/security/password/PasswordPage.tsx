import { PRODUCT_SLUG } from '#domain/product.ts';
import { leaveFlash } from '#web/client/flash.ts';
import { forgetToken } from '#web/client/token.ts';
import shared from '#web/public/public.module.css';
import { useEffect, useState } from 'react';
import { changePassword, confirmLink, tokenOfAddress, type LinkOwner, type LinkPurpose } from '#web/public/linkApi.ts';
import { enter } from './enter.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { PublicCard } from '#web/public/PublicCard.tsx';

export interface PasswordPageProps {
  purpose: LinkPurpose;
  title: string;
  /** Text below the title, with the name of the link's owner. */
  greeting: (name: string) => string;
  button: string;
  /** What to do about an invalid link. */
  wayOut: string;
  /** Whether the owner is logged in afterwards. Who has forgotten the password types the new one once more. */
  enters?: boolean;
}

type State = { kind: 'asking' } | { kind: 'owner'; owner: LinkOwner } | { kind: 'refused'; problem: string };

/** The page of a mailed link: finds its owner, takes a password, and goes to the login or into the application. */
export const PasswordPage = ({ purpose, title, greeting, button, wayOut, enters = false }: PasswordPageProps) => {
  const [state, setState] = useState<State>({ kind: 'asking' });
  useEffect(() => {
    void confirmLink(purpose, tokenOfAddress()).then((outcome) =>
      setState(
        'problem' in outcome ? { kind: 'refused', problem: outcome.problem } : { kind: 'owner', owner: outcome.data },
      ),
    );
  }, [purpose]);

  const submit = async (owner: LinkOwner, password: string): Promise<string | null> => {
    const outcome = await changePassword(purpose, tokenOfAddress(), password);
    if ('problem' in outcome) {
      if (outcome.field !== null) return outcome.problem;
      setState({ kind: 'refused', problem: outcome.problem });
      return null;
    }
    // Removes the token, because the browser's user may be another one.
    forgetToken();
    if (enters && (await enter(owner.login, password))) return null;
    leaveFlash({ tone: 'success', text: outcome.message ?? 'Senha salva.' });
    window.location.assign(`/${PRODUCT_SLUG}id`);
    return null;
  };

  if (state.kind === 'asking') return <PublicCard title={title} text="Conferindo o link…" />;
  if (state.kind === 'refused') {
    return (
      <PublicCard title="Este link não vale mais" text={<span role="alert">{state.problem}.</span>}>
        <p>Ele pode ter expirado ou já ter sido usado. {wayOut}</p>
        <a href={`/${PRODUCT_SLUG}id#recuperar-senha`} className={shared.button}>
          Pedir outro link
        </a>
      </PublicCard>
    );
  }
  return (
    <PublicCard title={title} text={greeting(state.owner.name)}>
      <PasswordForm owner={state.owner} button={button} onSubmit={(password) => submit(state.owner, password)} />
    </PublicCard>
  );
};
