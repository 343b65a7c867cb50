/** True where this page may use passkeys: over HTTPS or on localhost, and by a name, which keys are bound to. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname);
