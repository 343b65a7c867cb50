import { passkeyProblem, signWithPasskey } from '#web/client/passkeys.ts';
import { ask, isPasskeyRequest, send, sentenceOf, type Outcome } from './logIn.ts';
import loginWithPasskeyQuery from './loginWithPasskey.graphql?raw';
import startQuery from './startPasskeyLogin.graphql?raw';

/** Logs in by a passkey alone, of whichever account the person chooses. */
export const logInWithPasskey = async (): Promise<Outcome> => {
  const answer = await ask('StartPasskeyLogin', startQuery, {});
  if ('problem' in answer) return answer;
  const asked = answer.data?.['startPasskeyLogin'];
  if (!isPasskeyRequest(asked)) return { problem: sentenceOf(answer) };
  try {
    const assertion = await signWithPasskey(asked);
    return await send('', 'LoginWithPasskey', loginWithPasskeyQuery, { assertion });
  } catch (error) {
    return { problem: passkeyProblem(error) };
  }
};
