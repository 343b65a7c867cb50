import { createContext, use } from 'react';

/** Whether the permission for the screen was taken away while it was open; it stands on for what is typed in it. */
export const AccessLostContext = createContext(false);

export const useAccessLost = (): boolean => use(AccessLostContext);

/** What a form says then. */
export const ACCESS_LOST =
  'A sua permissão mudou e não é mais possível salvar aqui. Nada do que você digitou se perdeu: continua nesta tela e fica guardado como rascunho neste navegador.';
