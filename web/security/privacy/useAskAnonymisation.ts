import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { MyDataDocument, useRequestAnonymisationMutation } from '#web/generated/security.ts';

/** Asks that a user be made nameless; another administrator decides. */
export const useAskAnonymisation = () => {
  const [ask, { loading }] = useRequestAnonymisationMutation({ context: { quiet: true } });
  const request = (userId: string) =>
    ask({ variables: { userId }, refetchQueries: [MyDataDocument] }).then(
      () => notifySuccess('Pedido enviado', { detail: 'Outro administrador precisa confirmar.' }),
      (error: unknown) => notifyFailure(error, 'Falha para pedir a anonimização'),
    );
  return { request, loading };
};
