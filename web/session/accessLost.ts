import { createContext, use } from 'react';

/** Whether the permission for the screen was revoked while it was open; the screen stays, to keep the typed input. */
export const AccessLostContext = createContext(false);

export const useAccessLost = (): boolean => use(AccessLostContext);

/** Message of a form whose permission was revoked. */
export const ACCESS_LOST =
  'A sua permissão mudou e não é mais possível salvar aqui. Nada do que você digitou se perdeu: continua nesta tela e fica guardado como rascunho neste navegador.';
