import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { SESSION_EXPIRED } from '#domain/messages.ts';

/** Codes with which a socket is closed: graphql-ws's own, and 1013 for "try again later". */
export const CLOSE = {
  goingAway: 1001,
  tryAgain: 1013,
  unauthenticated: CloseCode.Unauthorized,
  forbidden: CloseCode.Forbidden,
  tooMany: 4429,
  /** HTTP 451 of the session. */
  restricted: 4451,
} as const;

const TRY_AGAIN = 'Não foi possível continuar. Tente novamente.';

/** Why, for whoever reads it: the libraries below would say it in English. At most 123 bytes each (RFC 6455). */
const REASONS: Readonly<Record<number, string>> = {
  [CLOSE.goingAway]: 'O servidor está parando.',
  [CLOSE.unauthenticated]: SESSION_EXPIRED,
  [CLOSE.forbidden]: 'Sem permissão para acompanhar as mensagens.',
  // Also graphql-ws's code for a second connection_init.
  [CLOSE.tooMany]: 'Há conexões ou tentativas demais. Aguarde um minuto.',
  // The text of §8 is longer than a reason may be: its beginning, and what it asks for.
  [CLOSE.restricted]: 'Parece que ocorreu um problema ao processar sua solicitação. Fale com o Suporte.',
  [CloseCode.BadRequest]: 'A mensagem não é do protocolo graphql-transport-ws.',
  [CloseCode.SubprotocolNotAcceptable]: 'Esta conexão fala apenas graphql-transport-ws.',
  [CloseCode.ConnectionInitialisationTimeout]: 'A primeira mensagem não chegou a tempo.',
  [CloseCode.SubscriberAlreadyExists]: 'Já há uma assinatura com este id nesta conexão.',
};

/** Closes a socket with a code and its sentence. */
export const closeSocket = (socket: WebSocket, code: number = CLOSE.tryAgain): void =>
  socket.close(code, REASONS[code] ?? TRY_AGAIN);
