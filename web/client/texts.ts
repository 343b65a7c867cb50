/** Sentences of §8 that more than one place says. */
export const somethingWentWrong = 'Algo deu errado, tente novamente!';
export const sessionExpired = 'Sua sessão expirou. Acesse novamente';
export const legalRestriction =
  'Parece que ocorreu um problema ao processar sua solicitação. Se você acha que isso pode ter sido um erro, por favor, entre em contato com o Suporte.';
export const noConnection = 'Sem conexão com o servidor. Verifique sua internet e tente novamente.';
