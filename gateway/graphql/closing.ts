import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { SESSION_EXPIRED } from '#domain/messages.ts';

/** WebSocket close codes: those of graphql-ws, 1001, and 1013 ("try again later"). */
export const CLOSE = {
  goingAway: 1001,
  tryAgain: 1013,
  unauthenticated: CloseCode.Unauthorized,
  forbidden: CloseCode.Forbidden,
  tooMany: 4429,
  /** The session call returned HTTP 451. */
  restricted: 4451,
} as const;

const TRY_AGAIN = 'Não foi possível continuar. Tente novamente.';

/** Portuguese close reasons instead of the libraries' English ones; at most 123 bytes each (RFC 6455). */
const REASONS: Readonly<Record<number, string>> = {
  [CLOSE.goingAway]: 'O servidor está parando.',
  [CLOSE.unauthenticated]: SESSION_EXPIRED,
  [CLOSE.forbidden]: 'Sem permissão para acompanhar as mensagens.',
  // graphql-ws also uses this code for a second connection_init.
  [CLOSE.tooMany]: 'Há conexões ou tentativas demais. Aguarde um minuto.',
  // The text of §8 exceeds 123 bytes: this is its beginning and its request.
  [CLOSE.restricted]: 'Parece que ocorreu um problema ao processar sua solicitação. Fale com o Suporte.',
  [CloseCode.BadRequest]: 'A mensagem não é do protocolo graphql-transport-ws.',
  [CloseCode.SubprotocolNotAcceptable]: 'Esta conexão fala apenas graphql-transport-ws.',
  [CloseCode.ConnectionInitialisationTimeout]: 'A primeira mensagem não chegou a tempo.',
  [CloseCode.SubscriberAlreadyExists]: 'Já há uma assinatura com este id nesta conexão.',
};

/** Closes a socket with a code and the code's Portuguese reason. */
export const closeSocket = (socket: WebSocket, code: number = CLOSE.tryAgain): void =>
  socket.close(code, REASONS[code] ?? TRY_AGAIN);
