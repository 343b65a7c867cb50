import { deviceOf } from '#domain/devices.ts';
import { errorCode } from '#web/client/errors.ts';
import { notifyError, notifyFailure } from '#web/client/notify.ts';
import { isBrowserRefusal, makePasskey, passkeyProblem } from '#web/client/passkeys.ts';
import { useCreateOwnPasskeyMutation, useStartOwnPasskeyMutation } from '#web/generated/security.ts';
import { useState } from 'react';

/** Says why no key was made; a question for the password that was cancelled is no failure. */
const tell = (error: unknown): void => {
  if (isBrowserRefusal(error)) notifyError(passkeyProblem(error, true));
  else if (errorCode(error) !== 'REAUTHENTICATION_REQUIRED') notifyFailure(error);
};

/** Returns the call that makes a passkey, named after this device; it answers with the recovery codes that came with it, or null. */
export const useMakePasskey = () => {
  const [start] = useStartOwnPasskeyMutation({ context: { quiet: true } });
  const [create] = useCreateOwnPasskeyMutation({ context: { quiet: true } });
  const [busy, setBusy] = useState(false);

  const make = async (): Promise<readonly string[] | null> => {
    if (busy) return null;
    setBusy(true);
    try {
      const asked = (await start()).data?.startOwnPasskey;
      if (!asked) return null;
      const key = await makePasskey(asked);
      const { data } = await create({ variables: { input: { name: deviceOf(navigator.userAgent).name, ...key } } });
      return data?.createOwnPasskey.recoveryCodes ?? null;
    } catch (error) {
      tell(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { make, busy };
};
