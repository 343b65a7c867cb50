import { OAuthError } from '../../platform/http/failures.ts';
import type { ProviderFailure } from './provider.ts';

/** A login through an organization that is refused; the message tells the person why. */
export class LoginRefused extends OAuthError {
  constructor(message: string, code = 'access_denied') {
    super(400, code, message);
  }
}

/** The same for a second use, another browser and a time that is over: who has no attempt learns nothing. */
export const noAttempt = () =>
  new LoginRefused('Este acesso já foi usado, venceu ou começou em outro navegador. Entre de novo.', 'invalid_request');

export const cannotStart = () =>
  new LoginRefused(
    'Não foi possível abrir a página da sua organização. Tente de novo em instantes.',
    'temporarily_unavailable',
  );

const texts: Record<ProviderFailure['kind'], (name: string) => string> = {
  refused: (name) => `${name} não confirmou o seu acesso. Fale com quem administra a conta.`,
  unreachable: (name) => `A página de ${name} não respondeu. Tente de novo em instantes.`,
  untrusted: (name) =>
    `A resposta de ${name} não pôde ser confirmada. Entre de novo; se continuar, fale com quem administra a conta.`,
};

export const failureOf = ({ kind }: ProviderFailure, organization: string): LoginRefused =>
  new LoginRefused(texts[kind](organization), kind === 'unreachable' ? 'temporarily_unavailable' : 'access_denied');
