/** Logins by passkey per client address; an office shares one, and each page of the login asks once. */
export const PASSKEY_LOGINS = { times: 300, seconds: 15 * 60 };
