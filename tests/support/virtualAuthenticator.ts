import type { CDPSession, Page } from 'playwright-core';

/** A key of an authenticator that exists in Chromium alone. */
interface Key {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string | undefined;
  privateKey: string;
  userHandle?: string | undefined;
  signCount: number;
}

export interface VirtualAuthenticator {
  keys(): Promise<Key[]>;
  /** Brings a key along from another device, as a provider that synchronises them does. */
  bring(key: Key): Promise<void>;
  /** Whether the person unlocks it from now on. */
  unlocks(unlocked: boolean): Promise<void>;
}

const send = async (cdp: CDPSession) => {
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
};

/** Gives the page's browser an authenticator, whose person is there and unlocks it. */
export const addAuthenticator = async (page: Page): Promise<VirtualAuthenticator> => {
  const cdp = await page.context().newCDPSession(page);
  const authenticatorId = await send(cdp);
  return {
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    bring: async (credential) => void (await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })),
    unlocks: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
};
