import shared from '#web/public/public.module.css';
import card from '#web/public/PublicCard.module.css';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect, useState } from 'react';
import { findDraft, takeDraft, type DraftOwner } from './api.ts';
import { keep, NOTHING } from './kept.ts';

const HASH = /^#continuar\/([\w-]{20,200})$/;

/** Token of the link that the page was opened by. */
export const draftToken = (): string | null => HASH.exec(window.location.hash)?.[1] ?? null;

type State = { kind: 'asking' } | { kind: 'found'; owner: DraftOwner } | { kind: 'refused'; problem: string };

const useDraft = (token: string, onTaken: () => void) => {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const [busy, setBusy] = useState(false);
  const refuse = (problem: string): void => setState({ kind: 'refused', problem });
  useEffect(() => {
    void findDraft(token).then((outcome) =>
      'problem' in outcome ? refuse(outcome.problem) : setState({ kind: 'found', owner: outcome.data }),
    );
  }, [token]);
  const take = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const outcome = await takeDraft(token);
    setBusy(false);
    if ('problem' in outcome) return refuse(outcome.problem);
    keep({ ...NOTHING, ...outcome.data, draft: token, savedAt: new Date().toISOString() });
    onTaken();
  };
  return { state, busy, take };
};

/**
 * Page of a link that continues a sign-up. Nothing happens as it opens: what this browser has of another sign-up would be
 * lost, and scanners of mails open links too.
 */
export const Continued = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const { state, busy, take } = useDraft(token, onDone);
  if (state.kind === 'asking') return <PublicCard title="Continuar o cadastro" text="Conferindo o link…" />;
  if (state.kind === 'refused') {
    return (
      <PublicCard title="Este link não vale mais" text={<span role="alert">{state.problem}.</span>}>
        <p>Ele vale por 7 dias, e some quando o cadastro continua em outro aparelho ou a conta é criada.</p>
        <button type="button" className={shared.button} onClick={onDone}>
          Começar o cadastro
        </button>
      </PublicCard>
    );
  }
  const { login, name, company } = state.owner;
  const whose = [name, company].filter((text) => text !== '').join(', ');
  return (
    <PublicCard title="Continuar o cadastro" text={whose === '' ? login : `${whose} · ${login}`}>
      <p>O que foi digitado continua neste navegador. A senha e o logo você escolhe de novo.</p>
      <button type="button" className={shared.button} aria-busy={busy} onClick={() => void take()}>
        {busy ? 'Abrindo…' : 'Continuar aqui'}
      </button>
      <a href="/" className={card.link}>
        Agora não
      </a>
    </PublicCard>
  );
};
