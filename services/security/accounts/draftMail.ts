import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { AccountDraft } from '#schema/security/accounts.rest.ts';
import { letterText } from '../../platform/letterText.ts';
import { MailRefused, type Letter } from '../../platform/mail.ts';
import { plainName } from '../../platform/plainName.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/session.ts';
import { takeMailOf } from '../mail/allowance.ts';

/** Maximum attempts per mail, over about two days. */
const ATTEMPTS = 8;
/** Poll interval in milliseconds, for retries; new drafts are announced by NOTIFY. */
const EVERY = 15_000;

interface ClaimedDraft {
  id: number;
  login: string;
  content: AccountDraft;
  attempts: number;
}

const letterOf = ({ id, login, content }: ClaimedDraft, link: string): Letter => {
  const [name, company] = [plainName(content.name), plainName(content.companyName)];
  const text = letterText(
    {
      subject: `Continue o seu cadastro no ${PRODUCT_NAME}`,
      lines: [
        name === '' ? 'Olá.' : `Olá, ${name}.`,
        `O cadastro${company === '' ? '' : ` de ${company}`} com este endereço foi guardado para continuar depois, também em outro aparelho. A senha e o logo não são guardados.`,
      ],
      button: 'Continuar o cadastro',
      foot: 'O link vale por 7 dias; depois, o que foi digitado é apagado. Se não foi você que pediu, ignore este e-mail: nada foi criado.',
    },
    link,
  );
  return { ...text, id, kind: 'signup-draft', to: { name, address: login } };
};

/** Claims the next draft whose mail is due; each attempt has a token of its own, which only its mail contains. */
const claim = async ({ database, clock }: Platform): Promise<{ draft: ClaimedDraft; token: string } | null> => {
  const token = newToken();
  const { rows } = await sql<ClaimedDraft | { id: null }>`
    select * from claim_signup_draft(${hashToken(token)}, ${clock.now()})`.execute(database.kysely);
  const [draft] = rows;
  return draft && draft.id !== null ? { draft, token } : null;
};

type Settled = { outcome: 'SENT' | 'FAILED' } | { outcome: 'LATER'; seconds?: number };

const settle = async ({ database, clock }: Platform, id: number, settled: Settled): Promise<void> => {
  const wait = settled.outcome === 'LATER' && settled.seconds !== undefined ? `${settled.seconds} seconds` : null;
  await sql`select settle_signup_draft(${id}, ${settled.outcome}, ${wait}::interval, ${clock.now()})`.execute(
    database.kysely,
  );
};

const deliver = async (
  platform: Platform,
  { draft, token }: { draft: ClaimedDraft; token: string },
  log: (error: unknown) => void,
): Promise<Settled> => {
  // A retry does not count again.
  const wait = draft.attempts > 1 ? null : await takeMailOf(platform, 'ACTIVATION', draft.login);
  if (wait !== null) return { outcome: 'LATER', seconds: wait };
  try {
    // Behind the "#", which browsers send to nobody.
    await platform.mail.send(letterOf(draft, `${platform.publicUrl}/onboarding#continuar/${token}`));
    return { outcome: 'SENT' };
  } catch (error) {
    log(error);
    return { outcome: error instanceof MailRefused || draft.attempts >= ATTEMPTS ? 'FAILED' : 'LATER' };
  }
};

/** Mails the links of sign-ups that were put off, while the services run. */
export const draftMail = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const log = (error: unknown): void => app.log.warn({ err: error }, 'mail of a sign-up');
  let running: Promise<void> | undefined;
  let closed = false;

  const round = async (): Promise<void> => {
    for (let next = await claim(platform); next && !closed; next = await claim(platform))
      await settle(platform, next.draft.id, await deliver(platform, next, log));
  };
  const run = (): void => {
    const before = running ?? Promise.resolve();
    running = before.then(() => (closed ? undefined : round())).catch(log);
  };
  const stop = [platform.notifications.on('mail_queued', run), platform.notifications.onReconnect(run)];
  const timer = setInterval(run, EVERY);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('preClose', async () => {
    closed = true;
    clearInterval(timer);
    stop.forEach((unsubscribe) => unsubscribe());
    await running;
  });
};
